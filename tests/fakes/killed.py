"""A process that is killed at one of its calls to the kernel."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


class Killed(BaseException):
    """The process is gone: no call to the kernel after this one does anything."""


@contextlib.contextmanager
def killed_at(call: int) -> Iterator[list[int]]:
    """Kill the process, as far as the disk is concerned, at its n-th changing call; counts the calls."""
    counted = [0]

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            counted[0] += 1
            if counted[0] >= call:
                raise Killed
            return real(*args, **kwargs)

        return wrapped

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in (
            (os, "write"),
            (os, "fsync"),
            (os, "ftruncate"),
            (Path, "rename"),
            (Path, "unlink"),
        ):
            patch.setattr(owner, name, wrap(getattr(owner, name)))
        yield counted
