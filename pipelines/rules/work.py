"""Clauses that give work to somebody: who is meant, and in which form.

"I'll send the report", "Tom, can you call the printer?", "Marcus will close the books": the forms come from
the reading of a clause, so that one code reads every language that has tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal

from guardrails.language import Clause, Language, Reading, Token, content_of, read
from guardrails.language.phrases import line_of
from pipelines.meeting import Meeting
from pipelines.people import People
from pipelines.rules.task import (
    due_in,
    start_of,
    task_of,
    task_of_group,
    trimmed,
    verb_of,
    words_of,
    written,
)
from pipelines.sentences import Sentence
from pipelines.summary.rarity import is_informative

Form = Literal[
    "own", "ours", "asked", "anybody", "named", "several", "group", "labelled", "offered", "stated"
]
"""The speaker's own, of "us", asked of somebody, of anybody, said of a person, of two, of all but one, called
an action item, offered by a question, or only called needed."""
_OPENING = 4
"""Words that hold the name by which somebody is called."""
_BREAKS_OFF = ("\u2026", "...")
_FEW_WORDS = 4
"""In which "it" leaves nothing to understand: "dig that up"."""


@dataclass(frozen=True, slots=True)
class Work:
    sentence: Sentence
    clause: Clause
    form: Form
    named: str | None
    """Who is called, or spoken of, by name."""
    text: str
    """The words of the work, without its day."""
    verb: str
    """Lemma of the word that says what is done."""
    matter: frozenset[str]
    """Lemmas of what it is done to, and how."""
    day: str | None
    is_over: bool
    """Whether it is said to be done: "should have sent it"."""
    points_back: bool
    """Whether a word of it refers to something that was said before: "it", "that"."""
    telling: int
    """How many words beside its verb are about a subject: none in "have a look"."""
    rest: Sentence | None
    """What the speaker went on with where he broke off: "I'll make a release after..." - "after the call"."""

    @property
    def said(self) -> tuple[Sentence, ...]:
        return (self.sentence,) if self.rest is None else (self.sentence, self.rest)

    @property
    def is_vague(self) -> bool:
        """Whether nobody knows what it is who did not hear the lines before."""
        words = self.text.lower().split()
        # "dig that up after the call", but not "find out whether they sell it"
        is_object = len(self.matter) <= 1 and not self.clause.language.words("anaphor").isdisjoint(words[1:2])
        return not self.matter or (self.points_back and (len(words) <= _FEW_WORDS or is_object))

    @property
    def is_weak(self) -> bool:
        """Whether a reader needs a line beside it to tell what it is about."""
        return self.telling < 1 + self.points_back

    @property
    def is_denied(self) -> bool:
        """Whether a no reaches its verb: one that comes later denies a part of what it is done to."""
        denied = self.clause.denied
        return denied is not None and denied[0] <= start_of(self.clause) + 1

    @property
    def is_doubtful(self) -> bool:
        """Whether it is no promise: denied, over or taken back."""
        return bool(self.is_over or self.is_denied or self.clause.past or self.clause.taken_back)

    @property
    def is_unsure(self) -> bool:
        """Whether it is said under a condition, or with a doubt."""
        conditions = (limit.kind == "condition" for limit in self.clause.limits)
        return self.clause.hedged is not None or any(conditions)

    @property
    def is_bound(self) -> bool:
        """Whether it is so promised."""
        return self.is_unsure and self.form in ("own", "named", "group")


def works_of(meeting: Meeting, sentence: Sentence) -> Iterator[Work]:
    """The work that a sentence gives, in order."""
    form: Form | None = None
    reading, rest = _read_on(meeting, sentence)
    for whole in reading.clauses:
        if whole.tokens[0].start >= len(sentence.text):
            break
        for clause in _by_subject(sentence, whole, meeting.known):
            named, found = _form(clause, meeting.known)
            # "I'll write it, and send you a draft": the second half has no subject of its own.
            form = found or (form if _goes_on(clause) and form not in ("group", "several") else None)
            if form is not None:
                yield work_of(meeting, sentence, clause, form, named, rest)


def _read_on(meeting: Meeting, sentence: Sentence) -> tuple[Reading, Sentence | None]:
    """The reading of a sentence, up to the end of the next one where it breaks off."""
    following = meeting.sentences[sentence.index + 1 : sentence.index + 2]
    if not sentence.text.endswith(_BREAKS_OFF) or not following or following[0].speaker != sentence.speaker:
        return sentence.reading, None
    rest, text = following[0], sentence.text.rstrip(" .\u2026")
    words, others = text.split(), rest.text.split()
    if not rest.text[0].islower():
        return sentence.reading, None
    # What is said again counts once: "at the... at the next call".
    again = max((n for n in range(_FEW_WORDS) if n == 0 or words[-n:] == others[:n]), default=0)
    kept = text if again == 0 else text[: len(text) - len(" ".join(words[-again:]))]
    return read(f"{kept:{len(sentence.text)}} {rest.text}", meeting.tables.code), rest


def work_of(
    meeting: Meeting,
    sentence: Sentence,
    clause: Clause,
    form: Form,
    named: str | None,
    rest: Sentence | None = None,
) -> Work:
    spoken = clause.language
    if form == "group":
        tokens, who = task_of_group(clause)
    else:
        who = _several(clause, meeting.known) if form == "several" else ""
        tokens = task_of(clause, set(f"{named or ''} {who}".lower().split()))
    # "More people need to look at it" and "it should be easy" are understood as a whole.
    text = (
        words_of(clause.text, trimmed(clause.main, spoken.words("opener")))
        if form == "stated"
        else written(clause, tokens)
    )
    verb = verb_of(tokens, spoken)
    matter = content_of([token for token in tokens if token.lemma != verb], spoken)
    if form != "group":  # which lies in an exception
        matter &= clause.topic
    due = due_in(clause)
    telling = {token.lemma for token in tokens if token.lemma != verb and _tells(token, spoken)}
    begin, end = clause.tokens[0].start, clause.tokens[-1].end
    further = max(end - len(sentence.text) - 1, 0)
    return Work(
        sentence.part(begin, min(end, len(sentence.text))),
        clause,
        form,
        named,
        text=f"{text} ({who})" if who and text else text,
        verb=verb,
        matter=matter,
        day=due.phrase if due is not None else None,
        is_over=spoken.phrases("done").begins(line_of(token.text for token in tokens)),
        points_back=_points_back(clause, tokens if matter else clause.main[start_of(clause) :], matter),
        telling=len(telling),
        rest=rest.part(0, further) if rest is not None and further else None,
    )


def _tells(token: Token, spoken: Language) -> bool:
    """A figure tells as much as a name: "merge 726"."""
    return token.text.isdigit() or is_informative(token, spoken)


def _by_subject(sentence: Sentence, clause: Clause, people: People) -> Iterator[Clause]:
    """Cut where somebody begins to say what another does, or begins anew: "I'll send it and Bob will check
    the numbers", "the first, you know, I'm going to ..."."""
    begin = 0
    for place in range(1, len(clause.tokens) - 2):
        if _begins(sentence, clause, place, people) and not _is_bound(clause, begin, place):
            yield _part(clause, begin, place)
            begin = place
    yield clause if begin == 0 else _part(clause, begin, len(clause.tokens))


def _begins(sentence: Sentence, clause: Clause, place: int, people: People) -> bool:
    """Whether a subject and its verb, or a condition, begin behind a mark, a pause, or a word that joins."""
    spoken, (before, token, *behind) = clause.language, clause.tokens[place - 1 : place + 3]
    if token.text in spoken.words("number_join"):
        is_person = people.called(behind[0].text) is not None and people.called(before.text) is None
        return is_person and behind[1].text in spoken.words("auxiliary")
    if before.text in spoken.words("opener") and any(limit.first == place for limit in clause.limits):
        return True
    is_free = before.is_mark or before.text in spoken.words("opener") or token.start in sentence.bounds
    verbs = spoken.words("auxiliary")
    return is_free and token.text in spoken.words("subject") and any(each.text in verbs for each in behind)


def _is_bound(clause: Clause, begin: int, place: int) -> bool:
    """Whether a condition that was just named holds for what follows: "if it rains, I'll drive"."""
    return any(begin <= limit.first < place <= limit.last + 1 for limit in clause.limits)


def _part(clause: Clause, begin: int, end: int) -> Clause:
    part = replace(clause, tokens=clause.tokens[begin:end])
    return replace(part, asks=clause.asks and (end == len(clause.tokens) or part.begins("question")))


def _points_back(clause: Clause, tokens: Sequence[Token], matter: Set[str]) -> bool:
    """Whether there is an "it" or "that" in it which belongs to no noun ("that door")."""
    anaphors = clause.language.words("anaphor")
    return any(
        token.text in anaphors and (after is None or after.lemma not in matter)
        for token, after in zip(tokens, (*tokens[1:], None), strict=False)
    )


def _form(clause: Clause, people: People) -> tuple[str | None, Form | None]:
    is_label = clause.begins("label")
    if (clause.act in ("promise", "request") or is_label or clause.has("still_open")) and _several(
        clause, people
    ):
        return None, "several"
    if clause.act in ("promise", "offer") and not clause.asks and not is_label:
        return None, "own" if _speaker_of(clause, clause.act) in ("", _first(clause)) else "ours"
    if clause.act == "offer" and clause.asks:
        return None, "offered"
    if clause.act == "request" or is_label or clause.has("assigns"):
        called = called_in(clause, people)
        if called is None and clause.has("asks_anybody"):
            return None, "anybody"
        return called, "labelled" if is_label and called is None and clause.act != "request" else "asked"
    subject = None if clause.asks else _subject(clause, people)
    if subject is not None:
        return subject, "named"
    if clause.asks or clause.act in ("ask", "refuse", "accept"):
        return None, "stated" if clause.act == "refuse" and clause.has("to_do") else None
    if any(limit.kind == "exception" for limit in clause.limits):
        return None, "group" if clause.days else None
    if not clause.has("to_do"):
        return None, None
    return None, "anybody" if clause.has("asks_anybody") else _speakers_own(clause) or "stated"


def _speakers_own(clause: Clause) -> Form | None:
    """Of "I would still need to check": the speaker's, though no phrase of promises has these words."""
    spoken = clause.language
    first, _ = spoken.phrases("to_do").first(clause.main_line) or (0, 0)
    between = spoken.words("auxiliary") | spoken.words("adverb")
    before = [token.text for token in clause.main[:first] if token.text not in between]
    return "own" if before and before[-1] == _first(clause) else None


def _speaker_of(clause: Clause, act: str) -> str:
    """The word for the speaker in its phrase ("we" in "I think we should"), else in the clause."""
    spoken = clause.language
    said = [token.text for token in clause.main]
    _, end = spoken.phrases(act).first(clause.main_line) or (0, 0)
    found = [word for word in said[:end] if word in spoken.words("speaker")]
    others = [word for word in said if word in spoken.words("speaker")]
    return found[-1] if found else _first(clause) if _first(clause) in others else next(iter(others), "")


def _first(clause: Clause) -> str:
    """The word with which somebody speaks of himself alone: "I"."""
    return next(iter(clause.language.lists.get("speaker", ())), "")


def _several(clause: Clause, people: People) -> str:
    """Two people who are named together ("Ann and I"), none of whom has the work alone; else empty."""
    tokens, joins = clause.tokens[: _OPENING + 4], clause.language.words("name_join")
    for place in range(1, len(tokens) - 1):
        if tokens[place].text in joins:
            beside = [tokens[at].text for at in (place - 1, place + 1)]
            found = [people.called(word) or (word if word == _first(clause) else None) for word in beside]
            if None not in found and found[0] != found[1]:
                return clause.said(place - 1, place + 2)
    return ""


def called_in(clause: Clause, people: People) -> str | None:
    """Who is called by name: "Tom, can you", "... by Friday, Tom?", "action item for Tom: ..."; of several
    the last before the request: "Tom, I guess, or Ann, can you"."""
    tokens, request = clause.tokens, clause.language.phrases("request").first(clause.line)
    called: list[tuple[int, str]] = []
    for place, token in enumerate(tokens):
        ends = place + 1 == len(tokens) or tokens[place + 1].is_mark
        if ends and not token.is_mark and (place < _OPENING or tokens[place - 1].is_mark):
            found = people.called(token.text)
            called += [] if found is None else [(place, found)]
    before = [person for place, person in called if request is not None and place < request[0]]
    return before[-1] if before else called[0][1] if called else None


def _subject(clause: Clause, people: People) -> str | None:
    """The one of whom it is said that he will or has to: named just before; None for two."""
    if not any(people.called(token.text) for token in clause.main):
        return None
    spoken, line = clause.language, clause.main_line
    spans = [span for name in ("still_open", "to_do") if (span := spoken.phrases(name).first(line))]
    due = due_in(clause)
    if not spans and (due is None or not due.is_until):
        return None
    first = min((span[0] for span in spans), default=_OPENING)
    words = [token.text for token in clause.main[max(first - _OPENING, 0) : first]]
    for place in range(len(words) - 1, -1, -1):
        if words[place] in spoken.words("subject"):
            return None
        if (found := people.called(words[place])) is not None:
            joined = words[place - 1 : place] and words[place - 1] in spoken.words("number_join")
            return None if joined and people.called(words[max(place - 2, 0)]) else found
    return None


def _goes_on(clause: Clause) -> bool:
    return bool(clause.words) and clause.words[0].text in clause.language.words("number_join")
