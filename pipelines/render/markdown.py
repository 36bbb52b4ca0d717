"""A note as Markdown: for the terminal, a wiki or an e-mail.

What was said is escaped where it would otherwise become markup: a transcript is data, in a document too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, tzinfo

from pipelines.note import ActionItem, Due, Note, Statement

_MARKUP = re.compile(r"([\\`*_\[<#])")
# Two blanks at the end of a line keep it a line of its own, inside the same item.
_BREAK = "  \n  "
_NO_LLM = "Written by the rules engine; no language model was used."


def render_markdown(note: Note, timezone: tzinfo) -> str:
    """The note without its transcript, ending in a newline; times in `timezone`."""
    where = {segment.id: segment.start_s for segment in note.transcript.segments}
    people = dict.fromkeys(s.speaker for s in note.transcript.segments if s.speaker)
    lines = [f"# {safe(note.title)}", "", f"{_when(note, timezone)} · {safe(note.source)}"]
    if people:
        lines += ["", f"With {', '.join(safe(name) for name in people)}."]
    for warning in note.warnings:
        lines += ["", f"> Note: {safe(warning)}"]
    lines += ["", "## Summary"]
    for paragraph in note.summary.splitlines():
        lines += ["", safe(paragraph)]
    lines += _section("Action items", [_action(item, where) for item in note.action_items if _ok(item)])
    lines += _section("Decisions", [_statement(item, where) for item in note.decisions if _ok(item)])
    lines += _section("Open questions", [_statement(item, where) for item in note.questions if _ok(item)])
    claims: tuple[ActionItem | Statement, ...] = (*note.action_items, *note.decisions, *note.questions)
    reasons = {entry.claim: entry.reason for entry in note.tape if entry.verdict == "unverified"}
    lines += _section(
        "Not confirmed by the transcript",
        [
            f"- {safe(item.task if isinstance(item, ActionItem) else item.text)}"
            + (f" ({safe(reasons[item.id])})" if item.id in reasons else "")
            for item in claims
            if not _ok(item)
        ],
    )
    lines += ["", f"Mood: {note.sentiment.label} ({note.sentiment.score:+.2f}).", "", _engines(note)]
    return "\n".join(lines) + "\n"


def _ok(item: ActionItem | Statement) -> bool:
    return item.verdict == "verified"


def _section(title: str, items: list[str]) -> list[str]:
    return ["", f"## {title}", "", *items] if items else []


def _action(item: ActionItem, where: dict[str, float | None]) -> str:
    box = "x" if item.status == "done" else " "
    owner = f"**{safe(item.owner)}**: " if item.owner else "**Owner unknown**: "
    due = f" — due {_due(item.due)}" if item.due else ""
    return f"- [{box}] {owner}{safe(item.task)}{due}{_BREAK}{_proof(item.quote, item.evidence, where)}"


def _statement(item: Statement, where: dict[str, float | None]) -> str:
    return f"- {safe(item.text)}{_BREAK}{_proof(item.quote, item.evidence, where)}"


def _proof(quote: str, evidence: Iterable[str], where: dict[str, float | None]) -> str:
    ids = list(evidence)
    start = next((where[i] for i in ids if where.get(i) is not None), None)
    place = clock(start) if start is not None else ", ".join(ids)
    return f"“{safe(quote)}” ({place})"


def _due(due: Due) -> str:
    return f"{short_day(due.date)} (“{safe(due.phrase)}”)" if due.date else f"“{safe(due.phrase)}”"


def short_day(day: date) -> str:
    """Mon 16 Nov 2026."""
    return f"{day:%a} {day.day} {day:%b %Y}"


def _when(note: Note, timezone: tzinfo) -> str:
    local = note.started_at.astimezone(timezone)
    length = f" · {max(1, round(note.duration_s / 60))} min" if note.duration_s else ""
    # Midnight is what a bare date becomes: no time of day was known.
    time = f", {local:%H:%M}" if (local.hour, local.minute, local.second) != (0, 0, 0) else ""
    return f"{short_day(local.date())}{time}{length}"


def _engines(note: Note) -> str:
    parts = []
    if note.engines.asr:
        parts.append(f"Heard by {safe(note.engines.asr.name)}.")
    parts.append(f"Drafted by {safe(note.engines.llm.name)}." if note.engines.llm else _NO_LLM)
    read, total = note.coverage.segments_read, note.coverage.segments_total
    parts.append(f"{read} of {total} passages read.")
    return " ".join(parts)


def clock(seconds: float) -> str:
    """Seconds from the start as people read them: 4:05, 1:04:05."""
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def safe(text: str) -> str:
    """Text that was said, on one line and without markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
