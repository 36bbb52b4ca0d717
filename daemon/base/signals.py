"""Signals that end or reload a program, for as long as it runs."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def handled(handlers: Mapping[signal.Signals, Callable[[], object]]) -> Iterator[None]:
    """Call these instead of raising wherever the program happens to be; then the former ones hold again.

    In another thread than the main one it does nothing: whoever started that thread stops it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(act: Callable[[], object]) -> Callable[..., object]:
        return lambda *_: act()

    before = {number: signal.signal(number, handler(act)) for number, act in handlers.items()}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)
