"""Models from the hub: resolved to a commit, fetched, compared with what was trusted before, installed."""

from __future__ import annotations

from pathlib import Path

from daemon.durable import make_folder, move_durably, remove_tree
from daemon.errors import ModelsError
from daemon.models.fetch import fetch, part_path
from daemon.models.formats import problem
from daemon.models.hub import Hub, RemoteFile
from daemon.models.install import Gate, install, sole_writer, stage_of
from daemon.models.lock import LockedModel, read_lock, refuse_other_bytes, write_lock
from daemon.models.part import Tell
from daemon.models.presence import InstalledModel, damage, described
from daemon.models.sizes import require_space
from daemon.models.spec import ModelSpec
from pipelines.progress import Progress, silent


def pull(
    models_dir: Path,
    spec: ModelSpec,
    hub: Hub,
    *,
    update: bool = False,
    gate: Gate | None = None,
    progress: Progress = silent,
) -> tuple[InstalledModel, bool]:
    """Install `spec`; the second value: whether it was new.

    An intact installed model is left alone, without asking the hub, unless `update` asks for the newest
    version. Without `update` only the bytes that models.lock trusts are accepted, at the commit it names.
    `gate` examines a model or version that is new here; the files of a refused one are kept.

    HubUnreachableError within seconds; NotFoundError for names that the hub does not know; ModelsError for
    bytes that are not trusted or not a model; StateWriteError for a full disk; StateBusyError.
    """
    with sole_writer(models_dir):
        known = read_lock(models_dir).models.get(spec.name)
        whole = known is not None and not damage(models_dir, known, progress)
        if known and whole and not update:
            return described(models_dir, spec, known), False
        remotes = hub.files(spec, None if update or not known else known.revision)
        if known and whole and _same(known, remotes):
            return described(models_dir, spec, _at_revision(models_dir, spec, known, remotes[0])), False
        trusted = None if update else known
        announced = {remote.name: remote.sha256 for remote in remotes if remote.sha256}
        refuse_other_bytes(spec.name, trusted, announced, "pull")
        stage, hashes = _fetch_all(models_dir, spec, hub, remotes, trusted, progress)
        if gate and (known is None or hashes != {name: file.sha256 for name, file in known.files.items()}):
            try:
                gate(spec, stage, hashes)
            except BaseException:
                for remote in remotes:  # under the unfinished name they need not be fetched again
                    move_durably(stage / remote.name, part_path(stage, remote))
                raise
        now = install(models_dir, spec, stage, hashes, hub.endpoint, remotes[0].revision)
        return described(models_dir, spec, now), True


def _fetch_all(
    models_dir: Path,
    spec: ModelSpec,
    hub: Hub,
    remotes: list[RemoteFile],
    trusted: LockedModel | None,
    progress: Progress,
) -> tuple[Path, dict[str, str]]:
    """The folder with all files of a usable model, and their sha256 by name."""
    stage = stage_of(models_dir, spec)
    make_folder(stage)
    parts = {remote.name: part_path(stage, remote) for remote in remotes}
    for stray in set(stage.iterdir()) - set(parts.values()):
        remove_tree(stray)
    require_space(models_dir, sum(remote.size - _size(parts[remote.name]) for remote in remotes))
    hashes = {
        remote.name: fetch(hub, spec, remote, parts[remote.name], _telling(progress, remote))
        for remote in remotes
    }
    refuse_other_bytes(spec.name, trusted, hashes, "pull")
    for name, part in parts.items():
        move_durably(part, stage / name)
    if trouble := problem(spec, stage):
        remove_tree(stage)
        raise ModelsError(f"{spec.name} from {hub.endpoint} is not a usable model: {trouble}")
    return stage, hashes


def _telling(progress: Progress, remote: RemoteFile) -> Tell:
    return lambda done: progress(remote.name, done, remote.size)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _same(known: LockedModel, remotes: list[RemoteFile]) -> bool:
    """Whether the hub announces what is installed: the same commit, or hashes that are all known here."""
    if remotes[0].revision == known.revision:
        return True
    return {remote.name: remote.sha256 for remote in remotes} == {
        name: file.sha256 for name, file in known.files.items()
    }


def _at_revision(models_dir: Path, spec: ModelSpec, known: LockedModel, remote: RemoteFile) -> LockedModel:
    """A newer commit that did not change these files: only its name is recorded."""
    if known.revision == remote.revision:
        return known
    renamed = known.model_copy(update={"revision": remote.revision})
    write_lock(models_dir, read_lock(models_dir).with_model(spec.name, renamed))
    return renamed
