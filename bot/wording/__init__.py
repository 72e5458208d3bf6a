"""Human language: the only home of words that people say and hear.

Reading goes from text to request, speaking from facts to one post:

* :mod:`~bot.wording.words` is the vocabulary as data, :mod:`~bot.wording.forms` how one phrase of
  it is matched and printed, :mod:`~bot.wording.vocabulary` the parser made from both;
* :mod:`~bot.wording.post` puts facts in order, :mod:`~bot.wording.dealing`,
  :mod:`~bot.wording.results` and :mod:`~bot.wording.answers` make their lines, and
  :mod:`~bot.wording.german` or :mod:`~bot.wording.english` have the sentences.

Nothing here knows a transport, a database or a rule of play; no number is calculated, each is
copied from the fact that states it.
"""
