"""A digest as Markdown: for the terminal, a wiki or an e-mail."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta, tzinfo

from pipelines.digest import ActionLine, Digest, Line, MeetingLine, Person
from pipelines.render.markdown import safe
from pipelines.render.words import short_day

RULES_ALONE = "Of meetings that the rules alone read, only what somebody takes on for a day soon is listed."


def render_digest(digest: Digest, timezone: tzinfo) -> str:
    """The digest, ending in a newline; times in `timezone`."""
    lines = [f"# {_title(digest)}", ""]
    lines += [_meeting(line, digest, timezone) for line in digest.meetings] or ["No meetings."]
    lines += ["", digest.mood_moved] if digest.mood_moved else []
    lines += _section("Decided", [_statement(line) for line in digest.decisions])
    for person in digest.people:
        name = safe(person.name) if person.name else "Nobody named"
        lines += _section(name, list(_tasks(person, digest)))
    lines += _section("Open questions", [_statement(line) for line in digest.questions])
    if digest.slipped_before:
        lines += ["", f"Overdue and not listed: {digest.slipped_before}."]
    if unconfirmed := sum(line.unconfirmed for line in digest.meetings):
        lines += ["", f"Left out, because the transcript does not confirm it: {unconfirmed}. See the notes."]
    if any(line.by_rules for line in digest.meetings):
        lines += ["", f"{RULES_ALONE} See the notes."]
    return "\n".join(lines) + "\n"


def _title(digest: Digest) -> str:
    if digest.kind == "day":
        return f"{digest.first:%A} {digest.first.day} {digest.first:%B %Y}"
    return f"Week {digest.first.isocalendar().week}, from {short_day(digest.first)}"


def _meeting(line: MeetingLine, digest: Digest, timezone: tzinfo) -> str:
    local = line.started_at.astimezone(timezone)
    # Midnight is what a bare date becomes: no time of day was known.
    time = f"{local:%H:%M} " if (local.hour, local.minute, local.second) != (0, 0, 0) else ""
    day = f"{local:%a} " if digest.kind == "week" else ""
    length = f", {max(1, round(line.duration_s / 60))} min" if line.duration_s else ""
    about = f"  \n  {safe(line.about)}" if line.about else ""
    return f"- {day}{time}{safe(line.title)} ({line.note_id}{length}, {line.sentiment}){about}"


def _section(title: str, items: list[str]) -> list[str]:
    return ["", f"## {title}", "", *items] if items else []


def _statement(line: Line) -> str:
    return f"- {safe(line.text)} ({safe(line.meeting)})"


def _tasks(person: Person, digest: Digest) -> Iterable[str]:
    for line in person.slipped:
        yield _task(f"**Slipped, was due {_due_day(line, digest)}:** ", line, digest)
    for line in person.due:
        yield _task(f"**Due {_due_day(line, digest)}:** ", line, digest)
    for line in person.promised:
        yield _task(f"{_due_day(line, digest)}: " if line.due else "", line, digest)


def _task(when: str, line: ActionLine, digest: Digest) -> str:
    # The day of a meeting that is not in the list above.
    day = "" if digest.first <= line.said_on <= digest.last else f", {short_day(line.said_on)}"
    return f"- [ ] {when}{safe(line.text)} ({safe(line.meeting)}{day})"


def _due_day(line: ActionLine, digest: Digest) -> str:
    """The day, or the words as said where they name none.

    The digest of a week is read on any of its days: "today" would be another one.
    """
    if line.due is None or line.due.date is None:
        return f"“{safe(line.due.phrase)}”" if line.due else ""
    if digest.kind == "week":
        return short_day(line.due.date)
    as_of = digest.as_of
    near = {as_of - timedelta(1): "yesterday", as_of: "today", as_of + timedelta(1): "tomorrow"}
    return near.get(line.due.date) or short_day(line.due.date)
