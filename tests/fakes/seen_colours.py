"""How far colours are from the page and from each other, also to people who lack one kind of cone.

The latter by Machado, Oliveira and Fernandes (2009), in OKLab.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

_LACKING = (
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
)
"""What linear red, green and blue become without the long, the middle, and the short cones."""
_CONES = (
    (0.41222147, 0.53633254, 0.05144599),
    (0.21190350, 0.68069955, 0.10739696),
    (0.08830246, 0.28171884, 0.62997870),
)
_OKLAB = (
    (0.21045426, 0.79361779, -0.00407205),
    (1.97799850, -2.42859221, 0.45059371),
    (0.02590404, 0.78277177, -0.80867577),
)


def contrasts(colours: Sequence[str], background: str) -> Values:
    """The contrast ratio (WCAG 2.2) of each with `background`."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    light, behind = _linear(colours) @ weights, _linear([background]) @ weights
    ratios: Values = (np.maximum(light, behind) + 0.05) / (np.minimum(light, behind) + 0.05)
    return ratios


def distances(colours: Sequence[str]) -> Values:
    """How far each is from each other in OKLab (black to white is 1), to the eye that sees least of it."""
    red_green_blue = _linear(colours)
    seen = [_oklab(red_green_blue @ np.array(view).T) for view in (np.eye(3), *_LACKING)]
    least: Values = np.min([np.linalg.norm(lab[:, None] - lab[None], axis=2) for lab in seen], axis=0)
    return least


def _linear(colours: Sequence[str]) -> Values:
    """Linear red, green and blue from 0 to 1 of each "#rrggbb": an array of n x 3."""
    parts = np.array([[int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] for colour in colours])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def _oklab(red_green_blue: Values) -> Values:
    cones = np.cbrt(np.clip(red_green_blue, 0, 1) @ np.array(_CONES).T)
    lab: Values = cones @ np.array(_OKLAB).T
    return lab
