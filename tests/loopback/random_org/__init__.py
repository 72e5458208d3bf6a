"""A stand-in for random.org's signed JSON-RPC API, release 4: a process of its own, for tests.

It is written from the contract alone and knows nothing of the bot: no module of ``bot`` may be
imported here, or a test would compare the bot with itself.

How to read it: ``client`` starts and steers the process; ``__main__`` is the process; ``server``
receives requests, ``envelope`` reads JSON-RPC, ``service`` answers it with ``accounts``,
``tickets``, ``chance``, ``draws`` and ``signing``; ``faults`` holds the fault plan, ``lies`` and
``delivery`` carry it out; ``control`` lets a test look and steer; ``record`` remembers everything;
``state`` keeps all of it over a restart.
"""
