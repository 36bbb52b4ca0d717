"""Points of one voice put together by k-means: cost and memory grow with the points, not their square.

Points of the classical engine have a pitch beside them. By points alone, two utterances of one person often
lie farther apart than two people; these differ in pitch, the utterances do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pipelines.speakers.pitch import gains
from pipelines.speakers.windows import STEP, unit

if TYPE_CHECKING:
    from pipelines.speakers.features import Floats

Labels = npt.NDArray[np.intp]
_STARTS = 20
"""The best of so many random beginnings: one alone often takes two voices for one."""
_ROUNDS = 50
_PITCH = 0.5
"""How much a nat of pitch in each frame counts against the whole spread of the points. 0.25 and 0.75 do about
as well, with each half of ten speakers; 0 and 1 do worse."""


@dataclass(frozen=True, slots=True)
class Clusters:
    labels: Labels
    """The cluster of each point, from 0."""
    likeness: float
    """The cosine between the two centres that are most alike."""


def cluster(points: Floats, count: int, pitches: Floats | None = None) -> Clusters:
    """`count` clusters of rows of length 1; begins as k-means++ does (Arthur and Vassilvitskii 2007).

    `pitches`: of each point, as `windows.pitches` gives them.
    """
    heights = np.zeros((len(points), 0), np.float32) if pitches is None else pitches
    random = np.random.default_rng(count)
    tried = (_refined(points, heights, _beginning(points, count, random)) for _ in range(_STARTS))
    _, labels, centres = max(tried, key=lambda found: found[0])
    directions = unit(centres)
    cosines = (directions @ directions.T)[np.triu_indices(count, 1)]
    return Clusters(labels, float(cosines.max(initial=-1.0)))


def mixing(labels: Labels, spans: Labels) -> float:
    """How freely two clusters follow each other within a stretch of speech: the most of all pairs.

    1 is chance, as for two halves of one voice; people hand over in pauses. `spans`: the stretch of each
    point. What is counted are points two apart, which share no sound.
    """
    many = labels.max() + 1
    together = spans[2:] == spans[:-2]
    counts = np.zeros((many, many))
    np.add.at(counts, (labels[:-2][together], labels[2:][together]), 1.0)
    counts = (counts + counts.T) / 2
    within = counts.diagonal()
    every = within[:, None] + within + 2 * counts
    share = (within[:, None] + counts) / np.maximum(every, 1.0)
    freely = (2 * counts + 1) / (2 * every * share * (1 - share) + 2)
    return float(freely[np.triu_indices(many, 1)].max(initial=0.0))


def _beginning(points: Floats, count: int, random: np.random.Generator) -> Floats:
    chosen = [int(random.integers(len(points)))]
    far = np.full(len(points), np.inf)
    while len(chosen) < count:
        far = np.minimum(far, np.maximum(2 - 2 * (points @ points[chosen[-1]]), 1e-6))
        chosen.append(int(random.choice(len(points), p=far / far.sum())))
    return points[chosen]


def _refined(points: Floats, pitches: Floats, centres: Floats) -> tuple[float, Labels, Floats]:
    """How well the clusters explain the points at the end, the clusters and their centres."""
    spread = np.square(points - points.mean(axis=0)).sum(axis=1).mean() + np.float32(1e-9)
    likely = np.zeros((len(centres), pitches.shape[1]), np.float32)
    labels = np.full(len(points), -1)
    for _ in range(_ROUNDS):
        near = (2 * (points @ centres.T) - np.square(centres).sum(axis=1)) / spread
        explained = near + _PITCH * (pitches @ likely.T)
        before, labels = labels, explained.argmax(axis=1)
        if np.array_equal(before, labels):
            break
        members = (labels[:, None] == np.arange(len(centres))).astype(np.float32)
        sizes = members.sum(axis=0)[:, None]
        centres = np.where(sizes > 0, members.T @ points / np.maximum(sizes, 1), centres)
        likely = gains(members.T @ pitches * np.float32(STEP))
    return float(explained.max(axis=1).sum()), labels, centres
