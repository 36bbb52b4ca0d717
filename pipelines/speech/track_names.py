"""Whose track it is, by the name of its file or the title of its stream.

audioJaneDoe1234567 (Zoom)    1-jane_doe (Craig)    2026-11-16 planning - Jane Doe    Jane Doe
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipelines.characters import tidy
from pipelines.names import person_name

_ZOOM = re.compile(r"audio(?=[^\W\d_a-z])(.+?)\d*")
_INNER_CAPITAL = re.compile(r"(?<=[a-z\u00df-\u00ff])(?<!Mc)(?<!Mac)(?=[A-Z\u00c0-\u00de])")
_NUMBER = re.compile(r"\d+\s*[-_.)]\s*(?=\D)")
"""Of a track, before its name."""
_DISCRIMINATOR = re.compile(r"[#_]\d{1,4}")
"""Of Discord: "jane#0", "jane_1234" in the name of a file."""
_JOINED = re.compile(r"\s+[-\u2013\u2014]\s+|__")
_NO_NAME = frozenset(
    """
    audio sound track tracks stream stereo mono mix mic mike microphone desktop aux recording record only raw
    voice speaker participant user channel guest wav left right soundhandler handler spur mikrofon ton
    aufnahme piste micro son
    """.split()
)
_LONGEST = 60


def names_of(labels: Sequence[str]) -> list[str | None]:
    """The names in the labels of all tracks of a recording, None where there is none."""
    parts = [[part for part in _JOINED.split(label.strip()) if part.strip()] for label in labels]
    if len(parts) > 1:  # what stands in all of them is the meeting's
        shared = set(parts[0]).intersection(*parts[1:])
        parts = [[part for part in each if part not in shared] for each in parts]
    return [_name(" ".join(each)) for each in parts]


def _name(label: str) -> str | None:
    if zoom := _ZOOM.fullmatch(label):
        return _clean(_INNER_CAPITAL.sub(" ", zoom[1]))
    if numbered := _NUMBER.match(label):
        label = _DISCRIMINATOR.sub("", label[numbered.end() :]) or label
    return _clean(label)


def _clean(label: str) -> str | None:
    label = label.replace("_", " ").replace(".", " ")
    if label.islower():
        label = label.replace("-", " ")
    words = [
        word
        for word in tidy(label).split()
        if any(map(str.isalpha, word)) and word.casefold().rstrip("0123456789-") not in _NO_NAME
    ]
    name = person_name(" ".join(word.capitalize() if label.islower() else word for word in words))
    return name[:_LONGEST].strip() or None
