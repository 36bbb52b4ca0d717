"""Clauses of German sentences, and the task that a clause names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.due.german import find_due_phrases
from pipelines.rules.german.cues import CLAUSE_END
from pipelines.rules.german.verbs import PREFIXES, infinitive_phrase
from pipelines.rules.sentences import Sentence

_FRONT = frozenset(
    "dann also und gut okay ok ja nein klar so genau alles prima super danke aber nun jetzt".split()
)
_LOOSE = frozenset(
    "bitte mal noch dann gleich gern gerne natürlich auch heute trotzdem schon eigentlich "
    "einfach doch lieber stattdessen besser".split()
)
_OPENS = frozenset(
    "der die das den dem ein eine einen einem einer mein meine meinen unser unsere unseren euer eure"
    " alle alles beide "
    "noch mit für an auf bei von zum zur im in am nach über um mich mir diese diesen dieses".split()
)
"""Words that have a capital only where they open a sentence."""
_DAY_OF_MONTH = re.compile(r"\b(?:am|zum|den|dem|der|vom|bis|ab)\s\d{1,2}\.$", re.IGNORECASE)
_VAGUE = frozenset("machen tun übernehmen erledigen nachschauen nachsehen schauen gucken".split())
_POINTING = frozenset("das es ihn sie ihm dir euch ihnen dich den die dies mir uns mich da dazu".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence, as offsets in its cleaned text."""

    sentence: Sentence
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.sentence.clean.text[self.start : self.end]

    @property
    def due(self) -> tuple[int, int, str] | None:
        """Its first due phrase: its place in the sentence's cleaned text, and the words as they were said."""
        found = find_due_phrases(self.sentence.clean.cased[self.start : self.end])
        if not found:
            return None
        left, right = self.start + found[0].start, self.start + found[0].end
        first, last = self.sentence.clean.original(left, right)
        return left, right, self.sentence.raw[first:last]


def clauses_of(sentence: Sentence) -> Iterator[Clause]:
    """The main clauses and what hangs on them, in order."""
    text, start = sentence.clean.text, 0
    for mark in CLAUSE_END.finditer(text):
        yield Clause(sentence, start, mark.start())
        start = mark.end() if mark.group() in ".?!;:" else mark.start()
    if text[start:].strip(" .?!"):
        yield Clause(sentence, start, end_of(text))


def end_of(text: str) -> int:
    """Where `text` ends without its closing marks; the stop of a day is none: "bis zum 4."."""
    end = len(text.rstrip(" .?!"))
    return end + 1 if _DAY_OF_MONTH.search(text[: end + 1]) else end


def task_of(clause: Clause, verb: str | None, *spans: tuple[int, int]) -> str:
    """The words of `spans` (offsets in the cleaned sentence) without the due phrase, with `verb` at the end.

    `verb` None: the words end in an infinitive of their own. Empty where nothing is named but "that".
    """
    cased, due = clause.sentence.clean.cased, clause.due
    words: list[str] = []
    for start, end in spans:
        if due is not None and start < due[1] and due[0] < end:
            words += f"{cased[start : max(start, due[0])]} {cased[min(end, due[1]) : end]}".split()
        else:
            words += cased[start:end].split()
    words = [word for word in (each.strip(",.;:?!") for each in words) if word]
    while words and words[0].lower() in _FRONT:
        words = words[1:]
    words = [word for word in words if word.lower() not in _LOOSE]
    named = words if verb else words[:-1] or words
    if not any(word.lower() not in _POINTING | PREFIXES | _FRONT for word in named):
        return ""
    if words[0].lower() in _OPENS:
        words[0] = words[0].lower()
    task = infinitive_phrase(verb, words) if verb else " ".join(words)
    return "" if task in _VAGUE else task
