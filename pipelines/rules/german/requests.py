"""German requests and orders, and whether somebody takes them on: "kannst du ...?" - "ja, mache ich"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from guardrails.core.types import Segment
from pipelines.rules.german import cues
from pipelines.rules.german.tasks import Clause, clauses_of, end_of, task_of
from pipelines.rules.german.verbs import FIRST_PERSON, IMPERATIVE, SECOND_PERSON, THIRD_PERSON, WORK
from pipelines.rules.sentences import Sentence

_TITLES = frozenset("herr herrn frau dr prof doktor professor".split())
_ANSWER_WITHIN = 3
"""Sentences; who has not answered by then has been passed over."""


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody is asked, or told, to do."""

    task: str
    called: str | None
    """Who is called by name."""
    needs_taker: bool
    """Asked of the room: who says "I do" has it. One who is called only has to agree."""
    is_order: bool
    """Stands where nobody refuses."""
    is_offer: bool = False
    """Whoever asks has it, where somebody says yes."""
    only_called: bool = False
    """Nobody else can take it."""


def names_of(segments: Sequence[Segment], roster: Sequence[str]) -> dict[str, str]:
    """The people of a meeting by their names and first names, in lower case; titled, by last names."""
    names: dict[str, str] = {}
    for name in dict.fromkeys((*roster, *(s.speaker for s in segments if s.speaker))):
        first = name.split()[0].rstrip(".").lower()
        names[name.lower()] = name
        names[name.split()[-1].lower() if first in _TITLES else first] = name
    return names


def refusals(
    sentences: Sequence[Sentence], segments: Sequence[Segment], roster: Sequence[str]
) -> Iterator[tuple[str, int, int]]:
    """The task of each request that was refused, with the places of request and refusal."""
    names = names_of(segments, roster)
    for index in range(len(sentences)):
        request = request_in(sentences[index], names)
        answer = answer_to(index, sentences, request.task, only_takers=False) if request else None
        if request and answer and answer.refuses and not takes(answer, request, sentences):
            yield request.task, index, answer.place


def request_in(sentence: Sentence, names: dict[str, str]) -> Request | None:
    text = sentence.clean.text
    if cues.NEGATED.search(text):
        return None
    clause = Clause(sentence, 0, end_of(text))
    end = _without_name(text, clause.end, names)
    called = _called(text, names)
    # "Du kümmerst dich um die Einladungen, ja?": an order in the form of a statement.
    if called and (you := cues.YOU_DO.search(text[: clause.end])):
        task = task_of(clause, SECOND_PERSON[you["verb"]], (you.start("task"), you.end("task")))
        return Request(task, called, needs_taker=False, is_order=True) if task else None
    if request := _politely(sentence, clause, called, end):
        return request
    if not sentence.asks:
        return _told(clause, called) or _able(clause, names) or _somebody(clause)
    if you := cues.ASKS_YOU.search(text):
        task = task_of(clause, None, (you.start("task"), end))
        return Request(task, called, needs_taker=False, is_order=False) if task else None
    if you := cues.ASKS_YOU_DIRECTLY.search(text):
        task = task_of(clause, SECOND_PERSON[you["verb"]], (you.start("task"), end))
        return Request(task, called, needs_taker=False, is_order=False) if task else None
    if (me := cues.ASKS_ME.search(text)) and not cues.UNSURE.search(text):
        task = task_of(clause, None, (me.start("task"), end))
        return Request(task, None, needs_taker=False, is_order=False, is_offer=True) if task else None
    if who := cues.ASKS_WHO.search(text):
        group = "task" if who["task"] else "rest"
        verb = THIRD_PERSON[who["verb"]] if who["verb"] else None
        task = task_of(clause, verb, (who.start(group), clause.end))
        return Request(task, None, needs_taker=True, is_order=False) if task else None
    return None


def _politely(sentence: Sentence, clause: Clause, called: str | None, end: int) -> Request | None:
    """ "Könnten Sie ...?", "schicken Sie mir bitte ...": what is asked of a "Sie"."""
    text = _with_you(sentence.clean.cased)
    if you := cues.ASKS_YOU_POLITELY.search(text):
        task = task_of(clause, None, (you.start("task"), end))
        return Request(task, called, needs_taker=False, is_order=False) if task else None
    you = cues.TELLS_YOU_POLITELY.search(text)
    if you is None or cues.UNSURE.search(clause.text):
        return None
    is_order = not sentence.asks
    if is_order and not (called or re.search(r"\bbitte\b", text)):
        return None
    task = task_of(clause, you["verb"], (you.start("task"), end))
    return Request(task, called, needs_taker=False, is_order=is_order) if task else None


def _with_you(cased: str) -> str:
    """A sentence in lower case, but for a "Sie" inside it that has its capital: a person, not "they"."""
    return re.sub(r"(?<=\w )Sie\b|[^S]+|S", lambda m: m[0] if m[0] == "Sie" else m[0].lower(), cased)


def _somebody(clause: Clause) -> Request | None:
    """ "Da müsste mal jemand den Wartungsdienst anrufen": of whoever takes it."""
    must = cues.SOMEBODY_MUST.search(clause.text)
    if must is None:
        return None
    group = "task" if must["task"] else "rest"
    task = task_of(clause, None, (clause.start + must.start(group), clause.end))
    is_work = any(task.endswith(verb) for verb in WORK)
    return Request(task, None, needs_taker=True, is_order=False) if is_work else None


def _told(clause: Clause, called: str | None) -> Request | None:
    """ "Leyla, schick bitte ...": an order needs a name or a "please", or any verb would be one."""
    first = next(iter(clauses_of(clause.sentence)), clause)
    match = cues.ORDERS.search(first.text)
    if (
        match is None
        or not (called or re.search(r"\bbitte\b", first.text))
        or cues.UNSURE.search(clause.text)
    ):
        return None
    task = task_of(first, IMPERATIVE[match["verb"]], (first.start + match.start("task"), first.end))
    return Request(task, called, needs_taker=False, is_order=True) if task else None


def _able(clause: Clause, names: dict[str, str]) -> Request | None:
    """ "Eigentlich kann Carl das Wiki aktualisieren": an offer that Carl has to take."""
    able = cues.ABLE.search(clause.text)
    called = names.get(able["name"] or able["first"]) if able else None
    if able is None or called is None or cues.UNSURE.search(clause.text):
        return None
    task = task_of(clause, None, (able.start("task"), clause.end))
    if task.split(" ")[-1] not in WORK:
        return None
    return Request(task, called, needs_taker=False, is_order=False, only_called=True)


def takes(answer: Answer, request: Request, sentences: Sequence[Sentence]) -> bool:
    """Whether an answer that refuses an offer takes the work instead: "nein, das mache ich"."""
    return request.is_offer and cues.TAKES_IT.search(sentences[answer.place].clean.text) is not None


@dataclass(frozen=True, slots=True)
class Answer:
    place: int
    refuses: bool = False


def answer_to(index: int, sentences: Sequence[Sentence], task: str, *, only_takers: bool) -> Answer | None:
    """The sentence in which somebody else takes `task` on or refuses it; None where it is passed over."""
    asker, takes_task = sentences[index].speaker, _takes(task.split(" ")[-1])
    for place in range(index + 1, min(index + 1 + _ANSWER_WITHIN, len(sentences))):
        sentence, text = sentences[place], sentences[place].clean.text
        if asker is not None and sentence.speaker == asker:
            continue
        if cues.REFUSES.search(text):
            return Answer(place, refuses=True)
        if cues.TAKES_IT.search(text) or takes_task.search(text):
            return Answer(place)
        if not only_takers and cues.ACCEPTS.match(text):
            # "Ja, gern. Das mache ich bis morgen.": the day stands in the second sentence.
            after = sentences[place + 1] if place + 1 < len(sentences) else None
            goes_on = (
                after is not None
                and after.speaker == sentence.speaker
                and cues.TAKES_IT.search(after.clean.text)
            )
            return Answer(place + 1 if goes_on else place)
        if not sentence.asks:
            return None
    return None


@lru_cache(maxsize=512)
def _takes(verb: str) -> re.Pattern[str]:
    """How somebody says that they do what `verb` asks for: "das kann ich buchen", "ich buche es"."""
    forms = "|".join(form for form, infinitive in FIRST_PERSON.items() if infinitive == verb) or "(?!)"
    it = r"(?:das|es|den|die|ihn|sie)"
    soft = r"(?:(?:gern|gerne|auch|dann|mal|noch|schon|selbst) )*"
    when = r"(?:bis|am|heute|morgen|gleich|gern|gerne|nachher|sofort|dann|noch)\b"
    return re.compile(
        rf"\b(?:ich (?:kann|werde) {it}|{it} (?:kann|werde) ich) {soft}(?:{when}.* )?{re.escape(verb)}\b"
        rf"|(?:\bich (?:{forms}) {it}|\b{it} (?:{forms}) ich)(?= ?[.,!]| {when}|$)"
    )


def _called(text: str, names: dict[str, str]) -> str | None:
    """Who is called by name at either end of a request."""
    words = text.strip(" .?!").replace(",", " ").split()
    if len(words) > 1 and words[0] in _TITLES:
        words = words[1:]
    return next((names[word] for word in (words[0], words[-1]) if word in names), None) if words else None


def _without_name(text: str, end: int, names: dict[str, str]) -> int:
    """`end` before ", Tom" at the end of a request."""
    comma = text.rfind(",", 0, end)
    return comma if comma > 0 and text[comma + 1 : end].strip() in names else end
