"""What encoding a text file has: those of Unicode by their marks, and the old ones by the words they yield.

An old encoding leaves no mark, and most bytes are a letter in each of them. The right one makes words: kana
in a Japanese file, capitals at the beginning of words alone, no signs in the middle of them. Where there is
too little to judge by, Windows-1252 it is, as before.
"""

from __future__ import annotations

import codecs
import re
from itertools import pairwise
from typing import Final

_MARKS: Final = (
    # UTF-32's mark begins with UTF-16's.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ZEROS: Final = (
    ("utf-32-le", 4, (2, 3)),
    ("utf-32-be", 4, (0, 1)),
    ("utf-16-le", 2, (1,)),
    ("utf-16-be", 2, (0,)),
)
"""Where ASCII has them."""
_SAMPLE_BYTES: Final = 200_000
_ENOUGH: Final = 6
"""Bytes beyond ASCII: fewer are damage, or a few accents."""
_RUN: Final = re.compile(rb"[\x80-\xff]+")
_KANA: Final = re.compile("[\u3040-\u30ff]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_NOT_OURS: Final = re.compile("[ìøùþðÞÐ¾¼½¹²³¿¡£¥¤ƒ]")
_WINDOWS: Final = ("cp1252", "cp1251", "cp1253", "cp1250")
OLD_ENCODINGS: Final = ("cp932", "gb18030", *_WINDOWS)


def marked(data: bytes) -> str | None:
    """The encoding that the mark or the zeros of a file give away; None for UTF-8 and the old ones."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    opening = data[:400]
    if len(opening) < 8:
        return None
    # Text in which every second byte, or three of four, are zero: a mark that somebody cut off.
    for name, step, places in _ZEROS:
        whole = opening[: len(opening) // step * step]
        zeros = [whole[place::step].count(0) * step for place in places]
        others = [whole[place::step].count(0) for place in range(step) if place not in places]
        if all(each > 0.9 * len(whole) for each in zeros) and not any(others):
            return name
    return None


def old_encoding(data: bytes) -> str:
    """Of a file that is not UTF-8."""
    sample = data[:_SAMPLE_BYTES]
    runs = _RUN.findall(sample)
    beyond = sum(map(len, runs))
    if beyond < _ENOUGH or beyond / len(runs) < 1.15:
        return "cp1252"
    for name, sign in (("cp932", _KANA), ("gb18030", _HAN)):
        text = _decoded(sample, name)
        if text is None:
            continue
        wide = [each for each in text if each > "\x7f"]
        found = sum(map(len, sign.findall("".join(wide))))
        is_paired = name != "gb18030" or sum(len(run) % 2 == 0 for run in runs) > 0.8 * len(runs)
        if is_paired and found > (0.25 if name == "cp932" else 0.7) * len(wide):
            return name
    return min(_WINDOWS, key=lambda name: (_oddities(sample, name), _WINDOWS.index(name)))


def _decoded(sample: bytes, name: str) -> str | None:
    """None where its bytes are no such text; the sample may end within a letter."""
    try:
        return codecs.getincrementaldecoder(name)("strict").decode(sample)
    except UnicodeDecodeError:
        return None


def _oddities(sample: bytes, name: str) -> float:
    """How much of it is not as words are written."""
    text = sample.decode(name, "replace")
    beyond = sum(each > "\x7f" for each in text)
    letters = sum(each > "\x7f" and each.isalpha() for each in text)
    # A sign or a capital in the middle of a word.
    odd = sum(
        b > "\x7f" and a.islower() and (b.isupper() or not (b.isalpha() or b in "’‘“”«»–—…\xa0"))
        for a, b in pairwise(text)
    )
    script = {"cp1251": "\u0400", "cp1253": "\u0370"}.get(name)
    # A word is of one script: Latin letters beside Cyrillic or Greek ones are a wrong guess.
    mixed = len(re.findall(r"[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z]", text)) if script else 0
    latin = 0 if script else len(re.findall(r"[\xc0-\u017f]{3,}", text)) * 3
    strange = text.count("\ufffd") * 3 + len(_NOT_OURS.findall(text)) * 0.5
    return odd * 2 + strange + mixed * 3 + latin + (beyond - letters) * 0.5
