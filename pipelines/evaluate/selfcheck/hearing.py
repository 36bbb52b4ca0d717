"""A speech model tried on a sound that ships with the product: which words it hears, and how many.

The voices are synthetic, so a good model may miss one; another version that hears less than it is worse all
the same. What real rooms do to a model this cannot tell.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipelines.errors import EngineError
from pipelines.evaluate.selfcheck.trying import Result, has_all
from pipelines.model import Model
from pipelines.speech.transcriber import WhisperTranscriber

LANGUAGE = "en"
"""What is spoken in the sound."""
LENGTH = "length"
"""Id of the case that the text is no longer than what was said."""
_FOLDER = Path(__file__).parent
_CASES, _SOUND = _FOLDER / "heard.toml", _FOLDER / "heard.opus"


class _Heard(Model):
    id: str
    words: tuple[str, ...]


class _File(Model):
    most_words: int
    heard: tuple[_Heard, ...]


@dataclass(frozen=True, slots=True)
class SoundSet:
    """A sound, and what is said in it."""

    sound: Path
    heard: tuple[_Heard, ...]
    most_words: int
    version: str
    """Of its contents: results of another set say nothing about this one."""

    @property
    def cases(self) -> tuple[str, ...]:
        return (*(case.id for case in self.heard), LENGTH)


@cache
def sound_set() -> SoundSet:
    data = _CASES.read_bytes()
    read = _File.model_validate(tomllib.loads(data.decode("utf-8")))
    version = hashlib.sha256(data + _SOUND.read_bytes()).hexdigest()[:12]
    return SoundSet(_SOUND, read.heard, read.most_words, version)


def try_hearing(
    transcriber: WhisperTranscriber, control: SoundSet, report: Callable[[Result], None] = lambda result: None
) -> list[Result]:
    """All cases in their order; `report` gets each result. Where nothing can be transcribed (EngineError),
    this and all other cases have failed."""
    try:
        segments = transcriber.transcribe(control.sound).segments
    except EngineError as error:
        return [Result(case, str(error)) for case in control.cases]
    text = " ".join(segment.text for segment in segments)
    results = []
    for case in control.heard:
        missed = [word for word in case.words if not has_all(text, (word,))]
        results.append(Result(case.id, f"not heard: {', '.join(missed)}" if missed else None))
        report(results[-1])
    length = len(text.split())
    too_long = (
        f"{length} words instead of at most {control.most_words}" if length > control.most_words else None
    )
    results.append(Result(LENGTH, too_long if text else "nothing was heard"))
    report(results[-1])
    return results


def hearing_speed(
    transcriber: WhisperTranscriber, control: SoundSet, clock: Callable[[], float]
) -> float | None:
    """Seconds of computing for a second of talk; None where nothing was heard. The sound fills a window of
    Whisper's, as talk does: a window costs nearly as much where less is said in it."""
    began_s = clock()
    try:
        segments = transcriber.transcribe(control.sound).segments
    except EngineError:
        return None
    took_s = clock() - began_s
    talk_s = sum((each.end_s or 0.0) - (each.start_s or 0.0) for each in segments)
    return took_s / talk_s if talk_s else None
