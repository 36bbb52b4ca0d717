"""German words that name things or work."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipelines.rules.german.words import content


def test_content_is_what_names_things_or_work_as_it_was_said() -> None:
    said = "Also ich werde dann heute den Vertrag mit 3,5 Prozent an die Druckerei schicken, ja?"
    assert list(content(said)) == ["Vertrag", "3,5", "Prozent", "Druckerei", "schicken"]


@given(st.text(max_size=80))
def test_content_stands_in_the_text(text: str) -> None:
    place = 0
    for word in content(text):
        place = text.index(word, place) + len(word)
