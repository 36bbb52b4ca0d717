"""Was a due phrase said in the words that a claim cites?

Its words are there, prepositions aside ("by Friday" for "on Friday"); its figures may be spoken ("the 23rd",
"the twenty-third").
"""

from __future__ import annotations

from guardrails.language import language, split_sentences
from guardrails.language.figures import figures_in, same
from guardrails.language.words import spoken_words


def is_due_said(phrase: str, said: str, code: str) -> bool:
    """Whether `phrase` was said in `said`, word for word or its words in one sentence."""
    if f" {' '.join(_words(phrase))} " in f" {' '.join(_words(said))} ":
        return True
    return any(_is_said_in(phrase, sentence, code) for sentence in split_sentences(said, language(code)))


def _words(text: str) -> list[str]:
    """Without what is left of an ending or an article: "Friday's", "d'ici"."""
    words = " ".join(spoken_words(text)).replace("'", " ").split()
    return [word for word in words if len(word) > 1 or word.isdigit()]


def _is_said_in(phrase: str, sentence: str, code: str) -> bool:
    said, figures = set(_words(sentence)), figures_in(sentence, code)
    spoken = language(code)
    small = spoken.words("function") | spoken.words("link")
    informative = [word for word in _words(phrase) if word not in small]
    for word in informative:
        wanted = figures_in(word, code)
        if word not in said and not (wanted and any(same(wanted[0], figure) for figure in figures)):
            return False
    return bool(informative)
