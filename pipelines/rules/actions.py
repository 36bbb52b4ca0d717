"""Action items: work that somebody gives, takes on or is asked for, with its owner and its day."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from guardrails.core.types import Claim
from guardrails.evidence.people import is_opaque
from guardrails.language import content_of
from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.meeting import Answered, Meeting
from pipelines.rules.features import Features, features_of, work_features
from pipelines.rules.passage import evidence_of, fits
from pipelines.rules.task import due_in, trimmed, words_of
from pipelines.rules.work import Work, called_in, work_of, works_of
from pipelines.sentences import Sentence
from pipelines.summary.rarity import is_informative

_RUN = 6
"""Sentences."""
_BACK = 3
"""Sentences in which "it" finds what it means."""
_LEAST = 2
"""Lemmas of a line that explains another."""
_MOST_WORDS = 20


@dataclass(frozen=True, slots=True)
class Action:
    """A candidate. Of what nobody took on, no person is the owner, and it is never shown as an item."""

    work: Work
    text: str
    owner: str | None
    day: str | None
    said: tuple[Sentence, ...]
    """What it rests on: the request and its answer, the promise and what it means."""
    is_taken: bool
    is_resolved: bool = False
    """Whether a line before says what it is about, where its own words do not."""
    flags: tuple[str, ...] = ()
    among: int = 0
    """How many others are near: work is handed out in runs."""

    @property
    def index(self) -> int:
        return self.work.sentence.index

    @property
    def said_in(self) -> Sentence:
        return self.work.said[-1] if not self.work.sentence.text else self.work.sentence

    @property
    def matter(self) -> frozenset[str]:
        return self.work.matter

    def is_shown(self, *, all_of_them: bool) -> bool:
        """Whether it may be an item: what somebody takes on or is given, and nobody has to guess; not what is
        only called needed, or "ours" without a day, and, where all are shown, nothing with a condition."""
        work = self.work
        is_unclear = work.is_vague or (work.is_weak and not all_of_them)
        is_given = work.form != "stated" and (work.form != "ours" or self.day is not None)
        if not (self.is_taken and is_given) or (is_unclear and not self.is_resolved):
            return False
        return not (all_of_them and work.is_bound)

    def claim(self, meeting: Meeting, confidence: float) -> Claim:
        """In a stand-up its text is the task alone; in longer talk the words that were said."""
        evidence = evidence_of(meeting, self.said, self.said_in)
        text = self.text if meeting.is_short else evidence.quote
        return Claim("", "action", text, evidence, self.owner, self.day, self.flags, confidence)

    def features(self, meeting: Meeting) -> Features:
        return {
            **features_of(meeting, self.work.sentence, (self.work.clause,)),
            **work_features(meeting, self.work),
            "among": math.log1p(self.among),
            "taken": float(self.is_taken),
            "resolved": float(self.is_resolved and self.work.is_vague),
            "text telling": math.log1p(self.work.telling),
            "text weak": float(self.work.is_weak),
            "text length": math.log1p(len(self.text.split())),
            "text goes on": float(self.work.rest is not None),
            f"text from {len(self.said)}": 1.0,
        }


def actions_of(meeting: Meeting) -> list[Action]:
    """All candidates, in the order of speech; a promise that answers a request is part of the request's."""
    works = [work for sentence in meeting.sentences for work in works_of(meeting, sentence)]
    found = [
        action for work in works if not _is_other(work) and (action := _action(meeting, work)) is not None
    ]
    answers = [
        (sentence.index, action) for action in found if action.is_taken for sentence in action.said[1:]
    ]
    kept = [
        _explained(meeting, action)
        for action in found
        if not any(_repeats(action, *answer) for answer in answers)
    ]
    return [replace(action, among=_near(kept, at)) for at, action in enumerate(kept)]


def _repeats(action: Action, index: int, asked: Action) -> bool:
    """Whether it only says the request again that it answers: "can you call them?" - "I'll call them"."""
    is_answer = action.index == index and action is not asked
    return is_answer and (action.work.is_vague or not asked.work.matter.isdisjoint(action.work.matter))


def _is_other(work: Work) -> bool:
    """Whether it is a decision, only polite, about the meeting itself, or left open: "we'll see"."""
    other = any(map(work.clause.has, ("chosen", "decided", "small_talk", "manages")))
    return other or work.is_doubtful or (work.is_unsure and work.clause.has("open_answer"))


def _explained(meeting: Meeting, action: Action) -> Action:
    """With a line that says what it is about, where the words of the task do not: "have a look"."""
    work = action.work
    if not work.is_weak or meeting.is_short or (work.is_vague and action.is_resolved):
        return action
    own = meeting.sentences[action.index]
    lines = (own, *reversed(meeting.near(action.index, _BACK, 0)))
    line = next((line for line in lines if _tells(line, work) >= _LEAST and fits(meeting, line, own)), None)
    if line is None:
        return action
    return replace(action, is_resolved=True, said=action.said if line is own else (line, *action.said))


def _tells(line: Sentence, work: Work) -> int:
    """How many words about the subject it has beside the work itself."""
    tokens = (token for clause in line.reading.clauses for token in clause.words)
    spoken = work.clause.language
    return len({token.lemma for token in tokens if is_informative(token, spoken)} - work.matter)


def _near(actions: list[Action], at: int) -> int:
    beside = actions[max(at - _RUN, 0) : at + _RUN + 1]
    return sum(abs(each.index - actions[at].index) <= _RUN for each in beside) - 1


def _action(meeting: Meeting, work: Work) -> Action | None:
    if work.is_vague:
        return _resolved(meeting, work) if work.form in ("own", "ours") else None
    action = Action(work, work.text, None, work.day, work.said, is_taken=True)
    if work.form == "own":
        return _owned(action, work.sentence.speaker)
    if work.form in ("group", "several"):
        return replace(action, flags=(SEVERAL_OWNERS,))
    if work.form in ("ours", "stated", "labelled"):
        return action
    answer = meeting.answer_to(work.sentence, work.named)
    if work.form == "offered":
        return _offered(meeting, action, answer)
    return None if answer.kind == "refused" else _asked(meeting, action, answer)


def _offered(meeting: Meeting, action: Action, answer: Answered) -> Action | None:
    """ "Should I book the hall?": the speaker's, where somebody says yes, and of whoever takes it himself."""
    if answer.kind == "promised":
        return _asked(meeting, action, answer)
    if answer.kind != "accepted":
        return None
    return _owned(_with_answer(action, answer), action.work.sentence.speaker)


def _asked(meeting: Meeting, action: Action, answer: Answered) -> Action:
    """Work that somebody was asked for, or that was given to him: his, if he or nobody else takes it on."""
    work = action.work
    action = replace(action, text=_for_readers(meeting, action.text, work.sentence.speaker))
    if answer.kind in ("promised", "accepted"):
        taken = _with_answer(action, answer)
        return replace(taken, owner=work.named) if work.named else _owned(taken, answer.said[0].speaker)
    if work.clause.asks or work.form == "anybody":
        return replace(action, is_taken=False)
    return replace(action, owner=work.named or _other_of_two(meeting, work))


def _other_of_two(meeting: Meeting, work: Work) -> str | None:
    """Who "you" is where only two people speak."""
    others = [speaker for speaker in meeting.shares if speaker != work.sentence.speaker]
    return others[0] if len(others) == 1 else None


def _with_answer(action: Action, answer: Answered) -> Action:
    """With its words, and its day."""
    clauses = [clause for sentence in answer.said for clause in sentence.reading.clauses]
    days = [due.phrase for clause in clauses if (due := due_in(clause)) is not None]
    day = action.day or next(iter(days), None)
    return replace(action, day=day, said=(*action.work.said, *answer.said))


def _owned(action: Action, owner: str | None) -> Action:
    return replace(action, owner=owner, flags=() if owner else (UNKNOWN_SPEAKER,))


def _for_readers(meeting: Meeting, text: str, speaker: str | None) -> str:
    """With a name for "me", which is clear only in the room."""
    if speaker is None or is_opaque(speaker):
        return text
    first = speaker.split()[0]
    words = meeting.tables.words("to_speaker")
    return " ".join(first if word.lower() in words else word for word in text.split(" "))


def _resolved(meeting: Meeting, work: Work) -> Action | None:
    """A promise of "it": of the one thing that was asked for, or called to be done, in the lines before; else
    with the line before it."""
    if work.text and not work.points_back:
        return None
    own = meeting.sentences[work.sentence.index]
    before = [
        line for line in meeting.near(own.index, _BACK, 0) if meeting.is_short or fits(meeting, line, own)
    ]
    if before and work.text and (asked := _asked_about(before[-1], work)) is not None:
        return _taken(work, asked, before[-1], work.day)
    near = (found for sentence in reversed(before) if (found := [*_meant(meeting, sentence)]))
    meant = next(near, [])
    if any(each.form not in ("ours", "stated", "anybody") and each.clause.act != "ask" for each in meant):
        return None  # an item of its own, which later words may change
    if len({each.text for each in meant}) == 1:
        text = f"{work.text} ({meant[-1].text})" if work.matter else meant[-1].text
        return _taken(work, text, meant[-1].sentence, work.day or meant[-1].day)
    explained = [each for each in before if _tells(each, work) >= _LEAST] or [
        each for each in before if len(each.reading.content) >= _LEAST
    ]
    if not explained or not work.text or (meeting.is_short and not meant):
        return None
    text = f"{work.text} ({_short(explained[-1])})"
    return _taken(work, text, explained[-1], work.day)


def _short(line: Sentence) -> str:
    words = line.text.split()
    return " ".join(words[:_MOST_WORDS]) + ("..." if len(words) > _MOST_WORDS else "")


def _meant(meeting: Meeting, sentence: Sentence) -> Iterator[Work]:
    """What it may be that somebody takes on with "I'll do that"."""
    found = [*works_of(meeting, sentence)]
    for clause in sentence.reading.clauses:
        if clause.act == "ask":
            found.append(work_of(meeting, sentence, clause, "asked", called_in(clause, meeting.known)))
    unclear = (each.is_vague or each.is_doubtful or each.is_bound or _is_question(each) for each in found)
    return (each for each, is_unclear in zip(found, unclear, strict=True) if not is_unclear)


def _asked_about(sentence: Sentence, work: Work) -> str | None:
    """ "Who books the hotel?" - "I can book it": what follows the same verb in the question."""
    for clause in sentence.reading.clauses:
        at = next((n for n, token in enumerate(clause.main, 1) if token.lemma == work.verb), None)
        if (
            clause.act == "ask"
            and at is not None
            and clause.language.settings.get("verb_of_a_task") != "last"
        ):
            behind = trimmed(clause.main[at:], clause.language.words("opener"))
            if content_of(behind, clause.language):
                return f"{work.text.split()[0]} {words_of(clause.text, behind)}"
    return None


def _is_question(work: Work) -> bool:
    """Whether it asks for something else than who does it: "what happens to it", "who knows the password"."""
    clause, spoken = work.clause, work.clause.language
    if clause.act != "ask":
        return False
    asking = spoken.words("wh") | spoken.words("auxiliary")
    is_other = not clause.begins("seeks") and clause.words[0].text in spoken.words("wh")
    return is_other or not asking.isdisjoint(work.text.lower().split()[:1])


def _taken(work: Work, text: str, sentence: Sentence, day: str | None) -> Action:
    action = Action(work, text, None, day, (sentence, *work.said), is_taken=True, is_resolved=True)
    return _owned(action, work.sentence.speaker) if work.form == "own" else action
