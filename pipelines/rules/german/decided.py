"""What was decided, as a plain main clause: "dann nehmen wir das Logo" is "wir nehmen das Logo"."""

from __future__ import annotations

import re

from pipelines.due.german import find_due_phrases
from pipelines.rules.german.tasks import end_of
from pipelines.rules.german.verbs import PREFIXES, WORK

_SETTLED = re.compile(
    r"\b(?:beschlossen(?:e Sache)?|entschieden|geeinigt|vereinbart|abgemacht)\b[^,:]{0,40}[,:] (?P<rest>.+)$",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    r"\b(?P<verb>nehmen|bleiben|verschieben|streichen|behalten|starten|gehen|machen|wählen|setzen|ziehen|"
    r"verlegen|fangen|kaufen|treffen|einigen|entscheiden) wir (?P<rest>.+)$",
    re.IGNORECASE,
)
# "Die Miete haben wir beschlossen" has its verb before the "wir".
_STRAIGHT = re.compile(r"\b(?<!haben )(?P<rest>(?:wir (?!haben\b)|es bleibt ).+)$", re.IGNORECASE)
_PRONOUNS = frozenset("wir es er sie ich man".split())
# After these a noun phrase goes on: "die Möbel der Firma".
_GOES_ON = frozenset(
    "der des die das dem den von vom für im in am an auf aus bei mit und oder zum zur über unter".split()
)
_VERBS = WORK | frozenset("ziehen nehmen fangen geben kommen gehen lassen finden halten treten".split())


def decided(sentence: str) -> str:
    """The decision of a cleaned sentence, cased, without a full stop; the sentence itself where unclear."""
    text = sentence.strip()
    text = text[: end_of(text)]
    if settled := _SETTLED.search(text):
        rest = settled["rest"]
        return _main_clause(rest.removeprefix("dass ")) or rest if rest.startswith("dass ") else rest
    if inverted := _INVERTED.search(text):
        return f"wir {inverted['verb'].lower()} {inverted['rest']}"
    straight = _STRAIGHT.search(text)
    return straight["rest"] if straight else text


def _main_clause(clause: str) -> str | None:
    """ "die alten Möbel gespendet werden" with its verb in second place; None where none is clear."""
    words = clause.split()
    place = _end_of_subject(words)
    if place is None or place >= len(words) - 1:
        return None
    verb, prefix = _parted(words[-1])
    middle = words[place:-1]
    return " ".join([*words[:place], verb, *middle, *prefix])


def _end_of_subject(words: list[str]) -> int | None:
    if words[0].lower() in _PRONOUNS:
        return 1
    for place, word in enumerate(words[:6]):
        if word[:1].isupper() and word[:1].isalpha():
            after = words[place + 1 :]
            goes_on = bool(after) and after[0].strip(",").lower() in _GOES_ON and not _is_day(after)
            return None if goes_on else place + 1
    return None


def _is_day(words: list[str]) -> bool:
    """ "Im Februar" tells when, "im Flur" may tell which."""
    return any(found.start == 0 for found in find_due_phrases(" ".join(words)))


def _parted(verb: str) -> tuple[str, list[str]]:
    """ "umziehen" as "ziehen ... um"."""
    for prefix in sorted(PREFIXES, key=len, reverse=True):
        if verb.startswith(prefix) and verb.removeprefix(prefix) in _VERBS:
            return verb.removeprefix(prefix), [prefix]
    return verb, []
