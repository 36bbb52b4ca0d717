"""What is planted is a mistake, what is called right is right, and both are counted honestly."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from bench.planted.__main__ import main
from bench.planted.annotated import annotated
from bench.planted.case import Case, Shown, is_plain, is_repaired
from bench.planted.clean import clean
from bench.planted.edit import asked, denials, doubts
from bench.planted.figures import in_words
from bench.planted.meetings import Meeting, Noted
from bench.planted.run import FAULTS, planted
from bench.planted.scoring import score
from bench.planted.spoken import spoken
from bench.planted.supply import Supply, supply
from guardrails.core.types import Claim, Evidence, Segment

TALK = (
    ("Ann", "Good morning, the garden gate is broken again."),
    ("Bob", "Yes, the hinges are rusty after the winter."),
    ("Ann", "I'll paint the garden gate with green varnish."),
    ("Bob", "We won't sell the wooden bench in the yard."),
    ("Cem", "The shed roof costs 240 euros."),
    ("Bob", "And we need to water the young cherry trees."),
    ("Cem", "I will sharpen the blades of the lawn mower."),
    ("Ann", "Lovely weather outside."),
)


def meeting(name: str = "m") -> Meeting:
    """Sixty utterances, so that there is an elsewhere."""
    filler = [("Bob", f"Number {n} on the list of plants is already in the ground.") for n in range(52)]
    segments = tuple(
        Segment(str(n), None, None, speaker, text) for n, (speaker, text) in enumerate([*TALK, *filler])
    )
    noted = Noted("action", "Paint the garden gate green", frozenset({"2"}))
    return Meeting(name, segments, (noted,), held_on=date(2026, 11, 16))


def some_supply(seed: int = 3) -> Supply:
    return supply([meeting("m"), meeting("n")], seed)


@cache
def cases(seed: int = 3) -> tuple[Case, ...]:
    return tuple(planted(some_supply(seed), per_class=24))


def of_class(name: str) -> list[Case]:
    return [case for case in cases() if case.fault == name]


def test_every_class_and_every_way_is_planted() -> None:
    counted = Counter((case.fault, case.way) for case in cases())

    assert set(counted) == {(fault.name, way) for fault in FAULTS for way in fault.ways}
    assert set(Counter(case.fault for case in cases()).values()) == {24}


def test_the_same_seed_plants_the_same_and_another_seed_other_cases() -> None:
    assert cases(3) == tuple(planted(some_supply(3), per_class=24))
    assert cases(3) != cases(4)


def test_a_claim_firmer_than_what_was_said_is_about_speech_that_was_changed() -> None:
    for name in ("negation", "condition", "exception", "hedge", "question", "past", "retraction"):
        for case in of_class(name):
            base = case.base
            said = base.segments[base.place].text
            edited = said.removesuffix(base.sentence) not in ("", "Okay. ", "Right, so ", "Um, ")
            followed = any(segment.id == "v0" for segment in base.segments)
            other = case.way in ("dropped", "refused", "answered", "alternative")
            assert edited or followed or other, (name, case.way)


def test_the_original_of_a_repairable_case_counts_as_repaired_and_what_is_planted_does_not() -> None:
    for case in cases():
        if case.original is not None:
            assert is_repaired(Shown(case.original, "verified"), case.original), case.way
            assert not is_repaired(Shown(case.claims[-1], "verified"), case.original), (case.fault, case.way)
            assert not is_repaired(Shown(case.original, "unverified"), case.original)


def test_evidence_elsewhere_shares_no_segment_with_the_right_one() -> None:
    for case in of_class("evidence-elsewhere"):
        if case.original is not None:
            cited = case.claims[-1].evidence.segment_ids
            assert not set(cited) & set(case.original.evidence.segment_ids)


def test_a_summary_that_is_planted_firmer_stands_beside_its_right_item() -> None:
    for case in of_class("summary-qualifier"):
        item, sentence = case.claims
        assert (case.targets, sentence.kind) == ((sentence.id,), "summary")
        assert item.text not in sentence.text


def test_a_checker_that_lets_everything_through_catches_nothing() -> None:
    scores = score(cases(), lambda case: [Shown(claim, "verified") for claim in case.claims])

    assert scores.mean == 0
    assert not scores.holds
    assert {missed.what for missed in scores.missed} == {"not caught"}


def test_a_checker_that_doubts_everything_leaves_no_right_claim_plain() -> None:
    scores = score(
        [*clean(some_supply()), *cases()],
        lambda case: [Shown(claim, "unverified") for claim in case.claims],
    )

    assert (scores.mean, scores.changed) == (1, 0)
    assert not any(found.plain for found in scores.clean.values())


def test_a_right_claim_that_vanishes_or_gets_another_owner_is_changed() -> None:
    right = list(clean(some_supply()))
    claims = sum(len(case.claims) for case in right)
    gone = score(right, lambda case: [])
    given = score(right, lambda case: [Shown(replace(c, owner="Zoe"), "verified") for c in case.claims])

    assert gone.changed == given.changed == claims > 0


def test_one_of_two_claims_that_cannot_both_stand_is_enough() -> None:
    scores = score(
        of_class("contradiction"),
        lambda case: [Shown(case.claims[0], "verified"), Shown(case.claims[1], "unverified")],
    )

    assert scores.worst == 1


def test_a_flag_warns_the_reader() -> None:
    claim = Claim("c", "action", "Sign the lease", Evidence(("1",), ""))

    assert is_plain(Shown(claim, "verified"), claim)
    assert not is_plain(Shown(replace(claim, flags=("odd",)), "verified"), claim)


def test_a_condition_put_back_counts_wherever_it_stands() -> None:
    right = Claim("c", "action", "Sign the lease, if the board agrees", Evidence(("1",), ""), "Ann")
    moved = replace(right, text="If the board agrees, sign the lease", flags=("qualifier-restored",))

    assert is_repaired(Shown(moved, "verified"), right)
    assert not is_repaired(Shown(replace(right, text="Sign the lease"), "verified"), right)
    assert not is_repaired(Shown(replace(moved, owner="Bob"), "verified"), right)


def test_an_annotated_claim_is_right_only_where_its_words_were_said() -> None:
    said = meeting()
    unsaid = replace(said, noted=(Noted("action", "Hire an architect for the pavilion", frozenset({"2"})),))

    assert [base.claim.text for base in annotated(said)] == ["Paint the garden gate green"]
    assert not list(annotated(unsaid))


def test_commitments_are_found_with_their_qualifier_and_talk_is_not() -> None:
    talk = replace(meeting(), segments=meeting().segments[:8])
    found = [(kind, base.claim.text) for kind, base in spoken(talk)]

    assert found == [
        ("plain", "Paint the garden gate with green varnish"),
        ("qualified", "We won't sell the wooden bench in the yard"),
        ("figure", "The shed roof costs 240 euros"),
        ("plain", "We need to water the young cherry trees"),
        ("plain", "Sharpen the blades of the lawn mower"),
    ]


@pytest.mark.parametrize(
    ("said", "denied", "doubted", "question"),
    [
        ("I'll call him.", "I won't call him.", "I might call him.", "Should I call him?"),
        ("Okay, we'll go.", "Okay, we won't go.", "Okay, we might go.", "Should we go?"),
        ("Let's paint it.", "Let's not paint it.", "Maybe we could paint it.", "Should we paint it?"),
    ],
)
def test_speech_is_denied_doubted_and_asked(said: str, denied: str, doubted: str, question: str) -> None:
    assert denied in denials(said)
    assert doubted in doubts(said)
    assert asked(said) == question


def test_speech_without_a_force_is_left_alone() -> None:
    assert not denials("The sky is blue.")
    assert asked("The sky is blue.") is None


@pytest.mark.parametrize(
    ("number", "words"), [(7, "seven"), (20, "twenty"), (45, "forty-five"), (512, "five hundred and twelve")]
)
def test_numbers_are_said_in_words(number: int, words: str) -> None:
    assert in_words(number) == words


def test_in_the_sample_meeting_hardly_a_mistake_gets_through_and_nothing_right_is_changed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--json"])
    report = json.loads(capsys.readouterr().out)

    assert report["mean"] >= 0.95
    # Few words are rare in one short meeting: the bar of 0.80 is for all annotated ones (`bench.quality`).
    assert report["worst"] >= 0.70
    assert report["changed"] == 0


def test_a_folder_without_meetings_is_answered(tmp_path: Path) -> None:
    from pipelines.errors import BadInputError

    with pytest.raises(BadInputError, match="no annotated meetings"):
        main(["--data", str(tmp_path)])
