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

    def tell_repetition(self, at_s: float) -> None:
        """Whisper was in a loop, and its repetitions are not in the transcript."""
        self.tell(
            "repetition",
            f"The speech model repeated itself (at {clock(at_s)}); the repetitions were left out.",
        )
