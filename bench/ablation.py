"""Leaves one part of the guardrails out, and counts what changes on real drafts and planted mistakes.

    python -m bench.ablation                 every part of PARTS
    python -m bench.ablation NAME ...        those whose names begin so
    python -m bench.ablation --real NAME ... without planting mistakes, which takes most of the time

Real drafts: the published notes of 79 calls, each put before its own call (right) and before a call of
another group (foreign), and what the rules draft of annotated meetings. What changes no real figure and
holds up no class of planted mistakes can go.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date

from bench.corpus import DATA
from bench.drafts import Call, Citing, calls, pairs
from bench.planted.run import scores_of
from guardrails.core.guardrail import Context
from guardrails.core.runner import Judged, Local, run_guardrails
from guardrails.core.types import Claim, Evidence
from pipelines.checker import note_guardrails
from pipelines.evaluate.dataset import read_meetings
from pipelines.rules import draft_by_rules


def _as_it_is(text: str) -> str:
    return text


PARTS: Mapping[str, tuple[str, object]] = {
    "arithmetic-readings": ("guardrails.arithmetic.computed:readings", ()),
    "arithmetic-fits": ("guardrails.arithmetic.computed:fits", False),
    "arithmetic-equations": ("guardrails.arithmetic.equations:equations_in", ()),
    "arithmetic-heard": ("guardrails.arithmetic.heard:is_heard", False),
    "arithmetic-otherwise": ("guardrails.arithmetic.heard:is_told_otherwise", False),
    "arithmetic-worked-out": ("guardrails.arithmetic.guard:is_worked_out", False),
    "arithmetic-committed": ("guardrails.arithmetic.equations:committed", None),
    "arithmetic-counted": ("guardrails.arithmetic.figures:is_counted", False),
    "combinatorial": ("guardrails.combinatorial.guard:_uncountable", ()),
    "consistency-opposite": ("guardrails.consistency.matter:are_opposite", False),
    "consistency-matter": ("guardrails.consistency.matter:is_same_matter", False),
    "consistency-owners": ("guardrails.consistency.matter:owners_differ", False),
    "consistency-values": ("guardrails.consistency.values:differ_in_one_value", None),
    "consistency-conflicts": ("guardrails.consistency.conflicts:conflicts", {}),
    "consistency-duplicate": ("guardrails.consistency.duplicate:_say_the_same", False),
    "constraint-blanks": ("guardrails.constraint.blanks:blank_in", None),
    "constraint-bare-owner": ("guardrails.constraint.owner:bare_owner", lambda owner, _: owner),
    "constraint-text": ("guardrails.constraint.wording:said_once", _as_it_is),
    "constraint-wording": ("guardrails.constraint.wording:plain_words", _as_it_is),
    "evidence-absent": ("guardrails.evidence.unheard:_absent", ()),
    "evidence-answers": ("guardrails.evidence.owner:_short_answers", ()),
    "evidence-called": ("guardrails.evidence.owner:_is_called", False),
    "evidence-promised": ("guardrails.evidence.owner:_is_promised_by_another", False),
    "evidence-subject": ("guardrails.evidence.owner:_subject", None),
    "evidence-takes-on": ("guardrails.evidence.owner:_takes_on", False),
    "evidence-dates": ("guardrails.evidence.unheard:_dates", ()),
    "evidence-due": ("guardrails.evidence.due:is_due_said", True),
    "evidence-ends": ("guardrails.evidence.unheard:_ends", ()),
    "evidence-moved": ("guardrails.evidence.support:cites_wrong_lines", False),
    "evidence-names": ("guardrails.evidence.names:unknown_names", ()),
    "evidence-owner": ("guardrails.evidence.owner:owner_fault", None),
    "evidence-system": ("guardrails.evidence.instruction:is_to_the_system", False),
    "evidence-unanswered": ("guardrails.evidence.owner:is_unanswered", False),
    "identity": ("guardrails.identity.guard:_without_frame", None),
    "qualifier-answers": ("guardrails.qualifier.answers:answer_to", "none"),
    "qualifier-afterthoughts": ("guardrails.qualifier.comparing:_afterthoughts", ()),
    "qualifier-asked": ("guardrails.qualifier.comparing:_asked", ()),
    "qualifier-planned": ("guardrails.qualifier.comparing:_is_planned", False),
    "qualifier-retraction": ("guardrails.qualifier.retraction:retraction_of", None),
    "qualifier-said": ("guardrails.qualifier.comparing:_said", ()),
    "qualifier-summary-lost": ("guardrails.qualifier.summary:_lost", None),
    "qualifier-summary-owner": ("guardrails.qualifier.summary:_other_owner", None),
    "qualifier-summary-stated": ("guardrails.qualifier.summary:_stated", None),
    "selfcorrection": ("guardrails.selfcorrection.guard:_candidates", []),
}
"""Name to MODULE:FUNCTION and what it answers instead, or a function that does."""


def real_drafts() -> Iterator[tuple[str, Context]]:
    for kind, call, other in pairs(calls(DATA), random.Random(1), others=1):
        yield kind, _context(call, other)
    for name in ("ami_icsi", "eth_acd"):
        for meeting in read_meetings(DATA / f"{name}.dev.jsonl.gz"):
            people = tuple(dict.fromkeys(s.speaker for s in meeting.segments if s.speaker))
            yield "drafted", Context(meeting.segments, draft_by_rules(meeting.segments).claims, people)


def _context(call: Call, other: Call) -> Context:
    """The claims about `call` put before `other`."""
    cite, own = Citing(other.segments), call is other
    claims = tuple(
        Claim(
            f"c{number}",
            "action" if noted.is_action else "decision",
            noted.text,
            Evidence(cite(noted.text, noted.at_s if own else None), ""),
            call.person(noted.owner) if own else None,
        )
        for number, noted in enumerate(call.claims)
    )
    return Context(other.segments, claims, other.speakers, date.fromisoformat(other.date))


def main(arguments: list[str]) -> None:
    wanted, plants = [each for each in arguments if each != "--real"], "--real" not in arguments
    guardrails, drafts = note_guardrails(), list(real_drafts())

    def measured() -> tuple[list[tuple[str, Judged]], dict[str, float], int]:
        take = Local(guardrails, None, lambda: 0.0)
        runs = [(kind, run_guardrails(guardrails, context, take).claims) for kind, context in drafts]
        every = [(kind, one) for kind, claims in runs for one in claims]
        if not plants:
            return every, {}, 0
        scores = scores_of(DATA)
        return every, {name: found.share for name, found in scores.faults.items()}, scores.changed

    before, caught, _ = measured()
    print("nothing left out:", dict(Counter(f"{kind} {one.outcome}" for kind, one in before)), flush=True)
    for name in (part for part in PARTS if part.startswith(tuple(wanted or [""]))):
        put_back = _leave_out(*PARTS[name])
        after, now, changed = measured()
        put_back()
        both = zip(before, after, strict=True)
        real = Counter(_direction(kind, one, other) for (kind, one), (_, other) in both if one != other)
        less = {each: f"{caught[each]:.2f} to {now[each]:.2f}" for each in now if now[each] != caught[each]}
        print(f"{name}: real {dict(real)}; caught {less}; {changed} right changed", flush=True)


def _direction(kind: str, before: Judged, after: Judged) -> str:
    was, now = before.outcome == "verified", after.outcome == "verified"
    return f"{kind} {'shown less' if was > now else 'shown more' if now > was else 'changed'}"


def _leave_out(path: str, answer: object) -> Callable[[], None]:
    """Let a function give `answer`, wherever it was imported, until what comes back is called."""
    module, name = path.split(":")
    function = getattr(importlib.import_module(module), name)
    places = [each for each in list(sys.modules.values()) if getattr(each, name, None) is function]
    for place in places:
        setattr(place, name, answer if callable(answer) else lambda *_, **__: answer)
    return lambda: [setattr(place, name, function) for place in places] and None


if __name__ == "__main__":
    main(sys.argv[1:])
