"""`python -m bench.planted`: planted mistakes, and right claims that must stay as they are."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bench.planted.case import Base
    from bench.planted.scoring import Missed, Scores
    from pipelines.evaluate.dataset import GoldMeeting

SAMPLE = Path(__file__).resolve().parents[2] / "samples"
NAME = "2026-11-16-planning.vtt"


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="DIR",
    help="Folder with annotated meetings (.jsonl or .jsonl.gz); without it, only the sample meeting.",
)
@click.option("--seed", default=1, show_default=True, help="Draws claims, places and wordings.")
@click.option("--show", metavar="CLASS", help='Print the missed cases of a class, or of "clean", with words.')
@click.option("--unpunctuated", is_flag=True, help="Take stops and capitals out of all that was said.")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON document.")
@click.pass_context
def guardrails(
    context: click.Context, data: Path | None, seed: int, show: str | None, unpunctuated: bool, as_json: bool
) -> None:
    """Plant mistakes in right drafts, and count what the guardrails catch, repair and leave alone.

    No model is asked. Ends with 1 if a class misses its bar: 95 % caught of at least 20 planted, 90 % of the
    repairable ones repaired; at least 200 right claims, none changed, 90 % verified without a flag.
    """
    from bench.planted.case import without_punctuation
    from bench.planted.checking import ThroughGuardrails
    from bench.planted.clean import clean
    from bench.planted.every import FAULTS, planted
    from bench.planted.sample import meeting_of
    from bench.planted.scoring import score
    from bench.planted.supply import supply

    sample = _sample()
    known = ["clean", *(fault.name for fault in FAULTS)]
    if show is not None and show not in known:
        raise click.UsageError(f'there is no class "{show}"; there are: {", ".join(known)}')
    right = supply([*_meetings(data), *(meeting_of(base) for base in sample[:1])], sample, seed)
    drawn = chain(clean(right), planted(right))
    cases = map(without_punctuation, drawn) if unpunctuated else drawn
    scores = score(cases, ThroughGuardrails())
    if as_json:
        click.echo(json.dumps({"seed": seed, **scores.as_json()}))
    else:
        click.echo(table(scores))
    for missed in scores.missed if show else ():
        if missed.case.fault == show:
            click.echo(told(missed))
    context.exit(1 if scores.shortfalls else 0)


def _meetings(folder: Path | None) -> list[GoldMeeting]:
    from pipelines.evaluate.dataset import holds_meetings, read_meetings

    if folder is None:
        return []
    files = [path for path in sorted(folder.glob("*.jsonl*")) if holds_meetings(path)]
    if not files:
        raise click.UsageError(f"{folder}: no annotated meetings in it; docs/quality.md tells the format")
    return [meeting for path in files for meeting in read_meetings(path)]


def _sample() -> list[Base]:
    from bench.planted.sample import sample_bases
    from pipelines.importers import import_transcript

    return sample_bases(SAMPLE / "planning.expected.json", import_transcript(SAMPLE / NAME))


def table(scores: Scores) -> str:
    """The figures for people: a line for each class, then the right claims, then what is missed."""
    lines = [f"{'class':<22} {'planted':>7} {'caught':>14} {'repaired':>14}"]
    for name, found in scores.faults.items():
        caught = _share(found.caught, found.planted)
        repaired = _share(found.repaired, found.repairable)
        lines.append(
            f"{name:<22} {found.planted:>7} {caught:>14} {repaired:>14}{'' if found.holds else '  missed'}"
        )
    lines += ["", f"{'right claims':<22} {'claims':>7} {'changed':>14} {'plain':>14}"]
    for name, fine in {**scores.clean, "all": scores.all_clean}.items():
        lines.append(f"{name:<22} {fine.claims:>7} {fine.changed:>14} {_share(fine.plain, fine.claims):>14}")
    bars = ", ".join(scores.shortfalls)
    lines += ["", f"missed: {bars}" if bars else f"all bars hold ({scores.planted} planted)"]
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:>5.0%}" if whole else "-"


def told(missed: Missed) -> str:
    """A missed case in words: what was drafted about which words, and what came out."""
    case = missed.case
    lines = [f"\n{missed.what}: {case.fault}, {case.way} ({case.origin}, {case.meeting})"]
    ids = {claim.id for claim in case.claims} & {s.claim.id for s in missed.shown} or set(case.targets)
    for claim in case.claims:
        if claim.id in ids:
            lines.append(f"  drafted  {_line(claim)}")
            cited = set(claim.evidence.segment_ids)
            lines += [
                f"           {s.id} {s.speaker}: {s.text[:400]}"
                for s in case.segments
                if s.id in cited or not s.id.removeprefix("s").isdigit()  # put in by a fault
            ]
    lines += [f"  shown    {s.outcome} {_line(s.claim)}" for s in missed.shown]
    if case.original is not None:
        lines.append(f"  right    {_line(case.original)}")
    return "\n".join(lines)


def _line(claim: object) -> str:
    from guardrails.types import Claim

    assert isinstance(claim, Claim)
    parts = [claim.kind, repr(claim.text[:300]), f"owner {claim.owner}", f"due {claim.due_phrase}"]
    return " | ".join([*parts, f"cites {', '.join(claim.evidence.segment_ids)}", *claim.flags])


if __name__ == "__main__":
    guardrails(prog_name="python -m bench.planted")
