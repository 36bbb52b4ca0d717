"""The rules engine's second opinion on what a model drafted."""

from __future__ import annotations

from typing import Any

import pytest

from guardrails.core.types import Segment
from pipelines.errors import OutputError
from pipelines.llm.drafter import BY_RULES, ModelDrafter
from pipelines.tape import AGREED, CONFIRMED, opinions
from tests.fakes.language_model import Answer, Call, ScriptedModel

MEETING = (
    Segment("x1", 0.0, 4.0, "Ann", "The lease is ready, I think."),
    Segment("x2", 5.0, 9.0, "Bob", "I'll send the lease to the lawyers by Friday."),
    Segment("x3", 10.0, 14.0, "Ann", "Good. It is a long one."),
)
NOTHING: dict[str, Any] = {"actions": [], "decisions": [], "questions": [], "summary": "The lease."}
LEASE = {
    "lines": [2],
    "quote": "I'll send the lease",
    "task": "Send the lease to the lawyers",
    "owner": "Bob",
    "when": "by Friday",
}


def model(found: dict[str, Any], opinion: Answer) -> ScriptedModel:
    def script(call: Call) -> Answer:
        if call.is_summary:
            return {"summary": "The lease.", "title": "Lease"}
        return opinion if "Was this accepted" in call.text else found

    return ScriptedModel(script)


def test_what_only_the_rules_saw_enters_when_the_model_confirms_it() -> None:
    scripted = model(NOTHING, '"accepted"')
    (claim,) = ModelDrafter(scripted).draft(MEETING, []).claims
    assert (claim.kind, claim.owner, claim.due_phrase, claim.evidence.segment_ids) == (
        "action",
        "Bob",
        "by Friday",
        ("x2",),
    )
    assert CONFIRMED in claim.flags
    draft_call, question = scripted.calls[:2]
    assert draft_call.messages[1].content.split("End of the transcript.")[0] in question.messages[1].content


def test_the_rules_of_the_meetings_own_language_are_asked() -> None:
    lines = (
        ("Anna", "Guten Morgen zusammen. Wir haben eine halbe Stunde für den Umzug ins neue Büro."),
        ("Anna", "Jonas, wie weit sind wir mit dem Mietvertrag?"),
        (
            "Jonas",
            "Sehr gut, der Vermieter hat den Vertrag gestern geschickt, und die Miete ist nicht zu hoch.",
        ),
        ("Anna", "Das ist ja großartig, da freue ich mich, und ich glaube, dass alle es auch so sehen."),
        ("Jonas", "Ich schicke den unterschriebenen Vertrag bis Freitag an die Rechtsabteilung."),
    )
    said = tuple(Segment(f"x{n}", 5.0 * n, 5.0 * n + 4, who, text) for n, (who, text) in enumerate(lines, 1))
    (claim,) = ModelDrafter(model(NOTHING, '"accepted"')).draft(said, []).claims
    assert (claim.owner, claim.due_phrase, claim.evidence.segment_ids) == ("Jonas", "bis Freitag", ("x5",))
    assert CONFIRMED in claim.flags


@pytest.mark.parametrize(
    "opinion", ['"refused"', OutputError("loop"), "yes and no"], ids=["no", "loop", "no JSON"]
)
def test_what_the_model_does_not_confirm_stays_out(opinion: Answer) -> None:
    claims = ModelDrafter(model(NOTHING, opinion)).draft(MEETING, []).claims
    assert [claim for claim in claims if BY_RULES not in claim.flags] == []


def test_what_both_saw_is_surer_told_on_the_tape_and_not_asked() -> None:
    alone = {
        "lines": [3],
        "quote": "It is a long one",
        "task": "Read the long one",
        "owner": "Ann",
        "when": None,
    }
    scripted = model(NOTHING | {"actions": [LEASE, alone]}, '"accepted"')
    draft = ModelDrafter(scripted).draft(MEETING, [])
    both, one = draft.claims
    assert AGREED in both.flags
    assert AGREED not in one.flags
    assert both.confidence > one.confidence
    assert not any("Was this accepted" in call.text for call in scripted.calls)
    (entry,) = opinions(draft.claims)
    assert (entry.claim, entry.guardrail) == (both.id, "second opinion")


def test_no_more_than_the_three_likeliest_of_a_chunk_are_asked_about() -> None:
    tasks = ("send the lease", "call the caterer", "book the van", "order the chairs", "sign the contract")
    said = tuple(
        Segment(f"x{n}", 5.0 * n, 5.0 * n + 4, "Ann", f"I will {task} by Friday.")
        for n, task in enumerate(tasks)
    )
    scripted = model(NOTHING, '"accepted"')
    draft = ModelDrafter(scripted).draft(said, [])
    assert sum("Was this accepted" in call.text for call in scripted.calls) == len(draft.claims) == 3


def test_what_is_too_unlikely_for_a_possible_item_is_not_asked_about() -> None:
    said = (
        Segment("x1", 0.0, 4.0, "Ann", "On the first slide you can see the old hall."),
        Segment("x2", 5.0, 9.0, "Ann", "You have to have an adult with you."),
    )
    scripted = model(NOTHING, '"accepted"')
    ModelDrafter(scripted).draft(said, [])
    assert not any("Was this accepted" in call.text for call in scripted.calls)
