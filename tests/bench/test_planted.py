"""The harness itself: what it plants is a mistake, what it calls right is right, and it counts honestly."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from bench.planted.__main__ import guardrails
from bench.planted.annotated import annotated
from bench.planted.case import Case, Shown, is_repaired, without_punctuation
from bench.planted.clean import clean
from bench.planted.done import participle, past
from bench.planted.edit import asked, denials, doubts
from bench.planted.every import FAULTS, planted
from bench.planted.figures import in_words
from bench.planted.scoring import score
from bench.planted.spoken import commitments, figure_statements
from bench.planted.supply import Supply, supply
from guardrails.types import Claim, Evidence, Segment
from pipelines.evaluate.dataset import GoldAction, GoldMeeting

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


def meeting(name: str = "m") -> GoldMeeting:
    """Sixty utterances, so that there is an elsewhere."""
    filler = [("Bob", f"Number {n} on the list of plants is already in the ground.") for n in range(52)]
    segments = tuple(
        Segment(str(n), None, None, speaker, text) for n, (speaker, text) in enumerate([*TALK, *filler])
    )
    gold = GoldAction("Paint the garden gate green", frozenset({"2"}))
    return GoldMeeting(name, "TOY", segments, (gold,), True, held_on=date(2026, 11, 16))


def some_supply(seed: int = 3) -> Supply:
    return supply([meeting("m"), meeting("n")], [], seed)


@cache
def cases(seed: int = 3) -> tuple[Case, ...]:
    return tuple(planted(some_supply(seed), per_class=24))


def test_every_class_is_planted_in_every_draw() -> None:
    counted = Counter(case.fault for case in cases())

    assert set(counted) == {fault.name for fault in FAULTS}
    assert min(counted.values()) >= 20


def test_the_same_seed_plants_the_same_and_another_seed_other_cases() -> None:
    assert cases(3) == tuple(planted(some_supply(3), per_class=24))
    assert cases(3) != cases(4)


def test_a_planted_claim_differs_from_what_is_right_or_its_meeting_does() -> None:
    plain = {segments for base in some_supply().annotated for segments in [base.segments]}
    for case in cases():
        if case.original is not None:
            last = case.claims[-1]
            assert last != case.original or case.segments not in plain, case.way


def test_the_original_of_a_repairable_case_counts_as_repaired() -> None:
    for case in cases():
        if case.original is not None:
            assert is_repaired(Shown(case.original, "verified"), case.original), case.way
            assert not is_repaired(Shown(case.original, "unverified"), case.original)


def test_evidence_elsewhere_shares_no_segment_with_the_right_one() -> None:
    for case in cases():
        if case.fault == "evidence-elsewhere" and case.original is not None:
            cited = case.claims[-1].evidence.segment_ids
            assert not set(cited) & set(case.original.evidence.segment_ids)


def test_a_checker_that_lets_everything_through_catches_nothing() -> None:
    drawn = cases()
    scores = score(drawn, lambda case: [Shown(claim, "verified") for claim in case.claims])

    assert sum(found.caught for found in scores.faults.values()) == 0
    assert {missed.what for missed in scores.missed} == {"not caught"}
    assert set(scores.shortfalls) >= {fault.name for fault in FAULTS}


def test_a_checker_that_doubts_everything_fails_by_the_right_claims() -> None:
    drawn = [*clean(some_supply()), *cases()]
    scores = score(drawn, lambda case: [Shown(claim, "unverified") for claim in case.claims])

    assert all(found.caught == found.planted for found in scores.faults.values())
    assert scores.all_clean.plain == 0
    assert scores.all_clean.changed == 0
    assert "clean" in scores.shortfalls


def test_a_flag_on_a_right_claim_is_no_change_but_not_plain_either() -> None:
    scores = score(
        clean(some_supply()),
        lambda case: [Shown(replace(claim, flags=("odd",)), "verified") for claim in case.claims],
    )

    assert scores.all_clean.changed == 0
    assert scores.all_clean.plain == 0


def test_a_right_claim_that_vanishes_or_gets_another_owner_is_changed() -> None:
    gone = score(clean(some_supply()), lambda case: [])
    given = score(
        clean(some_supply()),
        lambda case: [Shown(replace(claim, owner="Zoe"), "verified") for claim in case.claims],
    )

    assert gone.all_clean.changed == gone.all_clean.claims > 0
    assert given.all_clean.changed == given.all_clean.claims


def test_one_of_two_claims_that_cannot_both_stand_is_enough() -> None:
    pair = [case for case in cases() if case.fault == "contradiction"]
    scores = score(
        pair,
        lambda case: [Shown(case.claims[0], "verified"), Shown(case.claims[1], "unverified")],
    )

    assert scores.faults["contradiction"].caught == len(pair)


def test_a_condition_put_back_counts_wherever_it_stands() -> None:
    right = Claim("c", "action", "Sign the lease, if the board agrees", Evidence(("1",), ""), "Ann")
    moved = replace(right, text="If the board agrees, sign the lease", flags=("qualifier-restored",))

    assert is_repaired(Shown(moved, "verified"), right)
    assert not is_repaired(Shown(replace(right, text="Sign the lease"), "verified"), right)
    assert not is_repaired(Shown(replace(moved, owner="Bob"), "verified"), right)


def test_an_annotated_claim_is_right_only_where_its_words_were_said() -> None:
    said = meeting()
    unsaid = replace(said, actions=(GoldAction("Hire an architect for the pavilion", frozenset({"2"})),))

    assert [base.claim.text for base in annotated(said)] == ["Paint the garden gate green"]
    assert not list(annotated(unsaid))


def test_commitments_are_found_with_their_qualifier_and_talk_is_not() -> None:
    found = {c.claim.text: c.qualified for c in commitments(meeting().segments)}

    assert found == {
        "Paint the garden gate with green varnish": False,
        "We won't sell the wooden bench in the yard": True,
        "We need to water the young cherry trees": False,
        "Sharpen the blades of the lawn mower": False,
    }
    assert [f.claim.text for f in figure_statements(meeting().segments[:8])] == [
        "The shed roof costs 240 euros"
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


@pytest.mark.parametrize(
    ("verb", "told", "done"),
    [
        ("send", "sent", "sent"),
        ("write", "wrote", "written"),
        ("put", "put", "put"),
        ("show", "showed", "shown"),
        ("get", "got", "gotten"),
        ("move", "moved", "moved"),
        ("copy", "copied", "copied"),
        ("plan", "planned", "planned"),
        ("repair", "repaired", "repaired"),
        ("clean", "cleaned", "cleaned"),
    ],
)
def test_a_deed_is_told_in_the_past(verb: str, told: str, done: str) -> None:
    assert (past(verb), participle(verb)) == (told, done)


def test_a_summary_that_is_planted_firmer_stands_beside_its_right_item() -> None:
    for case in cases():
        if case.fault == "summary-qualifier":
            item, sentence = case.claims
            assert (case.targets, sentence.kind) == ((sentence.id,), "summary")
            assert item.text not in sentence.text


def test_a_recogniser_without_punctuation_keeps_the_words() -> None:
    said = Segment("1", 0.0, 1.0, "Ann", "Well, I'll pay 3.50 at 10:30. Okay?")
    case = Case("clean", "", "m", (said,), (), ())

    assert without_punctuation(case).segments[0].text == "well i'll pay 3.50 at 10:30 okay"


def test_speech_without_a_force_is_left_alone() -> None:
    assert not denials("The sky is blue.")
    assert asked("The sky is blue.") is None


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (7, "seven"),
        (20, "twenty"),
        (45, "forty-five"),
        (300, "three hundred"),
        (512, "five hundred and twelve"),
    ],
)
def test_numbers_are_said_in_words(number: int, words: str) -> None:
    assert in_words(number) == words


DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


@pytest.mark.skipif(not DATA.exists(), reason="the evaluation data is not beside the project")
def test_the_annotated_meetings_hold_enough_right_claims() -> None:
    from pipelines.evaluate.dataset import read_meetings

    files = (DATA / "ami_icsi.dev.jsonl.gz", DATA / "eth_acd.dev.jsonl.gz")
    right = supply([m for file in files for m in read_meetings(file)], [], 1)

    assert sum(len(case.claims) for case in clean(right)) >= 200
    with gzip.open(files[0], "rt", encoding="utf-8") as lines:
        assert "utterances" in json.loads(next(lines))


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        guardrails([*arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_in_the_sample_meeting_hardly_a_mistake_gets_through_and_nothing_right_is_changed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # The sample meeting alone: too few right claims for the bar, whatever the guardrails do.
    assert run("--json") == 1
    report = json.loads(capsys.readouterr().out)

    assert report["planted"] >= 300
    for name, found in report["faults"].items():
        assert found["planted"] >= 20, name
        assert found["caught"] >= 0.95 * found["planted"], name
        assert found["repaired"] >= 0.9 * found["repairable"], name
    assert report["clean"]["all"]["changed"] == 0
    assert report["clean"]["all"]["plain"] >= 0.9 * report["clean"]["all"]["claims"]


def test_a_class_that_does_not_exist_is_answered_with_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--show", "lies") == 2
    assert "negation" in capsys.readouterr().err


def test_a_folder_without_meetings_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--data", str(tmp_path)) == 2
    assert "no annotated meetings" in capsys.readouterr().err
