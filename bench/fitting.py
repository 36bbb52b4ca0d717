"""The fit that trained weights share: logistic, by iteratively reweighted least squares with an L2 penalty.

Nothing in it is random. The intercept is not held down.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ROUNDS = 40
DONE = 1e-9
"""A step that changes nothing any more."""


def fitted(
    values: Floats,
    right: Floats,
    *,
    penalty: float,
    weights: Floats | None = None,
    least_spread: float = 1e-9,
) -> Floats:
    """Intercept and coefficients; `right` from 0 to 1, `least_spread` of a feature that hardly differs."""
    weights = np.ones(len(values)) if weights is None else weights
    middle = np.average(values, axis=0, weights=weights)
    spread = np.sqrt(np.average((values - middle) ** 2, axis=0, weights=weights)) + least_spread
    design = np.c_[np.ones(len(values)), (values - middle) / spread]
    held = np.diag([0.0] + [penalty] * values.shape[1])
    found = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        odds = 1 / (1 + np.exp(-design @ found))
        curve = (design * (weights * odds * (1 - odds))[:, None]).T @ design + held
        step = np.linalg.solve(curve, design.T @ (weights * (right - odds)) - held @ found)
        found = found + step
        if np.abs(step).max() < DONE:
            break
    slopes = found[1:] / spread
    return np.concatenate([[found[0] - slopes @ middle], slopes])
