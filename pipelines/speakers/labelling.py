"""A transcript of a room with the voices of its recording: each line that has no speaker gets a voice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from guardrails.core.types import Segment
from pipelines.progress import Progress
from pipelines.speakers.lines import voices_of
from pipelines.speakers.turns import (
    SpeakerEngine,
    Turn,
    VoiceCount,
    is_voice,
    known_name,
    new_labels,
)
from pipelines.transcript import CHAT, TYPED, Transcript, as_read

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples
    from pipelines.speech.passages import Audio

STAGE = "telling voices apart"
"""For progress."""
FAILED = "voices-failed"
GUESSED = "voices-guessed"
UNCOUNTED = "voices-uncounted"
"""Flags of a transcript."""
SURE_S = 180.0
"""Of talk. In shorter recordings too many lines have the wrong voice (docs/voices.md)."""


def tell_voices(
    engine: SpeakerEngine, audio: Audio, count: VoiceCount, progress: Progress, from_s: float = 0.0
) -> list[Turn]:
    """Who spoke when in all of `audio`, of which `engine` has heard up to `from_s`. EngineError,
    BadInputError.
    """

    def blocks() -> Iterator[Samples]:
        for block in audio.blocks(from_s):
            progress(STAGE, audio.position_s, audio.length_s)
            yield block

    return list(engine.turns(blocks(), count))


def with_voices(
    transcript: Transcript, listen: Callable[[], Sequence[Turn]], *, is_bounded: bool = True
) -> Transcript:
    """`transcript` with the voices that `listen` tells apart; as it was, with a warning, where that fails.

    `is_bounded`: whether anything is known of how many people spoke.
    Lines that have a speaker keep it; lines that were typed, or have no times, stay without.
    """
    timed = [line for line in transcript.segments if _is_open(line)]
    if not timed:
        return transcript
    try:
        turns = listen()
    except Exception as error:  # whatever it is, the note is worth more than its voices
        return _warned(transcript, FAILED, f"The voices could not be told apart ({error}).")
    if not turns:
        return transcript
    spans = [(line.start_s or 0.0, line.end_s or 0.0) for line in timed]
    found = voices_of(spans, turns)
    labels = _stable(timed, [voice for voice, _ in found])
    # A voice that has no line of its own has no label, and is not named beside another.
    said = {
        line.id: replace(line, speaker=labels[voice], also=labels.get(second or ""))
        for line, (voice, second) in zip(timed, found, strict=True)
    }
    lines = tuple(said.get(line.id, line) for line in transcript.segments)
    labelled = transcript.model_copy(update={"segments": lines})
    if sum(turn.end_s - turn.start_s for turn in turns) < SURE_S:
        return _warned(
            labelled, GUESSED, "There is too little talk to tell voices apart: who said what is a guess."
        )
    if is_bounded or len(labels) == 1:
        return labelled
    return _warned(
        labelled,
        UNCOUNTED,
        "How many people spoke was not known, so one person may have several voices: put them together by "
        '"the same as".',
    )


def without_voices(lines: Iterable[Segment]) -> tuple[Segment, ...]:
    """The lines as a language model reads them: a voice that nobody has named is no speaker.

    What the model said while people still talked stays valid when their voices are known.
    """
    return tuple(replace(line, speaker=None) if is_voice(line.speaker) else line for line in as_read(lines))


def _stable(lines: Sequence[Segment], found: Sequence[str]) -> dict[str, str]:
    """The labels of the voices that were found: those that their lines had, matched by most lines first."""
    had = Counter((each, line.speaker) for line, each in zip(lines, found, strict=True) if line.speaker)
    labels: dict[str, str] = {}
    for (each, label), _ in had.most_common():
        if each not in labels and label not in labels.values():
            labels[each] = label
    new = new_labels(label for _, label in had)
    return labels | {each: next(new) for each in dict.fromkeys(found) if each not in labels}


def _is_open(line: Segment) -> bool:
    is_said = not line.id.startswith((CHAT, TYPED))
    return (
        is_said and known_name(line.speaker) is None and line.start_s is not None and line.end_s is not None
    )


def _warned(transcript: Transcript, flag: str, warning: str) -> Transcript:
    flags, warnings = (*transcript.flags, flag), (*transcript.warnings, warning)
    return transcript.model_copy(update={"flags": flags, "warnings": warnings})
