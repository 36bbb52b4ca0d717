"""What stands behind a clause and changes how it counts, each rule alone: an addition, an answer, a turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.guardrail import Scene
from guardrails.qualifiers.added import added
from guardrails.qualifiers.answered import MYSELF, is_answered
from guardrails.qualifiers.carrying import Carrier, carriers
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.finding import Finding, Kind
from guardrails.qualifiers.overtaken import is_overtaken, is_promised_behind
from guardrails.types import Claim, ClaimKind, Evidence, Segment


def scene_of(*turns: str) -> Scene:
    """Ann and Bob take turns."""
    return Scene(
        tuple(Segment(str(n), None, None, "Bob" if n % 2 else "Ann", turn) for n, turn in enumerate(turns)),
        people=("Ann", "Bob"),
    )


def claim_of(
    text: str, many: int, owner: str = "Ann", kind: ClaimKind = "action", due: str | None = None
) -> Claim:
    cited = Evidence(tuple(str(n) for n in range(many)), "")
    return Claim("c", kind, text, cited, owner if kind == "action" else None, due)


def first(claim: Claim, scene: Scene) -> Carrier:
    return carriers(claim, scene.segments[:1], ENGLISH)[-1]


def additions(*turns: str) -> list[tuple[str, str, str]]:
    scene, claim = scene_of("I'll buy the van.", *turns), claim_of("Buy the van", 1)
    found = added(claim, first(claim, scene), scene, ENGLISH)
    return [(one.kind, one.said.casefold(), one.segment_id) for one in found]


@pytest.mark.parametrize(
    ("turns", "found"),
    [
        (("Only if finance signs off.",), [("condition", "only if finance signs off", "1")]),
        (("Okay.", "Provided the bank agrees."), [("condition", "provided the bank agrees", "2")]),
        (("Yes, fine. Unless it rusts.",), [("condition", "unless it rusts", "1")]),
        (("If you need the menu, it's on the shelf.",), []),
        (("Only if finance signs off",), []),
        (("The weather is fine today, isn't it.", "Only if finance signs off."), []),
    ],
)
def test_a_whole_turn_that_only_limits_what_was_said_is_added(
    turns: tuple[str, ...], found: list[tuple[str, str, str]]
) -> None:
    assert additions(*turns) == found


@given(st.lists(st.text(max_size=50), max_size=3))
def test_whatever_is_added_was_said_in_the_turns_behind(turns: list[str]) -> None:
    for _, said, place in additions(*turns):
        assert said.split()[0] in turns[int(place) - 1].casefold()


def answered(claim: Claim, *turns: str) -> bool:
    scene = scene_of(*turns)
    return is_answered(claim, first(claim, scene), scene, ENGLISH)


@pytest.mark.parametrize(
    ("answer", "is_taken"),
    [
        ("Me, on Saturday.", True),
        ("I'll feed the fish.", True),
        ("Maybe me, I don't know.", False),
        ("Not me.", False),
        ("Good question.", False),
    ],
)
def test_who_does_it_is_answered_by_who_takes_it(answer: str, is_taken: bool) -> None:
    claim = claim_of("Feed the fish", 2, owner="Bob")
    assert answered(claim, "Who feeds the fish?", answer) is is_taken


def test_only_another_voice_that_the_claim_cites_and_that_owns_it_answers() -> None:
    asked, said = "Who feeds the fish?", "Me, on Saturday."
    assert not answered(claim_of("Feed the fish", 1, owner="Bob"), asked, said)
    assert not answered(claim_of("Feed the fish", 2, owner="Carl"), asked, said)
    assert not answered(claim_of("Feed the fish", 3, owner="Ann"), asked, "Hm.", said)


@pytest.mark.parametrize(
    ("text", "due", "turns"),
    [
        ("The pool opens at nine", None, ("What time do we open the pool?", "We open at nine.")),
        ("The pool opens at half nine", None, ("You mean the pool opens at half nine?", "Half nine, yes.")),
        ("The pool opens on Monday", "on Monday", ("When does the pool open?", "On Monday.")),
    ],
)
def test_a_value_a_yes_and_a_day_settle_what_was_asked(
    text: str, due: str | None, turns: tuple[str, str]
) -> None:
    claim = Claim("c", "decision", text, Evidence(("0", "1"), ""), due_phrase=due)
    assert answered(claim, *turns)
    assert not answered(claim, turns[0], "Let's see about that later.")
    assert not answered(claim, turns[0])


@pytest.mark.parametrize("said", ["me", "myself .", "oh , me", "i'll", "that's me", "i do , yes"])
def test_somebody_says_that_it_is_he(said: str) -> None:
    assert MYSELF.match(said)
    assert not MYSELF.match(f"ann , {said}")
    assert not MYSELF.match(f"{said} and the others go home".replace(" .", "").replace(" , yes", ""))


def test_the_day_of_work_settles_when_it_is_done() -> None:
    claim = claim_of("Send Ann the plans", 2, owner="Bob", due="on Monday")
    asked = "Bob, the plans, when do you send them?"
    assert answered(claim, asked, "On Monday, from me.")
    assert not answered(claim, asked, "On Friday, from me.")


def overtaken(kind: Kind, text: str, line: str, *behind: str, said: str = "", certain: bool = False) -> bool:
    scene = Scene((Segment("0", None, None, "Ann", " ".join((line, *behind))),))
    claim = claim_of(text, 1, kind="decision")
    carrying = carriers(claim, scene.segments, ENGLISH)
    finding = Finding(kind, said, certain=certain)
    return is_overtaken(finding, carrying[0], carrying[1:], claim, scene.segments, ENGLISH)


NOT_SO = "The pool isn't cleaned in the mornings."


def test_a_denial_is_overtaken_where_more_of_the_claim_is_said_again() -> None:
    text = "The pool is cleaned at night"
    assert overtaken("negation", text, NOT_SO, "The pool is cleaned at night instead.")
    assert not overtaken("negation", text, NOT_SO, "The pool is filled at night instead.")
    assert not overtaken("negation", text, NOT_SO)


def test_a_doubt_is_overtaken_where_a_no_follows_that_the_claim_has() -> None:
    doubt, no = "I was thinking to hire the tent.", "But we won't hire the tent."
    assert overtaken("hedge", "The tent is not hired", doubt, no)
    assert not overtaken("hedge", "The tent is hired", doubt, no)
    assert not overtaken("hedge", "The tent is not hired", doubt, "It is green.")


def test_a_condition_on_anybody_is_overtaken_where_it_is_summed_up() -> None:
    line, sum_ = "If you look at it a week in the hut costs 168.", "So a week in the hut costs 168."
    text = "A week in the hut costs 168"
    assert overtaken("condition", text, line, sum_, said="If you look at it")
    assert not overtaken("condition", text, line, sum_, said="If Ann agrees")
    assert not overtaken("condition", text, line, sum_, said="If you look at it", certain=True)


@pytest.mark.parametrize(
    ("reply", "promised"),
    [
        ("I'll clean the oven tonight.", True),
        ("I'm going to clean it.", True),
        ("I won't clean it.", False),
        ("I'll clean it?", False),
        ("I'll sell the oven.", False),
        ("I'll never clean the oven.", False),
    ],
)
def test_the_owner_may_promise_what_another_says_is_never_done(reply: str, promised: bool) -> None:
    scene, claim = scene_of("You never clean the oven.", reply), claim_of("Clean the oven", 2, owner="Bob")
    assert is_promised_behind(claim, first(claim, scene), scene, ENGLISH) is promised
    other = claim_of("Clean the oven", 2, owner="Ann")
    assert not is_promised_behind(other, first(other, scene), scene, ENGLISH)


@given(
    st.lists(st.text(max_size=50), min_size=1, max_size=4),
    st.sampled_from(["hedge", "negation", "condition"]),
)
def test_nothing_is_overtaken_or_answered_by_silence(turns: list[str], kind: Kind) -> None:
    """Only what stands behind a clause can turn it."""
    scene, claim = scene_of("Who cleans the oven?", *turns), claim_of("Clean the oven", 1)
    carrier = first(claim, scene)
    assert not is_answered(claim, carrier, scene, ENGLISH)
    assert not is_promised_behind(claim, carrier, scene, ENGLISH)
    finding = Finding(kind, "who", certain=False)
    assert not is_overtaken(finding, carrier, (), claim, scene.segments[:1], ENGLISH)
