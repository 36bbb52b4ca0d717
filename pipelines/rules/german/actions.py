"""German action items: promises, requests that were accepted, orders by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from guardrails.core.types import Segment
from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.rules.addressee import without_you_in_german
from pipelines.rules.german import cues
from pipelines.rules.german.antecedents import german_antecedent
from pipelines.rules.german.requests import answer_to, names_of, request_in, takes
from pipelines.rules.german.tasks import Clause, clauses_of, end_of, task_of
from pipelines.rules.german.verbs import FIRST_PERSON, THIRD_PERSON, WORK
from pipelines.rules.sentences import Sentence

_ASKED_SOON = 3
"""Sentences from whoever takes it to the question for its day."""
_DAY_ALONE = 7
"""Words of a sentence that is hardly more than a day."""


@dataclass(frozen=True, slots=True)
class Found:
    """One action, with where it was said."""

    index: int
    """Of its sentence."""
    clause: Clause
    task: str
    owner: str | None
    due: str | None
    also: int | None = None
    """Sentence in which it was taken on, if that is another one."""
    dated_in: int | None = None
    """Sentence that gives the day when somebody asks for it."""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    task: str
    owner: str | None
    flags: tuple[str, ...] = ()


def find_actions(
    sentences: Sequence[Sentence], segments: Sequence[Segment], roster: Sequence[str]
) -> list[Found]:
    """In the order in which they were said."""
    names = names_of(segments, roster)
    found: list[Found] = []
    for index, sentence in enumerate(sentences):
        asked = _asked(index, sentences, names)
        if asked is not None:
            found.append(asked)
        elif (pointed := _pointed(index, sentences)) is not None:
            found.append(pointed)
        elif not sentence.asks:
            found += _said(index, sentence, names)
    return found


def _said(index: int, sentence: Sentence, names: dict[str, str]) -> Iterator[Found]:
    """Promises and orders of a plain sentence."""
    promised = False
    for clause in clauses_of(sentence):
        text = clause.text
        # "Das mache ich" alone names no work: the request before it does, or nobody knows.
        if (
            cues.TAKES_IT.search(text)
            or cues.NEGATED.search(_without_due(clause))
            or cues.UNSURE.search(sentence.clean.text)
        ):
            promised = False
            continue
        due = clause.due and clause.due[2]
        task = without_you_in_german(_promise(clause, after=promised))
        promised = bool(task)
        if task:
            flags = (UNKNOWN_SPEAKER,) if sentence.speaker is None else ()
            yield Found(index, clause, task, sentence.speaker, due, flags=flags)
            continue
        order = _order(clause, names)
        if order is not None and order.task:
            yield Found(index, clause, order.task, order.owner, due, flags=order.flags)


def _pointed(index: int, sentences: Sequence[Sentence]) -> Found | None:
    """A promise of the thing that was asked for right before: "ich schicke sie heute Abend"."""
    sentence = sentences[index]
    clause = Clause(sentence, 0, end_of(sentence.clean.text))
    what = None if sentence.asks else german_antecedent(sentences, index, clause)
    if what is None:
        return None
    return Found(index, clause, what[0], sentence.speaker, clause.due and clause.due[2], also=what[1])


def _without_due(clause: Clause) -> str:
    """Its words but the due phrase's: "nicht am Montag, sondern am Dienstag" denies a day, no work."""
    if clause.due is None:
        return clause.text
    left, right, _ = clause.due
    return clause.text[: left - clause.start] + clause.text[right - clause.start :]


def _promise(clause: Clause, *, after: bool) -> str:
    """The task of "ich schicke ...", "... schicke ich", "ich werde ... schicken"; empty if there is none."""
    text, at = clause.text, clause.start
    if match := cues.WILL.search(text):
        if not _is_work(match["task"].split()[-1]):
            return ""
        return task_of(clause, None, (at, at + match.start()), (at + match.start("task"), clause.end))
    if match := cues.COMMITS.search(text):
        return task_of(clause, FIRST_PERSON[match["verb"]], (at + match.start("task"), clause.end))
    if match := cues.COMMITS_LATE.search(text):
        front = (at, at + match.end("front"))
        return task_of(clause, FIRST_PERSON[match["verb"]], front, (at + match.start("task"), clause.end))
    if after and (match := cues.SHORTENED.search(text)):
        return task_of(clause, FIRST_PERSON[match["verb"]], (at + match.start("task"), clause.end))
    return ""


def _order(clause: Clause, names: dict[str, str]) -> Order | None:
    """Whose work a clause names: "Marcus schließt ... ab", "das Team soll ...", "alle außer Anna ..."."""
    return _of_group(clause, names) or _of_one(clause, names)


def _due_of(place: int, sentences: Sequence[Sentence]) -> tuple[int, int, str] | None:
    """The day of an answer, in it or alone behind it: "Das kann ich machen. Bis Ende der Woche." """
    answer = sentences[place]
    if due := Clause(answer, 0, len(answer.clean.text)).due:
        return due
    behind = sentences[place + 1] if place + 1 < len(sentences) else None
    if behind is None or behind.speaker != answer.speaker or len(behind.raw.split()) > _DAY_ALONE:
        return None
    return Clause(behind, 0, len(behind.clean.text)).due


def _day_asked_for(place: int, sentences: Sequence[Sentence]) -> int | None:
    """Where whoever speaks in `place` names the day that he is asked for: "bis wann?" - "bis Mittwoch"."""
    for at in range(place + 1, min(place + 1 + _ASKED_SOON, len(sentences) - 1)):
        asked, told = sentences[at], sentences[at + 1]
        if asked.asks and cues.BY_WHEN.match(asked.clean.text) and asked.speaker != sentences[place].speaker:
            is_his = told.speaker == sentences[place].speaker and len(told.raw.split()) <= _DAY_ALONE
            return at + 1 if is_his and Clause(told, 0, len(told.clean.text)).due else None
    return None


def _of_one(clause: Clause, names: dict[str, str]) -> Order | None:
    text, at = clause.text, clause.start
    if (last := cues.DOES_LAST.search(text)) and (owner := names.get(last["name"])):
        return Order(
            task_of(clause, THIRD_PERSON[last["verb"]], (at + last.start("task"), at + last.end("task"))),
            owner,
        )
    for match in cues.ASSIGNS.finditer(text):
        owner = names.get(match["name"]) or _team(clause, match)
        verb = THIRD_PERSON[match["verb"]] if match["verb"] else None
        if owner is not None and (verb or _is_work(match["task"].split()[-1])):
            return Order(task_of(clause, verb, (at + match.start("task"), clause.end)), owner)
    return None


def _team(clause: Clause, match: re.Match[str]) -> str | None:
    """ "Unser Design-Team prüft ...": a team is the owner by its own name."""
    if not match["name"].endswith("team"):
        return None
    start = clause.start + match.start("name")
    return f"das {clause.sentence.clean.cased[start : start + len(match['name'])]}"


def _of_group(clause: Clause, names: dict[str, str]) -> Order | None:
    text, at = clause.text, clause.start
    match = cues.GROUP_DOES.search(text)
    if match is None:
        return None
    both = {match["one"], match["other"]}
    if match["one"] and not (both <= set(names) or "ich" in both):
        return None
    verb = match["verb"]
    if verb is None and not _is_work(match["task"].split()[-1]):
        return None
    task = task_of(clause, verb, (at + match.start("task"), clause.end))
    if not task:
        return None
    who = clause.sentence.clean.cased[at + match.start("who") : at + match.end("who")]
    excepted = f" ({who[0].lower()}{who[1:]})" if match["but"] else ""
    return Order(f"{task}{excepted}", None, flags=(SEVERAL_OWNERS,))


def _is_work(word: str) -> bool:
    """Whether an infinitive, with a prefix or without, names work: "abschließen", "schicken"."""
    return any(word.strip(".,").endswith(verb) for verb in WORK)


def _asked(index: int, sentences: Sequence[Sentence], names: dict[str, str]) -> Found | None:
    """A request that somebody takes on: "kannst du ...?" - "ja, mache ich"; "wer ...?" - "das mache ich"."""
    sentence = sentences[index]
    request = request_in(sentence, names)
    if request is None:
        return None
    answer = answer_to(index, sentences, request.task, only_takers=request.needs_taker)
    if answer is None and not request.is_order:
        return None
    taken = answer is not None and takes(answer, request, sentences)
    if answer is not None and answer.refuses and not taken:
        return None
    clause = Clause(sentence, 0, end_of(sentence.clean.text))
    due, owner, also = clause.due, request.called, None
    if answer is not None:
        answering = sentences[answer.place]
        due = due or _due_of(answer.place, sentences)
        # Who is ordered by name has it, whoever says okay.
        if request.only_called and answering.speaker != owner:
            return None
        taker = sentence.speaker if request.is_offer and not taken else answering.speaker
        owner = owner if request.is_order and owner else taker or owner
        also = answer.place
    dated_in = _day_asked_for(also, sentences) if due is None and also is not None else None
    if dated_in is not None:
        due = Clause(sentences[dated_in], 0, len(sentences[dated_in].clean.text)).due
    flags = (UNKNOWN_SPEAKER,) if owner is None else ()
    return Found(index, clause, request.task, owner, due and due[2], also, dated_in, flags)
