"""What a claim is about, where it was said and whose it is, each alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.every import every_guardrail
from guardrails.evidence_matter import added_part, is_carried, wanted_of
from guardrails.evidence_owner import only_owner, other_subject, stray_owner, voices
from guardrails.evidence_passage import passage_of
from guardrails.guardrail import Scene
from guardrails.runner import Local, run_guardrails
from guardrails.support import MeetingWords
from guardrails.types import Claim, Evidence, Segment

LINES = (
    ("Ann", "I'll send the signed lease to the notary on Friday."),
    ("Bob", "The heating is off in the kitchen. Who looks at the boiler? I can do that."),
    (None, "Somebody has to print the brochure for the fair."),
)
SEGMENTS = tuple(Segment(str(n), None, None, who, text) for n, (who, text) in enumerate(LINES))
SCENE = Scene(SEGMENTS, people=("Ann", "Bob", "Cem"))
WORDS = MeetingWords(SEGMENTS)


def claim(text: str, owner: str | None = None, *ids: str) -> Claim:
    return Claim("c", "action", text, Evidence(ids or ("0",), ""), owner)


@pytest.mark.parametrize(
    ("text", "place", "carried"),
    [
        ("Send the signed lease to the notary", 0, True),
        ("Ann will send the signed lease", 0, True),
        ("Print the brochure for the fair", 0, False),
        ("Print the brochure for the fair", 2, True),
    ],
)
def test_a_claim_is_carried_by_the_words_that_say_it(text: str, place: int, carried: bool) -> None:
    assert is_carried(claim(text), WORDS, [place]) == carried


def test_a_part_that_was_added_is_named() -> None:
    added = added_part(claim("Send the signed lease, and book a hotel room in Lisbon"), WORDS, [0])
    assert added is not None
    assert "hotel" in added
    assert added_part(claim("Send the signed lease to the notary"), WORDS, [0]) is None


def test_of_a_speech_the_sentence_that_carries_the_claim_is_found() -> None:
    passage = passage_of(claim("Look at the boiler", None, "0", "1"), SCENE, WORDS)
    assert passage is not None
    assert (passage.place, passage.sentence) == (1, "Who looks at the boiler?")
    assert passage_of(claim("Look at the boiler", None, "9"), SCENE, WORDS) is None


def test_a_promise_is_its_speakers() -> None:
    wrong = claim("Send the signed lease to the notary", "Cem")
    passage = passage_of(wrong, SCENE, WORDS)
    assert passage is not None
    assert stray_owner(wrong, passage, SCENE) == "Cem"
    assert only_owner(wrong, passage, SCENE) == "Ann"
    assert other_subject(claim("Bob to send the lease", "Ann"), SCENE) == "Bob"
    assert voices(SCENE) == ("Ann", "Bob")


@given(st.text(max_size=80), st.none() | st.text(max_size=20), st.sampled_from("0129"))
def test_any_claim_has_a_matter_a_passage_and_an_owner_or_none(
    text: str, owner: str | None, place: str
) -> None:
    any_claim = claim(text, owner, place)
    assert 0 <= wanted_of(any_claim, WORDS).share(()) <= 1
    passage = passage_of(any_claim, SCENE, WORDS)
    assert (passage is None) == (place == "9")
    if passage is not None:
        assert passage.sentence in passage.segment.text
        assert only_owner(any_claim, passage, SCENE) in (None, *SCENE.people)
        stray = stray_owner(any_claim, passage, SCENE)
        assert stray is None or stray in (owner or "")
        assert is_carried(any_claim, WORDS, [int(place)]) in (True, False)


def test_what_others_will_do_is_not_the_speakers_own() -> None:
    segments = (Segment("1", None, None, "Anna", "Mike and Dora will do the stocktaking on Sunday."),)
    claim = Claim("a1", "action", "Do the stocktaking", Evidence(("1",), ""), owner="Mike")
    guardrails = every_guardrail()
    scene = Scene(segments, (claim,), ("Anna", "Mike", "Dora"))
    checked = run_guardrails(guardrails, scene, Local(guardrails, None, lambda: 0.0))
    assert checked.claims[0].claim.owner == "Mike"
