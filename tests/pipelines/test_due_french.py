"""French due phrases: which are found, and the days that they mean."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from pipelines.conventions import Conventions
from pipelines.due import find_due_phrases, resolve_due

_TABLE = tomllib.loads((Path(__file__).parent / "due_phrases_french.toml").read_text(encoding="utf-8"))
_CASES = [
    pytest.param(phrase, date.fromisoformat(said_on), day or None, id=f"{said_on}: {phrase}")
    for said_on, phrases in _TABLE.items()
    for phrase, day in phrases.items()
]
WEDNESDAY = date(2026, 11, 18)


@pytest.mark.parametrize(("phrase", "said_on", "day"), _CASES)
def test_a_phrase_means_the_day_that_a_person_finds_in_the_calendar(
    phrase: str, said_on: date, day: date | None
) -> None:
    assert resolve_due(phrase, said_on, language="fr") == day


@pytest.mark.parametrize("phrase", ["d'ici vendredi", "la semaine prochaine", "le 4 décembre", "avant Noël"])
def test_a_french_phrase_is_known_by_its_words_where_nobody_tells_the_language(phrase: str) -> None:
    assert resolve_due(phrase, WEDNESDAY) == resolve_due(phrase, WEDNESDAY, language="fr") is not None


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("J'envoie le rapport d'ici vendredi.", ["d'ici vendredi"]),
        ("Je peux le faire avant jeudi, non, avant vendredi.", ["avant jeudi, non, avant vendredi"]),
        ("Lundi ou mardi, et la semaine prochaine je pars.", ["Lundi ou mardi", "la semaine prochaine"]),
        ("Il me faut les chiffres pour le 15, s'il te plaît.", ["pour le 15"]),
        ("Je t'appelle demain à 14h30 et je t'écris le 3 décembre.", ["demain à 14h30", "le 3 décembre"]),
        ("Le contrat part à la fin du mois.", ["à la fin du mois"]),
        ("Un dimanche comme un autre, pour le mois de mai.", ["pour le mois de mai"]),
        ("Tous les lundis on fait le point, depuis mars.", []),
        ("Hier on a vu la réunion du lundi.", []),
        ("Prends le premier, pas le 3 pièces.", []),
        ("C'est à partir de lundi, après les vacances.", []),
    ],
)  # fmt: skip
def test_due_phrases_are_found_in_running_speech(text: str, phrases: list[str]) -> None:
    assert [found.phrase for found in find_due_phrases(text, "fr")] == phrases


def test_the_national_day_is_that_of_the_houses_country() -> None:
    def day(country: str | None) -> date | None:
        conventions = Conventions(country=country)
        return resolve_due("pour la fête nationale", WEDNESDAY, language="fr", conventions=conventions)

    assert day("FR") == date(2027, 7, 14)
    assert day("CH") == date(2027, 8, 1)
    assert day(None) is None
