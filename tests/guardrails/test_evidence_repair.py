"""What a repair of evidence, owner and due phrase takes from the words, and what it leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from guardrails.evidence import EvidenceGuard
from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence, Segment


def scene(*turns: tuple[str, str]) -> Scene:
    segments = tuple(Segment(f"s{n}", None, None, who, text) for n, (who, text) in enumerate(turns, 1))
    return Scene(segments, (), tuple(dict.fromkeys(who for who, _ in turns)))


def after(claim: Claim, said: Scene) -> tuple[Claim, str]:
    """The claim as it is shown, and its verdict."""
    guard = EvidenceGuard()
    verdict = guard.check(claim, said)
    better = guard.repair(claim, said, verdict, None) if verdict.outcome == "unverified" else None
    if better is not None and guard.check(better, said).outcome == "verified":
        return better, "verified"
    return claim, verdict.outcome


def action(text: str, owner: str | None, cited: str, due: str | None = None) -> Claim:
    return Claim("a1", "action", text, Evidence(tuple(cited.split()), ""), owner, due)


CLINIC = scene(
    ("Lund", "Can you phone the patients from the cancelled clinic, Hattie?"),
    ("Hattie", "Yes, I'll phone them all this afternoon."),
    ("Lund", "The handover sheet is a bit crowded now."),
    ("Lund", "I'll dictate the letters."),
)


def test_evidence_is_moved_to_a_request_with_the_answer_that_has_the_due_phrase() -> None:
    claim, outcome = after(
        action("Phone the patients from the cancelled clinic", "Hattie", "s4", "this afternoon"), CLINIC
    )
    assert (claim.evidence.segment_ids, outcome) == (("s1", "s2"), "verified")


def test_a_word_in_common_does_not_keep_a_claim_from_the_words_that_say_it() -> None:
    said = scene(
        ("Leon", "The customer in Leeds seems happy with the new search."),
        ("Maya", "I'll update the handbook for the new search parameters."),
        ("Leon", "The old dashboard still gets more clicks."),
    )
    claim, _ = after(action("Update the handbook for the new search parameters", "Maya", "s1"), said)
    assert claim.evidence.segment_ids == ("s2",)


def test_what_is_mostly_said_nowhere_is_not_carried_by_a_word() -> None:
    said = scene(("Agnes", "The bank has a new form for signatories."), ("Toby", "I'll fill that in."))
    claim = Claim("d1", "decision", "Move the charity's account to another bank", Evidence(("s1",), ""))
    assert after(claim, said) == (claim, "unverified")


def test_whose_it_is_may_be_said_in_another_turn_than_what_it_is() -> None:
    said = scene(
        ("Philippa", "The disclosure schedule has to go out before noon."),
        ("Theo", "I'll send it as soon as I've read page six."),
    )
    claim, _ = after(action("Send the disclosure schedule", "Gregory", "s1 s2", "before noon"), said)
    assert (claim.owner, claim.flags) == ("Theo", ("owner-corrected",))


def test_a_name_that_nobody_bears_is_taken_off_where_the_words_give_it_to_nobody() -> None:
    said = scene(
        ("Dmitri", "The old contractor accounts need to be removed."), ("Faye", "About six of them.")
    )
    claim, outcome = after(action("Remove the old contractor accounts", "Patrick", "s1"), said)
    assert (claim.owner, claim.flags, outcome) == (None, ("owner-removed",), "verified")


def test_what_a_person_in_a_list_of_work_does_is_his() -> None:
    said = scene(
        ("Emre", "I'll rename the package, Lisa fixes the docs, and we release on the ninth."),
        ("Lisa", "Okay, docs are mine."),
    )
    lisas = action("Fix the docs", "Lisa", "s1 s2")
    assert after(lisas, said) == (lisas, "verified")
    assert after(replace(lisas, evidence=Evidence(("s1",), "")), said)[1] == "verified"


@pytest.mark.parametrize(
    ("said", "due", "right"),
    [
        ("I'll repaint the hoarding by the bus stop.", "before the end of March", None),
        ("I'll repaint the hoarding for the summer party by lunchtime.", "tonight", "by lunchtime"),
        ("I'll repaint the hoarding by the fourteenth that's all", "tonight", "by the fourteenth"),
        ("I'll repaint the hoarding over the winter.", "tonight", "over the winter"),
        ("The hoarding needs to be repainted, I'll repaint it after work.", "tonight", "after work"),
        ("So, the hoarding we repaint, I'll do that by Friday.", "on Sunday", "by Friday"),
    ],
)
def test_a_wrong_due_phrase_gives_way_to_the_one_that_was_said(
    said: str, due: str, right: str | None
) -> None:
    text = "Repaint the hoarding by the bus stop" if right is None else "Repaint the hoarding"
    claim, outcome = after(action(text, "Jimmy", "s1", due), scene(("Jimmy", said), ("Edith", "Right.")))
    assert (claim.due_phrase, outcome) == (right, "verified")


def test_the_day_of_something_else_nearby_is_none_of_the_claims() -> None:
    said = scene(("Ash", "I'll put the sale signs out tonight."), ("Mel", "I'll email the regulars."))
    claim, _ = after(action("Email the regulars", "Mel", "s2", "tonight"), said)
    assert (claim.due_phrase, claim.flags) == (None, ("due-corrected",))


@pytest.mark.parametrize(
    ("said", "task", "due"),
    [
        ("I'll put the flowers in the lobby by ten.", "Put the flowers in the lobby", "by ten"),
        ("I'll ring round the joiners in the morning.", "Ring round the joiners", "in the morning"),
        (
            "I'm away all of next week, so Ann does the safety talk on Wednesday.",
            "Do the safety talk",
            "on Wednesday",
        ),
    ],
)
def test_the_day_of_the_part_that_says_the_task_is_taken(said: str, task: str, due: str) -> None:
    talk = scene(("Ann", said), ("Bob", "Thanks."))
    claim, _ = after(action(task, "Ann", "s1", "by the 19th"), talk)
    assert claim.due_phrase == due


def test_two_ways_to_say_one_day_leave_one_day() -> None:
    talk = scene(("Ann", "I'll transfer the money, um, sometime before Friday, so, by Friday."))
    claim, outcome = after(action("Transfer the money", "Ann", "s1", "by the 19th"), talk)
    assert (claim.due_phrase, outcome) == ("by Friday", "verified")


def test_the_day_on_which_something_else_happens_is_not_taken_for_the_due_day() -> None:
    talk = scene(("Ann", "The soil man comes tomorrow, I'll send round his numbers."), ("Bob", "Good."))
    claim, outcome = after(action("Send round his numbers", "Ann", "s1", "tonight"), talk)
    assert (claim.due_phrase, outcome) == ("tonight", "unverified")


def test_a_day_that_is_agreed_to_by_its_name_was_said() -> None:
    talk = scene(("Ann", "Bob, could you mow the verge?"), ("Bob", "Friday okay?"), ("Ann", "Friday's fine."))
    mowing = action("Mow the verge", "Bob", "s1 s2 s3", "Friday")
    assert after(mowing, talk) == (mowing, "verified")
    assert after(replace(mowing, due_phrase="on Christmas Eve"), talk)[0].due_phrase == "Friday"


def test_who_is_called_me_and_you_is_found_under_his_name() -> None:
    talk = scene(
        ("Ms Abara", "Theo, would you prepare a chronology for me?"),
        ("Theo", "By the end of next week."),
        ("Holger", "I'll file the notice with the registry."),
    )
    claim, outcome = after(action("Prepare a chronology for Ms Abara", "Theo", "s3"), talk)
    assert (claim.evidence.segment_ids[0], outcome) == ("s1", "verified")
