"""Models from a folder, for a site without a network: copied, compared with what was trusted, installed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from daemon.durable import make_folder, remove_tree
from daemon.models.formats import problem
from daemon.models.install import Gate, install, sole_writer, stage_of
from daemon.models.lock import read_lock, refuse_other_bytes
from daemon.models.part import CHUNK_BYTES, Part
from daemon.models.presence import InstalledModel, damage, described, sha256_of_open
from daemon.models.sizes import require_space
from daemon.models.spec import ModelSpec
from pipelines.errors import BadInputError
from pipelines.progress import Progress, silent

COMMAND = "import DIR"


def bring(
    models_dir: Path,
    spec: ModelSpec,
    sources: dict[str, BinaryIO],
    *,
    update: bool = False,
    gate: Gate | None = None,
    progress: Progress = silent,
) -> tuple[InstalledModel, bool]:
    """Install `spec` from open files (by the names they will have); the second value: whether it was new.

    `gate` examines a model or version that is new here.

    ModelsError for bytes that models.lock does not trust, unless `update`; BadInputError for a source that
    cannot be read or is no model; StateWriteError for a full disk; StateBusyError.
    """
    with sole_writer(models_dir):
        known = read_lock(models_dir).models.get(spec.name)
        if known and not damage(models_dir, known, progress):
            hashes = {name: sha256_of_open(file, name, progress) for name, file in sources.items()}
            if hashes == {name: file.sha256 for name, file in known.files.items()}:
                return described(models_dir, spec, known), False
            refuse_other_bytes(spec.name, None if update else known, hashes, COMMAND)
        stage = stage_of(models_dir, spec)
        remove_tree(stage)  # copying starts over: reading a stick is cheaper than comparing with it
        make_folder(stage)
        try:
            require_space(models_dir, sum(os.fstat(file.fileno()).st_size for file in sources.values()))
            hashes = {name: _copy(file, stage / name, progress) for name, file in sources.items()}
            refuse_other_bytes(spec.name, None if update else known, hashes, COMMAND)
            if trouble := problem(spec, stage):
                raise BadInputError(f"the copy of {spec.name} is not a usable model: {trouble}")
            if gate and (
                known is None or hashes != {name: file.sha256 for name, file in known.files.items()}
            ):
                gate(spec, stage, hashes)
        except BaseException:
            remove_tree(stage)
            raise
        return described(models_dir, spec, install(models_dir, spec, stage, hashes, "import", None)), True


def _copy(source: BinaryIO, target: Path, progress: Progress) -> str:
    """Copy durably; returns the sha256 of what was copied."""
    try:
        source.seek(0)
        size = os.fstat(source.fileno()).st_size
        with Part(target, size, lambda _: None) as part:
            while piece := source.read(CHUNK_BYTES):
                part.write(piece)
                progress(target.name, part.done, size)
        return part.sha256
    except OSError as error:
        raise BadInputError(
            f"{source.name}: cannot be read: {error.strerror or error}; try another stick or port"
        ) from None
