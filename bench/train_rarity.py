"""Counts how rare the words of talk are (`guardrails.language.rarity`).

    python -m bench.train_rarity            prints what differs from the kept counts
    python -m bench.train_rarity --write    writes them; `bench.train_support --write` has to follow

A group is the series of a call, or a whole corpus (AMI, ICSI, Ethereum). Of each group, the share of its
stretches of 100 content words that hold a stem; of these shares the mean without the greatest, as one stretch
in 3,000 at least. What one corpus alone says is not kept: it is as rare as what nobody says.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.corpus import DATA
from bench.drafts import calls
from guardrails.core.types import Segment
from guardrails.language import FALLBACK
from guardrails.language.rarity import RAREST, USUAL, WEIGHTS
from guardrails.language.words import content_stems
from pipelines.evaluate.dataset import read_meetings

OTHER_CORPORA = ("AMI", "ICSI")
"""Than that of the Ethereum calls, whose groups speak of one subject."""
STRETCH = 100
"""Content words."""
LEAST = 1 / 3000
DIGITS = 1


def talk(data: Path) -> Iterator[tuple[str, Sequence[Segment]]]:
    """Meetings with their group."""
    for meeting in read_meetings(data / "ami_icsi.dev.jsonl.gz"):
        yield OTHER_CORPORA[meeting.id.startswith("B")], meeting.segments
    for meeting in read_meetings(data / "eth_acd.dev.jsonl.gz"):
        yield "Ethereum", meeting.segments
    for call in calls(data):
        yield call.series, call.segments


def shares(data: Path) -> Mapping[str, float]:
    """By stem, over the groups but the one that says it most; of stems that two corpora have."""
    holding: defaultdict[str, Counter[str]] = defaultdict(Counter)
    stretches: Counter[str] = Counter()
    for group, segments in talk(data):
        stems = [stem for segment in segments for stem in content_stems(segment.text)]
        for start in range(0, len(stems), STRETCH):
            holding[group].update(set(stems[start : start + STRETCH]))
            stretches[group] += 1
    found = {}
    for stem in set().union(*holding.values()):
        corpora = {
            group if group in OTHER_CORPORA else "" for group, counts in holding.items() if counts[stem]
        }
        of = sorted(counts[stem] / stretches[group] for group, counts in holding.items())
        if len(corpora) > 1:
            found[stem] = math.fsum(of[:-1]) / (len(of) - 1)
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.train_rarity")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    rarest = -math.log(LEAST)
    values = {stem: -math.log(share + LEAST) for stem, share in shares(options.data).items() if share}
    noted = [
        values.get(stem, rarest)
        for call in calls(options.data)
        for claim in call.claims
        for stem in content_stems(claim.text)
    ]
    rows: defaultdict[str, list[str]] = defaultdict(list)
    for stem, value in sorted({**values, RAREST: rarest, USUAL: sum(noted) / len(noted)}.items()):
        rows[f"{value:.{DIGITS}f}"].append(stem)
    kept = {FALLBACK: {value: " ".join(stems) for value, stems in sorted(rows.items())}}
    written = json.dumps(kept, ensure_ascii=False, indent=0) + "\n"
    print(f"{len(values)} stems; the usual one {sum(noted) / len(noted):.1f}, the rarest {rarest:.1f}")
    if options.write:
        WEIGHTS.write_text(written, encoding="utf-8")
        return 0
    return 0 if WEIGHTS.exists() and WEIGHTS.read_text(encoding="utf-8") == written else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
