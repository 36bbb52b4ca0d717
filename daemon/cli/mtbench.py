"""`roomscribe dev eval mtbench`, `grade-sheet` and `grades`: a model with and without guardrails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipelines.errors import BadInputError

if TYPE_CHECKING:
    from pipelines.evaluate.mtbench.grading import CategoryScore, Figure
    from pipelines.evaluate.mtbench.tape import Turn

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)
SHEET, GRADES = "sheet.md", "grades.csv"


@click.command()
@click.argument("questions", type=_FILE, metavar="QUESTIONS.jsonl")
@click.option("--model", "weights", required=True, type=_FILE, metavar="FILE.gguf", help="Any chat model.")
@click.option("--out", required=True, type=_FOLDER, metavar="DIR", help="Where the tape is kept.")
@click.option("--max-tokens", default=1024, show_default=True, help="Limit of one answer.")
@click.option("--context", default=8192, show_default=True, help="Tokens of a conversation.")
@click.option("--temperature", default=0.2, show_default=True)
@click.option("--threads", default=0, help="0 takes one for each physical core.")
@click.option("--first", type=int, metavar="N", help="Only the first N questions.")
def mtbench(
    questions: Path,
    weights: Path,
    out: Path,
    max_tokens: int,
    context: int,
    temperature: float,
    threads: int,
    first: int | None,
) -> None:
    """Answer two-turn questions, raw and guarded, and keep every turn in DIR/tape.jsonl.

    A run that was stopped resumes where it was. Grade the answers with `grade-sheet` and `grades`.
    """
    from pipelines.evaluate.mtbench.questions import read_questions
    from pipelines.evaluate.mtbench.run import answer_all
    from pipelines.evaluate.mtbench.tape import Tape
    from pipelines.llm.llama import LlamaModel

    asked = read_questions(questions)[:first]
    tape = Tape(out)
    others = {turn.model for turn in tape.turns}
    with LlamaModel(weights, context_tokens=context, threads=threads, temperature=temperature) as model:
        if others - {model.engine_name}:
            raise BadInputError(f"{out}: contains answers of {', '.join(others)}; use another folder")
        answer_all(asked, model, tape, max_tokens=max_tokens, report=_tell)
    click.echo(f"{len(tape.turns)} turns in {out}; next: roomscribe dev eval grade-sheet {out} --key FILE")


def _tell(turn: Turn) -> None:
    done = ", ".join(dict.fromkeys(e.guardrail for e in turn.guardrails if e.before != e.after))
    click.echo(
        f"{turn.question} {turn.category} turn {turn.turn + 1} {turn.arm}: {turn.seconds:.1f} s, "
        f"{turn.output_tokens} tokens{', cut off' if turn.is_cut else ''}{f', {done}' if done else ''}",
        err=True,
    )


@click.command("grade-sheet")
@click.argument("out", type=_FOLDER, metavar="DIR")
@click.option("--key", required=True, type=_FILE, metavar="FILE", help="Where to write which arm is which.")
@click.option("--seed", default=1, show_default=True, help="Shuffles the arms.")
def grade_sheet(out: Path, key: Path, seed: int) -> None:
    """Make DIR/sheet.md and DIR/grades.csv for blind grading, and keep the key apart.

    Nothing is overwritten: grades are hours of work.
    """
    from pipelines.evaluate.mtbench.grading import sheet_of
    from pipelines.evaluate.mtbench.tape import NAME, read_turns

    if key.absolute().parent == out.absolute():
        raise BadInputError(
            f"{key}: the key must be in another folder than the sheet, or the grading is not blind"
        )
    for path in (out / SHEET, out / GRADES, key):
        if path.exists():
            raise BadInputError(f"{path} already exists: move it away for a new sheet")
    sheet = sheet_of(read_turns(out / NAME), seed)
    for path, text in ((key, sheet.key), (out / SHEET, sheet.text), (out / GRADES, sheet.grades)):
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadInputError(f"{path}: cannot be written ({error.strerror})") from error
    click.echo(
        f"read {out / SHEET}, fill in {out / GRADES}, then: roomscribe dev eval grades {out} --key {key}"
    )


@click.command()
@click.argument("out", type=_FOLDER, metavar="DIR")
@click.option("--key", required=True, type=_FILE, metavar="FILE", help="As `grade-sheet` wrote it.")
@click.option("--seed", default=1, show_default=True, help="Of the bootstrap.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
def grades(out: Path, key: Path, seed: int, as_json: bool) -> None:
    """Fold the grades in DIR/grades.csv back into scores by category, with 95 % intervals."""
    from pipelines.evaluate.mtbench.grading import read_grades, scores_of
    from pipelines.evaluate.mtbench.tape import NAME, read_turns

    given = read_grades(_text(out / GRADES), _text(key))
    categories = {turn.question: turn.category for turn in read_turns(out / NAME)}
    scores = scores_of(given, categories, seed)
    if as_json:
        click.echo(json.dumps({name: score.as_json() for name, score in scores.items()}))
    else:
        click.echo(_table(scores))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path}: cannot be read ({error})") from error


def _table(scores: dict[str, CategoryScore]) -> str:
    lines = [f"{'category':<12} {'questions':>9}  {'raw':<18} {'guarded':<18} difference"]
    for name, score in scores.items():
        cells = (_cell(score.raw), _cell(score.guarded), _cell(score.difference, "+"))
        lines.append(f"{name:<12} {score.raw.questions:>9}  {cells[0]:<18} {cells[1]:<18} {cells[2]}")
    return "\n".join(lines)


def _cell(figure: Figure, sign: str = "") -> str:
    return f"{figure.mean:{sign}.2f} ({figure.low:{sign}.2f}..{figure.high:{sign}.2f})"
