"""How German tells that work is done."""

from __future__ import annotations

import re

from guardrails.german_verbs import root_of_infinitive, root_of_participle
from guardrails.german_words import stem, stems_of
from guardrails.qualifiers.tables import Cue, pattern
from guardrails.qualifiers.telling import Telling

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_THING_ENDS = re.compile(
    r"[,;:.]|\b(?:ans?|am|auf|aus|beim?|bis|durch|für|gegen|im|mit|nach|ohne|über|um|und|oder|vom|von|vor|"
    r"wegen|zum|zur|zu|wenn|falls)\b",
    re.IGNORECASE,
)
_SOON = r"(?: (?:schon|bereits|längst|alles|gestern|heute|inzwischen|endlich|auch|das|es))*"
_DONE = r"(?:erledigt|gemacht|fertig|getan|geschafft|abgehakt|abgeschlossen|raus)"


def _parts(task: str) -> tuple[str, frozenset[str]]:
    """The verb is the last word of the first clause, an infinitive: "den Bericht an Ben schicken"."""
    main = _WORD.findall(task.split(",")[0])
    verb = main[-1].lower() if main and main[-1].endswith("n") else ""
    thing = _THING_ENDS.split(task.removeprefix("sich um "), maxsplit=1)[0]
    stems = stems_of(" ".join(word for word in _WORD.findall(thing) if word.lower() != verb).casefold())
    return _folded(root_of_infinitive(verb)) if verb else "", frozenset(stems)


def _verb_of(word: str) -> str:
    return _folded(root_of_participle(word))


def _folded(root: str) -> str:
    """As words of a clause are written."""
    return root.replace("\u00df", "ss")


TELLING = Telling(
    parts=_parts,
    verb_of=_verb_of,
    ways=(
        re.compile(r"\b(?P<who>[a-zäöü-]+) (?:habe?|haben|hat|hatten?)\b(?P<said>[^.,;!?]*)"),
        re.compile(r"\b(?:habe?|haben|hat|hatten?) (?P<who>ich|wir|[a-zäöü-]+)\b(?P<said>[^.,;!?]*)"),
        re.compile(r"\b(?:wurden?|sind|ist|waren?) (?P<said>[^.,;!?]*)"),
    ),
    subjects=frozenset(("ich", "wir", "er", "sie", "ihr", "du")),
    settled=re.compile(
        rf"\b(?:das|es|alles|die|der) (?:ist|sind|wurden?|waren?|habe ich|haben wir|hat \w+){_SOON} {_DONE}\b"
        rf"|\b(?:habe? ich|haben wir|ich habe?|wir haben){_SOON} {_DONE}\b"
    ),
    unchanged=frozenset(),
    past_time=pattern("gestern"),
    unsettled=pattern(
        *(
            "nicht",
            "nichts",
            "nie",
            "niemand",
            r"kein\w*",
            "fast",
            "beinahe",
            r"halb\w*",
            "hälfte",
            "teilweise",
        ),
        *(
            "teils",
            r"werden?",
            "wird",
            r"woll\w*",
            "will",
            r"soll\w*",
            "muss",
            r"müss\w*",
            "kann",
            r"könn\w*",
        ),
        *(
            r"würden?",
            r"hätten?",
            r"wäre\w*",
            "übermorgen",
            r"nächste\w*",
            "bald",
            "gleich",
            "später",
            "noch",
        ),
        *(
            "wenn",
            "falls",
            "sobald",
            "sofern",
            "ausser",
            "ohne",
            r"versuch\w*",
            r"hoff\w*",
            r"plan\w*",
            "wieder",
        ),
        *(
            r"(?<!guten )morgen",
            r"und (?:dann |auch )?\w{4,}e(?= )",
            "vielleicht",
            "eventuell",
            "wahrscheinlich",
            "möchte",
            "bitte",
            "erst",
            "statt",
            "beschlossen",
            "einmal",
        ),
        *(
            "vereinbart",
            "versprochen",
            "vorgenommen",
            "bis",
            "ob",
            "dass",
            r"ein(?:en|e|s)? von",
            "ersten",
            "erste",
        ),
    ),
    subordinate=pattern(
        *(
            "wenn",
            "falls",
            "sobald",
            "bevor",
            "nachdem",
            "dass",
            "ob",
            "weil",
            "wie",
            "was",
            "wer",
            "wo",
            "als",
        ),
        *("welche", "welchen", "die wir", "den wir", "das wir", "glaube", "denke", "hoffe", "dachte"),
    ),
    planned=pattern(
        *(
            "werde",
            "wird",
            "werden",
            "will",
            "wollen",
            "muss",
            "müssen",
            "soll",
            "sollen",
            "sollte",
            "möchte",
        ),
        *("bitte", "noch", "wieder", "übermorgen", r"nächste\w*", r"(?:kannst|könntest|würdest) du", "rest"),
        r"(?!habe\b|hatte\b|wurde\b|hätte\b)\w{3,}e ich|ich (?!habe\b|hatte\b|wurde\b|hätte\b)\w{3,}e",
        r"bis (?:zum |zur )?(?:\w*tag|ende|mitte|morgen|heute)",
    ),
    pointing=pattern(
        *("es", "ihn", "dies"),
        r"(?:das|die|den|alles)"
        r"(?= (?:ist|sind|war|waren|habe|haben|hat|wurden?|schon|bereits|längst|gestern)\b)",
        r"(?:ich|wir|habe|haben|hat) (?:das|die|den|sie)(?= (?:\w+ )*ge\w+)",
    ),
    points=re.compile(r"(?:und |aber )?(?:das|es|die|der) (?:ist|wird|sind|werden|geht|kommt)\b"),
    beside=frozenset(
        stem(word)
        for word in "gestern vorgestern heute letzte woche monat jahr montag dienstag mittwoch donnerstag "
        "freitag samstag sonntag früh vormittag nachmittag abend ganze fertige".split()
    ),
)
PAST = Cue(
    pattern(
        r"(?:schon|bereits|längst) (?:erledigt|gemacht|geschickt|verschickt|bestellt|gebucht|bezahlt|"
        r"geschrieben|gekauft|angerufen|fertig)"
    ),
    pattern(r"(?:schon|bereits) (?:gesagt|erwähnt|besprochen)"),
)
PAST_TEXT = pattern("schon", "bereits", "wurde", "wurden", "war", "waren", "erledigt")
