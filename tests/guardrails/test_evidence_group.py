"""What one voice takes on alone is not the team's; of any other work a group may be the owner."""

from __future__ import annotations

import pytest

from guardrails.every import every_guardrail
from guardrails.guardrail import Scene
from guardrails.runner import Judged, Local, run_guardrails
from guardrails.types import Claim, Evidence, Segment

TASK = "Prepare the slides for the demo"
ALONE = ("Bob", "I'll prepare the slides for the demo.")
NEXT = ("Ann", "Good, then on to the budget.")


def shown(text: str, owner: str, *turns: tuple[str | None, str]) -> Judged:
    segments = tuple(Segment(str(n), None, None, who, said) for n, (who, said) in enumerate(turns))
    claim = Claim("c", "action", text, Evidence(("0",), ""), owner)
    guardrails = every_guardrail()
    scene = Scene(segments, (claim,), ("Ann", "Bob"))
    return run_guardrails(guardrails, scene, Local(guardrails, None, lambda: 0.0)).claims[0]


@pytest.mark.parametrize("owner", ["we", "the team", "Everyone", "the group", "all participants"])
def test_what_one_takes_on_alone_is_his(owner: str) -> None:
    judged = shown(TASK, owner, ALONE, NEXT)
    assert (judged.claim.owner, judged.claim.flags) == ("Bob", ("owner-corrected",))


@pytest.mark.parametrize(
    "turns",
    [
        (("Bob", "We'll prepare the slides for the demo."), NEXT),
        (("Bob", "Everybody helps, and I'll prepare the slides for the demo."), NEXT),
        (("Bob", "I'll prepare the slides for the demo, and you do too, Ann."), NEXT),
        (("Bob", "Ann and I will prepare the slides for the demo."), NEXT),
        (("Bob", "I'd say prepare the slides for the demo before Monday."), NEXT),
        (("Bob", "Somebody has to prepare the slides for the demo."), NEXT),
        (ALONE, ("Ann", "I'll join you there.")),
        (ALONE, ("Ann", "So will I.")),
        ((None, "I'll prepare the slides for the demo."), (None, "Good.")),
    ],
)
def test_where_others_may_be_meant_a_group_stays(turns: tuple[tuple[str | None, str], ...]) -> None:
    judged = shown(TASK, "the team", *turns)
    assert (judged.claim.owner, judged.outcome, judged.claim.flags) == ("the team", "verified", ())


def test_a_group_that_was_named_stays() -> None:
    asked = ("Bob", "I'll ask the developers to test it, so test the login page.")
    judged = shown("Test the login page", "the developers", asked, NEXT)
    assert (judged.claim.owner, judged.outcome) == ("the developers", "verified")


def test_a_text_that_gives_it_to_the_group_is_not_confirmed() -> None:
    judged = shown("The team will prepare the slides for the demo", "the team", ALONE, NEXT)
    assert (judged.claim.owner, judged.outcome) == ("the team", "unverified")
