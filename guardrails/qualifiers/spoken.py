"""The tables of the language that a meeting is held in."""

from __future__ import annotations

from guardrails.guardrail import Scene
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.tables import Language


def tables_of(scene: Scene) -> Language:
    """Those of `scene.language`; English ones for a language without any, which find little in it."""
    if scene.language == "de":
        # Its patterns take 40 ms to compile, which an English meeting need not wait for.
        from guardrails.qualifiers.german.table import GERMAN

        return GERMAN
    return ENGLISH
