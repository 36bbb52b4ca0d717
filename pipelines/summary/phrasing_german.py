"""Claims in connected German: "Jonas wird bis Freitag den Vertrag an die Rechtsabteilung schicken"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from guardrails.types import Claim
from pipelines.draft import SEVERAL_OWNERS
from pipelines.rules.addressee import without_you_in_german
from pipelines.summary.phrasing import GROUP, Phrased

_MOST = 3
_MOST_WORDS = 25
# Whom these mean was clear in the room, and is not on paper.
_UNCLEAR = re.compile(
    r"\b(?:ihn|ihm|ihnen|es|sie|dich|dir|euch|mich|mir|mein\w*|dein\w*|euer|eure\w*|du|ich)\b"
)
_SMALL = re.compile(
    r"^(?:Bis|Am|An|Im|In|Vor|Zum|Zur|Spätestens|Heute|Morgen|Übermorgen|Noch|Nächste\w*|Kommende\w*|Diese\w*)\b"
)


def quoted(speaker: str | None, said: str) -> str:
    return f"{speaker} sagte: „{said.rstrip(' .')}“." if speaker else said


def decisions_said(decisions: Sequence[Claim]) -> Iterator[Phrased]:
    """ "Beschlossen wurde: Wir nehmen den 4. Dezember; die alten Möbel werden gespendet." """
    short = [decision for decision in decisions if len(decision.text.split()) <= _MOST_WORDS]
    for start in range(0, len(short), _MOST):
        some = tuple(short[start : start + _MOST])
        said = "; ".join(decision.text.rstrip(" .") for decision in some)
        said = said[:1].upper() + said[1:]
        opening = "Außerdem wurde beschlossen" if start else "Beschlossen wurde"
        yield f"{opening}: {said}.", some


def actions_said(actions: Sequence[Claim], voices: Mapping[str, str | None]) -> Iterator[Phrased]:
    """One sentence for each owner, in the order of their first task. `voices` is not looked at."""
    by_owner: dict[str, list[tuple[str, Claim]]] = defaultdict(list)
    for action in actions:
        group = GROUP.match(action.text) if SEVERAL_OWNERS in action.flags else None
        who = group["who"] if group else action.owner
        task = _clear(group["task"] if group else action.text)
        if who and task:
            by_owner[who[0].upper() + who[1:]].append((_dated(task, action), action))
    for owner, tasks in by_owner.items():
        verb = "werden" if owner.startswith("Alle") or " und " in owner else "wird"
        for start in range(0, len(tasks), _MOST):
            some = tasks[start : start + _MOST]
            also = " außerdem" if start else ""
            said = _joined([task for task, _ in some])
            yield f"{owner} {verb}{also} {said}.", tuple(claim for _, claim in some)


def questions_said(questions: Sequence[Claim]) -> Iterator[Phrased]:
    """ "Offen ist noch: „Was passiert mit den Parkplätzen?“." """
    short = [q for q in questions if q.text.rstrip().endswith("?") and len(q.text.split()) <= _MOST_WORDS]
    if some := tuple(short[:_MOST]):
        yield f"Offen ist noch: {_joined([f'„{question.text.strip()}“' for question in some])}.", some


def _clear(task: str) -> str | None:
    task = without_you_in_german(task)
    return None if _UNCLEAR.search(task) else task.rstrip(" .")


def _dated(task: str, action: Claim) -> str:
    if not action.due_phrase:
        return task
    due = _SMALL.sub(lambda found: found.group().lower(), action.due_phrase)
    return f"sich {due} {task.removeprefix('sich ')}" if task.startswith("sich ") else f"{due} {task}"


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} und {parts[-1]}"
