"""Where written speech is cut into sentences."""

from __future__ import annotations

import pytest

from guardrails.language import language, split_sentences


@pytest.mark.parametrize(
    "sentence",
    ["Der Umzug ist am 14. Dezember.", "Am 3. Juli und am 4. Mai wird gezahlt.", "Wir ziehen am 5. um."],
)
def test_the_stop_of_a_day_ends_no_sentence(sentence: str) -> None:
    assert split_sentences(sentence, language("de")) == [sentence]


@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        ("en", ["We need 12.", "Then we go."]),
        ("de", ["Wir zahlten 2026.", "Dezember war kalt."]),
        ("de", ["Wir treffen uns in Raum 12.", "Julia kommt.", "Marta auch!"]),
        ("en", ["It took 5.", "May I go?", "Yes."]),
    ],
)
def test_a_figure_may_end_one(code: str, sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences), language(code)) == sentences
