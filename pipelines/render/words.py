"""How every rendering puts a day, a time and an engine into words; none of it is escaped yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, tzinfo

from guardrails.core.types import Segment
from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.editing.apply import ADDED, CONFIRMED, EDITED
from pipelines.note import ActionItem, Due, Item, Note, SectionName, Statement, is_verbatim, text_of
from pipelines.speakers.turns import known_name
from pipelines.transcript import CHAT, TYPED, speakers_of

HEADINGS: Mapping[SectionName, str] = {
    "actions": "Action items", "decisions": "Decisions", "questions": "Open questions"
}  # fmt: skip
"""Of the sections that hold items."""
BY_HAND: Mapping[str, str] = {
    ADDED: "added by hand",
    CONFIRMED: "confirmed by hand",
    EDITED: "changed by hand",
}
"""Flags of what a person did to an item, in words."""
SUMMARY_BY_HAND = "Title or summary changed by hand."
_MOST_NAMES = 8
NO_LLM = "Written by the rules engine; no language model was used."


def short_day(day: date) -> str:
    """Mon 16 Nov 2026."""
    return f"{day:%a} {day.day} {day:%b %Y}"


def capital(text: str) -> str:
    """A task or remark as the start of a sentence: engines write them as said, in the middle of one."""
    text = text.strip()
    return text[:1].upper() + text[1:]


def clock(seconds: float) -> str:
    """Seconds from the start as people read them: 4:05, 1:04:05."""
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def worded(item: Item) -> str:
    """What it says, in quotation marks where these are the words that were said."""
    return f"“{text_of(item)}”" if is_verbatim(item) else text_of(item)


def said_at(segment_id: str, start_s: float | None) -> str | None:
    """When a line was said, or typed: "4:05", "chat 4:05", "typed 4:05", "chat"; None where unknown."""
    time = clock(start_s) if start_s is not None else None
    typed = CHAT if segment_id.startswith(CHAT) else TYPED if segment_id.startswith(TYPED) else None
    return f"{typed} {time}" if typed and time else typed or time


def place_of(item: Item, starts: Mapping[str, float | None]) -> str | None:
    """When the first of its lines was said of which that is known."""
    return next(filter(None, (said_at(each, starts.get(each)) for each in item.evidence)), None)


def is_confirmed(item: Item) -> bool:
    return item.verdict == "verified"


def due_words(due: Due) -> str:
    """The day with the words that it was said in; the words alone where they could not be resolved."""
    return f"{short_day(due.date)} (“{due.phrase}”)" if due.date else f"“{due.phrase}”"


def nobody(item: ActionItem) -> str:
    """What is shown as the owner where there is none."""
    if SEVERAL_OWNERS in item.flags:
        return "several people"
    if item.voices:
        return " or ".join(item.voices)
    return "owner unknown" if UNKNOWN_SPEAKER in item.flags else "nobody named"


def by_hand(item: ActionItem | Statement) -> str:
    """What a person did to it: " (changed by hand)"; empty where nobody did anything."""
    marks = [BY_HAND[flag] for flag in item.flags if flag in BY_HAND]
    return f" ({'; '.join(marks)})" if marks else ""


def read_as(note: Note) -> str:
    """What an imported file was recognised as: " (Teams transcript, 2 people, 30 min)"; empty for others."""
    if note.taken_for is None:
        return ""
    people = len(speakers_of(note.transcript.segments))
    parts = [note.taken_for, f"{people} {'person' if people == 1 else 'people'}" if people else ""]
    parts.append(f"{max(1, round(note.duration_s / 60))} min" if note.duration_s else "")
    return f" ({', '.join(filter(None, parts))})"


def with_whom(segments: Iterable[Segment]) -> str:
    """Who spoke, by name, in the order in which they first did; empty where no voice has a name."""
    return few([name for name in speakers_of(segments) if known_name(name)])


def few(names: Sequence[str]) -> str:
    """At most eight of them: "Ann, Bob and Cid", "Ann, Bob, +13"."""
    rest = len(names) - _MOST_NAMES
    if rest > 0:
        return ", ".join((*names[:_MOST_NAMES], f"+{rest}"))
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def when_line(note: Note, timezone: tzinfo) -> str:
    """Day, time and length of the meeting."""
    local = note.started_at.astimezone(timezone)
    length = f" · {max(1, round(note.duration_s / 60))} min" if note.duration_s else ""
    length += f" of {round(note.planned_s / 60)} planned" if length and note.planned_s else ""
    # Midnight is what a bare date becomes: no time of day was known.
    time = f", {local:%H:%M}" if (local.hour, local.minute, local.second) != (0, 0, 0) else ""
    return f"{short_day(local.date())}{time}{length}"


def engines_line(note: Note) -> str:
    """Who heard and who drafted, and how much was read."""
    parts = []
    if note.engines.asr:
        parts.append(f"Heard by {note.engines.asr.name}.")
    parts.append(f"Drafted by {note.engines.llm.name}." if note.engines.llm else NO_LLM)
    parts.append(f"{note.coverage.segments_read} of {note.coverage.segments_total} passages read.")
    return " ".join(parts)
