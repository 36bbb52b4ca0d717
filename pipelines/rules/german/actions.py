"""German action items: promises, requests that were accepted, orders by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from guardrails.types import Segment
from pipelines.rules.german import cues
from pipelines.rules.german.tasks import Clause, clauses_of, task_of
from pipelines.rules.german.verbs import FIRST_PERSON, THIRD_PERSON, WORK
from pipelines.rules.sentences import Sentence

_ANSWER_WITHIN = 3
"""Sentences; who has not answered by then has been passed over."""
UNKNOWN_SPEAKER = "speaker-unknown"


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
    flags: tuple[str, ...] = ()


def find_actions(
    sentences: Sequence[Sentence], segments: Sequence[Segment], roster: Sequence[str]
) -> list[Found]:
    """In the order in which they were said."""
    names = {
        part.lower(): name
        for name in dict.fromkeys((*roster, *(s.speaker for s in segments if s.speaker)))
        for part in (name, name.split()[0])
    }
    found: list[Found] = []
    for index, sentence in enumerate(sentences):
        asked = _asked(index, sentences, names)
        if asked is not None:
            found.append(asked)
        elif not sentence.asks:
            found += _said(index, sentence, names)
    return found


def _said(index: int, sentence: Sentence, names: dict[str, str]) -> Iterator[Found]:
    """Promises and orders of a plain sentence."""
    promised = False
    for clause in clauses_of(sentence):
        text = clause.text
        # "Das mache ich" alone names no work: the request before it does, or nobody knows.
        if cues.TAKES_IT.search(text) or cues.NEGATED.search(text) or cues.UNSURE.search(sentence.clean.text):
            promised = False
            continue
        due = clause.due and clause.due[2]
        task = _promise(clause, after=promised)
        promised = bool(task)
        if task:
            flags = (UNKNOWN_SPEAKER,) if sentence.speaker is None else ()
            yield Found(index, clause, task, sentence.speaker, due, flags=flags)
            continue
        task, owner = _order(clause, names)
        if task:
            yield Found(index, clause, task, owner, due)


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


def _order(clause: Clause, names: dict[str, str]) -> tuple[str, str | None]:
    """The task and the owner of "Marcus schließt ... ab", "Marcus soll ... abschließen"."""
    text, at = clause.text, clause.start
    for match in cues.ASSIGNS.finditer(text):
        owner = names.get(match["name"])
        verb = THIRD_PERSON[match["verb"]] if match["verb"] else None
        if owner is not None and (verb or _is_work(match["task"].split()[-1])):
            return task_of(clause, verb, (at + match.start("task"), clause.end)), owner
    return "", None


def _is_work(word: str) -> bool:
    """Whether an infinitive, with a prefix or without, names work: "abschließen", "schicken"."""
    return any(word.strip(".,").endswith(verb) for verb in WORK)


def _asked(index: int, sentences: Sequence[Sentence], names: dict[str, str]) -> Found | None:
    """A request that somebody takes on: "kannst du ...?" - "ja, mache ich"; "wer ...?" - "das mache ich"."""
    sentence = sentences[index]
    text = sentence.clean.text
    you, who = cues.ASKS_YOU.search(text), cues.ASKS_WHO.search(text)
    if not sentence.asks or (you is None and who is None) or cues.NEGATED.search(text):
        return None
    answer = _answer(index, sentences, only_takers=you is None)
    if answer is None:
        return None
    clause = Clause(sentence, 0, len(text.rstrip(" .?!")))
    if you is not None:
        end = _without_name(text, clause.end, names)
        task = task_of(clause, None, (you.start("task"), end))
        owner = sentences[answer].speaker or _called(text, names)
    else:
        assert who is not None
        group = "task" if who["task"] else "rest"
        verb = THIRD_PERSON[who["verb"]] if who["verb"] else None
        task, owner = task_of(clause, verb, (who.start(group), clause.end)), sentences[answer].speaker
    if not task:
        return None
    due = clause.due or Clause(sentences[answer], 0, len(sentences[answer].clean.text)).due
    flags = (UNKNOWN_SPEAKER,) if owner is None else ()
    return Found(index, clause, task, owner, due and due[2], also=answer, flags=flags)


def _answer(index: int, sentences: Sequence[Sentence], *, only_takers: bool) -> int | None:
    """The sentence in which somebody else takes it on; None where it is refused or passed over."""
    asker = sentences[index].speaker
    for place in range(index + 1, min(index + 1 + _ANSWER_WITHIN, len(sentences))):
        sentence, text = sentences[place], sentences[place].clean.text
        if asker is not None and sentence.speaker == asker:
            continue
        if cues.REFUSES.search(text):
            return None
        if cues.TAKES_IT.search(text):
            return place
        if not only_takers and cues.ACCEPTS.match(text):
            # "Ja, gern. Das mache ich bis morgen.": the day stands in the second sentence.
            after = sentences[place + 1] if place + 1 < len(sentences) else None
            goes_on = (
                after is not None
                and after.speaker == sentence.speaker
                and cues.TAKES_IT.search(after.clean.text)
            )
            return place + 1 if goes_on else place
        if not sentence.asks:
            return None
    return None


def _called(text: str, names: dict[str, str]) -> str | None:
    """Who is called by name at either end of a request."""
    words = text.strip(" .?!").replace(",", " ").split()
    return next((names[word] for word in (words[0], words[-1]) if word in names), None) if words else None


def _without_name(text: str, end: int, names: dict[str, str]) -> int:
    """`end` before ", Tom" at the end of a request."""
    comma = text.rfind(",", 0, end)
    return comma if comma > 0 and text[comma + 1 : end].strip() in names else end
