"""Where written speech is cut into sentences."""

from __future__ import annotations

import pytest

from guardrails.words import SENTENCE_END


@pytest.mark.parametrize(
    "sentence",
    [
        "Der Umzug ist am 14. Dezember.",
        "Am 3. Juli und am 4. Mai wird gezahlt.",
        "Wir ziehen am 5. um.",
        "It is due on 4. October at ten.",
    ],
)
def test_the_stop_of_a_day_ends_no_sentence(sentence: str) -> None:
    assert SENTENCE_END.split(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentences",
    [
        ["We need 12.", "Then we go."],
        ["Wir zahlten 2026.", "Dezember war kalt."],
        ["Wir treffen uns in Raum 12.", "Julia kommt.", "Marta auch!"],
        ["It took 5.", "May I go?", "Yes."],
    ],
)
def test_a_figure_may_end_one(sentences: list[str]) -> None:
    assert SENTENCE_END.split(" ".join(sentences)) == sentences
