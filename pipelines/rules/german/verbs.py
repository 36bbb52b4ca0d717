"""German verbs of work in the forms that promises and orders have, and back to the infinitive."""

from __future__ import annotations

from typing import Final

_INFINITIVES: Final = """
    schicken senden schreiben rufen bestellen buchen prüfen klären organisieren machen erledigen kümmern
    bereiten erstellen aktualisieren überarbeiten fragen melden teilen besorgen kaufen bezahlen zahlen
    reparieren testen verschicken vereinbaren reservieren liefern stellen bringen holen informieren
    kontaktieren suchen sammeln dokumentieren korrigieren ändern passen mailen leiten schauen
    veröffentlichen unterschreiben überweisen schließen verlängern kündigen beantragen ergänzen erneuern
    verteilen übersetzen räumen legen richten setzen aktivieren installieren programmieren kalkulieren
    rechnen berechnen bauen drucken kopieren verfassen formulieren entwerfen zeichnen skizzieren tragen
    ziehen pflegen bestätigen verschieben buchen starten führen kündigen mieten sichern löschen putzen
    packen fahren
""".split()
_ASKED_ONLY: Final = "sagen geben zeigen helfen kommen fahren".split()
"""Work where somebody is asked for it; "ich sage mal" promises nothing."""
_IRREGULAR: Final = {  # third person: infinitive
    "übernimmt": "übernehmen", "nimmt": "nehmen", "gibt": "geben", "spricht": "sprechen", "lädt": "laden",
    "sieht": "sehen", "trifft": "treffen", "trägt": "tragen", "liest": "lesen", "hält": "halten",
    "entwirft": "entwerfen", "schließt": "schließen",
}  # fmt: skip


def _stem(infinitive: str) -> str:
    return infinitive[:-2] if infinitive.endswith("en") else infinitive[:-1]


def _first(infinitive: str) -> str:
    return infinitive[:-1] if infinitive.endswith("en") else f"{_stem(infinitive)}e"


def _third(infinitive: str) -> str:
    stem = _stem(infinitive)
    return f"{stem}et" if stem[-1] in "dt" or stem.endswith(("chn", "dn", "fn")) else f"{stem}t"


def _second(infinitive: str) -> str:
    stem = _stem(infinitive)
    if stem.endswith(("chn", "dn", "fn")) or stem[-1] in "dt":
        return f"{stem}est"
    return f"{stem}t" if stem[-1] in "sßz" else f"{stem}st"


def _of_third(form: str) -> str:
    """ "übernimmt" to "übernimmst"."""
    if form == "hält":
        return "hältst"
    if form == "lädt":
        return "lädst"
    return form if form.endswith(("st", "ßt")) and form != "liest" else f"{form.removesuffix('t')}st"


_ALL: Final = tuple(dict.fromkeys((*_INFINITIVES, *_IRREGULAR.values())))
FIRST_PERSON: Final = (
    {_stem(verb): verb for verb in _ALL if _stem(verb)[-1] not in "dt"}
    | {_first(verb): verb for verb in _ALL}
    | {"sammle": "sammeln", "ändre": "ändern"}
)
""" "schicke" to "schicken", and "schick" as people say it."""
THIRD_PERSON: Final = {_third(verb): verb for verb in _INFINITIVES} | _IRREGULAR
"""And "schickt"."""
SECOND_PERSON: Final = (
    {_second(verb): verb for verb in (*_INFINITIVES, *_ASKED_ONLY)}
    | {_of_third(form): verb for form, verb in _IRREGULAR.items()}
    | {"liest": "lesen", "fährst": "fahren", "hilfst": "helfen"}
)
"""And "schickst"."""
IMPERATIVE: Final = (
    {_stem(verb): verb for verb in (*_INFINITIVES, *_ASKED_ONLY)}
    | {f"{_stem(verb)}e": verb for verb in (*_INFINITIVES, *_ASKED_ONLY)}
    | {
        "übernimm": "übernehmen", "nimm": "nehmen", "gib": "geben", "sprich": "sprechen", "lies": "lesen",
        "triff": "treffen", "entwirf": "entwerfen", "hilf": "helfen", "lad": "laden", "lade": "laden",
        "halt": "halten", "schließ": "schließen", "trag": "tragen",
    }
)  # fmt: skip
"""And "schick"."""
WORK: Final = frozenset((*_ALL, *_ASKED_ONLY))
PREFIXES: Final = frozenset(
    "an ab auf aus ein mit vor zu nach weiter durch fertig zurück raus um los her hin bei fest bereit vorbei "
    "hoch rein zusammen frei weg runter rum".split()
)
"""They stand at the end of the clause: "ich rufe den Drucker an"."""


def infinitive_phrase(verb: str, words: list[str]) -> str:
    """ "schicken" and what came with it: "den Bericht an Anna schicken"; "rufe ... an" becomes "anrufen"."""
    if words and words[-1].lower() in PREFIXES and len(words) > 1:
        *words, prefix = words
        verb = prefix.lower() + verb
    words = [
        "sich" if word in ("mich", "mir", "dich", "dir") and verb == "kümmern" else word for word in words
    ]
    return " ".join([*words, verb])
