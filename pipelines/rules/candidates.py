"""Candidates for action items: every cue that nothing takes back, and what speaks for it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import replace

from pipelines.draft import UNKNOWN_SPEAKER
from pipelines.due import find_due_phrases
from pipelines.rules.acceptance import answer_to, refused_at_once, taken_in, volunteer_for
from pipelines.rules.addressee import without_call
from pipelines.rules.antecedents import antecedent
from pipelines.rules.candidate import Candidate
from pipelines.rules.cues import Cue
from pipelines.rules.duties import DUTIES, LABELS
from pipelines.rules.grammar import ADVERBS, PARTICIPLE
from pipelines.rules.meeting import Meeting
from pipelines.rules.modality import retraction
from pipelines.rules.orders import ORDERS
from pipelines.rules.ownership import Owner, as_answered, named_in, owner_of, rather_who
from pipelines.rules.people import seems_person
from pipelines.rules.promises import PROMISES
from pipelines.rules.requests import REQUESTS
from pipelines.rules.scoring import Feature
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import after_cleft, end_of_task, imperative, is_vague
from pipelines.rules.verbs import (
    MEETING_TALK,
    base_of_participle,
    base_of_third,
    is_idle,
    is_known,
    is_work,
    main_verb,
)

ACTION_CUES: tuple[Cue, ...] = (*LABELS, *PROMISES, *ORDERS, *REQUESTS, *DUTIES)

# Not the "now" that opens a sentence.
_NOW = re.compile(r"(?<=\w )(?<!so )(?<!okay )(?<!and )(?:right )?now\b|\bhere\b|\bat the moment\b")
# "I'm going to the dentist" is a way, not a work.
_ARTICLE = re.compile(r"(?:the|an?|my|our|your|his|her|their)\b")
# "I can confirm that it works" reports what is so.
_REPORTS = re.compile(r"(?:confirm|say|report|add|mention) that\b")
# "The guests should be told": who is named does nothing.
_PASSIVE = re.compile(rf"be {ADVERBS}(?:\w+ly )?{PARTICIPLE}")
# "I'll be sending", "we're sending".
_BEING = re.compile(r"(?:\bbe|'m|\bam|\bare|'re|\bis)(?: \w+)? $")
# "No, make that Wednesday" corrects a day.
_CORRECTS = re.compile(
    r"make (?:that|it|this)(?: (?:at |by |for |on )?"
    r"(?:the (?:\d{1,2}(?:st|nd|rd|th)|[\w-]*(?:first|second|third)|[\w-]+th)|"
    r"\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?| o'clock)?|noon|midday|"
    r"(?:half past|quarter (?:past|to)) \w+))?",
    re.IGNORECASE,
)
# "Nobody should send it", "no team needs to": work that is denied.
_NO_SUBJECT = re.compile(r"\b(?:nobody|no one|no-one|none(?: of \w+)?|neither(?: of \w+)?|no (?P<what>\w+))$")
# "Let's discuss that next week" leaves it open.
_PUT_OFF = re.compile(
    r"(?:discuss|decide|talk about|come back to|look at|think about) (?:it|that|this|them)\b"
)
_ENDS = re.compile(r"(?:close|finish|wrap|bring) (?:it|this|that|them)\b")
_EARLY = 0.1
_CLOSING = 0.85
_LAST_WORDS = 0.95
# Sentences: about ten minutes of talk. In so few, positions say little.
_SHORT_MEETING = 120
# Assignments of one speaker within so many segments are one round of handing out work.
_ROUND = 8
# Cues below this strength open no round and wait for no answer: most of them are no orders.
_PLAIN = 0.3
_ASKS_FOR_ANSWER = 0.2


def find_candidates(meeting: Meeting) -> list[Candidate]:
    """All candidates, sure or not, in the order in which they were said."""
    return _with_rounds([candidate for candidate in _found(meeting) if not candidate.is_refused])


def _found(meeting: Meeting) -> list[Candidate]:
    found: list[Candidate] = []
    for index, sentence in enumerate(meeting.sentences):
        taken = -1
        for cue, match in _matches(sentence.clean.text):
            # Of the cues that name one task the strongest speaks; it comes first.
            if match.start("task") > taken and (candidate := _candidate(meeting, index, cue, match)):
                found.append(candidate)
                taken = match.start("task") if not candidate.is_refused else taken
    return found


def _matches(text: str) -> list[tuple[Cue, re.Match[str]]]:
    found = [(cue, match) for cue in ACTION_CUES for match in cue.pattern.finditer(text)]
    return sorted(found, key=lambda pair: (pair[1].start("task"), -pair[0].strength))


def _candidate(meeting: Meeting, index: int, cue: Cue, match: re.Match[str]) -> Candidate | None:
    sentence = meeting.sentences[index]
    text = sentence.clean.text
    begin = match.start("task")
    cleft = after_cleft(text[begin:])
    begin += cleft
    end = end_of_task(text, begin)
    goes = text[match.start() : begin].endswith("going to ") and _ARTICLE.match(text, begin)
    reports = cue.name == "i-can" and _REPORTS.match(text, begin)
    is_done_to = cue.whose == "subject" and cue.act != "mark" and _PASSIVE.match(text, begin)
    if goes or reports or is_done_to or _is_of_the_talk(cue, text[begin:end]):
        return None
    if retraction("" if cleft else text[: match.start()], text[begin:end], text[end:]):
        return None
    named = named_in(meeting, sentence, cue, match)
    if cue.whose in ("speaker", "subject") and (repaired := rather_who(meeting, sentence, begin, end)):
        named, end = repaired
    group = named.group
    if (group is not None and group.kind == "neither") or _is_denied(meeting, text, match):
        return None
    if (
        named.name is None and group is None and cue.whose == "subject" and cue.act != "mark"
    ) and not seems_person(sentence.clean.cased[: match.end("subject")]):
        return None
    is_known_person = named.name is not None and meeting.people.find(named.name) is not None
    if cue.needs_yes and not (is_known_person and _is_work_to_do(text[begin:end])):
        return None
    answer, answered_in = None, None
    if is_asked(cue, sentence):
        called = named.name
        named = as_answered(meeting, index, named) if cue.whose == "addressee" else named
        answer = answer_to(meeting.sentences, index, named.name)
        answered_in = answer.index if named.name != called else None
        if cue.needs_yes:
            if answer.kind == "ignored" and match["turn"]:
                answer = answer_to(meeting.sentences, index)
            if answer.kind == "ignored":
                return None
            answered_in = answer.index
    start = match.start() if cue.whose == "thing" else begin
    due = _due(sentence, start, end)
    continuous = _BEING.search(text, match.start(), begin) is not None
    task = _task(sentence, start, end, due, keep=cue.whose == "thing", continuous=continuous)
    if cue.whose == "addressee" and named.name is not None:
        task = without_call(task, named.name)
    if not task or _CORRECTS.fullmatch(task):
        return None
    if cue.needs_taker or cue.is_present:
        verb, _, rest = task.partition(" ")
        task = f"{base_of_third(verb)} {rest}".strip()
    if answer is not None and cue.whose == "anyone":
        verb = main_verb(task)
        answered_in = taken_in(meeting.sentences, answer, verb, says_yes=not cue.needs_taker)
    if cue.needs_taker and (answered_in is None or not _is_work_to_do(task)):
        return None
    if cue.is_present and (
        due is None or not _is_work_to_do(task) or not (group or is_known_person or cue.whose == "we")
    ):
        return None
    named_by = None
    if cue.act == "commit" and (what := antecedent(meeting.sentences, index, task)):
        task, named_by = what
    if group is not None and group.words:
        task = f"{task} ({group.words})"
    owner = owner_of(meeting, index, cue, named, answer)
    if cue.whose == "anyone" and cue.act == "oblige":
        answered_in = volunteer_for(meeting.sentences, index, main_verb(task))
        owner = Owner(meeting.sentences[answered_in].speaker) if answered_in is not None else owner
    if answer is None:
        answer = refused_at_once(meeting.sentences, index, owner.name)
    if UNKNOWN_SPEAKER in owner.flags and answer is not None and answered_in is None:
        answered_in = answer.index
    candidate = Candidate(
        index,
        sentence,
        cue,
        match.start(),
        end,
        task,
        owner,
        due and due[2],
        answer,
        frozenset(),
        answered_in=answered_in,
        named_by=named_by,
    )
    verb = base_of_participle(text[begin:end].split(" ")[0]) if cue.whose == "thing" else main_verb(task)
    return replace(candidate, features=_features(meeting, candidate, verb))


def _is_denied(meeting: Meeting, text: str, match: re.Match[str]) -> bool:
    """Whether the subject says that nobody does it; "no Bob will" has lost its comma."""
    if not match.groupdict().get("subject"):
        return False
    found = _NO_SUBJECT.search(text, 0, match.end("subject"))
    return found is not None and (found["what"] is None or meeting.people.find(found["what"]) is None)


def _is_of_the_talk(cue: Cue, task: str) -> bool:
    """Whether it is over when the meeting is; "I'll close them by Friday" is not."""
    if cue.name == "lets" and _PUT_OFF.match(task):
        return True
    ends = cue.act == "commit" and _ENDS.match(task) and find_due_phrases(task)
    return MEETING_TALK.match(task) is not None and not ends


def _is_work_to_do(task: str) -> bool:
    verb = main_verb(task)
    return is_known(verb) and not is_idle(verb, task) and not MEETING_TALK.match(task)


def is_asked(cue: Cue, sentence: Sentence) -> bool:
    """Whether an answer decides: a plain request, or an order with a question mark."""
    return cue.strength >= _ASKS_FOR_ANSWER and (
        cue.act == "request" or (cue.act == "assign" and sentence.asks)
    )


def _due(sentence: Sentence, start: int, end: int) -> tuple[int, int, str] | None:
    """The first due phrase of the clause: its place in the cleaned text, and the words as they were said."""
    phrases = find_due_phrases(sentence.clean.cased[start:end])
    if not phrases:
        return None
    left, right = start + phrases[0].start, start + phrases[0].end
    first, last = sentence.clean.original(left, right)
    return left, right, sentence.raw[first:last]


def _task(
    sentence: Sentence,
    start: int,
    end: int,
    due: tuple[int, int, str] | None,
    *,
    keep: bool,
    continuous: bool,
) -> str:
    cased = sentence.clean.cased
    words = f"{cased[start : due[0]]} {cased[due[1] : end]}" if due else cased[start:end]
    return " ".join(words.split()).strip(" ,:;-.") if keep else imperative(words, continuous=continuous)


def _features(meeting: Meeting, candidate: Candidate, verb: str) -> frozenset[Feature]:
    sentence, cue, answer = candidate.sentence, candidate.cue, candidate.answer
    vague, idle = is_vague(candidate.task, verb), is_idle(verb, candidate.task)
    says: dict[Feature, bool] = {
        "work-verb": is_work(verb, candidate.task),
        "idle-verb": idle,
        "vague": vague,
        "dated-promise": vague and not idle and cue.act == "commit" and candidate.due is not None,
        "due": candidate.due is not None,
        "named": cue.whose in ("addressee", "subject") and candidate.owner.by_name,
        "asks": sentence.asks and answer is None,
        "now": _NOW.search(sentence.clean.text) is not None,
        "broken-off": "\u2026" in candidate.task,
        "early": sentence.position < _EARLY,
        "closing": sentence.position >= _CLOSING,
        "last-words": sentence.position >= _LAST_WORDS,
        "chair": sentence.speaker is not None and sentence.speaker == meeting.chair,
        "short-meeting": len(meeting.sentences) < _SHORT_MEETING,
    }
    if answer is not None:
        says["accepted"] = answer.kind in ("accepted", "promised")
        says["promised"] = answer.kind == "promised"
        says["ignored"] = answer.kind == "ignored" and sentence.asks
    return frozenset(feature for feature, holds in says.items() if holds)


def _with_rounds(candidates: list[Candidate]) -> list[Candidate]:
    """Mark what stands in a round of handing out work."""
    places: dict[str | None, list[int]] = defaultdict(list)
    for candidate in candidates:
        if _hands_out(candidate):
            places[candidate.sentence.speaker].append(candidate.sentence.segments[0])
    result = []
    for candidate in candidates:
        at = candidate.sentence.segments[0]
        here = places[candidate.sentence.speaker]
        near = bisect_right(here, at + _ROUND) - bisect_left(here, at - _ROUND) - _hands_out(candidate)
        features: frozenset[Feature] = frozenset({"cluster"}) if near > 0 else frozenset()
        result.append(replace(candidate, features=candidate.features | features))
    return result


def _hands_out(candidate: Candidate) -> bool:
    return candidate.cue.act == "assign" and candidate.cue.strength >= _PLAIN
