from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from guardrails.language.words import spoken_line
from pipelines.errors import OutputError
from pipelines.evaluate.selfcheck.turns import in_turns
from pipelines.llm.chunks import chunks_of
from pipelines.llm.model import Message
from pipelines.llm.prompt import (
    MOST_WORD_CHARACTERS,
    Known,
    chunk_messages,
    draft_question,
    prompt_text,
    prompts_hash,
    rewrite_messages,
    summary_messages,
    system_text,
)
from pipelines.llm.repetition import PERIOD, WINDOW, is_looping
from pipelines.llm.schema import read_chunk_draft

LANGUAGES = ("en", "de", "fr")
EXAMPLES = {
    code: re.findall(r"^(?:Example|Beispiel|Exemple) ?:\n(.*?\})$", system_text(code), re.M | re.S)
    for code in LANGUAGES
}


@pytest.mark.parametrize("example", [each for examples in EXAMPLES.values() for each in examples])
def test_the_examples_are_answers_that_would_be_accepted(example: str) -> None:
    *lines, answer = example.strip().splitlines()
    said = {
        int(number): words
        for number, words in (re.fullmatch(r"(\d+):? (.*)", line).groups() for line in lines)
    }
    draft = read_chunk_draft(answer, said)
    for item in (*draft.actions, *draft.decisions, *draft.questions):
        words = spoken_line(" ".join(said[number] for number in item.lines))
        assert spoken_line(item.quote) in words
    for action in draft.actions:
        words = spoken_line(" ".join(said[number] for number in action.lines))
        assert action.when is None or spoken_line(action.when) in words


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_examples_show_an_unnamed_voice_and_a_request_that_was_refused(code: str) -> None:
    drafts = [read_chunk_draft(example.splitlines()[-1], range(99)) for example in EXAMPLES[code]]
    assert [[action.owner for action in draft.actions] for draft in drafts] == [["Puck"], [None], []]


def said(text: str) -> tuple[Segment, ...]:
    return tuple(Segment(f"s{n}", 9.0 * n, 9.0 * n + 8, None, text) for n in range(9))


def test_the_language_is_named_first_and_last_and_the_examples_are_in_it() -> None:
    german = said("Wir haben heute nicht so viel zu besprechen, aber das mit dem Umzug ist noch offen.")
    (chunk,) = chunks_of(german)
    system, user = chunk_messages(chunk, Known(), draft_question(chunk))
    assert system.content.startswith("You keep the minutes of a meeting in German.")
    assert "polierst du den Kobolden" in system.content
    assert user.content.endswith("\nWrite in German.")
    _, user = summary_messages(["Der Umzug ist offen."], Known(), ("Be brief.",), language="de")
    assert user.content.endswith("\nBe brief.\nWrite in German.")
    _, user = rewrite_messages("Write each again.", Known(), "de")
    assert user.content.endswith("\nWrite each again.\nWrite in German.")


def test_a_language_without_examples_of_its_own_has_the_english_ones() -> None:
    dutch = said("Wij hebben dit niet met de anderen besproken, maar het is wel van belang voor ons.")
    (chunk,) = chunks_of(dutch)
    system, user = chunk_messages(chunk, Known(), draft_question(chunk))
    assert "Could you polish the goblins" in system.content
    assert user.content.endswith("\nWrite in Dutch.")


def test_the_language_of_a_chunk_does_not_depend_on_what_is_said_later() -> None:
    german = said("Wir haben heute nicht so viel zu besprechen, aber das mit dem Umzug ist noch offen. " * 6)
    english = said("And then they told us that we would have to be there with all of them. " * 6)
    alone = [chunk.language for chunk in chunks_of(german) if chunk.is_complete]
    both = [chunk.language for chunk in chunks_of((*german, *english))]
    assert both[: len(alone)] == alone
    assert {"de", "en"} == set(both)


def prompted(known: Known, words: str = "We ship it.") -> str:
    (chunk,) = chunks_of((Segment("s1", 0.0, 4.0, "Ann", words),))
    return chunk_messages(chunk, known, "Write.")[-1].content


def test_people_and_words_of_the_house_stand_before_the_transcript() -> None:
    before, after = prompted(Known(("Ann Lee",), ("Kestrel", "ACME  X"))).split("Transcript:\n")
    assert before == "People: Ann Lee\nWords of the house, perhaps misheard below: Kestrel, ACME X\n"
    assert after == prompted(Known()).split("Transcript:\n")[1]


def test_a_chunk_is_read_without_the_words_of_the_house_where_there_are_none() -> None:
    assert prompted(Known(words=(" ", ""))) == prompted(Known())


@given(st.lists(st.text(min_size=1, max_size=400), max_size=200))
def test_the_words_of_the_house_take_little_room_and_none_is_cut(words: list[str]) -> None:
    line, *rest = prompted(Known(words=words)).splitlines()
    if line != "Transcript:":
        assert rest[0] == "Transcript:"
        assert len(line.removeprefix("Words of the house, perhaps misheard below: ")) <= MOST_WORD_CHARACTERS
        told = {" ".join(word.split()) for word in words}
        assert any(line.endswith(word) for word in told)


def test_the_prompts_have_a_version_that_changes_with_any_of_them(tmp_path: Path) -> None:
    for name in ("minutes.txt", "draft.txt"):
        (tmp_path / name).write_text(prompt_text(name.removesuffix(".txt")), "utf-8")
    before = prompts_hash(tmp_path)
    assert re.fullmatch("[0-9a-f]{12}", before)
    prompts_hash.cache_clear()
    assert prompts_hash(tmp_path) == before
    (tmp_path / "draft.txt").write_text("Write the minutes", "utf-8")
    prompts_hash.cache_clear()
    assert prompts_hash(tmp_path) != before


def test_an_answer_of_another_form_is_refused() -> None:
    with pytest.raises(OutputError, match="form asked for"):
        read_chunk_draft("{}", [1])


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=PERIOD), st.lists(st.integers(10, 99), max_size=WINDOW)
)
def test_a_stretch_written_again_and_again_is_a_loop(stretch: list[int], before: list[int]) -> None:
    again = stretch * (WINDOW // len(stretch) + 1)
    assert is_looping(before + again)


def test_items_alike_in_form_are_no_loop() -> None:
    items = "".join(f'{{"e":[{n}],"q":"word {n * 7919 % 1000} and {n * 104729 % 1000}"}},' for n in range(9))
    tokens = [ord(letter) for letter in items]
    assert not any(is_looping(tokens[:end]) for end in range(len(tokens)))


@pytest.mark.parametrize("code", LANGUAGES)
def test_examples_become_turns_that_hold_all_of_them(code: str) -> None:
    system, asked = Message("system", system_text(code)), Message("user", "Transcript:")
    rules, *examples, last = in_turns([system, asked])
    assert last == asked
    assert [turn.role for turn in examples] == ["user", "assistant"] * 3
    assert all("actions" in json.loads(turn.content) for turn in examples[1::2])
    assert "{" not in rules.content
    shown = "\n".join(turn.content for turn in (rules, *examples)).splitlines()
    heading = prompt_text(f"minutes.{code}").splitlines()[0]
    assert all(line in shown for line in system.content.splitlines() if line and line != heading)
    assert in_turns([asked, last]) == [asked, last]
