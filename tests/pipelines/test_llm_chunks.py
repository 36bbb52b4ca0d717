from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from guardrails.types import Segment
from pipelines.llm.chunks import Chunk, chunks_of


def said(*texts: str, speaker: str | None = "Ann") -> list[Segment]:
    return [Segment(f"id{n}", None, None, speaker, text) for n, text in enumerate(texts)]


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
        assert size <= characters or len(chunk.lines) == 1


def test_a_line_is_number_speaker_and_words() -> None:
    (chunk,) = chunks_of([*said("Good morning."), *said("Hi.", speaker=None)])
    assert [str(line) for line in chunk.lines] == ["[1] Ann: Good morning.", "[2] Hi."]


@given(st.text(), st.text(min_size=1))
def test_nothing_said_can_pass_for_another_line(text: str, speaker: str) -> None:
    (chunk,) = chunks_of(said(text, speaker=speaker))
    assert len(str(chunk.lines[0]).splitlines()) == 1


def test_the_end_of_a_chunk_is_the_next_ones_context() -> None:
    first, second = chunks_of(said("Who orders the paint?", "I do. " * 40, "Fine."), characters=290)
    assert [str(line) for line in second.lines] == ["[1] Ann: Fine."]
    assert second.context[-1].startswith("Ann: I do.")
    assert first.context == ()


def test_halves_hold_the_same_lines() -> None:
    (chunk,) = chunks_of(said("One.", "Two.", "Three."))
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
