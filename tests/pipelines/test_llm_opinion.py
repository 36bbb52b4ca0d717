"""The rules engine's second opinion on what a model drafted."""

from __future__ import annotations

from typing import Any

import pytest

from guardrails.core.types import Segment
from pipelines.errors import OutputError
from pipelines.llm.drafter import ModelDrafter
from pipelines.tape import AGREED, CONFIRMED, opinions
from tests.fakes.language_model import Answer, Call, ScriptedModel

MEETING = (
    Segment("x1", 0.0, 4.0, "Ann", "The lease is ready, I think."),
    Segment("x2", 5.0, 9.0, "Bob", "I'll send the lease to the lawyers by Friday."),
    Segment("x3", 10.0, 14.0, "Ann", "Good. It is a long one."),
)
NOTHING: dict[str, Any] = {"a": [], "d": [], "u": [], "s": "The lease."}
LEASE = {
    "e": [2],
    "q": "I'll send the lease",
    "t": "Send the lease to the lawyers",
    "o": "Bob",
    "w": "by Friday",
}


def model(found: dict[str, Any], opinion: Answer) -> ScriptedModel:
    def script(call: Call) -> Answer:
        if call.is_summary:
            return {"s": "The lease.", "n": "Lease"}
        return opinion if "Did somebody take this on" in call.text else found

    return ScriptedModel(script)


def test_what_only_the_rules_saw_enters_when_the_model_confirms_it() -> None:
    scripted = model(NOTHING, '"yes"')
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
    (claim,) = ModelDrafter(model(NOTHING, '"yes"')).draft(said, []).claims
    assert (claim.owner, claim.due_phrase, claim.evidence.segment_ids) == ("Jonas", "bis Freitag", ("x5",))
    assert CONFIRMED in claim.flags


@pytest.mark.parametrize(
    "opinion", ['"no"', OutputError("loop"), "yes and no"], ids=["no", "loop", "no JSON"]
)
def test_what_the_model_does_not_confirm_stays_out(opinion: Answer) -> None:
    assert ModelDrafter(model(NOTHING, opinion)).draft(MEETING, []).claims == ()


def test_what_both_saw_is_surer_told_on_the_tape_and_not_asked() -> None:
    alone = {"e": [3], "q": "It is a long one", "t": "Read the long one", "o": "Ann", "w": None}
    scripted = model(NOTHING | {"a": [LEASE, alone]}, '"yes"')
    draft = ModelDrafter(scripted).draft(MEETING, [])
    both, one = draft.claims
    assert AGREED in both.flags
    assert AGREED not in one.flags
    assert both.confidence > one.confidence
    assert not any("Did somebody take this on" in call.text for call in scripted.calls)
    (entry,) = opinions(draft.claims)
    assert (entry.claim, entry.guardrail) == (both.id, "second opinion")
