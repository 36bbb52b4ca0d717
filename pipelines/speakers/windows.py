"""Windows of speech as points: adapted means of the background model, reduced to their principal components.

The adapted means of all Gaussians in a row, each by the weight of its Gaussian, are a supervector (Campbell,
Sturim and Reynolds 2006). Within one meeting, what varies most in it is who speaks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers.pitch import HEIGHTS, histogram

if TYPE_CHECKING:
    import numpy.typing as npt

    from pipelines.speakers.background import Shared
    from pipelines.speakers.features import Floats, Speech

COMPONENTS = 12
WINDOW, STEP = 150, 75
"""Frames: 1.5 s, as long as a short turn, twice in that time."""
_RELEVANCE = 1.0
"""Frames that make a Gaussian half as certain as the background; a window has 150 for 64 of them. With more,
what was said counts beside who said it: with 4, every eighth conversation has two people mixed up."""
_SAMPLE = 1000
"""Windows, spread over the meeting, that the components are found from: no matrix grows with the meeting."""


def starts(length: int) -> range:
    """The first frames of the windows in a span of so many frames; a shorter span is one window."""
    return range(0, max(1, length - STEP), STEP)


def spans(speech: Speech) -> npt.NDArray[np.intp]:
    """The number of the span that each window lies in."""
    return np.repeat(np.arange(len(speech.spans)), [len(starts(length)) for _, length in speech.spans])


def points(speech: Shared) -> Floats:
    """One row of length 1 for each window of each span, shape (windows, COMPONENTS).

    Two passes over the meeting: one finds the components, one the points.
    """
    every = sum(len(starts(length)) for _, length in speech.speech.spans)
    apart = -(-every // _SAMPLE)
    sample = np.stack(list(_rows(speech, apart)))
    mean = sample.mean(axis=0)
    sample -= mean
    values, vectors = np.linalg.eigh(sample @ sample.T)
    main = vectors[:, -COMPONENTS:] / np.sqrt(np.maximum(values[-COMPONENTS:], 1e-6))
    directions = sample.T @ main.astype(np.float32)
    found = np.stack([(row - mean) @ directions for row in _rows(speech)])
    return unit(found)


def pitches(speech: Speech) -> Floats:
    """Of each window the share of frames at each height, shape (windows, HEIGHTS - 1)."""
    found = [
        histogram(heights[start : start + WINDOW]) / len(heights[start : start + WINDOW])
        for heights in speech.pitches()
        for start in starts(len(heights))
    ]
    return np.stack(found) if found else np.zeros((0, HEIGHTS - 1), np.float32)


def unit(rows: Floats) -> Floats:
    """Each row at length 1: what differs between two voices is the direction."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Floats = rows / np.maximum(lengths, np.float32(1e-9))
    return scaled


def _rows(speech: Shared, apart: int = 1) -> Iterator[Floats]:
    """Of every so many windows one."""
    background = speech.background
    scale = np.sqrt(background.weights)[:, None]
    number = itertools.count()
    for frames, shares in speech:
        for start in starts(len(frames)):
            if next(number) % apart:
                continue
            part = slice(start, start + WINDOW)
            adapted = background.statistics(frames[part], shares[part]).offsets(_RELEVANCE)
            yield (scale * adapted).ravel()
