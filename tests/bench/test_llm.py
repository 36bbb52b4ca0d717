"""The speeds of a model, measured and told; what cannot be measured is no success."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.fakes.gguf_weights import write_gguf


def bench(weights: Path) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "bench.llm", "--weights", str(weights), "--tokens", "600")
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_last_line_begins_with_the_figure(tmp_path: Path) -> None:
    done = bench(write_gguf(tmp_path / "tiny.gguf", context=2048))
    assert done.returncode == 0, done.stderr
    assert re.match(r"[\d.]+ prompt tokens/s .* around 600 tokens", done.stdout.splitlines()[-1])


def test_weights_that_cannot_be_loaded_are_no_success(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF and no more")
    assert bench(broken).returncode == 1
