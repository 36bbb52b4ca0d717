"""Speech packed into windows of at most 30 s: what Whisper hears at once.

Whisper always works on 30 s, so spans of speech are put together until they fill that, and windows end where
somebody paused. Cutting at pauses instead of at Whisper's own guess of times keeps it from losing its place
and from inventing words over silence (Bain et al., WhisperX, Interspeech 2023, "VAD Cut & Merge"), and one
meeting of silence costs nothing. Each window knows where its sound comes from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.silero import CHUNK, VoiceNetwork
from pipelines.speech.vad import Span, SpanTracker, VadSettings

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

WINDOW_S = 30
PAUSE_S = 20.0
"""Silence after which the last window of a recording that goes on is taken for complete: the room is between
two topics, and what was said should not wait until it talks on."""


@dataclass(frozen=True, slots=True)
class Window:
    """Spans of speech, one after the other without the silence between them."""

    samples: Samples
    spans: tuple[Span, ...]
    """Where in the recording they come from, in order."""

    @property
    def length_s(self) -> float:
        """Seconds of sound in it."""
        return len(self.samples) / SAMPLE_RATE

    @property
    def end_s(self) -> float:
        """The end of its last span in the recording, in seconds."""
        return self.spans[-1].end / SAMPLE_RATE

    def moved(self, samples: int) -> Window:
        """The same sound, in a recording that begins so much earlier."""
        return replace(
            self, spans=tuple(Span(span.start + samples, span.end + samples) for span in self.spans)
        )

    def original(self, start_s: float, end_s: float) -> tuple[float, float]:
        """Times in the window as times in the recording, both inside one span.

        The middle decides which span that is: the edges of a word that Whisper aligned may lie in the span
        before or after it.
        """
        begins = [0]
        for span in self.spans:
            begins.append(begins[-1] + span.end - span.start)
        middle = (start_s + end_s) / 2 * SAMPLE_RATE
        index = min(max(bisect_right(begins, middle) - 1, 0), len(self.spans) - 1)
        span, begin = self.spans[index], begins[index]
        first = min(max(span.start + start_s * SAMPLE_RATE - begin, span.start), span.end)
        last = min(max(span.start + end_s * SAMPLE_RATE - begin, first), span.end)
        return first / SAMPLE_RATE, last / SAMPLE_RATE


def speech_windows(
    blocks: Iterable[Samples],
    network: VoiceNetwork,
    settings: VadSettings | None = None,
    *,
    ended: bool = True,
    tell_quiet: Callable[[float], None] = lambda _: None,
) -> Iterator[Window]:
    """Yield windows as soon as they are full; nothing at all where nobody speaks.

    `ended`: these are all the blocks there will ever be. If not, speech at their end is left for later, and
    `tell_quiet` hears at the end for how many seconds nobody has spoken.
    Holds the sound of the window that is being filled and of the speech that goes on: a minute at most.
    """
    import numpy as np

    read = 0
    quiet_s = 0.0

    def counted() -> Iterator[Samples]:
        nonlocal read
        for block in blocks:
            read += len(block)
            yield block

    def quiet_since(sample: int | None) -> None:
        nonlocal quiet_s
        quiet_s = 0.0 if sample is None else max(0.0, (read - sample) / SAMPLE_RATE)

    spans: list[Span] = []
    parts: list[Samples] = []
    settings = settings or VadSettings()
    for span, samples in speech_spans(counted(), network, settings, ended=ended, quiet_since=quiet_since):
        if sum(map(len, parts)) + len(samples) > WINDOW_S * SAMPLE_RATE:
            yield Window(np.concatenate(parts), tuple(spans))
            spans, parts = [], []
        spans.append(span)
        parts.append(samples)
    if spans and (ended or read - spans[-1].end >= PAUSE_S * SAMPLE_RATE):
        yield Window(np.concatenate(parts), tuple(spans))
    tell_quiet(quiet_s)


def speech_spans(
    blocks: Iterable[Samples],
    network: VoiceNetwork,
    settings: VadSettings,
    *,
    ended: bool = True,
    quiet_since: Callable[[int | None], None] = lambda _: None,
) -> Iterator[tuple[Span, Samples]]:
    """Yield each span of speech and its sound, shape (span.end - span.start,), when it has ended.

    `quiet_since` hears, where more is to come, from which sample on nobody speaks; None: somebody does.
    """
    import numpy as np

    tracker = SpanTracker(settings)
    kept: Samples = np.zeros(0, dtype=np.float32)
    kept_from = heard = 0
    for block in blocks:
        kept = np.concatenate([kept, block])
        whole = (kept_from + len(kept) - heard) // CHUNK * CHUNK
        fresh = kept[heard - kept_from :][:whole]
        heard += whole
        for span in tracker.feed(network.probabilities(fresh)):
            yield span, kept[span.start - kept_from : span.end - kept_from].copy()
        needed_from = min(tracker.needed_from, heard)
        kept, kept_from = kept[needed_from - kept_from :].copy(), needed_from
    if not ended:
        quiet_since(tracker.quiet_from)
        return
    total = kept_from + len(kept)
    found: list[Span] = []
    if heard < total:
        rest = kept[heard - kept_from :]
        found += tracker.feed(network.probabilities(np.pad(rest, (0, CHUNK - len(rest)))))
    found += tracker.finish(total)
    for span in found:
        yield span, kept[span.start - kept_from : span.end - kept_from].copy()
