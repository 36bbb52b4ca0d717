"""How German asks after work and says that it is done."""

from __future__ import annotations

import re

from guardrails.german_verbs import root_of_infinitive, root_of_participle
from guardrails.german_words import stem, stems_of
from pipelines.followup.tongue import Parts, Tongue
from pipelines.rules.german.cues import FIRST

_SETTLED = frozenset("gemacht erledigt getan geschafft abgeschlossen fertiggestellt abgehakt".split())
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_THING_ENDS = re.compile(
    r"[,;:.]|\b(?:ans?|am|auf|aus|beim?|bis|durch|für|gegen|hinter|ins?|im|mit|nach|ohne|über|um|und|oder|unter|"
    r"vom|von|vor|wegen|zum|zur|zu|als|sobald|wenn)\b",
    re.IGNORECASE,
)
_SHORTEST_TAIL = 5
"""Letters of a word that may stand for a longer one that ends in it."""


def _parts(task: str) -> Parts:
    # The verb is the last word of the first clause, in lower case: nouns have capitals.
    main = _WORD.findall(task.split(",")[0])
    verb = main[-1] if main and main[-1].islower() and main[-1].endswith("n") else ""
    done_to = _THING_ENDS.split(task.removeprefix("sich um "), maxsplit=1)[0]
    thing = stems_of(" ".join(w for w in _WORD.findall(done_to) if w != verb))
    rest = frozenset(stems_of(task)) - {stem(verb)}
    return Parts(root_of_infinitive(verb), thing[-1] if thing else None, rest)


def _is_short_for(said: str, thing: str) -> bool:
    return said == thing or (len(said) >= _SHORTEST_TAIL and thing.endswith(said))


GERMAN = Tongue(
    stems=stems_of,
    parts=_parts,
    verb_of=root_of_participle,
    is_short_for=_is_short_for,
    settled=_SETTLED,
    states=_SETTLED | frozenset("fertig raus draußen durch bereit live online".split()),
    # The verb stands at the end of its clause, its helper in the second place.
    is_state=re.compile(r"\b(?:ist|sind|war|waren|wurden?)\s+(?P<said>[^.,;!?]*)"),
    did=(
        re.compile(r"\b(?P<who>[a-zäöüß-]+) (?:habe?|haben|hat)\b(?P<said>[^.,;!?]*)"),
        re.compile(r"\b(?:habe?|haben|hat) (?P<who>ich|wir|[a-zäöüß-]+)\b(?P<said>[^.,;!?]*)"),
    ),
    first_person=frozenset(("ich", "wir")),
    asked=re.compile(
        r"\b(?:hast du|habt ihr|haben wir|hat (?:jemand|wer|einer|sich))\b"
        r"|(?:^|[.!?,:] |\bund )(?:hat|ist|sind|wurden?|war) \w+"
        r"|\bwas (?:ist|war|macht|wurde) (?:\w+ )?(?:mit|aus|der|die|das)\b|\bwas macht\b"
        r"|\bwie (?:steht|sieht) es\b|\bwie weit (?:bist|ist|sind|seid)\b|\bgibt es (?:et)?was neues\b"
        r"|\bstand (?:bei|beim|von|vom|der|des)\b"
    ),
    asks_for_will=re.compile(r"\bvor, |\bzu \w{3,}en\b|\b(?:ab|an|auf|aus|ein|mit|vor|zu|durch)zu\w{3,}en\b"),
    yes=re.compile(
        r"^(?:(?:äh|ähm|ach|also|na|nun|und|so|okay|ok|hallo|genau),?\s+)*"
        r"(?:ja|jawohl|jo|jep|klar|natürlich|sicher|schon|bereits|längst|erledigt|gemacht|fertig|"
        r"alles erledigt|habe? ich|haben wir|"
        r"(?:das |er |sie |es )?ist (?:schon |alles )?(?:erledigt|gemacht|fertig|raus))\b"
    ),
    not_yet=re.compile(
        r"\b(?:nicht|nichts|nie|niemand|nein|nee|kein\w*|fast|beinahe|halb\w*|hälfte|teilweise|teils|dabei|"
        r"werden?|wird|wirst|will|wollten?|soll|sollten?|muss|musste|müssen|müssten?|kann|können|könnten?|"
        r"würden?|hätten?|wäre\w*|(?<!guten )morgen|übermorgen|nächste\w*|bald|gleich|später|demnächst|"
        r"wenn|falls|sobald|sofern|außer|ohne|versuch\w*|hoff\w*|plan\w*|vielleicht|eventuell|wahrscheinlich|aber|"
        rf"ich (?:{FIRST})|(?:{FIRST}) ich)\b"
    ),
    beside=frozenset(
        map(
            stem,
            "hast habt worden geworden gestern vorgestern heute bereits endlich längst rechtzeitig"
            " montag dienstag mittwoch donnerstag freitag früh vormittag nachmittag abend hallo".split(),
        )
    ),
    of_another=re.compile(r"\b(?:mir|uns|ihm|ihnen|dir|euch|mein\w*|sein\w*|ihre\w*)\b"),
)
