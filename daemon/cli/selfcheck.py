"""`roomscribe models selfcheck`: the installed models on the control sets of the product.

New weights are tried against those in use before they replace them; what a person sees of that is here,
too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daemon.cli.context import AppContext
from daemon.cli.main import fail
from daemon.models import ModelSpec, configured, installed, speech_choices
from daemon.models.configured import left_out
from daemon.models.presence import hears
from pipelines.errors import WeightsMissingError

if TYPE_CHECKING:
    from daemon.models import InstalledModel, ModelSpec
    from daemon.models.control import Comparison, Control, Tell
    from daemon.models.install import Gate
    from daemon.models.presence import Record
    from daemon.models.spec import Kind
    from pipelines.evaluate.selfcheck.trying import Result


def control_gate(app: AppContext) -> Gate:
    """Accepts a new model that does at least as well on its control set as the one it replaces, or that a
    person at the terminal wants all the same."""
    from daemon.models.control import RegressionError, no_regression

    in_use = configured(app.config.models, app.models_dir)
    compare = no_regression(app.models_dir, controls(app, _tell_result), in_use)

    def gate(spec: ModelSpec, stage: Path, hashes: dict[str, str]) -> None:
        try:
            compare(spec, stage, hashes)
        except RegressionError as error:
            if not sys.stdin.isatty() or not click.confirm(f"{error}. Take it?", default=False, err=True):
                raise

    return gate


def controls(app: AppContext, tell: Tell | None = None) -> dict[Kind, Control]:
    """The controls of both kinds of weights; a model is loaded only when it is tried."""
    from daemon.models.control import Control, LanguageExam, SpeechExam
    from daemon.models.weights import language_loader, speech_loader
    from pipelines.evaluate.selfcheck.control import control_set
    from pipelines.evaluate.selfcheck.hearing import LANGUAGE, sound_set

    llm = LanguageExam(control_set(), language_loader(app.config))
    speech = SpeechExam(sound_set(), speech_loader(app.config, LANGUAGE))
    return {
        "llm": Control(app.models_dir, llm, tell),
        "speech": Control(app.models_dir, speech, tell),
    }


def tell_comparison(app: AppContext, specs: Sequence[ModelSpec]) -> None:
    """Print what those of `specs` that are installed pass of the control set, and in which cases the others
    differ from the first; one that was never tried is tried now."""
    from daemon.models.control import Candidate, Comparison

    first: tuple[str, Record] | None = None
    for spec in specs:
        try:
            found = installed(app.models_dir, spec)
        except WeightsMissingError:
            continue
        control = controls(app, _tell_result)[spec.kind]
        record = control.record_of(Candidate(found.name, found.path, found.sha256), label=spec.title)
        click.echo(f"{found.name}: {record}")
        first = first or (found.name, record)
        beside = Comparison(record, *first)
        if beside.worse:
            click.echo(f"  fails what {first[0]} passes: {', '.join(beside.worse)}")
        if beside.better:
            click.echo(f"  passes what {first[0]} fails: {', '.join(beside.better)}")


def _tell_result(which: str, result: Result) -> None:
    """Trying takes minutes, in which nothing else is printed."""
    click.echo(f"trying the {which} version: {result.id}: {result.problem or 'passed'}", err=True)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The results as one JSON document.")
@click.option(
    "--turns",
    is_flag=True,
    help="Try the language model once more, with the examples of its prompt as turns of user and model; "
    "nothing of that is recorded.",
)
@click.pass_obj
def selfcheck(app: AppContext, as_json: bool, turns: bool) -> int:
    """Try the installed language model on short meetings and tasks, and the speech model on a short
    recording.

    The right answers are known. The first results are recorded, and the last speeds; `models pull` compares
    new weights with these results. Exits with 1 if a model fails a case that it, or the one in use before,
    has passed, and with 3 if one is missing.
    """
    reports: dict[str, dict[str, Any]] = {}
    exit_code = 0
    for spec in configured(app.config.models, app.models_dir)[:2]:  # nobody knows right points of voices
        try:
            report = _report(app, spec, aloud=not as_json)
        except WeightsMissingError as error:
            if left_out(spec):
                click.echo(f"{spec.title}: by rules here, for there is too little memory for it", err=True)
                continue
            code = fail(str(error), error.exit_code, app.debug)
        else:
            if turns and spec.kind == "llm":
                report |= {"turns": _in_turns(app, spec, report["cases"], aloud=not as_json)}
            reports[spec.kind] = report
            code = 1 if report["worse"] else 0
        exit_code = 1 if 1 in (code, exit_code) else code or exit_code
    if as_json:
        click.echo(json.dumps(reports.get("llm", {}) | {"speech": reports.get("speech")}))
    return exit_code


def _report(app: AppContext, spec: ModelSpec, *, aloud: bool) -> dict[str, Any]:
    """What one model passes; WeightsMissingError."""
    from daemon.models.control import Candidate

    results: list[Result] = []

    def tell(_: str, result: Result) -> None:
        results.append(result)
        if aloud:
            click.echo(f"passed  {result.id}" if result.problem is None else _failed(result))

    found = installed(app.models_dir, spec)
    again = controls(app, tell)[spec.kind].try_again(Candidate(found.name, found.path, found.sha256))
    if aloud:
        click.echo(f"{spec.title}: {again.now}")
        _tell_difference(spec, found, again)
        _tell_size(app, spec, again.now.hearing)
    report = {
        "model": found.name,
        "sha256": found.sha256,
        "control": again.now.control,
        "prompt_per_s": again.now.prompt_per_s,
        "output_per_s": again.now.output_per_s,
        "hearing": again.now.hearing,
        "worse": again.worse,
    }
    return {**report, "cases": [asdict(result) for result in results]}


def _in_turns(
    app: AppContext, spec: ModelSpec, cases: list[dict[str, Any]], *, aloud: bool
) -> list[dict[str, Any]]:
    """The results with the examples as turns, and where they differ from those that `cases` tell."""
    from daemon.models.weights import language_loader
    from pipelines.evaluate.selfcheck.control import control_set
    from pipelines.evaluate.selfcheck.trying import try_model
    from pipelines.evaluate.selfcheck.turns import ExamplesAsTurns

    model = language_loader(app.config)(installed(app.models_dir, spec).path)
    try:
        results = try_model(ExamplesAsTurns(model), control_set())
    finally:
        model.close()
    passed = {result.id for result in results if result.problem is None}
    before = {case["id"] for case in cases if case["problem"] is None}
    if aloud:
        click.echo(f"examples as turns: {len(passed)} of {len(results)} right")
        for told, ids in (("only as turns", passed - before), ("only as it is", before - passed)):
            if ids:
                click.echo(f"passed {told}: {', '.join(sorted(ids))}")
    return [asdict(result) for result in results]


def _tell_difference(spec: ModelSpec, found: InstalledModel, again: Comparison) -> None:
    """What became of the cases since a model was tried before, and how to have that one again."""
    before = again.before
    if before is None:
        return
    if (again.name, before.sha256) != (found.name, found.sha256):
        which = again.name if again.name != found.name else "the version before"
        click.echo(f"before, {which}: {before}")
    if again.better:
        click.echo(f"failed before, passes now: {', '.join(again.better)}")
    if again.worse:
        click.echo(f"passed before, fails now: {', '.join(again.worse)}", err=True)
        if again.name != found.name:
            click.echo(f'to have it again, set {spec.config_key} = "{again.name}"', err=True)


def _tell_size(app: AppContext, spec: ModelSpec, hearing: float | None) -> None:
    """Which size "auto" would take at this speed, where that one is not installed."""
    best = speech_choices(app.config.models, app.models_dir)[0]
    if hearing is not None and best != spec:
        click.echo(f"{hears(hearing)}, so another size is right: sudo roomscribe models pull {best.name}")


def _failed(result: Result) -> str:
    return f"failed  {result.id}: {result.problem}"
