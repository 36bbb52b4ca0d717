"""Items of notes as the answer to a question: who, what, when and how far, each with the words behind it.

What a note already says needs no language model to be said again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from guardrails.language import content_of, language, tokens_of
from pipelines.ask.answer import Place, Sentence
from pipelines.ask.wanted import Wanted
from pipelines.due import Span
from pipelines.note import ActionItem, ItemKind, Statement, text_of
from pipelines.overdue import is_overdue
from pipelines.render.words import capital, due_words, nobody

MOST = 12
"""Items in one answer: more is a list, which the page has."""


@dataclass(frozen=True, slots=True)
class Record:
    """A confirmed item of a note."""

    kind: ItemKind
    item: ActionItem | Statement
    people: frozenset[str]
    """Under the names that lists show: the owner, or who said what it rests on."""
    said_on: date
    places: tuple[Place, ...]

    @property
    def due(self) -> date | None:
        return self.item.due.date if isinstance(self.item, ActionItem) and self.item.due else None

    @property
    def state(self) -> str:
        return self.item.status if isinstance(self.item, ActionItem) else ""

    def is_late(self, today: date) -> bool:
        return is_overdue(self.due, today, is_open=self.state == "open", is_confirmed=True)


def answers(wanted: Wanted, records: Iterable[Record], today: date) -> tuple[Sentence, ...]:
    """The items that are wanted, in sentences: what is due first, then the latest."""
    fitting = _with_words(wanted, _of_days(wanted, [each for each in records if _fits(wanted, each, today)]))
    first = sorted(fitting, key=lambda each: (each.due or date.max, -each.said_on.toordinal()))[:MOST]
    return tuple(Sentence(text=_worded(each, today), places=each.places) for each in first)


def _fits(wanted: Wanted, record: Record, today: date) -> bool:
    if wanted.kinds and record.kind not in wanted.kinds:
        return False
    if wanted.people and not wanted.people & record.people:
        return False
    if wanted.state == "late":
        return record.is_late(today)
    return wanted.state in ("", record.state)


def _of_days(wanted: Wanted, records: Sequence[Record]) -> Sequence[Record]:
    if wanted.span is None:
        return records
    due = [each for each in records if _lies_in(each.due, wanted.span)]
    if wanted.is_due:
        return due
    if wanted.before:  # what is asked of days to come is due then, unless nothing is: "decided on Monday"
        return due or [each for each in records if _lies_in(each.said_on, wanted.before)]
    return [each for each in records if each in due or _lies_in(each.said_on, wanted.span)]


def _lies_in(day: date | None, span: Span) -> bool:
    return day is not None and span.start <= day <= span.end


def _with_words(wanted: Wanted, records: Sequence[Record]) -> Sequence[Record]:
    """Those with all words that any of them has; where only words say what is wanted, with all words."""
    if not wanted.words:
        return () if wanted.is_plain else records
    spoken = language(wanted.language)
    has = [content_of(tokens_of(text_of(each.item), spoken), spoken) for each in records]
    known = wanted.words & frozenset().union(*has)
    if not known or (wanted.is_plain and known != wanted.words):
        return ()
    return [each for each, words in zip(records, has, strict=True) if known <= words]


def _worded(record: Record, today: date) -> str:
    item = record.item
    if not isinstance(item, ActionItem):
        return f"{'Decided' if record.kind == 'decision' else 'Open'}: {capital(item.text)}"
    state = "overdue" if record.is_late(today) else item.status
    due = f"due {due_words(item.due)}, {state}" if item.due else state
    return f"{capital(item.owner or nobody(item))}: {capital(item.task)} ({due})"
