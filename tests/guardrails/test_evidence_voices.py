"""Who does it by the grammar of a sentence, whose voice says it, and whether words were said, each alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.evidence_reported import NO_NAME, promised_by
from guardrails.evidence_said import is_said, spoken_line
from guardrails.evidence_subject import does_himself, given_to, is_name, is_of, joint_doers, says_i
from guardrails.evidence_voices import is_nobody, speaks, voices
from guardrails.guardrail import Scene
from guardrails.types import Segment

TASK = "Call the printer"
NAMES = st.sampled_from(["Dora", "Edgar", "Fintan", "Rhys", "Priya", "Mr Lund"])
REST = st.lists(st.sampled_from("about the copper lantern and a gravel orchard".split()), max_size=5).map(
    " ".join
)


@pytest.mark.parametrize(
    ("sentence", "doers"),
    [
        ("Bob and I will paint it.", ("Bob",)),
        ("Me and Dora can paint it.", ("Dora",)),
        ("So and I will paint it.", ()),
        ("Bob will paint it and I watch.", ()),
    ],
)
def test_who_does_it_beside_the_speaker_is_named(sentence: str, doers: tuple[str, ...]) -> None:
    assert joint_doers(sentence) == doers


@pytest.mark.parametrize(
    ("sentence", "who"),
    [
        ("I'd like Bob to call the printer.", "Bob"),
        ("Bob will call the printer.", "Bob"),
        ("So Bob will call the printer.", "Bob"),
        ("Our lawyers will call the printer.", "Our lawyers"),
        ("Bob said he'd call the printer.", "Bob"),
        ("Alex and Priya will call the printer.", "Alex and Priya"),
        ("Bob will call the printer?", None),
        ("If Bob will call the printer, fine.", None),
        ("We pay if Bob will call the printer.", None),
        ("And Bob will call the printer.", "Bob"),
        ("Bob will love the printer.", None),
        ("The team will call the printer.", None),
        ("I will call the printer.", None),
        ("We will call the printer.", None),
    ],
)
def test_the_work_is_whose_verb_it_is(sentence: str, who: str | None) -> None:
    assert given_to(TASK, sentence) == who


def test_beside_a_promise_of_the_speaker_only_a_clause_of_its_own_gives_work_away() -> None:
    assert given_to(TASK, "Bob will call the printer, I'll pay.", plainly=True) == "Bob"
    assert given_to(TASK, "I'd like Bob to call the printer.", plainly=True) is None


@given(NAMES, REST)
def test_whoever_is_told_to_do_it_has_it_whatever_is_said_besides(name: str, rest: str) -> None:
    assert given_to(TASK, f"{name} will call the printer {rest}.") == name
    assert given_to(TASK, f"{name} will call the printer {rest}?") is None
    assert given_to(TASK, f"{name} likes the printer {rest}.") is None


@given(st.text(max_size=80), st.text(max_size=20))
def test_who_is_given_work_was_named(sentence: str, task: str) -> None:
    for found in (given_to(task, sentence), promised_by(task, sentence), *joint_doers(sentence)):
        assert found is None or (found.split()[0] in sentence and found.casefold() not in NO_NAME)
    assert not (does_himself(task, sentence) and not task.split())


@pytest.mark.parametrize(
    ("sentence", "present", "future"),
    [
        ("I'll call the printer.", False, True),
        ("I'm going to probably call the printer.", False, True),
        ("Okay, I call the printer.", True, False),
        ("You pay and I call the printer.", True, False),
        ("Do I call the printer?", False, False),
        ("I'll pay the printer.", False, False),
        ("Bob will call the printer.", False, False),
    ],
)
def test_the_speaker_says_that_he_does_the_very_work(sentence: str, present: bool, future: bool) -> None:
    assert says_i(TASK, sentence) is present
    assert does_himself(TASK, sentence) is future


@pytest.mark.parametrize(
    ("owner", "who", "same"),
    [
        ("Bob", "Bob", True),
        ("Bob Mills", "our Bob", True),
        ("lawyers", "our lawyers", True),
        ("Bob", "Speaker 2", True),
        ("Bob", "Dora", False),
        ("Bob", "our lawyers", False),
    ],
)
def test_an_owner_can_be_the_one_that_words_call(owner: str, who: str, same: bool) -> None:
    assert is_of(owner, who) is same


def test_a_name_can_be_put_down_and_our_lawyers_cannot() -> None:
    assert [who for who in ("Bob", "Ann Lee", "our lawyers", "The Board", "bob", "") if is_name(who)] == [
        "Bob",
        "Ann Lee",
    ]


@given(NAMES, NAMES, REST)
def test_a_reported_promise_is_his_whose_it_is_and_not_the_speakers(one: str, other: str, rest: str) -> None:
    assert promised_by(TASK, f"{one} said he'd call the printer {rest}.") == one
    assert promised_by(TASK, f"{one} said he'd sell the printer {rest}.") is None
    assert promised_by(TASK, f"{one} said {other} is nice, {rest}.") is None
    assert promised_by("", f"{one} said he'd call the printer {rest}.") is None


def scene(*turns: tuple[str | None, str], people: tuple[str, ...] = ()) -> Scene:
    return Scene(
        tuple(Segment(str(n), None, None, who, said) for n, (who, said) in enumerate(turns)), people=people
    )


def test_the_voices_of_a_meeting_are_told_once_in_the_order_of_speech() -> None:
    assert voices(scene(("Bob", "a"), ("Ann", "b"), (None, "c"), ("Bob", "d"))) == ("Bob", "Ann")


def test_a_voice_is_known_by_its_label_or_by_the_role_it_took() -> None:
    labelled = scene(("Bob Mills", "Hello."), ("Ann", "Hi."))
    assert [speaks("Bob", one, labelled) for one in labelled.segments] == [True, False]
    unnamed = scene(("Speaker 1", "I'm the designer."), ("Speaker 2", "I'll ask the designer."))
    assert [speaks("designer", one, unnamed) for one in unnamed.segments] == [True, False]
    assert not any(speaks("caretaker", one, unnamed) for one in unnamed.segments)
    assert not any(speaks("Speaker 3", one, unnamed) for one in unnamed.segments)


def test_nobody_is_who_is_neither_there_nor_named() -> None:
    room = scene(("Ann", "Ask Rhys."), people=("Dora",))
    names = ("Ann", "Rhys", "Dora", "Zoe", "the team", "Speaker 2")
    assert [name for name in names if is_nobody(name, room)] == ["Zoe"]


@given(st.lists(st.tuples(st.none() | st.text(max_size=10) | NAMES, st.text(max_size=30)), max_size=4), NAMES)
def test_whoever_has_a_voice_is_somebody(turns: list[tuple[str | None, str]], name: str) -> None:
    room = scene(*turns, (name, "Hello."))
    assert speaks(name, room.segments[-1], room)
    assert not is_nobody(name, room)
    assert set(voices(room)) <= {who for who, _ in turns} | {name}


WORDS = st.lists(st.sampled_from("the copper lantern stands by gravel orchard".split()), max_size=9)


@given(WORDS, WORDS, WORDS)
def test_words_that_stand_in_a_row_were_said(before: list[str], said: list[str], behind: list[str]) -> None:
    line, wanted = spoken_line(" ".join(before + said + behind)), spoken_line(" ".join(said))
    assert is_said(wanted, line) is bool(wanted) or f" {wanted} " not in f" {line} "
    assert is_said(line, line) is bool(line)
    assert not is_said("velvet", line)


@pytest.mark.parametrize(
    ("wanted", "said", "found"),
    [
        ("By Monday!", "So, um, by Monday then.", True),
        ("by Monday", "by Sunday then", False),
        ("we will send the two contracts over", "And we will send the two contract over.", True),
        ("send contracts", "contracts we send", False),
        ("on the 13th", "on the 18th then", False),
        ("", "anything", False),
    ],
)
def test_marks_and_pauses_are_no_words_and_a_slip_counts_only_in_a_short_phrase(
    wanted: str, said: str, found: bool
) -> None:
    assert is_said(spoken_line(wanted), spoken_line(said)) is found


@given(st.text(max_size=60))
def test_a_spoken_line_is_its_own_and_the_same_in_capitals(text: str) -> None:
    line = spoken_line(text)
    assert spoken_line(line) == line
    if text.isascii():
        assert spoken_line(text.upper()) == line
