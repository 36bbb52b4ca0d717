"""The tables of the language that a meeting is held in."""

from __future__ import annotations

from guardrails.guardrail import Scene
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.german import GERMAN
from guardrails.qualifiers.tables import Language

_TABLES = {language.code: language for language in (ENGLISH, GERMAN)}


def tables_of(scene: Scene) -> Language:
    """Those of `scene.language`; English ones for a language without any, which find little in it."""
    return _TABLES.get(scene.language, ENGLISH)
