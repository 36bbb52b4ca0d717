"""What is known of a recording besides its words."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipelines.speech.audio import clock


@dataclass
class Report:
    """Filled while segments come; complete when the last one is out."""

    language: str | None = None
    recorded_s: float | None = None
    """Length of the recording in seconds."""
    quiet_s: float = 0.0
    """Of a recording that goes on: for how long nobody has spoken at its end."""
    flags: list[str] = field(default_factory=list)
    """Words for programs."""
    warnings: list[str] = field(default_factory=list)
    """Sentences for people, one for each flag."""

    def tell(self, flag: str, warning: str) -> None:
        """Add both, unless the flag is there: the first place is enough."""
        if flag not in self.flags:
            self.flags.append(flag)
            self.warnings.append(warning)

    def tell_hard_to_hear(self, at_s: float) -> None:
        """A line may be wrong in every second word."""
        self.tell(
            "hard-to-hear",
            f"Some of it was hard to hear (first at {clock(at_s)}). Those lines are marked in the transcript "
            "and confirm no item.",
        )

    def tell_repetition(self, at_s: float) -> None:
        """Whisper was in a loop, and its repetitions are not in the transcript."""
        self.tell(
            "repetition",
            f"The speech model repeated itself (at {clock(at_s)}); the repetitions were left out.",
        )

    def tell_left_out(self, at_s: float) -> None:
        """Whisper made nothing of a stretch in which somebody spoke."""
        self.tell(
            "not-understood",
            f"Something was said that could not be understood (at {clock(at_s)}): play it there.",
        )
