"""A question that is answered, a doubt that is settled and a no that is turned leave a right claim alone."""

from __future__ import annotations

import pytest

from guardrails.guardrail import Scene
from guardrails.qualifier import Qualifier
from guardrails.types import Claim, ClaimKind, Evidence, Segment

GUARD = Qualifier()


def is_left_alone(kind: ClaimKind, text: str, turns: tuple[str, ...], due: str | None = None) -> bool:
    """All `turns` are cited but those behind "|"; Ann and Bob take turns, work is Bob's."""
    cited = turns.index("|") if "|" in turns else len(turns)
    said = [turn for turn in turns if turn != "|"]
    segments = tuple(
        Segment(str(n), 5.0 * n, 5.0 * n + 4, "Bob" if n % 2 else "Ann", turn) for n, turn in enumerate(said)
    )
    ids = tuple(str(n) for n in range(cited))
    claim = Claim(
        "c", kind, text, Evidence(ids, ""), owner="Bob" if kind == "action" else None, due_phrase=due
    )
    return not GUARD.triggers(claim, Scene(segments, (claim,), ("Ann", "Bob")))


@pytest.mark.parametrize(
    ("text", "turns", "due"),
    [
        ("Water the tomatoes", ("Bob, who's watering the tomatoes?", "Me, on Sunday."), "on Sunday"),
        ("Oil the hinge of the gate", ("And the hinge of the gate?", "I'll oil it on Monday."), "on Monday"),
        ("Send Ann the plans", ("Bob, the plans, when can I have them?", "On Monday, from me."), "on Monday"),
        ("Fetch the ladder", ("Bob, you couldn't fetch the ladder, could you?", "Sure I can."), None),
    ],
)
def test_work_that_an_answer_takes_on_is_no_question(
    text: str, turns: tuple[str, ...], due: str | None
) -> None:
    assert is_left_alone("action", text, turns, due)


@pytest.mark.parametrize(
    ("text", "turns", "due"),
    [
        ("Water the tomatoes", ("Bob, who's watering the tomatoes?", "Let me think about that."), None),
        ("Oil the hinge of the gate", ("And the hinge of the gate?", "I'll see what it costs."), None),
        ("Send Ann the plans", ("Bob, the plans, when do we send them?", "Maybe on Monday."), "on Monday"),
        ("Fetch the ladder", ("Bob, you couldn't fetch the ladder, could you?", "No, sorry."), None),
    ],
)
def test_work_that_no_answer_takes_on_is_still_a_question(
    text: str, turns: tuple[str, ...], due: str | None
) -> None:
    assert not is_left_alone("action", text, turns, due)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        (
            "The pool opens at half nine",
            ("The pool opens at nine.", "You mean half nine?", "Half nine, yes."),
        ),
        ("The concert is on the 9th", ("Isn't the concert on the 9th?", "Wait. Yes, sorry, the 9th.")),
        ("The pool opens at nine", ("What time do we open the pool?", "We open at nine.")),
        (
            "The van is not rented",
            ("I was thinking to rent the van. It's too dear, so we don't rent the van.",),
        ),
        ("There is no clown", ("I'm thinking about a clown for the fair.", "No clown, please.")),
        (
            "The floors are mopped in the evening",
            ("The floors aren't mopped at noon any more. They're mopped in the evening.",),
        ),
        (
            "A month in the studio costs 300",
            ("The studio is 15 a day, and if you book a month you pay twenty days.", "So a month's 300."),
        ),
        (
            "The seniors may keep their lockers",
            ("Everybody clears out by June, apart from the seniors, who may keep their lockers.",),
        ),
        (
            "Bikes and scooters are not allowed in the yard",
            ("Bikes aren't allowed in the yard, nor scooters.",),
        ),
        ("The gate closes at ten", ("If it's all the same to you, the gate closes at ten.",)),
        (
            "The rose bed stays",
            ("I'd planned to dig up the rose bed. Ann says it stays, so I've dropped that.",),
        ),
        (
            "The gate closes at ten",
            (
                "The gate closes at ten.",
                "|",
                "Fine.",
                "I painted the fence yesterday, so that's off the list.",
            ),
        ),
        (
            "The gate closes at ten",
            (
                "The gate closes at ten.",
                "|",
                "I was on the verge of buying a tent, so no, that's not happening.",
            ),
        ),
    ],
)
def test_a_decision_that_was_settled_behind_its_qualifier_stands(text: str, turns: tuple[str, ...]) -> None:
    assert is_left_alone("decision", text, turns)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("The pool opens at half nine", ("You mean the pool opens at half nine?", "I'll have to look.")),
        ("The concert is on the 9th", ("Isn't the concert on the 9th?", "No, the 10th.")),
        ("The van is rented", ("I was thinking to rent the van. It's too dear, so we don't rent the van.",)),
        ("The floors are mopped in summer", ("The floors are not mopped. They're mopped in summer.",)),
        (
            "The floors are mopped at noon in summer",
            ("The floors aren't mopped at noon any more. They're mopped in the evening in summer.",),
        ),
        (
            "Everybody clears out by June",
            ("Everybody clears out by June, apart from the seniors, who stay.",),
        ),
        (
            "The rose bed is dug up",
            ("I'd planned to dig up the rose bed. It's too late, so I've dropped that.",),
        ),
        ("We buy a tent", ("We buy a tent.", "|", "I painted the fence, but the tent is off the list.")),
    ],
)
def test_a_decision_that_was_not_settled_does_not_stand(text: str, turns: tuple[str, ...]) -> None:
    assert not is_left_alone("decision", text, turns)


@pytest.mark.parametrize(
    ("kind", "text", "turns", "due"),
    [
        # What was planned is dropped, as the claim says.
        (
            "decision",
            "The shed is not painted",
            ("I wanted to paint the shed. It rains, so never mind.",),
            None,
        ),
        (
            "decision",
            "The shed is not painted",
            ("I'd planned on painting the shed. We're not doing that anymore.",),
            None,
        ),
        (
            "decision",
            "The picnic is off",
            ("I was gonna cater the picnic, but it rains, so it's off.",),
            None,
        ),
        (
            "decision",
            "Ann keeps the old van",
            ("I was meant to be selling the old van. I'm keeping it instead.",),
            None,
        ),
        # Somebody else's plan, told by its colour.
        (
            "action",
            "Print the menu",
            (
                "We need menus.",
                "I'll print the menu.",
                "|",
                "I wanted to swap our sofa for the blue one. Mum shot it down, so I won't.",
            ),
            None,
        ),
        # Who corrects himself denies nothing.
        (
            "decision",
            "Kim has the late shift on the 3rd",
            ("I have the late shift on the 3rd, no hang on, the 4th, and Kim has the 3rd.",),
            None,
        ),
        # Other work is denied, on the same day.
        (
            "decision",
            "The ferry goes round by the island from Monday",
            ("The ferry doesn't stop at the old pier from Monday.", "It goes round by the island."),
            None,
        ),
        # A reproach, and the promise it brings.
        (
            "action",
            "Water the ferns",
            ("You never water the ferns.", "Fine, I'll water them tonight."),
            "tonight",
        ),
        # Nobody minds, nobody objects: a manner of proposing.
        (
            "action",
            "Order new lamps",
            ("The lamps are old.", "If nobody minds, I'm ordering new lamps."),
            None,
        ),
        ("decision", "The boat is named Gull", ("Unless anybody objects, the boat is named Gull.",), None),
        # Taken on in few words.
        ("action", "Cover the market stall", ("Could someone cover the market stall?", "I've got it."), None),
        (
            "action",
            "Phone the museum",
            ("Bob, you were gonna phone the museum?", "Yep, still am, they open at ten."),
            None,
        ),
    ],
)
def test_what_was_said_as_the_claim_has_it_is_left_alone(
    kind: ClaimKind, text: str, turns: tuple[str, ...], due: str | None
) -> None:
    assert is_left_alone(kind, text, turns, due)


@pytest.mark.parametrize(
    ("kind", "text", "turns"),
    [
        (
            "action",
            "Sell the old van",
            ("Well.", "I was meant to be selling the old van. I'm keeping it instead."),
        ),
        ("action", "Bake the rolls", ("Well.", "I was gonna bake the rolls. The oven broke, so I'm not.")),
        (
            "action",
            "Bake the rolls",
            ("Well.", "I'd said I'd bake the rolls. Too dear, so I've given up on that."),
        ),
        (
            "decision",
            "We meet on Monday in the hall",
            ("We don't meet on Monday.", "We meet on Tuesday in the hall."),
        ),
        ("action", "Water the ferns", ("Nobody waters the ferns.", "I won't water them, they're plastic.")),
        ("action", "Order new lamps", ("Well.", "If the board agrees, I'm ordering new lamps.")),
    ],
)
def test_what_was_dropped_or_denied_is_not(kind: ClaimKind, text: str, turns: tuple[str, ...]) -> None:
    assert not is_left_alone(kind, text, turns)
