"""German mood by a small lexicon of our own, on VADER's scale and with its way of adding up.

Words of talk at work, by stem, so that "ärgerlich" and "ärgerlicherweise" are one entry. It knows negation,
intensity, the turn of a "but" and set phrases of irony. Far smaller than the English lexicon: what it does
not know is neutral.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from typing import Final

_STEMS: Final = {
    "großartig": 3.1, "ausgezeichnet": 3.0, "hervorragend": 3.0, "fantastisch": 3.0, "wunderbar": 2.9,
    "toll": 2.7, "super": 2.6, "klasse": 2.4, "prima": 2.3, "perfekt": 2.7, "spitze": 2.3, "schön": 2.0,
    "herzlich": 2.0, "begeister": 2.9, "freu": 2.2, "froh": 2.0, "glücklich": 2.6, "zufrieden": 2.0,
    "stolz": 2.2, "gefall": 1.9, "gefäll": 1.9, "gefiel": 1.9,
    "lob": 1.8, "dank": 1.6, "gelung": 2.2, "geklappt": 1.8, "erfolg": 2.1, "erleichter":
    1.8, "hilfreich": 1.8, "angenehm": 1.7, "beeindruck": 2.3, "reibungslos": 1.8, "gewonnen": 1.9,
    "liebe": 2.2, "gut": 1.7, "besser": 1.4, "spaß": 2.0, "lecker": 1.8, "optimis": 1.6,
    "zuversicht": 1.7, "genial": 2.7, "stark": 1.2, "fein": 1.3, "schrecklich": -2.6, "furchtbar": -2.6,
    "katastroph": -3.0, "desaster": -3.0, "schlimm": -2.4, "schlecht": -2.3, "schlechter": -2.1, "mies":
    -2.3, "ärger": -2.0, "nerv": -1.8, "frustr": -2.3, "enttäusch": -2.2, "traurig": -2.1, "wütend": -2.5,
    "sauer": -1.9, "sorge": -1.6, "angst": -2.0, "problem": -1.4, "fehler": -1.4, "kaputt": -1.8,
    "abgestürzt": -1.8, "absturz": -1.8, "ausfall": -1.7, "ausgefallen": -1.6, "verspät": -1.3,
    "verzöger": -1.3, "überfällig": -1.4, "leider": -1.2, "schade": -1.6, "stress": -1.7, "überlast":
    -1.6, "überforder": -1.8, "unmöglich": -1.5, "unzufrieden": -2.1, "beschwer": -1.6, "gescheitert":
    -2.2, "verloren": -1.5, "verlust": -1.7, "peinlich": -1.8, "unfair": -1.9, "chaos": -1.9, "chaotisch":
    -1.8, "blöd": -1.8, "dumm": -1.9, "doof": -1.7, "mühsam": -1.2, "kompliziert": -0.9, "teuer": -0.9,
    "langsam": -0.8, "risik": -1.1, "krank": -1.3, "hass": -2.7, "scheiße": -2.6, "mist": -1.8,
    "alptraum": -2.4, "albtraum": -2.4, "untragbar": -2.2, "unerträglich": -2.4, "streit": -1.7,
    "kritisch": -1.0, "verärgert": -2.1, "unglücklich": -2.2, "ungern": -1.2,
}  # fmt: skip
_NO_MOOD: Final = re.compile(
    r"^(?:gut,$|lobby|problemlos|güter|gutacht|gutschein|dankwart|mister|mistral|freund|erfolgt|erfolge?n,?$"
    r"|lieber,?$|sorge,?$|supermarkt|klassen|tollpatsch|sauerstoff|feinab|hassfurt|stressfrei|risikolos)"
)
"""Assent and words that only begin alike."""
_GREETING: Final = re.compile(
    r"\bgute[ns]? (?=(?:morgen|tag|mittag|abend|nacht|reise|fahrt|besserung|wochenende|appetit|frage)\b)"
)
_BEST: Final = re.compile(r"^beste[nrsm]?,?$")
"""Not "bestellen", "bestehen", "bestimmt"."""
_STEMS_BY_LENGTH: Final = sorted(_STEMS, key=len, reverse=True)
_NEGATES: Final = re.compile(r"^(?:nicht|kein\w*|nie|niemals|ohne|kaum|weder)$")
_VERB: Final = re.compile(
    r"^(?:(?:ge)?freu(?:e|t|en|te|ten)|gef(?:a|ä|ie)ll(?:e|t|en|st)?|gefiel(?:en)?|dank(?:e|t|en)|lob(?:e|t|en)|nerv(?:e|t|en|te)"
    r"|ärger(?:e|t|n|te)|enttäusch(?:e|t|en|te)|stress(?:e|t|en|te)|überforder(?:e|t|n|te))$"
)
"""German denies a verb behind it: "das freut mich überhaupt nicht"."""
_ONLY: Final = frozenset(("nur", "zuletzt"))
"""Behind "nicht" these deny nothing."""
_STRONGER: Final = frozenset(
    "sehr wirklich total extrem echt unglaublich besonders absolut richtig ganz so".split()
)
_WEAKER: Final = frozenset("etwas bisschen leicht ziemlich relativ eher".split())
_SARCASM: Final = re.compile(
    r"\bna (?:toll|super|prima|klasse|großartig|wunderbar|bravo|danke|herrlich)\b"
    r"|\bnoch gefehlt\b"
    r"|\bvielen dank auch\b|\bganz (?:toll|großartig)[,!.]|\bdas kann ja heiter werden\b"
    r"|^(?:toll|super|prima|klasse|großartig|wunderbar),\s.*"
    r"\b(?:schon wieder|wieder (?:mal|einmal|ein)|noch ein\w*)\b"
)
"""Praise that means its opposite."""
_TROUBLE: Final = re.compile(r"\b(?:problem|fehler|ausf[aä]ll|absturz|abstürz)\w*")
_SOLVED: Final = re.compile(r"\b(?:gelöst|behoben|beseitigt)\b")
_HAS: Final = re.compile(r"\b(?:habe?n?|hat|hast|habt|ist|sind|wurden?|war|waren)\b")
_UNSURE: Final = re.compile(
    r"\b(?:nicht|kein\w*|nie|noch|kaum|niemand|wenn|falls|sobald|bis|bevor|ob|werden|sein|als)\b"
)
_CLAUSE: Final = re.compile(r"[^,.;:!?]+[,.;:!?]?")
_IRONIC: Final = -0.4
_TURN: Final = re.compile(r"\b(?:aber|jedoch|allerdings|trotzdem)\b")
_WORD: Final = re.compile(r"[a-zäöüß]+[,.;:!?]?")
_STOPS: Final = ",.;:!?"
_NEGATION_REACH: Final = 3
_NEGATED: Final = -0.74
"""VADER's factors for negation and for what stands before and behind a "but"."""
_BEFORE, _BEHIND = 0.5, 1.5
_ALPHA: Final = 15.0
_DEGREE: Final = 0.3


def score_german(sentence: str) -> float:
    """-1..1 of one sentence."""
    lowered = _GREETING.sub("", sentence.lower())
    if _SARCASM.search(lowered):
        return _IRONIC
    lowered = _CLAUSE.sub(_without_solved, lowered)
    turn = _TURN.search(lowered)
    if turn is None:
        total = _sum(lowered)
    else:
        total = _BEFORE * _sum(lowered[: turn.start()]) + _BEHIND * _sum(lowered[turn.end() :])
    return round(total / sqrt(total * total + _ALPHA), 4)


def _without_solved(clause: re.Match[str]) -> str:
    """The clause, with a problem that it says is solved as none."""
    said = clause.group()
    is_solved = _SOLVED.search(said) and _HAS.search(said)
    if not is_solved or _UNSURE.search(said) or said.endswith("?"):
        return said
    return _TROUBLE.sub(r"kein \g<0>", said)


def _sum(text: str) -> float:
    words = _WORD.findall(text)
    total = 0.0
    for place, word in enumerate(words):
        value = _valence(word.rstrip(".;:!?"))
        if not value:
            continue
        near = range(max(place - _NEGATION_REACH, 0), place)
        before = words[near.start : place]
        is_denied = any(_denies(words, number) for number in near) or _is_denied_behind(words, place)
        if before and before[-1] in _STRONGER:
            value += _DEGREE if value > 0 else -_DEGREE
        elif before and before[-1] in _WEAKER:
            value -= _DEGREE if value > 0 else -_DEGREE
        if is_denied:
            value *= _NEGATED
        total += value
    return total


def _denies(words: Sequence[str], place: int) -> bool:
    if not _NEGATES.match(words[place].rstrip(_STOPS)):
        return False
    return place + 1 == len(words) or words[place + 1].rstrip(_STOPS) not in _ONLY


def _is_denied_behind(words: Sequence[str], place: int) -> bool:
    """Whether the verb at `place` is denied in the rest of its clause."""
    if not _VERB.match(words[place]):
        return False
    for number in range(place + 1, len(words)):
        if _denies(words, number):
            return True
        if words[number][-1] in _STOPS:
            break
    return False


def _valence(word: str) -> float:
    """Of the longest stem that `word` begins with; 0 where it has none."""
    if _NO_MOOD.match(word):
        return 0.0
    if _BEST.match(word):
        return 2.0
    return next((_STEMS[stem] for stem in _STEMS_BY_LENGTH if word.startswith(stem)), 0.0)
