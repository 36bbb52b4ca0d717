"""What telling voices apart gives, and what an engine for it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples


@dataclass(frozen=True, slots=True)
class Turn:
    """One voice from `start_s` to `end_s`."""

    start_s: float
    end_s: float
    voice: str


@dataclass(frozen=True, slots=True)
class VoiceCount:
    """What is known about how many people speak; with nothing known, the number is estimated."""

    exactly: int | None = None
    at_most: int | None = None
    """Attendees in a calendar, who need not all have spoken."""


class SpeakerEngine(Protocol):
    """Tells the voices of one recording apart, without knowing whose they are."""

    name: str

    def turns(self, blocks: Iterable[Samples], count: VoiceCount) -> tuple[Turn, ...]:
        """`blocks`: the recording, shape (n,) each, mono at 16 kHz.

        Return who spoke when, in order of time, as "Voice 1", "Voice 2" ... by when each is first heard;
        nothing where nobody speaks. EngineError where a model fails.
        """
        ...


MOST = 10
"""Voices, where nothing is known."""
FIRST = "Voice 1"
_LABEL = re.compile(r"\bVoice [1-9]\d*\b")
PAUSE_S = 1.0
"""Whoever goes on within this still has the word."""


def is_voice(name: str | None) -> bool:
    """Whether it is the label of a voice that nobody has named."""
    return name is not None and _LABEL.fullmatch(name) is not None


def known_name(name: str | None) -> str | None:
    """`name`, unless it is such a label: "Voice 2" of two meetings has nothing in common."""
    return None if is_voice(name) else name


def new_labels(used: Iterable[str]) -> Iterator[str]:
    """Labels behind all that were ever `used`: a number that was somebody's is nobody else's."""
    numbers = (int(label.split()[1]) for label in used if is_voice(label))
    return (f"Voice {number}" for number in count(max(numbers, default=0) + 1))


def renamed(text: str, names: Mapping[str, str]) -> str:
    """`text` with the new names of speakers in place of the old ones, or of the labels of voices.

    A single word ("Will") may mean something else: it is a name where a colon follows ("Will: ...").
    """
    if not names:
        return text
    olds = (re.escape(old) + ("" if " " in old else "(?=:)") for old in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{'|'.join(olds)})(?!\w)", lambda found: names[found[0]], text)


def named(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Turns as "Voice 1", "Voice 2" ... by when each is first heard, joined over short pauses."""
    names: dict[str, str] = {}
    joined: list[Turn] = []
    for turn in turns:
        voice = names.setdefault(turn.voice, f"Voice {len(names) + 1}")
        if joined and joined[-1].voice == voice and turn.start_s - joined[-1].end_s <= PAUSE_S:
            joined[-1] = Turn(joined[-1].start_s, turn.end_s, voice)
        else:
            joined.append(Turn(turn.start_s, turn.end_s, voice))
    return tuple(joined)
