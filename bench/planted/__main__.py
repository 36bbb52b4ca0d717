"""Planted mistakes, and right claims that must stay as they are.

    python -m bench.planted --data DIR [--seed N] [--show CLASS] [--json]

No model is asked. Without a folder of annotated meetings, everything is planted in the sample meeting. Ends
with 1 where fewer than 95 % are caught (mean of the classes), fewer than 80 % of a class, or a right claim is
changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench.planted.case import CLEAN
from bench.planted.run import FAULTS, scores_of
from bench.planted.scoring import Missed, Scores
from guardrails.core.types import Claim


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.planted", description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with annotated meetings")
    parser.add_argument("--seed", type=int, default=1, help="draws claims, places and wordings")
    parser.add_argument(
        "--show", choices=[CLEAN, *(fault.name for fault in FAULTS)], help="missed cases in words"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    scores = scores_of(options.data, options.seed)
    print(json.dumps({"seed": options.seed, **scores.as_json()}) if options.json else table(scores))
    for missed in scores.missed:
        if missed.case.fault == options.show:
            print(in_words(missed))
    return 0 if scores.holds else 1


def table(scores: Scores) -> str:
    """A line for each class, then the right claims, then what the set is held to."""
    lines = [f"{'class':<22} {'planted':>7} {'caught':>14} {'repaired':>14}"]
    for name, found in scores.faults.items():
        caught, repaired = _share(found.caught, found.planted), _share(found.repaired, found.repairable)
        lines.append(f"{name:<22} {found.planted:>7} {caught:>14} {repaired:>14}")
    lines += ["", f"{'right claims':<22} {'claims':>7} {'changed':>14} {'plain':>14}"]
    for name, fine in scores.clean.items():
        lines.append(f"{name:<22} {fine.claims:>7} {fine.changed:>14} {_share(fine.plain, fine.claims):>14}")
    verdict = "as they should be" if scores.holds else "missed"
    counts = (
        f"caught {scores.mean:.3f} (mean of classes), {scores.worst:.3f} (worst), changed {scores.changed}"
    )
    return "\n".join([*lines, "", f"{counts}: {verdict}"])


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:>5.0%}" if whole else "-"


def in_words(missed: Missed) -> str:
    """What was drafted about which words, and what came out."""
    case, base = missed.case, missed.case.base
    ids = {s.claim.id for s in missed.shown} or set(case.targets)
    lines = [f"\n{missed.what}: {case.fault}, {case.way} ({base.origin}, {base.meeting})"]
    for claim in (claim for claim in case.claims if claim.id in ids):
        cited = {*claim.evidence.segment_ids, "v0", *(() if case.fault == CLEAN else (base.said_in,))}
        lines.append(f"  drafted  {_line(claim)}")
        lines += [f"           {s.id} {s.speaker}: {s.text[:400]}" for s in base.segments if s.id in cited]
    lines += [f"  shown    {s.outcome} {_line(s.claim)}" for s in missed.shown]
    return "\n".join([*lines, *([f"  right    {_line(case.original)}"] if case.original else [])])


def _line(claim: Claim) -> str:
    parts = [claim.kind, repr(claim.text[:300]), f"owner {claim.owner}", f"due {claim.due_phrase}"]
    return " | ".join([*parts, f"cites {', '.join(claim.evidence.segment_ids)}", *claim.flags])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
