"""German requests and refusals: a table of their own, since English words do not tell the one from the other.

What else qualifies a German claim, the rules leave out of the draft (pipelines.rules.german).
"""

from __future__ import annotations

import re

REQUEST = re.compile(
    r"\b(?:kannst|könntest|würdest|magst|\w+st) du\b|\bdu \w+st\b|\bwer (?!ist\b|war\b|hat\b)\w+",
    re.IGNORECASE,
)
REFUSAL = re.compile(
    r"^(?:nein|nee|leider)\b|\b(?:kann ich|schaffe ich|geht) (?:leider )?nicht\b", re.IGNORECASE
)
TAKES = re.compile(
    r"\W*(?:(?:ja|okay|gut|äh|ähm)\W+)*(?:(?:das |den |die )?"
    r"(?:mach|mache|übernehme|erledige|kann|werde) ich\b|"
    r"ich (?:kann|werde|mach|mache|übernehme) (?:das|es)\b|"
    r"ich \w+e (?:es|ihn|sie)(?= ?[.,!]| (?:bis|am|heute|morgen|gleich|dann)\b|$)|"
    r"klar\b|gerne?\b"
    r"|natürlich\b|wird gemacht\b|geht klar\b|kein problem\b|alles klar\b|selbstverständlich\b)",
    re.IGNORECASE,
)
"""How somebody takes on what was asked for."""
