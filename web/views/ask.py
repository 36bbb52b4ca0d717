"""Questions and answers as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from daemon.notes.questions import Question, Reply
from daemon.worker.status import WorkerStatus
from pipelines.ask.answer import Answer, Place
from web import format
from web.language import _, said

SPOKEN = "A spoken question"


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One line that was said, and where it leads."""

    note_id: str
    anchor: str
    meeting: str
    when: str
    """`Mon 16 Nov 2026, 12:05`."""
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class SentenceView:
    text: str
    places: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class PassageView:
    """Lines of one meeting that were read for an answer."""

    first: PlaceView
    lines: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    id: str
    question: str
    is_spoken: bool
    asked: str
    state: str
    """waiting, done or failed."""
    doing: str = ""
    """While it waits: what is being done."""
    fraction: float | None = None
    reason: str = ""
    computed: tuple[str, ...] = ()
    sentences: tuple[SentenceView, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    """Sentences of the model that the passages do not support, each with the reason."""
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    remark: str = ""
    passages: tuple[PassageView, ...] = ()
    engine: str = ""


@dataclass(frozen=True, slots=True)
class ConversationView:
    """One line of the list."""

    id: str
    question: str
    more: int
    """Questions after the first."""
    asked: str
    is_waiting: bool


def turn_view(
    question: Question, reply: Reply | None, status: WorkerStatus | None, ahead: int, timezone: tzinfo
) -> TurnView:
    """`ahead`: questions that are answered before this one."""
    turn = TurnView(
        question.id,
        _text(question, reply),
        question.sound is not None,
        _day(question, timezone),
        "waiting",
    )
    if reply is None or reply.state == "waiting":
        is_mine = status is not None and status.job == question.id
        return replace(
            turn,
            doing=_doing(status, ahead, is_mine=is_mine),
            fraction=status.fraction if status and is_mine else None,
        )
    if reply.answer is None:
        return replace(
            turn, state="failed", reason=format.sentence(reply.reason or "it could not be answered")
        )
    return _answered(turn, reply.answer)


def passage_views(passages: Iterable[Sequence[Place]]) -> tuple[PassageView, ...]:
    views = (tuple(_place(place) for place in places) for places in passages if places)
    return tuple(PassageView(lines[0], lines) for lines in views)


def conversation_views(
    questions: Sequence[Question], replies: dict[str, Reply | None], timezone: tzinfo
) -> tuple[ConversationView, ...]:
    """The latest conversation first."""
    turns: dict[str, list[Question]] = {}
    for question in questions:
        turns.setdefault(question.conversation, []).append(question)
    latest = sorted(turns.values(), key=lambda each: each[-1].asked_at, reverse=True)
    return tuple(_conversation(each, replies, timezone) for each in latest)


def _conversation(
    turns: Sequence[Question], replies: dict[str, Reply | None], timezone: tzinfo
) -> ConversationView:
    first, last = turns[0], turns[-1]
    reply = replies[last.id]
    return ConversationView(
        first.conversation,
        _text(first, replies[first.id]),
        len(turns) - 1,
        _day(last, timezone),
        reply is None or reply.state == "waiting",
    )


def _text(question: Question, reply: Reply | None) -> str:
    """The question, if it is known yet: a spoken one is transcribed when its turn comes."""
    return question.text or (reply.heard if reply else None) or _(SPOKEN)


def _day(question: Question, timezone: tzinfo) -> str:
    return format.short_day(question.asked_at.astimezone(timezone).date())


def _answered(turn: TurnView, answer: Answer) -> TurnView:
    return replace(
        turn,
        state="done",
        computed=answer.computed,
        sentences=tuple(
            SentenceView(each.text, tuple(map(_place, each.places))) for each in answer.sentences
        ),
        dropped=tuple((each.text, said(each.reason)) for each in answer.dropped),
        kept=answer.kept,
        broken=answer.broken,
        remark=said(answer.remark or ""),
        passages=passage_views(answer.passages),
        engine=answer.engine.name if answer.engine else "",
    )


def _doing(status: WorkerStatus | None, ahead: int, *, is_mine: bool) -> str:
    if status is None:
        return _("Waiting for the worker, which is not running.")
    if is_mine:
        return format.sentence(status.stage or "looking for passages")
    if ahead:
        return _("Waiting for %(questions)s.", questions=format.count(ahead, "earlier question"))
    return _("Waiting for its turn: meetings come first.") if status.job else _("It starts in a moment.")


def _place(place: Place) -> PlaceView:
    day = format.short_day(place.said_on)
    return PlaceView(
        place.note_id,
        f"s{place.line}",
        place.meeting,
        day if place.start_s is None else f"{day}, {format.clock(place.start_s)}",
        place.speaker or _("unnamed voice"),
        place.text,
    )
