"""What the picker looks at: a few things about a sentence, its clauses and what is said around it.

Most can be asked of any language: acts, persons, days, figures, names, rarity, place and answers. Function
words and verbs count in languages that the weights were learned from, as far as most groups of people use
them; other words of content are never among the features.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from guardrails.language import Clause, Language, Token
from guardrails.language.phrases import line_of
from pipelines.meeting import Meeting
from pipelines.rules.task import start_of
from pipelines.rules.work import Work
from pipelines.sentences import Sentence

Features = dict[str, float]
PATTERN = "said "
CUE = "cue "
OBJECT = "object "
VERB = "verb "
"""Beginnings of names of features that belong to one language."""
_EARLY_S = 180
_LATE = 0.85
_MODALITIES = ("future", "ability", "wish", "advice", "duty")


def features_of(meeting: Meeting, sentence: Sentence, clauses: Sequence[Clause]) -> Features:
    """By name; what is missing is 0. `clauses`: those of the sentence that are meant."""
    return {
        **_own(meeting, sentence, clauses),
        **_around(meeting, sentence),
        **_persons(meeting, sentence),
        **_patterns(clauses),
    }


def work_features(meeting: Meeting, work: Work) -> Features:
    """What is known of a piece of work beyond its sentence."""
    found = {f"work {work.form}": 1.0, "work matter": math.log1p(len(work.matter)), f"{VERB}{work.verb}": 1.0}
    if work.sentence.position > _LATE:
        found[f"late {work.form}"] = 1.0
    start, spoken = start_of(work.clause), work.clause.language
    cue = line_of(token.text for token in work.clause.main[: start or None])
    for modality in _MODALITIES:
        if cue in spoken.phrases(modality):
            found[f"{modality} {work.form}"] = 1.0
    if work.day is not None:
        found[f"day {work.form}"] = 1.0
    if meeting.shares[work.sentence.speaker] == max(meeting.shares.values()):
        found[f"chair {work.form}"] = 1.0
    found["work weight"] = math.log1p(meeting.weight(work.matter))
    found["work day"] = float(work.day is not None)
    found["work called"] = float(work.named is not None)
    # "I'll hand over to Ann" is done when Ann speaks.
    named = {meeting.known.called(token.text) for token in work.clause.main} - {None, work.sentence.speaker}
    behind = meeting.near(work.sentence.index, 0, 3)
    found["work named speaks"] = float(any(each.speaker in named for each in behind))
    found["work asks"] = float(work.clause.asks)
    if work.form in ("asked", "anybody", "named"):
        answer = meeting.answer_to(work.sentence, work.named)
        found[f"work answer {answer.kind}"] = 1.0
    asked, task = _shapes(work.clause.main[:start], spoken), _shapes(work.clause.main[start:], spoken)
    found[f"{CUE}{spoken.code} {' '.join(asked[-2:])}"] = 1.0
    found[f"{OBJECT}{spoken.code} {' '.join(task[1:3])}"] = 1.0
    return found


def _shapes(tokens: Iterable[Token], spoken: Language) -> list[str]:
    """Function words as they are; any word of content is the same."""
    empty = spoken.words("empty")
    return [token.text if token.text in empty else "*" for token in tokens if not token.is_mark]


def _patterns(clauses: Sequence[Clause]) -> Features:
    """Function words and their pairs."""
    found: Features = {}
    for clause in clauses:
        spoken = clause.language
        line = ["^", *_shapes(clause.tokens, spoken), "$"]
        for one, other in pairwise(line):
            found[f"{PATTERN}{spoken.code} {one}"] = found[f"{PATTERN}{spoken.code} {one} {other}"] = 1.0
    return found


def _own(meeting: Meeting, sentence: Sentence, clauses: Sequence[Clause]) -> Features:
    content = frozenset().union(*(clause.content for clause in clauses))
    tokens = [token for clause in clauses for token in clause.words]
    words = {token.text for token in tokens}
    weight = meeting.weight(content)
    first, *others = meeting.tables.lists.get("speaker", ("",))
    found = {f"act {clause.act}": 1.0 for clause in clauses}
    for name in ("assigns", "decided", "open_answer", "busy", "to_do", "small_talk"):
        found[f"list {name}"] = float(any(clause.has(name) for clause in clauses))
    place, at_s = sentence.position, meeting.times_s[sentence.index]
    return found | {
        "first person": float(first in words),
        "first person plural": float(any(other in words for other in others)),
        "second person": float(bool(words & meeting.tables.words("second_person"))),
        "denied": float(any(clause.denied for clause in clauses)),
        "limited": float(any(clause.limits for clause in clauses)),
        "hedged": float(any(clause.hedged for clause in clauses)),
        "past": float(any(clause.past for clause in clauses)),
        "question": float(any(clause.asks for clause in clauses)),
        "taken back": float(any(clause.taken_back for clause in clauses)),
        "day": float(any(clause.days for clause in clauses)),
        "figures": math.log1p(sum(len(clause.figures) for clause in clauses)),
        "names": math.log1p(sum(_is_name(meeting, token) for token in tokens)),
        "content": math.log1p(len(content)),
        "weight": math.log1p(weight),
        "mean weight": weight / max(len(content), 1) / 5,
        "length": math.log1p(len(tokens)),
        "place": place,
        "place squared": place * place,
        "first part": float(place < 0.05),
        "last part": float(place > 0.9),
        "close": float(place > 0.97),
        "first minutes": float(at_s < _EARLY_S),
        "share of speaker": meeting.shares[sentence.speaker],
        "most talkative": float(meeting.shares[sentence.speaker] == max(meeting.shares.values())),
    }


def _around(meeting: Meeting, sentence: Sentence) -> Features:
    at = sentence.index
    before, behind = meeting.near(at, 3, 0), meeting.near(at, 0, 3)
    around = meeting.near(at, 6, 6)
    found: Features = {}

    def count(name: str, said: Sequence[Sentence], holds: Callable[[Sentence], bool]) -> None:
        found[name] = math.log1p(sum(map(holds, said)))

    for act in ("accept", "promise", "refuse", "ask", "request", "offer"):
        for where, said in (("before", before), ("behind", behind)):
            others = [each for each in said if each.speaker != sentence.speaker]
            own = [each for each in said if each.speaker == sentence.speaker][-2:]
            count(f"{where} {act}", others, lambda each, act=act: _has_act(each, act))  # type: ignore[misc]
            count(f"own {where} {act}", own, lambda each, act=act: _has_act(each, act))  # type: ignore[misc]
    count("around accept", around, lambda each: _has_act(each, "accept"))
    count("around voices", around, lambda each: each.speaker != sentence.speaker)
    count(
        "around day", meeting.near(at, 3, 3), lambda each: any(clause.days for clause in each.reading.clauses)
    )
    near = meeting.near(at, 2, 2)
    found["around weight"] = math.log1p(sum(meeting.weight(each.reading.content) for each in near))
    found["turn begins"] = float(at > 0 and meeting.sentences[at - 1].speaker != sentence.speaker)
    found["turn ends"] = float(bool(behind) and behind[0].speaker != sentence.speaker)
    return found


def _persons(meeting: Meeting, sentence: Sentence) -> Features:
    """Of whom the speaker speaks in the lines around: explanations have a "you" that is nobody."""
    own = [each for each in meeting.near(sentence.index, 4, 4) if each.speaker == sentence.speaker]
    words = [token.text for each in own for clause in each.reading.clauses for token in clause.words]
    first, *others = meeting.tables.lists.get("speaker", ("",))
    persons = {"first": {first}, "first plural": {*others}, "second": meeting.tables.words("second_person")}
    return {
        f"around {person}": 10 * sum(word in meant for word in words) / (len(words) + 5)
        for person, meant in persons.items()
    }


def _has_act(sentence: Sentence, act: str) -> bool:
    return any(clause.act == act for clause in sentence.reading.clauses)


def _is_name(meeting: Meeting, token: Token) -> bool:
    return meeting.known.called(token.text) is not None
