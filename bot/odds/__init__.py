"""What a rule set is worth: the exact value of optimal play, with a continuous shoe.

Read :mod:`bot.odds.questions` first: it asks the engine what a hand is, when the dealer draws and
who wins, and no other module here judges a hand. Everything after it is arithmetic in fractions:
no rounding, so that two moves of equal value are equal, and every figure is as good as a float can
print it. Thousands of hands are asked about, but only about a hundred differ, so it takes a second.
``dealer`` counts his final hands, ``positions`` the player's, ``play`` puts values to moves,
``solution`` to a box, ``strategy`` and ``edges`` say it.

Each hand is played on its own cards: other hands of the box, other boxes and cards seen before
teach nothing, which is true of a continuous shoe.
"""
