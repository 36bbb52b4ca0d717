"""Speech packed into windows of 30 s: what Whisper hears at once.

Whisper always works on 30 s, so spans of speech are put together until they fill that, and an hour of silence
costs nothing. A window ends where its 30 s do; Whisper understands it up to its last whole sentence, and what
lies behind that is put back and opens the next window (Radford et al. 2022, section 4.5). Each window knows
where its sound comes from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.silero import CHUNK, VoiceNetwork
from pipelines.speech.vad import Span, SpanTracker, VadSettings

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

WINDOW_S = 30
PAUSE_S = 20.0
"""Silence after which the last window of a recording that goes on is taken for complete: the room is between
two topics, and what was said is not kept waiting until somebody speaks again."""
_REST_S = 0.5
"""So little of a window, left over with nothing behind it, is only the pad of the last speech. Whisper
would write a word of its own over it."""
HEARING = VadSettings(pause_s=2.0, pad_s=0.4)
"""Pauses of up to two seconds stay in the sound: Whisper finds its sentences by them."""


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

    def divided(self, at: int) -> tuple[Window | None, Window | None]:
        """Its first `at` samples, and the others; None for nothing."""
        first: list[Span] = []
        second: list[Span] = []
        left = at
        for span in self.spans:
            cut = min(span.start + max(left, 0), span.end)
            left -= span.end - span.start
            if cut > span.start:
                first.append(Span(span.start, cut))
            if cut < span.end:
                second.append(Span(cut, span.end))
        return (
            Window(self.samples[:at], tuple(first)) if first else None,
            Window(self.samples[at:], tuple(second)) if second else None,
        )

    def original(self, start_s: float, end_s: float) -> tuple[float, float]:
        """Times in the window as times in the recording, both inside one span.

        The middle decides which span that is: the edges of a word that Whisper aligned may lie in the span
        before or after it.
        """
        begins = [0, *accumulate(span.end - span.start for span in self.spans)]
        middle = (start_s + end_s) / 2 * SAMPLE_RATE
        index = min(max(bisect_right(begins, middle) - 1, 0), len(self.spans) - 1)
        span, begin = self.spans[index], begins[index]
        first = min(max(span.start + start_s * SAMPLE_RATE - begin, span.start), span.end)
        last = min(max(span.start + end_s * SAMPLE_RATE - begin, first), span.end)
        return first / SAMPLE_RATE, last / SAMPLE_RATE


class SpeechWindows(Iterator[Window]):
    """Windows as soon as they are full; none at all where nobody speaks.

    Holds the sound that waits for its window and the speech that goes on: a minute, or what `ahead` asks for.
    """

    def __init__(
        self,
        blocks: Iterable[Samples],
        network: VoiceNetwork,
        settings: VadSettings = HEARING,
        *,
        ended: bool = True,
        begins: int = 0,
    ) -> None:
        """`ended`: these are all the blocks there will ever be. If not, speech at their end is left for
        later, unless nobody has spoken for PAUSE_S since. `begins`: the sample at which they begin.
        """
        self.quiet_s = 0.0
        """Of a recording that goes on, once `blocks` is read: for how long nobody has spoken at its end."""
        self._ended = ended
        self._begins = begins
        self._read = 0
        self._waiting: list[Window] = []
        self._is_rest = False
        """Whether nothing waits but the end of the last window."""
        self._spans = speech_spans(
            self._counted(blocks), network, settings, ended=ended, quiet_since=self._quiet_since
        )

    def __next__(self) -> Window:
        waiting = self._gathered(WINDOW_S)
        if waiting is None:
            raise StopIteration
        window, rest = waiting.divided(WINDOW_S * SAMPLE_RATE)
        assert window is not None
        self._waiting = [rest] if rest else []
        self._is_rest = False
        return window

    def ahead(self, count: int) -> list[Samples]:
        """The sound of the next windows, up to `count` of them; they stay to be taken."""
        waiting = self._gathered(count * WINDOW_S)
        size = WINDOW_S * SAMPLE_RATE
        if waiting is None:
            return []
        sound = waiting.samples[: count * size]
        return [sound[at : at + size] for at in range(0, len(sound), size)]

    def put_back(self, unheard: Window) -> None:
        """The end of the last window: it opens the next one."""
        self._is_rest = not self._waiting
        self._waiting.insert(0, unheard)

    def _gathered(self, seconds: float) -> Window | None:
        """All that waits, where it is that long or no more is to come; None if it has to wait on."""
        while (length_s := sum(each.length_s for each in self._waiting)) < seconds:
            following = next(self._spans, None)
            if following is None:
                break
            self._is_rest = False
            span, samples = following
            self._waiting.append(Window(samples, (Span(span.start + self._begins, span.end + self._begins),)))
        is_over = self._ended or self.quiet_s >= PAUSE_S
        if not self._waiting or (length_s < WINDOW_S and not is_over):
            return None
        if self._is_rest and length_s <= _REST_S:
            return None
        return _joined(self._waiting)

    def _counted(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        for block in blocks:
            self._read += len(block)
            yield block

    def _quiet_since(self, sample: int | None) -> None:
        self.quiet_s = 0.0 if sample is None else max(0.0, (self._read - sample) / SAMPLE_RATE)


def _joined(windows: Iterable[Window]) -> Window:
    import numpy as np

    windows = list(windows)
    return Window(
        np.concatenate([each.samples for each in windows]),
        tuple(span for each in windows for span in each.spans),
    )


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
