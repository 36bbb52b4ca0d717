"""Action items: the sure candidates, each said once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from guardrails.core.types import Claim, Evidence
from pipelines.rules.acceptance import answer_to
from pipelines.rules.addressee import naming_you, without_you
from pipelines.rules.candidate import Candidate
from pipelines.rules.candidates import find_candidates
from pipelines.rules.dating import dated
from pipelines.rules.meeting import Meeting
from pipelines.rules.ownership import called_at
from pipelines.rules.quotes import QUOTE_WORDS, quote_of
from pipelines.rules.scoring import ACTION_THRESHOLD
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import content_words

# Two tasks of one owner whose words are so alike are one task.
_SAME_TASK = 85.0
# A task is compared with so many before it: repetitions are near, and time stays linear.
_LOOK_BACK = 30
# "Sure. No problem. I'll do that tomorrow."
_ANSWER_SENTENCES = 3
_IT = re.compile(r"\b(?:it|that|this|them|those|these|both|him|her)\b")
_BASES = {"takes": "take", "gets": "get", "does": "do"}
_ME = re.compile(r"\bme\b")
# "Take care of it", "do that, just not on Thursdays": the work is what was asked for.
_CARE_OF_IT = re.compile(
    r"(?:take care of|do) (?:it|that|this|them|those|these|both)"
    r"(?:,? (?:just|but|only|except|as long as)\b.*)?$"
)


def actions_of(meeting: Meeting) -> list[Claim]:
    """The action items of a meeting, in the order in which they were said."""
    found = find_candidates(meeting)
    sure = _best_of_clause([c for c in found if c.confidence >= ACTION_THRESHOLD])
    # Also those that are not sure: after a request "I can do it tomorrow" is more than a report of ability.
    promises = {c.index: c for c in found if _points_back(c)}
    chosen = _answers_absorbed(sure, promises, meeting.sentences)
    return _merged([_claim(candidate, meeting) for candidate in chosen])


def _best_of_clause(candidates: list[Candidate]) -> list[Candidate]:
    """Of candidates whose clauses overlap, the surest."""
    kept: list[Candidate] = []
    for candidate in candidates:
        rival = kept[-1] if kept else None
        if rival is None or rival.index != candidate.index or candidate.start >= rival.end:
            kept.append(candidate)
        elif candidate.confidence > rival.confidence:
            kept[-1] = candidate
    return kept


def _answers_absorbed(
    candidates: list[Candidate], promises: Mapping[int, Candidate], sentences: Sequence[Sentence]
) -> list[Candidate]:
    """Without "sure, I'll do that": the request before it takes what it adds, `promises` by sentence."""
    absorbed: set[int] = set()
    joined = []
    for candidate in candidates:
        promise = _promise_of(candidate, promises, sentences)
        if promise is not None:
            absorbed.add(promise.index)
            candidate = replace(candidate, promise=promise, due=candidate.due or promise.due)
        joined.append(dated(candidate, sentences))
    return [c for c in joined if not (c.index in absorbed and _points_back(c))]


def _points_back(candidate: Candidate) -> bool:
    """Whether it is a promise that names no work of its own."""
    vague = "vague" in candidate.features and (candidate.due is None or _IT.search(candidate.task))
    return candidate.cue.act == "commit" and bool(vague or _CARE_OF_IT.match(candidate.task))


def _promise_of(
    candidate: Candidate, promises: Mapping[int, Candidate], sentences: Sequence[Sentence]
) -> Candidate | None:
    """The promise that takes up the request `candidate`, in the answer or right after it."""
    if candidate.cue.act not in ("request", "assign"):
        return None
    answer = candidate.answer or answer_to(sentences, candidate.index, candidate.owner.name)
    if answer.index is None or answer.kind not in ("promised", "accepted"):
        return None
    for at in range(answer.index, min(answer.index + _ANSWER_SENTENCES, len(sentences))):
        if sentences[at].speaker != answer.speaker:
            return None
        if at in promises:
            return promises[at]
    return None


def _claim(candidate: Candidate, meeting: Meeting) -> Claim:
    return Claim(
        id="",
        kind="action",
        text=_for_a_reader(candidate, meeting),
        evidence=_evidence(candidate, meeting),
        owner=candidate.owner.name,
        due_phrase=candidate.due,
        flags=candidate.owner.flags,
        confidence=candidate.confidence,
    )


def _for_a_reader(candidate: Candidate, meeting: Meeting) -> str:
    """The task with names for "me" in somebody else's, and for "you" in one's own: clear only in the room."""
    asker = candidate.sentence.speaker
    if candidate.cue.name == "they-get":
        # "Tom takes the presentation" names the work as a thing.
        said = candidate.sentence.clean.text[candidate.start : candidate.end]
        verb = said.partition(f" {candidate.task.lower()}")[0].split(" ")[-1]
        return f"{_BASES.get(verb, verb)} {candidate.task}"
    if candidate.cue.whose == "speaker":
        name, _ = called_at(meeting, candidate.sentence.clean.cased, candidate.start)
        # A stranger's name may be any word before a comma: "Brilliant, I'll send you the list".
        known = name is not None and meeting.people.knows(name)
        return naming_you(candidate.task, name) if name and known else without_you(candidate.task)
    if asker is None or candidate.owner.name in (None, asker):
        return candidate.task
    return _ME.sub(asker, candidate.task)


def _evidence(candidate: Candidate, meeting: Meeting) -> Evidence:
    """The clause in its words; with a promise the words up to it too, if a reader can take so many."""
    cited, quote = candidate.cited, _quote(candidate, meeting)
    if candidate.answered_in is not None and candidate.promise is None:
        answer = meeting.sentences[candidate.answered_in]
        cited = tuple(sorted({*cited, *answer.segments}))
        text = " ".join(meeting.segments[i].text for i in cited)
        left, right = text.find(quote), text.find(answer.raw)
        if 0 <= left < right and len(text[left : right + len(answer.raw)].split()) <= QUOTE_WORDS:
            quote = text[left : right + len(answer.raw)]
    if candidate.promise is not None:
        cited = tuple(sorted({*cited, *candidate.promise.cited}))
        text = " ".join(meeting.segments[i].text for i in cited)
        promised = _quote(candidate.promise, meeting)
        left = text.find(quote)
        right = text.find(promised, left) + len(promised)
        if len(text[left:right].split()) <= QUOTE_WORDS:
            quote = text[left : max(right, left + len(quote))]
    if candidate.named_by is not None:
        cited = tuple(sorted({*cited, *meeting.sentences[candidate.named_by].segments}))
    if candidate.dated_in is not None:
        cited = tuple(sorted({*cited, *meeting.sentences[candidate.dated_in].segments}))
    return Evidence(tuple(meeting.segments[i].id for i in cited), quote)


def _quote(candidate: Candidate, meeting: Meeting) -> str:
    sentence = candidate.sentence
    clause = sentence.clean.original(candidate.start, candidate.end)
    return quote_of(meeting.segments, sentence, candidate.cited, *clause)


def _merged(claims: list[Claim]) -> list[Claim]:
    """Claims without repetitions: the surer wording stays and cites both places, its own first."""
    kept: list[Claim] = []
    for claim in claims:
        for at in range(max(len(kept) - _LOOK_BACK, 0), len(kept)):
            if _same(kept[at], claim):
                kept[at] = _both(kept[at], claim)
                break
        else:
            kept.append(claim)
    return kept


def _same(one: Claim, other: Claim) -> bool:
    if one.owner != other.owner and one.owner is not None and other.owner is not None:
        return False
    if one.due_phrase and other.due_phrase and one.due_phrase.casefold() != other.due_phrase.casefold():
        return False  # which of two days holds is told when the meeting is over (pipelines.merging)
    words, others = (" ".join(content_words(claim.text)) for claim in (one, other))
    return bool(words) and bool(others) and fuzz.token_sort_ratio(words, others) >= _SAME_TASK


def _both(one: Claim, other: Claim) -> Claim:
    first, second = (one, other) if one.confidence >= other.confidence else (other, one)
    return replace(
        first,
        owner=first.owner or second.owner,
        flags=first.flags if first.owner or not second.owner else second.flags,
        due_phrase=first.due_phrase or second.due_phrase,
        evidence=Evidence(
            tuple(dict.fromkeys([*first.evidence.segment_ids, *second.evidence.segment_ids])),
            first.evidence.quote,
        ),
    )
