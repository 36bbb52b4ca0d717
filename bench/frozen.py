"""What the checks make of drafts about real meetings, kept so that a change can be seen.

    python -m bench.frozen            prints what differs from the kept picture
    python -m bench.frozen --keep     and keeps the new one

The picture lies in .frozen/, which git ignores: the data is never copied into the repository. For each
claim it says whether it is shown plainly, shown with flags or marks, or not confirmed, what was changed,
and why.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import Call, Citing, Linked, Noted, annotated, calls, in_the_room, note_takers, pairs
from guardrails.core.types import Claim, Evidence
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.note import ActionItem, Item, text_of
from pipelines.replay import replay
from pipelines.rules import draft_by_rules
from pipelines.transcript import Transcript
from tests.fakes.samples import MEETINGS, sample

PICTURE = Path(__file__).resolve().parents[1] / ".frozen" / "picture.json"
Row = dict[str, object]
Picture = dict[str, Row]
_SHOWN = 12
_FIGURE = re.compile(r"(?<![\w.-])\d{1,4}(?![\w.-])")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.frozen")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--all", action="store_true", help="print every difference")
    options = parser.parse_args(arguments)
    picture = dict(rows(options.data))
    print_counts(picture)
    if PICTURE.exists():
        earlier: Picture = json.loads(PICTURE.read_text(encoding="utf-8"))
        print_differences(earlier, picture, None if options.all else _SHOWN)
    if options.keep or not PICTURE.exists():
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(json.dumps(picture, indent=1), encoding="utf-8")
    return 0


def rows(data: Path) -> Iterator[tuple[str, Row]]:
    """Each claim by a key that holds its group, meeting and number."""
    checker = Checker(start=None, clock=lambda: 0.0)
    for group, call, claims in drafts(data):
        draft = Draft(claims, "", "", len(call.segments))
        transcript = Transcript(started_at=None, title=None, language="en", segments=call.segments)
        said_on = date.fromisoformat(call.date) if call.date else None
        note = replay(draft, transcript, said_on, checker)
        why = {
            entry.claim: f"{entry.guardrail}: {entry.reason}"
            for entry in note.tape
            if entry.verdict == "unverified"
        }
        after = {item.id: item for item in (*note.action_items, *note.decisions, *note.questions)}
        for claim in claims:
            yield f"{group} {call.id} {claim.id}", _row(claim, after[claim.id], why.get(claim.id, ""))
    for name in MEETINGS:
        note = sample(name).note
        for item in (*note.action_items, *note.decisions, *note.questions):
            yield f"sample {name} {item.id}", _row(None, item, "")


def drafts(data: Path) -> Iterator[tuple[str, Call, tuple[Claim, ...]]]:
    every = calls(data)
    cite = {call.id: Citing(call.segments) for call in every}
    for kind, call, heard in pairs(every, random.Random(7), 1):
        found = ((x, cite[heard.id](x.text, x.at_s if kind == "right" else None)) for x in call.claims)
        said = [(replace(x, owner=None), ids) for x, ids in found if ids]
        yield kind, replace(heard, id=f"{call.id} in {heard.id}"), _claims(said)
    for call in every:
        noted = [(x, cite[call.id](x.text, x.at_s)) for x in call.claims]
        yield from _about(call, [(replace(x, owner=call.person(x.owner)), ids) for x, ids in noted if ids])
    for call in note_takers(data):
        at = Citing(call.segments)
        yield "note-takers", call, _claims([(x, at(x.text)) for x in call.claims])
    for call, linked in annotated(corpora(data)):
        yield "annotated", call, _claims(linked)


def _about(call: Call, noted: Sequence[Linked]) -> Iterator[tuple[str, Call, tuple[Claim, ...]]]:
    """What was published about a call with its owners, with others, with other figures, as one microphone
    gives it, and what the rules draft."""
    bare = [(replace(x, owner=None), ids) for x, ids in noted]
    named = [(x, ids) for x, ids in noted if x.owner]
    yield "owners", call, _claims(named)
    yield "other-owners", call, _claims([(replace(x, owner=_another(x.owner, call)), i) for x, i in named])
    other = [(replace(x, text=_FIGURE.sub(lambda found: str(int(found[0]) + 3), x.text)), i) for x, i in bare]
    yield "other-figures", call, _claims([x for x, old in zip(other, bare, strict=True) if x != old])
    yield "room", in_the_room(call), _claims(bare)
    yield "drafted", call, draft_by_rules(call.segments).claims


def _another(owner: str | None, call: Call) -> str:
    """Who comes next in the alphabet."""
    people = call.speakers
    return people[(people.index(owner or "") + 1) % len(people)]


def _claims(noted: Sequence[tuple[Noted, tuple[str, ...]]]) -> tuple[Claim, ...]:
    return tuple(
        Claim(f"c{n}", "action" if x.is_action else "decision", x.text, Evidence(ids, ""), x.owner)
        for n, (x, ids) in enumerate(noted, 1)
    )


def _row(claim: Claim | None, item: Item, why: str) -> Row:
    marks = [f"{mark.words}: {mark.reason}" for mark in getattr(item, "marks", ())]
    outcome = "refused" if item.verdict != "verified" else "marked" if item.flags or marks else "plain"
    owner = item.owner if isinstance(item, ActionItem) else None
    row: Row = {"outcome": outcome, "text": text_of(item), "flags": list(item.flags), "marks": marks}
    if claim is not None and (owner != claim.owner or item.evidence != claim.evidence.segment_ids):
        row["changed"] = f"{owner} {' '.join(item.evidence)}"
    return row | {"why": why} if why else row


def print_counts(picture: Picture) -> None:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for key, row in picture.items():
        counts[key.split(" ", 1)[0]][str(row["outcome"])] += 1
    for group, found in counts.items():
        shares = (
            f"{outcome} {found[outcome] / found.total():.3f}" for outcome in ("plain", "marked", "refused")
        )
        print(f"{group:14} {found.total():5}  {'  '.join(shares)}")


def print_differences(earlier: Picture, picture: Picture, most: int | None) -> None:
    moved: Counter[tuple[str, str, str]] = Counter()
    for key, row in picture.items():
        before = str(earlier.get(key, {}).get("outcome", "absent"))
        moved[key.split(" ", 1)[0], before, str(row["outcome"])] += before != row["outcome"]
    for (group, before, after), number in sorted(moved.items()):
        if number:
            print(f"{group}: {number} {before} -> {after}")
    differing = [key for key, row in picture.items() if earlier.get(key) != row]
    print(f"{len(differing)} of {len(picture)} differ")
    for key in differing[:most]:
        print(f"- {key}\n    {earlier.get(key)}\n    {picture[key]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
