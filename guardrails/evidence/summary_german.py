"""Who a German sentence says does something: every noun has a capital there, so names are told by the place.

What follows "Frau" or "Herr" is one, and a word without an article before what a person does ("Peter schickt
den Vertrag"), unless it is one of those that open any sentence ("außerdem", "morgen").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = r"[A-ZÄÖÜ][a-zà-ÿ]{2,}(?:-[A-ZÄÖÜ][a-zà-ÿ]+)?"
_TITLED = re.compile(rf"\b(?:Frau|Herrn?) (?:(?:Dr|Prof)\.? )*(?P<name>{_NAME})\b")
_DOES = (
    "schickt|verschickt|sendet|übernimmt|bucht|schreibt|bringt|prüft|erstellt|bestellt|bezahlt|zahlt|klärt"
    "|organisiert|holt|kauft|leitet|informiert|fragt|koordiniert|liest|reserviert|besorgt|aktualisiert|kümmert"
    "|sammelt|unterschreibt|verfasst|kontaktiert|mietet|kündigt|telefoniert|ruft|bereitet|lädt|meldet|spricht"
)
_WORK = (
    "schicken|senden|übernehmen|buchen|schreiben|bringen|prüfen|erstellen|stellen|zahlen|klären|organisieren"
    "|holen|kaufen|leiten|informieren|fragen|koordinieren|lesen|reservieren|besorgen|aktualisieren|kümmern"
    "|sammeln|fassen|kontaktieren|mieten|kündigen|telefonieren|rufen|bereiten|laden|melden|sprechen|machen"
)
# Whose subject stands before it: this follows. Behind "die" or "das" it may be: "Material bringt die Firma".
_OBJECT = r"(?:den|dem|einen|einem|sich|ihn|ihm|alle|bis|am|im|zum|zur|mit|noch|auch|an|um)"
_EITHER = rf"(?:{_OBJECT}|die|das|eine|ein)"
_WHO = rf"(?P<name>{_NAME})(?P<last> {_NAME})?"
_ACTS = (
    re.compile(rf"^\W*{_WHO} (?:{_DOES})(?= {_EITHER}\b)"),
    re.compile(rf"^\W*{_WHO} (?:wird|soll|will|muss|möchte)(?= {_EITHER} .*(?:{_WORK})\W*$)"),
    re.compile(rf"(?:,|\bund|\baber) {_WHO} (?:{_DOES})(?= {_OBJECT}\b)"),
)
# "Nächste Woche", "bis Freitag", "statt Anna", "laut Vertrag": two words that are no name.
_BEFORE_NOUN = re.compile(
    r"(?:nächst|kommend|letzt|dies|jed|all|beid|neu|alt|weiter|erst|zweit|viel|einig|mehrer)\w{1,2}"
    r"|bis|als|ende|anfang|mitte|laut|statt|anstatt|bei|beim|nach|vor|seit|ab|in|im|am|an|auf|aus|von|vom|zu|zum"
    r"|zur|für|wegen|trotz|zwischen|gegen|durch|ohne|über|unter|per|pro|gemäß|dank|während|mit|kein\w*|ihr\w*|sein\w*"
)
_OPENERS = frozenset(
    """
    wer was man jemand niemand keiner jeder er sie es das dies dieses diese dieser der die wir ihr ich alles
    nichts heute morgen gestern übermorgen montag dienstag mittwoch donnerstag freitag samstag sonnabend
    sonntag januar februar märz april mai juni juli august september oktober november dezember dann danach
    dabei dafür dazu dadurch damit daher darum deshalb deswegen außerdem zudem ferner weiter auch noch nun
    jetzt später bald künftig zuerst zunächst zuletzt schließlich vorher nachher zuvor inzwischen mittlerweile
    sonst trotzdem dennoch allerdings jedoch hier dort so also eventuell vielleicht bitte ebenso gleichzeitig
    sofort gemeinsam team gruppe abends morgens mittags nachmittags vormittags nächstes parallel
    frau herr herrn hierzu hierfür hiermit stattdessen spätestens insgesamt
    doktor professor professorin direktor direktorin präsident präsidentin bürgermeister bürgermeisterin
    """.split()
)
# "Anschließend", "wöchentlich", "beispielsweise".
_ADVERB = re.compile(r"(?:end|lich|weise|erdem|falls|mals|wärts|seits)$")


def german_names(sentence: str) -> Iterator[str]:
    """The names of those that `sentence` calls Frau or Herr, or says to do something."""
    for match in _TITLED.finditer(sentence):
        yield from _unless_common(match["name"])
    for acts in _ACTS:
        for match in acts.finditer(sentence):
            last = (match["last"] or "").strip()
            if not last or not (
                _BEFORE_NOUN.fullmatch(match["name"].casefold()) or last.casefold() in _OPENERS
            ):
                yield from (f"{name} {last}".strip() for name in _unless_common(match["name"]))


def _unless_common(name: str) -> Iterator[str]:
    if name.casefold() not in _OPENERS and not _ADVERB.search(name):
        yield name
