"""How far a command is, as it stands in a log and on a terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import sys
from collections.abc import Callable

import pytest

from daemon.cli.progress import ShownProgress, shown_transfer

GB = 1_000_000_000


def test_a_stage_is_a_line_and_each_further_tenth_of_it_another(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ShownProgress()
    progress("before it is shown", 1, 2)
    with progress:
        for done in (0, 5, 10, 19, 20, 55, 100):
            progress("transcribing", done, 100)
        progress("drafting", 40, 100)
        progress("drafting", 49, 100)
        progress("drafting", 50, 100)
        progress("checking", 3, None)
    progress("after it was shown", 1, 2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == [
        "transcribing ...",
        "transcribing: 10 %",
        "transcribing: 20 %",
        "transcribing: 50 %",
        "transcribing: 100 %",
        "drafting ...",
        "drafting: 50 %",
        "checking ...",
    ]


def test_a_large_file_is_told_by_tenths_and_a_small_one_not_at_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with shown_transfer() as progress:
        for done in (0, 50_000_000, 100_000_000, 250_000_000, GB):
            progress("model.gguf", done, GB)
        progress("tokenizer.json", 100, 1000)
        progress("of unknown length", 100, None)
        progress("vocabulary.bin", 0, 49_999_999)
        progress("model.bin", 10_000_000, 50_000_000)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == [
        "model.gguf: 0 bytes of 1.0 GB (0 %)",
        "model.gguf: 100 MB of 1.0 GB (10 %)",
        "model.gguf: 250 MB of 1.0 GB (25 %)",
        "model.gguf: 1.0 GB of 1.0 GB (100 %)",
        "model.bin: 10.0 MB of 50.0 MB (20 %)",
    ]


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> str:
    """What a person sees there, without colours and movements."""
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "120")
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        act()
    shown = b""
    with contextlib.suppress(OSError):  # the end: nobody holds the other side any more
        while piece := os.read(ours, 100_000):
            shown += piece
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode())


def test_on_a_terminal_files_have_bars_with_what_is_done_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def act() -> None:
        with shown_transfer() as progress:
            progress("model.gguf", 250_000_000, GB)
            progress("model.gguf", 500_000_000, GB)
            progress("other.gguf", 1, 2)

    shown = on_a_terminal(monkeypatch, act)
    assert "model.gguf" in shown
    assert "0.5/1.0 GB" in shown
    assert "other.gguf" in shown


def test_on_a_terminal_only_the_stage_that_runs_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    def act() -> None:
        progress = ShownProgress()
        with progress:
            progress("transcribing", 50, 100)
            progress("drafting", 25, 100)

    shown = on_a_terminal(monkeypatch, act)
    assert "transcribing" in shown
    assert "transcribing" not in shown[shown.index("drafting") :]
