"""How German asks, and how it answers."""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import Cue, pattern

ASKS_YOU = re.compile(
    r"\b(?:kannst|könntest|würdest|magst|\w+st) du\b|\bdu \w+st\b|\bwer (?!ist\b|war\b|hat\b)\w+",
    re.IGNORECASE,
)
REFUSES = re.compile(
    r"^(?:nein|nee|leider)\b|\b(?:kann ich|schaffe ich|geht) (?:leider )?nicht\b", re.IGNORECASE
)
TAKES = re.compile(
    r"\W*(?:(?:ja|nein|noch nicht|okay|gut|äh|ähm)\W+)*(?:(?:das |den |die )?"
    r"(?:mach|mache|übernehme|erledige|kann|werde) ich\b|"
    r"ich (?:kann|werde|mach|mache|übernehme) (?:das|es)\b|"
    r"ich \w+e (?:es|ihn|sie)(?= ?[.,!]| (?:bis|am|heute|morgen|gleich|dann)\b|$)|"
    r"klar\b|gerne?\b"
    r"|natürlich\b|wird gemacht\b|geht klar\b|kein problem\b|alles klar\b|selbstverständlich\b)",
    re.IGNORECASE,
)
"""How somebody takes on what was asked for."""
"""In a meeting of another language, too: some of it may be said in German."""

_OPENS = r"(?:(?:und|also|aber|dann|gut|okay|so|na|ja|ach|äh|oder|hm) ?,? ?)*"
QUESTION = Cue(
    re.compile(
        rf"^{_OPENS}(?:soll|sollen|sollte|sollten|wollen|müssen|müssten|dürfen|könnten|nehmen|machen) "
        r"(?:ich|wir|man)\b(?=.* \?)"
        rf"|^{_OPENS}(?:wer|wann|wie|wo|was|welche\w*|wohin|warum|wieso|womit|worüber)\b(?=.* \?)"
        r"|\b(?:die frage ist|ich frage mich|"
        r"(?:ist|bleibt|war) (?:noch )?(?:unklar|offen|ungeklärt|strittig)|"
        r"noch nicht (?:geklärt|entschieden|klar))(?: ,)? (?:ob|wer|wann|wie|wo|was|welche\w*)\b"
        r"|, (?:oder nicht|ja oder nein|oder was) \?"
    )
)
REQUEST = pattern(
    r"(?:kannst|könntest|würdest|magst|willst|\w{3,}st) du",
    r"(?:könnt|würdet|wollt) ihr|(?:können|könnten|würden) sie",
    r"(?:kann|könnte|will|möchte|mag) (?:jemand|einer|eine|wer|mir jemand)",
    r"wer (?:kann|könnte|will|möchte|übernimmt|macht|mag)",
    *("bitte", r"soll ich", r"du \w{2,}st"),
)
ASKS_ANYBODY = pattern(
    r"(?:kann|könnte|will|möchte|mag) (?:mir |uns )?(?:jemand|einer|wer)",
    r"wer (?:kann|könnte|will|möchte|übernimmt|macht|mag)",
)
CONSENT = re.compile(
    rf"^{_OPENS}(?:ja|jawohl|jo|klar|gern|gerne|natürlich|sicher|okay|ok|gut|genau|richtig|einverstanden|"
    r"in ordnung|alles klar|kein problem|wird gemacht|geht klar|selbstverständlich|von mir aus|passt|"
    r"abgemacht|machen wir|so machen wir|dafür|stimmt|finde ich (?:auch )?gut|"
    r"(?:das |den |die |dann )?(?:mache?|übernehme|erledige|kann|werde) ich|ich (?:mache?|übernehme|"
    r"kümmere mich))\b"
)
REFUSAL_ANSWER = re.compile(
    r"^(?:(?:oh|ach|hm|also|äh|na)(?: ?,)? )*(?:nein|nee|nö|leider|ungern)\b"
    r"|\b(?:schaffe ich (?:leider )?nicht|kann ich (?:leider )?nicht|ich kann (?:das )?(?:leider )?nicht|"
    r"geht (?:bei mir )?(?:leider )?nicht|keine zeit|tut mir leid|lieber nicht|das kann .* nicht|"
    r"jemand anderes|bin (?:ich )?im urlaub)\b"
)
DEFERRAL = pattern(
    r"weiss (?:ich |noch |auch |es |das )*nicht|ich weiss (?:es |das |noch |auch )*nicht",
    *("keine ahnung", "gute frage", "mal sehen", "mal schauen", "später", "noch offen", "offene frage"),
    *(r"(?:sehen|klären|besprechen|entscheiden|überlegen) wir", "darauf kommen wir", r"nicht sicher"),
    *(r"müssen wir (?:noch |erst |mal )*(?:klären|sehen|schauen|überlegen|besprechen|prüfen)",),
    *("ein andermal", "schwer zu sagen", "noch nicht", "kommt darauf an", "hängt davon ab", "vertagen"),
)
GOES_ON = re.compile(
    r"(?:ich|wir|das|es|dann|so|mach\w*|bitte|bis|am|gern\w*|kann|werde|heute|morgen|übernehm\w*|"
    r"erledig\w*)\b"
)
TAG = re.compile(
    r"\b(?:ja|oder|okay|ok|gut|nicht wahr|richtig|einverstanden|stimmt|ne|gell)(?: ,? ?\w+)? \?$"
)
ASKING_TEXT = pattern(
    *("ob", r"frag\w*", r"klär\w*", r"entscheid\w*", r"prüf\w*", r"unklar\w*", r"offen\w*"),
    *(r"herausfind\w*", r"besprech\w*", r"diskutier\w*", r"überleg\w*", r"bestimm\w*"),
)
