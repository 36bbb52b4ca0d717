"""Second attempts inside an item, told by what was said and not by what stands between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.guardrail import Scene
from guardrails.selfcorrection import SelfCorrection
from guardrails.selfcorrection_restart import restart, spliced, without_comment
from guardrails.selfcorrection_words import BROKEN_OFF, INLINE, MARK, REMARK, STOPS
from guardrails.types import Claim, Evidence, Segment
from guardrails.words import content_stems
from tests.fakes.mending import mended as mended_by

SAID = "I'll drop the leaflets at the library on Friday."
RIGHT, WRONG = "Drop the leaflets at the library", "Drop the leaflets at the station"


def mended(text: str, said: str = SAID) -> str:
    return mended_by(SelfCorrection(), text, said)


@pytest.mark.parametrize(
    "between",
    [
        ". Hmm, Ann said library, not station. ",
        " - scratch that - ",
        " (no, the library). ",
        ". Re-reading s1: it is the library. ",
        ". Let me double-check. Yes, it's the library. ",
        ". Looking at the transcript again, she says the library. ",
        ". Actually, ",
        ", I mean ",
        ". My mistake, ",
        ". [Correction] ",
        " [wrong] ",
        " -> ",
        " // wrong, should be: ",
        "? No, ",
        ". That belongs to another item. ",
        ". Should be: ",
        ". Instead: ",
        ". Delete that. ",
        ". v2: ",
        " wait no ",
        ", no, ",
        " EDIT: ",
        ". Korrektur: ",
        ". Warte, das stimmt nicht. ",
        ". A purple sentence about nothing at all. ",
    ],
)
def test_the_attempt_that_was_said_is_left(between: str) -> None:
    assert mended(f"{WRONG}{between}{RIGHT}").rstrip(".") == RIGHT


@pytest.mark.parametrize(
    "text",
    [
        f"{RIGHT} (double-checked)",
        f"{RIGHT}. I'm confident this is correct.",
        f"{RIGHT}. This matches the transcript.",
        f"{RIGHT}. Wait, is that right? Yes.",
        f"Draft: {WRONG}. Final: {RIGHT}",
    ],
)
def test_talk_about_the_draft_goes(text: str) -> None:
    assert mended(text).rstrip(".") == RIGHT


@pytest.mark.parametrize(
    ("text", "said", "right"),
    [
        ("Pay Ann, I mean Bob", "I'll pay Bob.", "Pay Bob"),
        ("Meet on Monday - no, Tuesday", "We meet on Tuesday.", "Meet on Tuesday"),
        ("Move lunch to noon, correction, half past twelve", "Move lunch to half past twelve.",
         "Move lunch to half past twelve"),
        ("Pay Ann, I mean Zoe", "I'll pay Bob.", ""),
    ],
)  # fmt: skip
def test_a_word_that_is_taken_back_inside_a_sentence_is_replaced(text: str, said: str, right: str) -> None:
    assert mended(text, said) == right


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Call Bob about the fence and call Ann", "I'll call Bob and call Ann."),
        ("Call Bob about the fence. Call Ann", "I'll call Bob and I'll call Ann."),
        ("The lab will work on the lab plan", "We work on the lab plan."),
        ("Book two rooms, no more", "I'll book two rooms, at most."),
        ("Meet on Monday (no later than ten)", "We meet on Monday, ten at the latest."),
        ("Repair the roof - not the wall - first", "I'll repair the roof first, not the wall."),
        ("Ask for a quote, or rather two", "I'll ask for a quote, or rather two."),
        ("Edit: the new section of the handbook", "I'll edit: the new section of the handbook."),
        ("Stop the old server", "I'll stop the old server on Friday."),
    ],
)
def test_two_items_in_one_line_and_ordinary_words_are_left_alone(text: str, said: str) -> None:
    assert mended(text, said) == text


@pytest.mark.parametrize(
    ("summary", "outcomes"),
    [
        (("Ann drops them at the station.", "Wait, no.", "Ann drops them at the library."), "bad bad fine"),
        (("Ann drops them at the station.", "No, that's wrong: Ann drops them at the library."), "bad bad"),
        (("Ann drops them at the library.", "No date was set.", "Ann drops them."), "fine fine fine"),
        (("Ann drops them.", "Wait, no.", "Bob was ill."), "fine bad fine"),
    ],
)
def test_a_sentence_of_a_summary_that_the_next_one_denies_does_not_stand(
    summary: tuple[str, ...], outcomes: str
) -> None:
    claims = tuple(Claim(f"s{n}", "summary", text, Evidence((), "")) for n, text in enumerate(summary))
    scene = Scene((Segment("s1", 0.0, 4.0, "Ann", SAID),), claims, ("Ann",))
    guardrail = SelfCorrection()
    found = [
        guardrail.triggers(claim, scene) and guardrail.check(claim, scene).outcome == "unverified"
        for claim in claims
    ]
    assert found == [outcome == "bad" for outcome in outcomes.split()]


TALK = st.lists(
    st.sampled_from(
        "wait no sorry , . : ( ) actually let me check that is wrong pay Bob I mean correction".split()
    ),
    min_size=1,
    max_size=14,
).map(" ".join)


@given(TALK)
def test_whatever_was_said_so_is_content(text: str) -> None:
    assert mended(text, said=text) == text


@given(TALK, st.sampled_from([". Hmm. ", " // ", "? No: ", ". ", " - "]))
def test_what_comes_back_is_part_of_what_was_written(talk: str, between: str) -> None:
    """Nothing is invented; a splice takes words of both attempts."""
    text = f"{talk}{between}{RIGHT}"
    kept = mended(text)
    assert {*content_stems(kept)} <= {*content_stems(text)}
    assert mended(kept) in (kept, "") or len(mended(kept)) < len(kept)


@given(st.text(max_size=200), st.text(max_size=100))
def test_a_second_attempt_was_said_in_full(text: str, said: str) -> None:
    begin = restart(text, said)
    assert begin is None or {*content_stems(text[begin:])} <= {*content_stems(said)}
    assert text.endswith(without_comment(text)) or " ".join(text.split()).endswith(without_comment(text))
    joined = spliced(text, said, {*content_stems(SAID)})
    assert joined is None or {*content_stems(joined)} <= {*content_stems(SAID)}


@given(st.text(max_size=200))
def test_marks_lie_in_the_text_and_have_words_or_signs(text: str) -> None:
    for pattern in (MARK, BROKEN_OFF, INLINE):
        assert all(mark.group() for mark in pattern.finditer(text))
    assert (STOPS.match(text) is None) in (True, False)
    assert (REMARK.match(text) is None) in (True, False)
