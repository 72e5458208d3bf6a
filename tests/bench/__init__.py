"""How fast it is, as ratios to something else measured in the same run; ``make bench``."""
