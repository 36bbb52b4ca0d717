from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.types import Segment
from pipelines.llm.chunks import Chunk, chunks_of
from pipelines.llm.lines import OpenLines


def said(*texts: str, speaker: str | None = "Ann", by: Sequence[str] = ()) -> list[Segment]:
    speakers = by or [speaker] * len(texts)
    return [
        Segment(f"id{n}", None, None, who, text)
        for n, (who, text) in enumerate(zip(speakers, texts, strict=True))
    ]


def timed(*spoken: tuple[float, float, str | None, str]) -> list[Segment]:
    return [Segment(f"id{n}", start, end, who, text) for n, (start, end, who, text) in enumerate(spoken)]


meetings = st.lists(
    st.builds(
        lambda text, speaker: (text, speaker),
        st.text(max_size=120),
        st.one_of(st.none(), st.text(min_size=1, max_size=12)),
    ),
    max_size=30,
).map(lambda said: [Segment(f"id{n}", None, None, who, text) for n, (text, who) in enumerate(said)])


@given(meetings, st.integers(1, 400))
def test_every_segment_is_in_exactly_one_chunk_in_order(segments: list[Segment], characters: int) -> None:
    chunks = list(chunks_of(segments, characters=characters))
    assert [segment for chunk in chunks for segment in chunk.segments] == segments
    assert all(chunk.lines for chunk in chunks)


@given(meetings, st.integers(1, 400))
def test_a_chunk_is_over_the_limit_only_when_it_is_one_segment(
    segments: list[Segment], characters: int
) -> None:
    for chunk in chunks_of(segments, characters=characters):
        size = len("\n".join(map(str, chunk.lines)))
        assert size <= characters or len(chunk.segments) == 1


def test_a_chunk_is_full_by_what_a_model_reads_of_it_also_where_listeners_murmur() -> None:
    talk = said(*("I pay the bill.", "Yeah.") * 200, by=("Ann", "Bob") * 200)
    *complete, _ = chunks_of(talk, characters=600)
    assert complete
    for chunk in complete:
        size = len("\n".join(map(str, chunk.lines)))
        assert 0.85 * 600 <= size <= 600


def test_a_line_is_number_speaker_and_words() -> None:
    (chunk,) = chunks_of([*said("Good morning."), *said("Hi.", speaker=None)])
    assert [str(line) for line in chunk.lines] == ["1 Ann: Good morning.", "2: Hi."]


@given(st.text(), st.text(min_size=1))
def test_nothing_said_can_pass_for_another_line(text: str, speaker: str) -> None:
    (chunk,) = chunks_of(said(text, speaker=speaker))
    assert len(str(chunk.lines[0]).splitlines()) == 1


def test_what_one_voice_says_in_a_row_is_one_line() -> None:
    (chunk,) = chunks_of(said("I went there.", "It was closed.", "Why?", by=("Ann", "Ann", "Bob")))
    assert [str(line) for line in chunk.lines] == ["1 Ann: I went there. It was closed.", "2 Bob: Why?"]


def test_voices_without_a_name_are_not_taken_for_one() -> None:
    (chunk,) = chunks_of(said("I went there.", "It was closed.", speaker=None))
    assert [str(line) for line in chunk.lines] == ["1: I went there.", "2: It was closed."]


def test_a_long_speech_is_several_lines() -> None:
    (chunk,) = chunks_of(said(*["It went on like that for a long time."] * 30))
    assert len(chunk.lines) > 1
    assert all(len(line.words) < 520 for line in chunk.lines)


def test_murmurs_do_not_break_a_turn_and_are_told_once() -> None:
    spoken = said(
        "I went there,", "Mm-hmm.", "and it", "Mm-hmm.", "was closed.", "Okay.", by=("Ann", "Bob") * 3
    )
    (chunk,) = chunks_of(spoken)
    assert [str(line) for line in chunk.lines] == [
        "1 Ann: I went there, and it was closed. (Bob: mm-hmm; Bob: okay)"
    ]
    assert list(chunk.segments) == spoken


@pytest.mark.parametrize("heard", ["Uh-huh.", "Öhm, genau.", "Euh, oui.", "Yeah, okay."])
def test_a_listener_murmurs_in_any_language(heard: str) -> None:
    (chunk,) = chunks_of(said("I went there,", heard, "and it was closed.", by=("Ann", "Bob", "Ann")))
    assert [str(line).partition(" (")[0] for line in chunk.lines] == [
        "1 Ann: I went there, and it was closed."
    ]


def test_the_same_word_after_a_question_is_an_answer() -> None:
    (chunk,) = chunks_of(said("Will you pay, Bob?", "Yeah.", "Good.", by=("Ann", "Bob", "Ann")))
    assert [str(line) for line in chunk.lines] == [
        "1 Ann: Will you pay, Bob?",
        "2 Bob: Yeah.",
        "3 Ann: Good.",
    ]


def test_a_chunk_is_cut_where_people_paused() -> None:
    talk = [
        (float(n), n + 1.0, "Ann" if n % 2 else "Bob", f"This is sentence number {n}.") for n in range(40)
    ]
    talk = [(s + 4 * (s >= 18), e + 4 * (s >= 18), who, text) for s, e, who, text in talk]
    first, *_ = chunks_of(timed(*talk), characters=700)
    assert first.segments[-1].text == "This is sentence number 17."


def test_a_chunk_is_not_cut_between_question_and_answer() -> None:
    texts = [f"Who pays bill number {n}?" if n % 2 else f"I pay bill number {n}." for n in range(60)]
    *complete, _ = chunks_of(said(*texts, by=("Ann", "Bob") * 30), characters=600)
    assert all(chunk.segments[-1].text.endswith(".") for chunk in complete)


@given(meetings, st.integers(40, 400), st.integers(0, 30))
def test_what_is_complete_stays_as_it_is_however_the_meeting_goes_on(
    segments: list[Segment], characters: int, so_far: int
) -> None:
    complete = [c for c in chunks_of(segments[:so_far], characters=characters) if c.is_complete]
    assert list(chunks_of(segments, characters=characters))[: len(complete)] == complete


def test_the_end_of_a_chunk_is_the_next_ones_context() -> None:
    first, second = chunks_of(said("Who orders the paint?", "I do. " * 36, "Fine."), characters=250)
    assert [str(line) for line in second.lines] == ["1 Ann: Fine."]
    assert second.context[-1].startswith("Ann: Who orders the paint? I do.")
    assert first.context == ()


def test_halves_hold_the_same_lines() -> None:
    (chunk,) = chunks_of(said("One.", "Two.", "Three.", by=("Ann", "Bob", "Ann")))
    halves = chunk.halves()
    assert halves is not None
    assert [line for half in halves for line in half.lines] == list(chunk.lines)
    assert halves[1].context == ("Ann: One.",)


def test_a_long_segment_is_divided_at_the_end_of_a_sentence_under_its_own_id() -> None:
    (chunk,) = chunks_of(said("I will order the paint. Then we talk about the floor, which is old."))
    halves = chunk.halves()
    assert halves is not None
    assert [half.segments[0].text for half in halves] == [
        "I will order the paint.",
        "Then we talk about the floor, which is old.",
    ]
    assert {half.segments[0].id for half in halves} == {"id0"}
    assert {half.lines[0].number for half in halves} == {1}


@given(st.text(min_size=1, max_size=200))
def test_dividing_loses_no_letter(text: str) -> None:
    (chunk,) = chunks_of(said(text))

    def pieces(chunk: Chunk) -> Sequence[str]:
        halves = chunk.halves()
        if halves is None:
            return [chunk.segments[0].text]
        return [piece for half in halves for piece in pieces(half)]

    assert "".join("".join(pieces(chunk)).split()) == "".join(text.split())


@given(meetings, st.integers(40, 400), st.integers(0, 30), st.data())
def test_chunks_that_ended_early_stay_as_they_are_too(
    segments: list[Segment], characters: int, so_far: int, data: st.DataObject
) -> None:
    ends = data.draw(st.sets(st.sampled_from([each.id for each in segments]))) if segments else set()
    complete = [c for c in chunks_of(segments[:so_far], characters=characters, ends=ends) if c.is_complete]
    whole = list(chunks_of(segments, characters=characters, ends=ends))
    assert whole[: len(complete)] == complete
    assert [each for chunk in whole for each in chunk.segments] == segments


def test_half_a_chunk_may_end_early_and_does_so_where_people_paused() -> None:
    talk = [(n + 4.0 * (n >= 14), n + 4.0 * (n >= 14) + 1, None, f"This is sentence {n}.") for n in range(16)]
    (short,) = chunks_of(timed(*talk[:5]), characters=600)
    assert short.early_end(600) is None
    (half,) = chunks_of(timed(*talk), characters=600)
    end = half.early_end(600)
    assert end is not None
    assert end == half.segments[13].id, "before the pause"
    first, rest = chunks_of(timed(*talk), characters=600, ends=[end])
    assert (first.is_complete, rest.is_complete) == (True, False)
    assert rest.context[-1] == "This is sentence 13."


@pytest.mark.parametrize("pause_before", range(5, 12))
def test_a_chunk_that_ends_early_is_at_least_half_a_full_one(pause_before: int) -> None:
    starts = [n + 4.0 * (n >= pause_before) for n in range(14)]
    talk = timed(*((at, at + 1, None, f"This is sentence {n}.") for n, at in enumerate(starts)))
    for so_far in range(1, len(talk)):
        (chunk,) = chunks_of(talk[:so_far], characters=600)
        if end := chunk.early_end(600):
            early = next(chunks_of(talk[:so_far], characters=600, ends=[end]))
            assert sum(OpenLines(early.segments).sizes) >= 300


def test_a_full_chunk_takes_the_rest_only_where_both_are_hardly_longer() -> None:
    words = [f"This is sentence number {n}." for n in range(60)]
    full, *_ = chunks_of(said(*words, speaker=None), characters=600)
    size = len(full.segments)
    full, rest = chunks_of(said(*words[: size + 2], speaker=None), characters=600)
    both = full.with_rest(rest, 600)
    assert both is not None
    assert both.segments == (*full.segments, *rest.segments)
    full, rest = chunks_of(said(*words[: size + size // 2], speaker=None), characters=600)
    assert full.with_rest(rest, 600) is None
