"""Voices that were told apart and wait for their names: what they said, and who they may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from daemon.notes.store.reader import NoteReader
from guardrails.core.types import Segment
from pipelines.note import Note
from pipelines.render.words import said_at
from pipelines.speakers.turns import is_voice, known_name
from pipelines.transcript import speakers_of
from web import format
from web.language import _

SAMPLES = 3
SAMPLE_S = 6.0
"""Long enough to know somebody by."""
MOST_NAMES = 8
"""That are offered for one tap."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A line that a voice said, to play."""

    clock: str | None
    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, slots=True)
class VoiceView:
    label: str
    """Its name, where it has one."""
    anchor: str
    share: int
    """Of all that was said, in percent."""
    is_named: bool
    samples: tuple[Sample, ...] = ()
    items: tuple[tuple[str, str], ...] = ()
    """Anchor and text of the action items that wait for its name."""
    called: tuple[str, ...] = ()
    """By which it was asked for what it took on, of nobody who has spoken: "Bob, can you" - "Sure"."""


def anchor_of(voice: str) -> str:
    """Of "Voice 2" it is "voice-2"."""
    return voice.lower().replace(" ", "-")


def has_unnamed(note: Note) -> bool:
    """Whether a voice of it waits for its name."""
    return any(map(is_voice, speakers_of(note.transcript.segments)))


def voices(note: Note, shares: Iterable[tuple[str, int]]) -> tuple[VoiceView, ...]:
    """All speakers of a meeting in which a voice has no name yet; none of any other.

    `shares`: each speaker's part of the talk in percent, in the order in which they first speak.
    """
    spoken = [(name, share) for name, share in shares if name]
    return tuple(_view(note, *each) for each in spoken) if has_unnamed(note) else ()


def tally(shown: Sequence[VoiceView]) -> str:
    """ "3 voices, 2 named"; empty where none waits for a name."""
    named = sum(voice.is_named for voice in shown)
    return (
        _("%(voices)s, %(number)s named", voices=format.count(len(shown), "voice"), number=named or _("none"))
        if shown
        else ""
    )


def names_offered(note: Note, reader: NoteReader, roster: Sequence[str]) -> tuple[str, ...]:
    """Whose voice it may be, the likeliest first: people of the meeting, the house, earlier meetings."""
    spoke = (known_name(segment.speaker) for segment in note.transcript.segments)
    owns = (known_name(item.owner) for item in note.action_items)
    earlier = (name for head in reader.heads() for name in head.people)
    return tuple(dict.fromkeys(filter(None, (*note.attendees, *spoke, *owns, *roster, *earlier))))


def _view(note: Note, name: str, share: int) -> VoiceView:
    anchor = anchor_of(name)
    if not is_voice(name):
        return VoiceView(name, anchor, share, is_named=True)
    said = [segment for segment in note.transcript.segments if segment.speaker == name]
    alone = [segment for segment in said if not segment.also]
    items = ((f"item-{i.id}", format.capital(i.task)) for i in note.action_items if i.owner == name)
    called = tuple(dict.fromkeys(_called(note, {segment.id for segment in alone})))
    return VoiceView(name, anchor, share, False, tuple(_samples(alone or said)), tuple(items), called)


def _called(note: Note, lines: Set[str]) -> Iterable[str]:
    """Owners who spoke nowhere by name; one of `lines` answered, and none of them asked."""
    speakers = speakers_of(note.transcript.segments)
    for item in note.action_items:
        is_answer = item.evidence[-1:] and item.evidence[-1] in lines and item.evidence[0] not in lines
        if is_answer and item.owner and item.owner not in speakers:
            yield item.owner


def _samples(said: Sequence[Segment]) -> Iterable[Sample]:
    """The longest lines of the beginning, the middle and the end."""
    timed = [line for line in said if line.start_s is not None and line.end_s is not None]
    for part in range(SAMPLES):
        lines = timed[part * len(timed) // SAMPLES : (part + 1) * len(timed) // SAMPLES]
        if lines:
            line = max(lines, key=_length_s)
            start_s = line.start_s or 0.0
            end_s = start_s + min(SAMPLE_S, _length_s(line))
            yield Sample(said_at(line.id, start_s), start_s, end_s, line.text.strip())


def _length_s(line: Segment) -> float:
    return (line.end_s or 0.0) - (line.start_s or 0.0)
