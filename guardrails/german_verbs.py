"""German verbs brought to one form, so that "geschickt" is found for "schicken" and "zugesandt" with it."""

from __future__ import annotations

from functools import lru_cache

_STRONG = dict(
    pair.split(":")
    for pair in """schrieben:schreib sandt:send rufen:ruf troffen:treff sprochen:sprech nommen:nehm
    funden:find bracht:bring schlossen:schließ wiesen:weis geben:geb lesen:les halten:halt fahren:fahr
    tragen:trag zogen:zieh laden:lad worfen:werf schoben:schieb bunden:bind gangen:geh strichen:streich
    schnitten:schneid liehen:leih boten:biet holfen:helf dacht:denk nannt:nenn standen:steh lassen:lass
    sehen:seh tan:tu worben:werb""".split()
)
"""Participles that change inside, without their "ge"."""
_SEPARABLE = (
    "zusammen weiter zurück fertig bereit vorbei durch fest frei raus rein rum auf aus ein mit nach vor weg"
    " hoch ab an bei her hin los um zu"
).split()
_INSEPARABLE = "unter wider über miss ver ent zer emp be er".split()
_ALIKE = (
    "schick verschick abschick zuschick rausschick send versend absend zusend mail weiterleit übermittel",
    "erstell schreib verfass anfertig ausarbeit entwerf aufsetz",
    "prüf überprüf check durchseh anschau anseh durchles",
    "zahl bezahl überweis begleich",
    "buch reservier",
    "unterschreib unterzeichn",
    "bestell order",
)
"""Verbs of work that speech and notes swap for one another."""
_SWAPPED = {root: group.split()[0] for group in _ALIKE for root in group.split()}


def root_of_infinitive(word: str) -> str:
    """ "anrufen" to "anruf", "sammeln" to "sammel"; verbs that mean much the same to one of them."""
    root = word.removesuffix("en") if word.endswith("en") else word.removesuffix("n")
    return _SWAPPED.get(root, root)


@lru_cache(maxsize=8192)  # every word of a meeting is asked for each of its promises
def root_of_participle(word: str) -> str:
    """The same of "angerufen" and "gesammelt"; empty for a word that looks like no participle."""
    root = _root(word)
    return _SWAPPED.get(root, root)


def _root(word: str) -> str:
    if word.startswith("ge") and (root := _past(word[2:])):
        return root
    if word.endswith("iert"):
        return word[:-1]
    for prefix in _INSEPARABLE:
        if word.startswith(prefix) and (root := _past(word.removeprefix(prefix))):
            return prefix + root
    for prefix in _SEPARABLE:
        if word.startswith(prefix) and (root := _root(word.removeprefix(prefix))):
            return prefix + root
    return ""


def _past(rest: str) -> str:
    """The root in a participle without its prefix: "schickt" to "schick", "öffnet" to "öffn"."""
    if rest in _STRONG:
        return _STRONG[rest]
    return rest[:-1].removesuffix("e") if rest.endswith("t") and len(rest) > 3 else ""
