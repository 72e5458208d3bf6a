"""Chance and its proof: where cards come from, the hash chain, and the log that holds both."""
