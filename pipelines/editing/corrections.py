"""A note made again is drafted from the lines as people corrected and named them, and keeps them as heard.

The edits stay on top of it, so taking one back shows the line as it was heard, as ever. That a promise of a
voice that a person named belongs to that person is left to that edit, too: who takes the name back, or gives
the voice another one, must not be left with an owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from guardrails.core.types import Segment
from pipelines.draft import UNKNOWN_SPEAKER
from pipelines.editing.apply import VOICE_NAMED, apply_edits, flagged
from pipelines.editing.edit import Edit, NameVoice, RenameSpeaker, SetLine
from pipelines.note import ActionItem, Note
from pipelines.speakers.turns import is_voice, known_name
from pipelines.transcript import as_read


def corrected_lines(made: Note, edits: Iterable[Edit]) -> tuple[Segment, ...]:
    """The lines of which `edits` change the words or say who spoke; all others are as in `made`.

    Another name for a speaker that had one is none of it: that edit finds the speaker, and what it owns, by
    the name that it had.
    """
    ours = [each for each in edits if isinstance(each.change, SetLine | NameVoice | RenameSpeaker)]
    named = {line for each in ours if isinstance(each.change, NameVoice) for line in each.change.segments}
    after = apply_edits(made, ours).note.transcript.segments
    lines = (
        new if new.id in named or is_voice(old.speaker) else replace(new, speaker=old.speaker, also=old.also)
        for old, new in zip(made.transcript.segments, after, strict=True)
    )
    return tuple(new for old, new in zip(made.transcript.segments, lines, strict=True) if new != old)


def with_lines(segments: Sequence[Segment], lines: Iterable[Segment]) -> tuple[Segment, ...]:
    """`segments` as they are read, with `lines` in place of those of their ids."""
    new = {line.id: line for line in lines}
    return as_read(new.get(segment.id, segment) for segment in segments)


def left_to_edits(
    items: Iterable[ActionItem], segments: Sequence[Segment], corrected: Iterable[Segment]
) -> tuple[ActionItem, ...]:
    """`items` without the owners that voices of `segments` have by a name in `corrected` alone, and with the
    two voices of whose one an item is."""
    heard = {segment.id: segment for segment in segments}
    names = {
        line.id: line.speaker
        for line in corrected
        if line.speaker and not line.also and not known_name(heard[line.id].speaker)
    }
    by_hand = set(names.values()) - {segment.speaker for segment in segments}

    def left(item: ActionItem) -> ActionItem:
        # The last line is the promise, as where a voice is named afterwards.
        promise = heard.get(item.evidence[-1]) if item.evidence else None
        if promise is None:
            return item
        if item.owner is None:
            return _of_line(item, promise) if promise.also and UNKNOWN_SPEAKER in item.flags else item
        if names.get(promise.id) == item.owner:
            return _of_line(item, promise)
        if item.owner not in by_hand:
            return item
        said = " ".join(heard[each].text for each in item.evidence if each in heard).casefold()
        is_called = item.owner.split()[0].casefold() in said
        return item if is_called else item.model_copy(update={"flags": flagged(item, VOICE_NAMED)})

    return tuple(map(left, items))


def _of_line(item: ActionItem, line: Segment) -> ActionItem:
    """`item` as whoever said `line` owns it."""
    known = [flag for flag in item.flags if flag != UNKNOWN_SPEAKER]
    if line.also:
        return item.model_copy(update={"owner": None, "voices": line.speakers, "flags": tuple(known)})
    flags = known if line.speaker else (*known, UNKNOWN_SPEAKER)
    return item.model_copy(update={"owner": line.speaker, "flags": tuple(flags)})
