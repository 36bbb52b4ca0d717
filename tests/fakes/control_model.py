"""A language model that knows the control set: right by default, wrong where a test wants it to be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pipelines.evaluate.selfcheck.control import (
    ArithmeticCase,
    Case,
    DraftCase,
    FormCase,
    MeetingCase,
    PuzzleCase,
    control_set,
)
from pipelines.llm.opinion import ACCEPTED
from tests.fakes.language_model import Answer, Call, ScriptedModel

# Case: kind, line, task, owner, due phrase.
RIGHT: dict[str, tuple[tuple[str, int, str, str | None, str | None], ...]] = {
    "promise": (("actions", 0, "Send the budget to the board", "Ann", None),),
    "promise-with-day": (("actions", 1, "Print the brochure", "Bob", "by Friday"),),
    "request-accepted": (("actions", 0, "Call the plumber about the leak", "Bob", None),),
    "told": (("actions", 0, "Renew the parking permit", "Chris", "by the end of the month"),),
    "condition": (("actions", 0, "Publish the policy on Thursday if legal agrees", "Ann", None),),
    "decision": (("decisions", 2, "We go with the glass jars", None, None),),
    "open-question": (("questions", 0, "Who answers the support mail over Christmas?", None, None),),
    "injected": (("actions", 2, "Book the room for Monday", "Ann", None),),
    "unnamed-voices": (("actions", 1, "Order the drinks", None, "by Thursday"),),
    "not-counted": (("actions", 1, "Draw the seating plan", "Bob", "by Friday"),),
    "two-people": (
        ("actions", 0, "Write the agenda", "Ann", None),
        ("actions", 1, "Bring the projector", "Bob", None),
    ),
}
# Meeting: kind, words that prove it (" ... " and those of another line), task or text, owner, due phrase.
NOTED: dict[str, tuple[tuple[str, str, str, str | None, str | None], ...]] = {
    "moving": (
        (
            "actions",
            "please order the moving boxes by Wednesday",
            "Order the moving boxes",
            "Sam",
            "by Wednesday",
        ),
        (
            "actions",
            "I'll transfer the 4,650 euros to the movers by Friday",
            "Transfer the 4,650 euros to the movers",
            "Viktor",
            "by Friday",
        ),
        (
            "actions",
            "everyone except Leila will pack their own desk by the fourth of December",
            "Everyone except Leila packs their own desk",
            None,
            "by the fourth of December",
        ),
        (
            "actions",
            "I'll call the provider about the price by the end of the week",
            "Call the provider about the price",
            "Viktor",
            "by the end of the week",
        ),
        (
            "actions",
            "please send the new address to all customers by the ninth of December",
            "Send the new address to all customers",
            "Leila",
            "by the ninth of December",
        ),
        (
            "actions",
            "I'll call him this afternoon ... tell the landlord",
            "Tell the landlord about the new date",
            "Nora",
            "this afternoon",
        ),
        (
            "decisions",
            "we move on the sixteenth of December",
            "We move on the sixteenth of December",
            None,
            None,
        ),
        (
            "questions",
            "Should we keep the old line as a backup?",
            "Should we keep the old line as a backup?",
            None,
            None,
        ),
    ),
    "umzug": (
        (
            "actions",
            "bestell die Umzugskartons bitte schon bis Mittwoch",
            "Die Umzugskartons bestellen",
            None,
            "bis Mittwoch",
        ),
        (
            "actions",
            "Ich überweise die 4.650 Euro bis Freitag an die Spedition",
            "Die 4.650 Euro an die Spedition überweisen",
            None,
            "bis Freitag",
        ),
        (
            "actions",
            "Ja, kein Problem, das kann ich morgen machen",
            "Den Nachbarn wegen des Aufzugs schreiben",
            None,
            "morgen",
        ),
        (
            "actions",
            "Ich rufe bis Ende der Woche den Anbieter wegen des Preises an",
            "Den Anbieter wegen des Preises anrufen",
            None,
            "bis Ende der Woche",
        ),
        (
            "actions",
            "schick bitte bis zum neunten Dezember die neue Adresse an alle Kunden",
            "Die neue Adresse an alle Kunden schicken",
            None,
            "bis zum neunten Dezember",
        ),
        ("actions", "ich rufe ihn heute Nachmittag an", "Den Vermieter anrufen", None, "heute Nachmittag"),
        (
            "decisions",
            "wir ziehen am sechzehnten Dezember um",
            "Wir ziehen am sechzehnten Dezember um",
            None,
            None,
        ),
        (
            "questions",
            "Sollen wir die alte Leitung als Reserve behalten?",
            "Sollen wir die alte Leitung als Reserve behalten?",
            None,
            None,
        ),
    ),
    "fête": (
        (
            "actions",
            "Je vais envoyer le contrat à la mairie d'ici vendredi",
            "Envoyer le contrat à la mairie",
            "Claire",
            "d'ici vendredi",
        ),
        (
            "actions",
            "Paul, peux-tu réserver le traiteur avant jeudi",
            "Réserver le traiteur",
            "Paul",
            "avant jeudi",
        ),
        ("actions", "je vais préparer les affiches", "Préparer les affiches", "Marc", None),
        (
            "actions",
            "Je vais appeler la bibliothèque d'ici mercredi",
            "Appeler la bibliothèque",
            "Julie",
            "d'ici mercredi",
        ),
        (
            "decisions",
            "nous avons décidé de louer la salle des Tilleuls",
            "La salle des Tilleuls est louée",
            None,
            None,
        ),
        (
            "decisions",
            "Nous avons décidé d'arrêter la musique à minuit",
            "La musique s'arrête à minuit",
            None,
            None,
        ),
        (
            "questions",
            "Est-ce qu'on commande les lampions ou on attend",
            "Faut-il commander les lampions ?",
            None,
            None,
        ),
    ),
}
EXPRESSIONS = {"total": "240 + 85", "product": "36 * 4", "discount": "800 - 800 * 25 / 100"}
TEXTS = {
    "few-words": "Ann sends the board the budget on Friday.",
    "three-lines": "- tea\n- coffee\n- milk",
    "lower-case": "the shop opens on monday.",
    "no-second-thoughts": "The chairs and tables cost 720 euros together.",
    "no-machine": "The meeting ended at noon, and the next one is on Monday.",
}
ROOMS = ["red", "green", "blue"]
STATED: dict[str, Mapping[str, Any]] = {
    "rooms": {
        "things": [{"name": name, "values": ROOMS} for name in ("Ann", "Bob", "Cleo")],
        "constraints": [
            {"kind": "different", "things": ["Ann", "Bob", "Cleo"], "values": []},
            {"kind": "is_not", "things": ["Ann"], "values": ["red"]},
            {"kind": "is", "things": ["Bob"], "values": ["blue"]},
        ],
        "asked": ["Ann"],
    },
    "ages": {
        "things": [{"name": name, "from": 0, "to": 120} for name in ("Ann", "Bob")],
        "constraints": [
            {"kind": "more_by", "things": ["Ann", "Bob"], "values": [4]},
            {"kind": "sum_is", "things": ["Ann", "Bob"], "values": [30]},
        ],
        "asked": ["Bob"],
    },
}


class ControlModel(ScriptedModel):
    """`silent` drafts nothing; `answers`: by case, instead of the right ones."""

    def __init__(
        self, *, silent: bool = False, answers: Mapping[str, Mapping[str, Any] | BaseException] | None = None
    ) -> None:
        super().__init__(self._answer)
        self._silent = silent
        self._answers = answers or {}

    def _answer(self, call: Call) -> Answer:
        if call.is_summary:
            return {"summary": "They talked.", "title": "A talk"}
        if isinstance(call.schema, Mapping) and ACCEPTED in call.schema.get("enum", ()):
            return '"refused"'  # it has drafted all there is
        case = next(case for case in control_set().cases if _is_about(case, call.text))
        if case.id in self._answers:
            return self._answers[case.id]
        match case:
            case DraftCase():
                return self._draft(case, call)
            case MeetingCase():
                return self._meeting(case, call)
            case ArithmeticCase():
                return {"expression": EXPRESSIONS[case.id]}
            case PuzzleCase():
                return STATED[case.id]
            case FormCase():
                return {"text": TEXTS[case.id]}

    def _meeting(self, case: MeetingCase, call: Call) -> Answer:
        """Every line's number stands at its beginning."""
        answer: dict[str, Any] = {"actions": [], "decisions": [], "questions": [], "summary": "They talked."}
        for kind, quote, text, owner, due in () if self._silent else NOTED[case.id]:
            words = quote.split(" ... ")
            numbers = [
                int(number)
                for each in words
                for number in re.findall(rf"^(\d+)[: ].*{re.escape(each)}", call.text, re.MULTILINE)
            ]
            item = {"lines": sorted(numbers), "quote": words[0]}
            more = {"task": text, "owner": owner, "when": due} if kind == "actions" else {"text": text}
            answer[kind].append(item | more)
        return answer

    def _draft(self, case: DraftCase, call: Call) -> Answer:
        assert isinstance(call.schema, Mapping)
        numbers = call.schema["$defs"]["DraftedAction"]["properties"]["lines"]["items"]["enum"]
        answer: dict[str, Any] = {"actions": [], "decisions": [], "questions": [], "summary": "They talked."}
        for kind, line, text, owner, due in () if self._silent else RIGHT.get(case.id, ()):
            item = {"lines": [numbers[line]], "quote": case.lines[line][1]}
            more = {"task": text, "owner": owner, "when": due} if kind == "actions" else {"text": text}
            answer[kind].append(item | more)
        return answer


def _is_about(case: Case, asked: str) -> bool:
    match case:
        case MeetingCase():
            return case.segments[0].text in asked
        case DraftCase():
            return case.lines[0][1] in asked
        case ArithmeticCase() | PuzzleCase():
            return case.question in asked
        case FormCase():
            return case.task in asked
