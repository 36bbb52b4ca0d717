"""How German takes something back, and how it tells of a plan."""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import Cue, pattern

_IT = r"(?:das|es|die|den|ihn|sie|dies)"
_TURNS = r"(?:ach|nein|nee|doch|moment|halt|aber|sorry|entschuldigung|stattdessen|eigentlich|besser|lieber)"
_TAIL = r"(?: (?:doch|lieber|dann|jetzt|wieder|einfach|erst mal|erstmal|besser|bitte))*"

TURNING = pattern(
    *(
        "doch",
        "doch nicht",
        "eigentlich",
        r"nein(?= [,.])",
        r"nee(?= [,.])",
        "ach",
        "moment",
        "halt",
        "sorry",
    ),
    *("kommando zurück", "vergiss", "vergesst", "stattdessen", "nicht mehr", "zurück", "korrektur"),
    *(r"überlegt", r"hinfällig", r"erledigt", "streichen", "lassen wir"),
)
TAKEN_BACK = Cue(
    pattern(
        rf"verg(?:iss|esst|essen wir|essen sie) {_IT}{_TAIL}",
        rf"streich(?:e|t|en wir|en sie)? {_IT}{_TAIL}|{_IT} (?:streiche ich|streichen wir){_TAIL}",
        rf"(?:lassen wir|lass) {_IT}(?! uns\b){_TAIL}(?: (?:sein|bleiben|weg|aus))?(?= ?[.,!]|$)",
        rf"{_IT} lassen wir{_TAIL}(?: (?:sein|bleiben|weg|aus))?(?= ?[.,!]|$)",
        rf"(?:{_IT} nehme ich|ich nehme {_IT}){_TAIL} zurück|kommando zurück",
        r"(?:das |es |die sache )?hat sich (?:schon |damit |also |inzwischen )*erledigt",
        r"(?:das|es) (?:ist|hat \w+|wurde) (?:doch |ja )?(?:schon|bereits|längst) (?:erledigt|gemacht)",
        r"(?:das|es) (?:ist|wird) (?:doch |damit |dann )*(?:nicht mehr nötig|hinfällig|überflüssig|unnötig)",
        r"(?:das|es) (?:brauchen|machen) (?:wir|ich) (?:doch |dann |jetzt )*nicht(?: mehr)?(?= ?[.,!]|$)",
        r"(?:das|es) (?:brauche|mache) ich (?:doch |dann |jetzt )*nicht(?: mehr)?(?= ?[.,!]|$)",
        # Alone: "den Teppich nehmen wir doch nicht" names what it takes back.
        r"^(?:(?:dann|also|aber|und|moment|halt|oh|nein|ach|na|sorry) (?:, )?)*(?:doch|lieber|besser) nicht"
        r"(?= ?[.!]|$)",
        r"(?:ich habe|wir haben|ich hab) (?:es |mir das |es mir |das )*(?:anders|noch mal) überlegt",
        r"(?:ich|wir) (?:habe|haben) (?:meine|unsere) meinung geändert",
        r"(?:das|es) (?:fällt|ist) (?:damit |dann |also )*(?:aus|weg|flach|vom tisch|gestorben)(?= ?[.,!]|$)",
        r"blasen wir (?:das|es|die sache) (?:wieder )?ab",
    ),
    re.compile(r"\b(?:noch|immer) nicht\b"),
)
UNASSERTED = re.compile(
    r"\b(?:wenn|falls|sobald|ob|sofern|solange|bevor|dass|wie|oder|würde|würden|könnte|könnten|hätte|nicht|"
    r"soll|sollen|sollten|wollen|vielleicht)\b"
)
SUPPOSED = re.compile(r"\b(?:wenn|falls|ob|sobald|sofern|solange|weil|bevor|dass)\b")
DISMISSED = re.compile(r"\b(?:verg(?:iss|esst|essen wir)|streich\w*|lass\w*) (?:das|es)\b|\bdas lassen wir\b")
DEPENDING = re.compile(r"(?:(?:und|also|aber|dann|gut|okay)[ ,]+)*(?:wenn|falls|sofern|sobald|sollte)\b")
PLANNED = pattern(
    r"(?:ich|wir) (?:werden?|wollt?en?|wollte|will|müssen|muss|sollen|soll|sollte|sollten|würden?|"
    r"hatten? vor|"
    r"plane|planen|hätten?|möchten?|könnten?)",
    r"(?:werde|wollte|will|muss|soll|sollte|würde|möchte) ich|(?:werden|wollten|wollen|müssen|sollen) wir",
    r"(?:mein|unser|der) plan (?:war|ist)",
)
ONCE_PLANNED = pattern(
    r"(?:ich|wir) (?:wollten?|hatten? (?:\w+ )*vor)",
    r"wollten? (?:ich|wir)",
    r"hatten? (?:ich|wir) (?:\w+ )*vor",
)
TURNED = re.compile(r"aber\b")
ANOTHER = re.compile(
    r"\b(?:ich (?!habe\b|hatte\b|wäre\b|hätte\b|glaube\b|denke\b|meine\b|weiss\b|finde\b|sehe\b)\w{3,}e|"
    r"ich will|"
    r"ich muss|\w{3,}e ich|(?:kannst|könntest|würdest) du)\b(?! (?:nicht|nie)\b)",
    re.IGNORECASE,
)
GOING_ON = re.compile(r" ?(?:weil|denn|ich|wir|das|es|und|aber|dann|sorry|danke|bitte|also)\b")
REFUSAL = pattern(
    r"(?:ich|wir) (?:werde|werden|will|wollen) (?:doch )?(?:nicht|kein\w*)",
    r"(?:brauche ich|brauchen wir|ich brauche|wir brauchen) (?:doch |dann )?(?:nicht|kein\w*)",
    *("anstatt", "keine notwendigkeit"),
)
CANCELLED = pattern(
    # The verb stands at the end: "das Zelt brauchen wir doch nicht".
    r"doch (?:nicht|kein\w*)",
    r"(?:brauchen|brauche|machen|mache|wollen|nehmen|bestellen|bestelle) (?:wir|ich) (?:\w+ )?"
    r"(?:nicht|kein\w*)"
    r"(?: mehr)?",
    r"nicht mehr|kein\w* mehr",
    r"(?:streichen|streiche|vergessen|canceln) (?:wir|ich)|verg(?:iss|esst)|streicht?",
    r"(?:wird|ist|sind|werden) (?:abgesagt|gestrichen|abgeblasen|vom tisch|hinfällig|storniert)",
    r"(?:fällt|fallen) (?:\w+ )?(?:aus|weg|flach)|hat sich erledigt|haben sich erledigt",
    r"lassen wir (?:\w+ )?(?:weg|bleiben|sein)",
)
TOPIC = re.compile(
    r"^(?:(?:und|also|ach|noch mal|nochmal|zurück) )*(?:zu[mr]?|wegen|was|mit|bei[m]?|zurück zu[mr]?)"
    r"(?: [\w'-]+){1,6} (?:angeht |betrifft )?,$|^(?:der|die|das)(?: [\w'-]+){1,4} ,$"
)
_DATE = (
    r"(?:\w*tag|heute|morgen|übermorgen|(?:nächste|kommende|diese)[rn]? (?:woche|monat|\w*tag)|\d{1,2}\.?|"
    r"(?:ende|mitte|anfang) (?:der|des|nächster) (?:woche|monats)|in (?:\w+) (?:tagen|wochen|monaten))"
)
REDATED = re.compile(
    r"[\s,.!-]*(?:(?:eigentlich|nein|sorry|moment|lieber|besser|sondern|doch|erst|sagen wir)[\s,.!-]+)*"
    rf"(?:(?:bis|am|zum|zur|vor|nach|erst|kommenden|nächsten|diesen|den)\s+)*{_DATE}"
    r"(?: (?:früh|vormittag|mittag|nachmittag|abend|bitte|spätestens))*\s*(?:[.,!?;]|$)"
)
_NAME = r"[a-zäöü][\w-]+"
REASSIGNED = re.compile(
    rf"(?:^|, )(?:{_TURNS},? ,? ?)*{_IT} (?:macht|übernimmt|erledigt|soll|kann) "
    rf"(?:besser |lieber |doch |jetzt )?"
    rf"(?P<does>{_NAME})"
    rf"|(?:^|, |\b{_TURNS} )(?P<who>{_NAME}) (?:macht|übernimmt|erledigt) {_IT}\b"
    rf"|\b(?:gib|gebt|geben wir) {_IT} (?:lieber |besser |doch )?(?:an )?(?P<given>{_NAME})"
)
