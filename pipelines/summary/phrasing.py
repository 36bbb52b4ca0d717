"""Claims in connected English: "Priya will send the revised budget to everybody by Friday"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from guardrails.types import Claim
from guardrails.words import SENTENCE_END
from pipelines.draft import SEVERAL_OWNERS
from pipelines.rules.addressee import without_you
from pipelines.rules.verbs import base_form, is_known

Phrased = tuple[str, tuple[Claim, ...]]
"""A sentence, and the claims that it says."""

# So many decisions, or tasks of one person, make a sentence that can still be read.
_MOST = 3
# What is longer was not said to be read, and is in the note anyway.
_MOST_WORDS = 25
_SENTENCE_END = re.compile(rf"{SENTENCE_END.pattern}(?=[\"“A-Z0-9])")
_ME = re.compile(r"\b(?:me|myself)\b", re.IGNORECASE)
# Whom these mean was clear in the room, and is not on paper.
_UNCLEAR = re.compile(r"\b(?:you|your|yours|him|it|this|that|them|i|i'll|i'm)\b", re.IGNORECASE)
_MY = re.compile(r"\bmy\b", re.IGNORECASE)
_A_THING = re.compile(r"^(?=(?:the|an?|my|our|their)\b)", re.IGNORECASE)
GROUP = re.compile(r"^(?P<task>.+) \((?P<who>[^()]+)\)$")
"""How a task of several tells who they are."""
# With a capital only where they open a sentence.
_SMALL = re.compile(
    r"^(?:The|We|Our|A|An|All|No|Nobody|Everyone|Everybody|It|There|This|That|By|On|Until|Before|After|At|In|"
    r"For|From|End|Early|Late|Next|First|Tomorrow|Today|Tonight|Within|Next)\b"
)
# "The nineteenth it is".
_CHOSEN = re.compile(r"^(?P<what>.+) it is$")
_CHOICE = re.compile(r"^(?:go|stick|run|stay|use|keep|drop|skip|leave|postpone|include|exclude|remove)\b")


def parts_of(text: str) -> list[str]:
    """The sentences of a text."""
    return [part for part in _SENTENCE_END.split(" ".join(text.split())) if part]


def quoted(speaker: str | None, said: str) -> str:
    """A sentence of speech as a sentence of the summary; a voice without a name is named by nobody."""
    return f'{speaker} said: "{said.rstrip(" .")}".' if speaker else said


def decisions_said(decisions: Sequence[Claim]) -> Iterator[Phrased]:
    """ "It was decided that we move to the bigger server, and to go with the glass jars." """
    decisions = [decision for decision in decisions if len(decision.text.split()) <= _MOST_WORDS]
    for start in range(0, len(decisions), _MOST):
        some = tuple(decisions[start : start + _MOST])
        yield f"It was {'also ' if start else ''}decided {_joined([_decided(c.text) for c in some])}.", some


def actions_said(actions: Sequence[Claim], voices: Mapping[str, str | None]) -> Iterator[Phrased]:
    """One sentence for each owner, in the order of their first task. `voices`: who said which segment."""
    by_owner: dict[str, list[tuple[str, Claim]]] = defaultdict(list)
    for action in actions:
        group = GROUP.match(action.text) if SEVERAL_OWNERS in action.flags else None
        who = group["who"] if group else action.owner
        task = _clear(group["task"] if group else action.text, action, voices)
        if who and task:
            by_owner[who[0].upper() + who[1:]].append((_dated(task, action), action))
    for owner, tasks in by_owner.items():
        for start in range(0, len(tasks), _MOST):
            some = tasks[start : start + _MOST]
            also = " also" if start else ""
            said = _joined([task for task, _ in some])
            yield f"{owner} will{also} {said}.", tuple(claim for _, claim in some)


def questions_said(questions: Sequence[Claim]) -> Iterator[Phrased]:
    """ "Still open: "Who answers the support mail over Christmas?"." """
    short = [question for question in questions if _reads_well(question.text)]
    some = tuple(short[:_MOST])
    if some:
        asked = _joined([f'"{question.text.strip()}"' for question in some])
        yield f"Still open: {asked}.", some


def _reads_well(question: str) -> bool:
    return question.rstrip().endswith("?") and len(question.split()) <= _MOST_WORDS


def _decided(text: str) -> str:
    text = _SMALL.sub(lambda found: found.group().lower(), text.rstrip(" ."))
    if chosen := _CHOSEN.match(text):
        return f"on {chosen['what'].removeprefix('on ')}"
    first = text.split(" ")[0].lower()
    is_instruction = _CHOICE.match(text) or (is_known(first) and base_form(first) == first)
    return f"to {text}" if is_instruction else f"that {text}"


def _clear(task: str, action: Claim, voices: Mapping[str, str | None]) -> str | None:
    """The task in words that are clear without the talk around it; None where they cannot be."""
    asker = voices.get(next(iter(action.evidence.segment_ids), ""))
    if _ME.search(task):
        if asker is None or asker == action.owner:
            return None
        task = _ME.sub(asker, task)
    task = without_you(task)
    task = _A_THING.sub(r"take care of \g<0>", task)
    if _UNCLEAR.search(task):
        return None
    return _MY.sub("their", task).rstrip(" .")


def _dated(task: str, action: Claim) -> str:
    if not action.due_phrase:
        return task
    due = _SMALL.sub(lambda found: found.group().lower(), action.due_phrase)
    return f"{task} {'by the ' if due.startswith('end of ') else ''}{due}"


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
