"""German sentences that could stand in a summary: as in `pipelines.summary.candidates`, by German words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.german_words import stems_of
from pipelines.rules.sentences import Sentence
from pipelines.summary.candidates import MOST, Candidate

_FEWEST_WORDS, _MOST_GOOD, _MOST_WORDS = 6, 30, 42
_FEWEST_TERMS = 3
_OPENER = re.compile(
    r"^(?:(?:sehr gut|also|und|aber|ja|nein|gut|okay|genau|so|nun|ach|na|"
    r"schön|super|prima|moment|dann|ah|oh|hm|weiter)\b[\s,.!]+)+",
    re.IGNORECASE,
)
_MANAGEMENT = re.compile(
    r"\b(?:hallo|heute geht es|guten (?:morgen|tag|abend)|danke|vielen dank|hört ihr|seht ihr|bildschirm|"
    r"stummgeschaltet|tschüss|auf wiedersehen|"
    r"bis (?:bald|dann|nächste woche$)|halbe stunde|fangen wir|beginnen wir|"
    r"nächste[rn]? punkt|tagesordnung|das war alles|willkommen|keine ahnung|weiß (?:ich|es) )",
    re.IGNORECASE,
)
"""Talk about the meeting itself."""
_DEPENDENT = frozenset(
    "das es er sie da dann dort damit darum deshalb diese dieser dieses der die dem den ihn "
    "ihm wenn falls".split()
)
_WEIGHTY = re.compile(
    r"\b(?:ziel|frist|budget|muss|müssen|problem|risiko|weil|ergebnis|kostet|kosten|verlangt|fertig|wichtig|liefert|"
    r"geplant|prozent|euro)\b|\d",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"\b(?:vielleicht|könnte\w*|würde\w*|wenn|falls|mal sehen|tut mir leid|doch nicht|doch kein\w*)\b",
    re.IGNORECASE,
)


def german_candidates(sentences: Sequence[Sentence], taken: frozenset[int]) -> list[Candidate]:
    """At most `MOST`, in order; `taken` are the sentences that claims say already."""
    found = []
    for place, sentence in enumerate(sentences):
        text = readable(sentence.clean.cased)
        words = text.split()
        if place in taken or sentence.asks or not _FEWEST_WORDS <= len(words) <= _MOST_WORDS:
            continue
        if _MANAGEMENT.search(sentence.clean.cased) or _UNFIT.search(text):
            continue
        terms = tuple(stems_of(text))
        if len(set(terms)) >= _FEWEST_TERMS:
            form = 0.7 if words[0].lower() in _DEPENDENT and not words[1][:1].isupper() else 1.0
            form *= 1.25 if _WEIGHTY.search(text) else 1.0
            form *= 0.8 if len(words) > _MOST_GOOD else 1.0
            found.append(Candidate(place, sentence.position, sentence.speaker, text, terms, form))
    best = sorted(found, key=lambda item: -item.form)[:MOST]
    return sorted(best, key=lambda item: item.place)


def readable(said: str) -> str:
    """A sentence without the openers of talk, with a capital and a full stop."""
    text = _OPENER.sub("", said).strip(" ,")
    return f"{text[:1].upper()}{text[1:].rstrip('.! ')}." if text else ""
