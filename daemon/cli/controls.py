"""New weights are tried against those in use before they replace them: what a person sees of that."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.context import AppContext
from daemon.models import ModelSpec, configured, installed
from pipelines.errors import WeightsMissingError

if TYPE_CHECKING:
    from daemon.models.control import Control, Tell
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
    differ from the first; who never sat it does now."""
    from daemon.models.control import Again, Candidate

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
        beside = Again(record, *first)
        if beside.worse:
            click.echo(f"  fails what {first[0]} passes: {', '.join(beside.worse)}")
        if beside.better:
            click.echo(f"  passes what {first[0]} fails: {', '.join(beside.better)}")


def _tell_result(which: str, result: Result) -> None:
    """Trying takes minutes, in which nothing else is printed."""
    click.echo(f"trying the {which} version: {result.id}: {result.problem or 'passed'}", err=True)
