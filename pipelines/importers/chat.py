"""The chat of a meeting, as Zoom saves it beside the transcript: links and numbers that were typed.

    00:16:32<tab>Ann:<tab>https://example.org/pr/12     from the cloud: time since the recording began
    10:16:32 From Ann to Everyone: see PR 12            from the desktop: by the clock of that computer
    10:16:32 From Ann To Everyone:<line end><tab>see PR 12

A message to one person is private and left out, as are reactions; of a reply what it quotes is left out.
Times that lie within the recording are taken for its own; others cannot be placed, and the messages follow
the last words. In the transcript, messages are segments whose id begins with "chat".
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO, Final

from guardrails.core.types import Segment
from pipelines.characters import tidy
from pipelines.errors import BadInputError
from pipelines.importers.clock import TIME, seconds
from pipelines.importers.source import Source
from pipelines.importers.utterance import (
    Counted,
    Reading,
    Utterance,
    divided,
    is_words,
    since_the_first,
    transcript_of,
)
from pipelines.transcript import CHAT, Transcript

_NAMES: Final = frozenset({"chat.txt", "meeting_saved_chat.txt", "meeting_saved_new_chat.txt"})
"""As Zoom calls them, without saying of which meeting they are."""
_OWN: Final = ("newchat.txt", ".chat.txt")
"""Endings of names that begin as their transcript's does: GMT20260528-140000_RecordingnewChat.txt."""
_BEGINNING: Final = 15
"""Letters that both names share: "GMT20260528-140"; all of a shorter name."""
_MESSAGE: Final = re.compile(rf"({TIME})(?:\t([^\t]+):\t|\s+From\s+(.+?)\s+to\s+(.+?)\s*:(?=\s|$))", re.I)
_LONGEST_HEAD: Final = 300
"""Characters of time and names in front of a message."""
_PRIVATE: Final = re.compile(r"\((?:direct message|privately)\)", re.IGNORECASE)
_REACTION: Final = re.compile(r"(?:Reacted to|Removed an?) .+ (?:with|reaction from) ", re.IGNORECASE)
_REPLY: Final = re.compile(r'Replying to ".*"?$', re.IGNORECASE)
_CLOCKED_S: Final = 5 * 3600.0
"""A chat whose first message is as late has the times of a clock."""
_AFTER_S: Final = 300.0
"""So long people go on typing after the last words."""


def is_chat(path: Path) -> bool:
    """Whether the name says that the file is a chat; the file itself is not looked at."""
    return is_nameless(path) or path.name.lower().endswith(_OWN)


def is_nameless(path: Path) -> bool:
    """Whether the name does not say of which meeting the chat is."""
    return path.name.lower() in _NAMES


def is_messages(opening: str) -> bool:
    """Whether a file begins as a chat does."""
    return next((bool(_MESSAGE.match(line)) for line in opening.splitlines() if line.strip()), False)


def read_messages(source: Source) -> Transcript:
    """A chat that was handed over alone."""
    messages = list(_messages(source))
    if not messages:
        raise source.nothing_readable("no message can be read")
    alone = transcript_of(source, Reading(since_the_first(messages, _CLOCKED_S)))
    typed = tuple(replace(each, id=f"{CHAT}{number}") for number, each in enumerate(alone.segments, 1))
    return alone.model_copy(update={"segments": typed})


def belongs_to(chat: Path, transcripts: Sequence[Path]) -> Path | None:
    """The one of `transcripts` that lie beside `chat` of which it is the chat; None where no name tells."""
    if is_nameless(chat):
        return transcripts[0] if len(transcripts) == 1 else None
    stem = re.split(r"newchat\.txt$|\.chat\.txt$", chat.name.lower())[0]
    ours = [path for path in transcripts if path.name.lower().startswith(stem[:_BEGINNING])]
    return ours[0] if len(ours) == 1 else None


def with_chat(
    transcript: Transcript, path: Path, open_file: Callable[[Path], BinaryIO] | None = None
) -> Transcript:
    """`transcript` with the messages of the chat at `path`; one that cannot be read is only a warning."""
    try:
        source = Source.read(path, open_file)
        messages = list(_messages(source, sum(len(line.text) for line in transcript.segments)))
        if not messages:
            raise source.nothing_readable("message")
    except BadInputError as error:
        warning = f"The chat was left out: {error}"
        return transcript.model_copy(update={"warnings": (*transcript.warnings, warning)})
    last_s = max((each.start_s or 0.0 for each in messages), default=0.0)
    is_placed = last_s <= (transcript.duration_s or 0.0) + _AFTER_S
    typed = [
        Segment(f"{CHAT}{number}", start_s, start_s, each.speaker, each.text)
        for number, each in enumerate((line for message in messages for line in divided(message)), 1)
        for start_s in [each.start_s if is_placed else None]
    ]
    return transcript.model_copy(
        update={
            "segments": tuple(_merged(transcript.segments, typed)),
            "flags": tuple(dict.fromkeys((*transcript.flags, *source.damage.flags))),
            "warnings": (*transcript.warnings, *source.damage.warnings),
        }
    )


def _merged(segments: Sequence[Segment], typed: Sequence[Segment]) -> Iterator[Segment]:
    """Each message behind the turn that was being spoken: nobody is interrupted by what another types."""
    latest = list(accumulate((each.start_s or 0.0 for each in segments), max))
    turn_ends = list(range(1, len(segments) + 1))
    for place in range(len(segments) - 2, -1, -1):
        if segments[place].speaker == segments[place + 1].speaker:
            turn_ends[place] = turn_ends[place + 1]
    behind: dict[int, list[Segment]] = {}
    for each in sorted(typed, key=lambda one: math.inf if one.start_s is None else one.start_s):
        place = len(segments) if each.start_s is None else bisect_right(latest, each.start_s)
        behind.setdefault(turn_ends[place - 1] if place else 0, []).append(each)
    for place in range(len(segments) + 1):
        yield from behind.get(place, ())
        yield from segments[place : place + 1]


def _messages(source: Source, characters: int = 0) -> Iterator[Utterance]:
    """In the order of the file; `characters` of the meeting were read before."""
    counted = Counted(source, characters)
    opened: tuple[float | None, str] | None = None
    texts: list[str] = []
    is_private = True
    for number, line in source.lines():
        counted.add(line)
        match = _MESSAGE.match(line[:_LONGEST_HEAD])
        if match is None:
            if opened is None and line.strip():
                source.damage.add(number, "belongs to no message")
            texts.append(line)
            continue
        if opened and not is_private:
            yield from _message(*opened, texts)
        time, cloud, desktop, to = match.groups()
        opened = (seconds(time), tidy(cloud or desktop))
        is_private = to is not None and _PRIVATE.search(to) is not None
        texts = [line[match.end() :]]
    if opened and not is_private:
        yield from _message(*opened, texts)


def _message(start_s: float | None, speaker: str, lines: Sequence[str]) -> Iterator[Utterance]:
    said = [line for line in map(str.strip, lines) if not _REPLY.fullmatch(line)]
    text = tidy(" ".join(said))
    if is_words(text) and not _REACTION.match(text):
        yield Utterance(start_s, start_s, speaker or None, text)
