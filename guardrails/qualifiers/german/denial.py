"""Who says no in German, and where the same words say none."""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import Cue, pattern

_NOT = (
    *("nicht", r"kein(?:e|en|em|er|es)?", "nie", "niemals", "niemand", "niemanden", "nirgends"),
    *("keinesfalls", "keineswegs", "auf keinen fall", "unter keinen umständen", "weder"),
)
_AGAINST = (
    r"(?:haben|sind|bin|stimmen|stimme) (?:uns |mich )?(?:\w+ )?(?:dagegen|gegen)",
    *(r"abgelehnt\w*", r"verzichte(?:n|t)?", r"verworfen\w*", r"untersagt\w*", r"verboten\w*"),
)
NEGATION = Cue(
    pattern(*_NOT, *_AGAINST),
    pattern(
        # Only the day, the place or the other one is denied.
        r"nicht(?= [^.?!;]*, sondern\b)",
        r"kein\w*(?= [^.?!;]*, sondern\b)",
        r"nicht (?:nur|mehr als|weniger als|später als|länger als|vor|erst|bis|so (?:schlimm|viel|einfach)|"
        r"schlecht|wahr|ganz|unbedingt|sicher|ob|vergessen|schlimm|wirklich|schwer|zu vergessen|zuletzt)",
        r"(?:noch|oder|ob|wenn|warum|wieso|gar) nicht",
        r"noch (?:kein\w*|nie)",
        r"kein(?:e|en)? (?:problem|ahnung|frage|sorge|angst|zweifel|thema|stress|eile|einwände|bedenken|"
        r"ursache|wunder|zeit)",
        r"nicht (?:dagegen|einverstanden|gesehen|gehört|gewusst|verstanden)",
        r"weiss (?:ich |noch |gar |auch )*nicht",
        r"vergiss nicht|vergesst nicht|vergessen wir nicht",
    ),
)
REFUSED = pattern(*_NOT, *_AGAINST)
"""A denial stands behind what it denies: "den Bericht schicke ich nicht"."""
INSTEAD = pattern("anstatt", "statt", "anstelle", r"nicht(?= [^.?!;]*, sondern\b)")
NEGATED_TEXT = re.compile(
    pattern(*_NOT, *_AGAINST).pattern
    + r"|\b(?:nichts|ohne|statt|anstatt|streich\w*|absag\w*|abgesagt\w*|verschieb\w*|verschoben\w*|ablehn\w*"
    r"|weglass\w*|vermeid\w*|entfäll\w*|entfall\w*|ausser|ausgenommen|sperr\w*|lösch\w*|verzicht\w*|gegen)\b"
)
