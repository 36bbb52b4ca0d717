"""Notes by their ids, or by the beginning of one."""

from __future__ import annotations

from collections.abc import Collection

from daemon.base.errors import NotFoundError

_PREFIX_CHARS = 4
"""A shorter beginning of an id is more likely a slip than a wish."""
_ALIKE = 60
"""Percent; below it, what was asked for is no slip of the pen for this one."""


def full_id(given: str, ids: Collection[str]) -> str:
    """The one of `ids` that is `given`, or alone begins with it. NotFoundError, with what may be meant."""
    if given in ids:
        return given
    fits = [each for each in ids if len(given) >= _PREFIX_CHARS and each.startswith(given)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        some = ", ".join(sorted(fits)[:3])
        raise NotFoundError(f"{len(fits)} notes begin with {given!r} ({some}); give more of the id")
    # Of the standard library's difflib, ten thousand ids take a second.
    from rapidfuzz import fuzz, process

    near = process.extractOne(given, list(ids), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    hint = f"did you mean {near[0]!r}?" if near else "see `roomscribe notes list`"
    raise NotFoundError(f"there is no note {given!r}; {hint}")
