"""What "sie", "ihn" or "es" is in a German promise, as `pipelines.rules.antecedents` tells it in English.

"Hast du die Rechnung an Globex geschickt?" - "Ich schicke sie heute Abend": gender and verb have to fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipelines.due.german import find_due_phrases
from pipelines.rules.antecedents import question_before
from pipelines.rules.german.cues import FIRST
from pipelines.rules.german.tasks import Clause
from pipelines.rules.german.verbs import FIRST_PERSON
from pipelines.rules.sentences import Sentence

_ASKED = re.compile(
    r"\b(?:hast|habt|hat) (?:du|ihr|jemand|[\w-]+) (?:(?:schon|bereits|denn|eigentlich) )*"
    r"(?P<thing>(?P<article>die|den|das) [\w-]+(?: (?:an|für|von|mit|bei|über|zum|zur) [\w -]+?)?) "
    r"(?:(?:schon|bereits|gestern|heute|denn) )*(?P<done>\w+) ?\?$"
)
_IT = re.compile(
    r"^(?:(?:nein|nee|noch nicht|ja|okay|gut|aber),? )*"
    rf"ich (?P<verb>{FIRST}) (?P<it>sie|ihn|es|das)\b(?P<rest>.*)$"
)
_GENDERS = {"die": ("sie",), "den": ("ihn",), "das": ("es", "das")}


def german_antecedent(sentences: Sequence[Sentence], index: int, clause: Clause) -> tuple[str, int] | None:
    """The task of a promise that says "it", and the sentence that names the thing; None where none does."""
    promise = _IT.match(clause.text.strip(" ,.!"))
    asked = question_before(sentences, index) if promise else None
    if promise is None or asked is None:
        return None
    found = _ASKED.search(sentences[asked].clean.text)
    infinitive = FIRST_PERSON[promise["verb"]]
    if found is None or promise["it"] not in _GENDERS.get(found["article"], ()):
        return None
    if infinitive[:-2] not in found["done"] or re.search(r"\b(?:und|oder)\b", found["thing"]):
        return None
    thing = sentences[asked].clean.cased[found.start("thing") : found.end("thing")]
    # Nothing may stand beside it but the day: "ich schicke sie an Meier" may be of another one.
    days = find_due_phrases(promise["rest"])
    rest = promise["rest"]
    for day in days:
        rest = rest.replace(rest[day.start : day.end], " ", 1) if len(days) == 1 else rest
    if find_due_phrases(thing) or rest.strip(" ,.!"):
        return None
    return f"{thing} {infinitive}", asked
