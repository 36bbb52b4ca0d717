"""What merging does to drafts about real meetings, action by action, to be read.

    python -m bench.merging                    what it did, with the lines that it cites
    python -m bench.merging --lines            with the words of these lines, too

Three kinds of drafts: what the rules find ("rules"), the published or annotated notes ("notes"), and every
promise and request as an item ("promises"), which is far more than any draft holds and so gives merging
most to do.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.corpus import DATA
from bench.corpus import meetings as corpora
from bench.drafts import Call, Citing, Noted, annotated, calls, note_takers
from guardrails.core.types import Claim, Evidence, Segment, TapeEntry
from pipelines.draft import Draft
from pipelines.importers import import_transcript
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from pipelines.sentences import meeting_sentences

LANGUAGE = "en"
_FEWEST = 2
"""Content words of a promise or request that is told as an item."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.merging")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--lines", action="store_true", help="print the cited lines, too")
    options = parser.parse_args(arguments)
    done: Counter[str] = Counter()
    items: Counter[str] = Counter()
    for kind, call, claims in drafts(options.data):
        items[kind] += len(claims)
        settled = settle(Draft(claims, "", "", 0), call.segments, language=LANGUAGE)
        after = {claim.id: claim for claim in settled.draft.claims}
        before = {claim.id: claim for claim in claims}
        for entry in settled.tape:
            done[f"{kind}: {_what(entry)}"] += 1
            print(
                f"{kind} {call.id} {entry.before[:100]} -> {entry.after[:100] or '-'} | {entry.reason[:200]}"
            )
            _print_lines(after.get(entry.claim, before[entry.claim]), call, whole=options.lines)
    for name, number in sorted(done.items()):
        print(f"{number:5} {name} (of {items[name.split(':')[0]]} items)")
    return 0


def drafts(data: Path) -> Iterator[tuple[str, Call, tuple[Claim, ...]]]:
    for call, noted in meetings(data):
        yield "rules", call, draft_by_rules(call.segments, language=LANGUAGE).claims
        yield "notes", call, noted
        yield "promises", call, promises(call.segments)


def meetings(data: Path) -> Iterator[tuple[Call, tuple[Claim, ...]]]:
    """Each meeting with the claims of its notes."""
    for call in calls(data):
        cite = Citing(call.segments)
        yield call, _claims([(one, cite(one.text, one.at_s)) for one in call.claims], call)
    for call in note_takers(data):
        cite = Citing(call.segments)
        yield call, _claims([(one, cite(one.text)) for one in call.claims], call)
    for call, linked in annotated(corpora(data)):
        yield call, _claims(linked, call)
    for path in sorted((data / "zoom_vtt").glob("*.vtt")):
        yield Call(path.stem, "", import_transcript(path).segments, ()), ()


def promises(segments: Sequence[Segment]) -> tuple[Claim, ...]:
    """The first promise or request of each sentence; "I" is who speaks."""
    found: list[Claim] = []
    for sentence in meeting_sentences(segments, LANGUAGE):
        for clause in sentence.reading.clauses:
            promises = clause.act == "promise" and clause.past is None and not clause.asks
            if (promises or clause.act == "request") and len(clause.topic) >= _FEWEST and not clause.denied:
                owner = sentence.speaker if promises and clause.tokens[0].text == "i" else None
                ids = tuple(segments[place].id for place in sentence.segments)
                due = clause.days[0] if clause.days else None
                said = Evidence(ids, clause.said_whole)
                found.append(Claim(f"c{len(found)}", "action", clause.said_whole, said, owner, due))
                break
    return tuple(found)


def _claims(noted: Sequence[tuple[Noted, tuple[str, ...]]], call: Call) -> tuple[Claim, ...]:
    return tuple(
        Claim(f"n{n}", "action" if x.is_action else "decision", x.text, Evidence(ids, ""), person)
        for n, (x, ids) in enumerate(noted)
        for person in (call.person(x.owner),)
        if ids
    )


def _what(entry: TapeEntry) -> str:
    return entry.reason.partition(":")[0]


def _print_lines(claim: Claim, call: Call, *, whole: bool) -> None:
    if not whole:
        print(f"    lines {' '.join(claim.evidence.segment_ids)}")
        return
    for segment in call.segments:
        if segment.id in claim.evidence.segment_ids:
            print(f"    {segment.id} {segment.speaker}: {segment.text}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
