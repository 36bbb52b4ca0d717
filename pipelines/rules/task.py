"""The words of a piece of work: without who does it, how it was asked, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from datetime import date
from itertools import pairwise

from guardrails.language import Clause, Language, Token, content_of
from guardrails.language.phrases import line_of
from pipelines.due import DuePhrase, find_due_phrases, resolve_due

_MOST_WORDS = 30
_ANY_DAY = date(2000, 1, 3)
_ENDS = frozenset(" .,;:!?\"'()\u2026\u201c\u201d")


def due_in(clause: Clause) -> DuePhrase | None:
    """The words for its day; of several, those that say by when."""
    said = clause.text[clause.tokens[0].start : clause.tokens[-1].end]
    found = find_due_phrases(said, clause.language.code)
    until = (each for each in found if each.is_until)
    return next(until, next(iter(found), None))


def looks_back(clause: Clause) -> bool:
    """Whether it names a day that is over: "last week"."""
    code = clause.language.code
    days = (resolve_due(said, _ANY_DAY, language=code) for said in clause.days)
    return any(day is not None and day < _ANY_DAY for day in days)


def task_of(clause: Clause, people: Set[str]) -> list[Token]:
    """The tokens of what is to be done. `people`: parts of the names of those who do it."""
    spoken, start = clause.language, start_of(clause)
    when = _where(clause, due_in(clause))
    away = {token.start for token in when} | {
        token.start
        for first, last in spoken.phrases("to_listener").find(clause.main_line)
        for token in clause.main[first:last]
    }
    tokens: list[Token] = []
    for before, token in pairwise((None, *clause.main[start:])):
        assert token is not None
        if token.is_mark and token not in when and content_of(tokens, spoken):
            # "pay the bill today, right after this call"; "order them instead, Thursday is too late"
            rest = {each.text for each in clause.main if each.start > token.start}
            if before in when or rest & spoken.words("auxiliary"):
                break
        if token.start not in away and token.text not in people:
            tokens.append(token)
    return trimmed(_without_days(clause, tokens), spoken.words("idle"))


def task_of_group(clause: Clause) -> tuple[list[Token], str]:
    """What all but somebody do, and who that is: without these words it is everybody's."""
    spoken, last = clause.language, _behind_exception(clause)
    rest = clause.tokens[last:]
    asked = spoken.phrases("before_task").first(line_of(token.text for token in rest))
    rest = rest[asked[1] :] if asked is not None and asked[0] == 0 else rest
    when = _where(clause, due_in(clause))
    tokens = trimmed(
        [token for token in rest if token not in when], spoken.words("idle") | spoken.words("auxiliary")
    )
    first = max((n + 1 for n, token in enumerate(clause.tokens[:last]) if token.is_mark), default=0)
    said = clause.said(first, last)
    return tokens, said[:1].lower() + said[1:]


def _without_days(clause: Clause, tokens: list[Token]) -> list[Token]:
    days = {token.start for said in clause.days for token in _tokens_in(clause, said)}
    while tokens and tokens[-1].start in days:
        del tokens[-1]
    return tokens


def trimmed(tokens: Sequence[Token], idle: Set[str], *, end: bool = True) -> list[Token]:
    """Without marks and words at its ends that tell nothing."""
    found = [*tokens]
    while found and (found[0].is_mark or found[0].text in idle):
        del found[0]
    while end and found and (found[-1].is_mark or found[-1].text in idle):
        del found[-1]
    return found


def start_of(clause: Clause) -> int:
    """Behind "yes, sure,", and "I'm going to", "can you", "let's try to": the last of those that follow."""
    end = _behind_answer(clause)
    begun = False
    for first, last in clause.language.phrases("before_task").find(clause.main_line):
        if begun and any(not token.is_mark for token in clause.main[end:first]):
            break
        if first >= end:
            end, begun = last, True
    return end if begun else _behind_other_clause(clause, end)


def _behind_answer(clause: Clause) -> int:
    """Behind words of consent that a mark follows: "yes, no problem, "."""
    end = 0
    for first, last in clause.language.phrases("accept").find(clause.main_line):
        is_next = all(token.is_mark for token in clause.main[end:first])
        if not is_next or last >= len(clause.main) or not clause.main[last].is_mark:
            break
        end = last
    return end


def _behind_other_clause(clause: Clause, start: int) -> int:
    """Behind the mark before the promise, where a verb comes before it: "that is good, I see to it"."""
    promise = clause.language.phrases("promise").first(clause.main_line)
    last = promise[0] if promise is not None else start
    auxiliary = clause.language.words("auxiliary")
    for place in range(last, start, -1):
        before = clause.main[start:place]
        if clause.main[place - 1].is_mark and any(token.text in auxiliary for token in before):
            return place
    return start


def verb_of(tokens: Sequence[Token], spoken: Language) -> str:
    """The first word of an order; in a language that puts it last, the one that it is made of."""
    if spoken.settings.get("verb_of_a_task") != "last":
        return tokens[0].lemma if tokens else ""
    finite = _finite(tokens, spoken)
    return finite.lemma if finite is not None else tokens[-1].lemma if tokens else ""


def _finite(tokens: Sequence[Token], spoken: Language) -> Token | None:
    """The verb beside its subject, or the first word; None where an infinitive is at the end already."""
    persons = _persons(spoken)
    words = [token for token in tokens if not token.is_mark]
    if not words or any(token.text in spoken.words("auxiliary") for token in words):
        return None
    subject = next((place for place, token in enumerate(words) if token.text in persons), None)
    place = 0 if subject is None else subject - 1 if subject else 1
    return words[place] if place < len(words) else None


def _persons(spoken: Language) -> Set[str]:
    return spoken.words("speaker") | spoken.words("second_person") | spoken.words("asks_anybody")


def _verb_last(text: str, tokens: Sequence[Token], spoken: Language) -> str:
    """In the order of an infinitive: "rufe den Verein an" is "den Verein anrufen"."""
    verb, away = _finite(tokens, spoken), _persons(spoken) | spoken.words("auxiliary")
    rest = [token for token in tokens if token is not verb and token.text not in away]
    if verb is None:
        return words_of(text, trimmed(rest, spoken.words("idle")))
    prefix = rest[-1].text if rest and rest[-1].text in spoken.words("particle") else ""
    base = spoken.irregular.get(verb.text) or _infinitive(verb.text, spoken.settings["infinitive"])
    said = words_of(text, trimmed(rest[:-1] if prefix else rest, spoken.words("idle")))
    return f"{said} {base if base.startswith(prefix) else prefix + base}".strip()


def _infinitive(form: str, endings: str) -> str:
    """By the endings of a language, the longest first: "en: est et st e t"."""
    ending, _, others = endings.partition(": ")
    if form.endswith(ending):
        return form
    stem = next((form.removesuffix(other) for other in others.split() if form.endswith(other)), form)
    return stem + (ending[1:] if stem.endswith(("er", "el")) else ending)


def written(clause: Clause, tokens: Sequence[Token]) -> str:
    """The tokens as a task: in a language that puts its verb last, with the verb there."""
    if clause.language.settings.get("verb_of_a_task") == "last":
        text = _verb_last(clause.text, tokens, clause.language)
    else:
        text = words_of(clause.text, tokens)
    first = text.split(" ")[0].casefold()
    return text[:1].lower() + text[1:] if first in clause.language.words("function") else text


def words_of(text: str, tokens: Sequence[Token]) -> str:
    """The tokens as they were said and written ("C++", "ann@x.org"), without stumbles ("the, the")."""
    pieces: list[str] = []
    at, last = -1, 0
    for token in tokens:
        if token.start < at:
            continue  # the rest of a contraction
        gap = text[at : token.start] if pieces else " "
        at, said = _end(text, token), text[token.start : token.end]
        if pieces and not token.is_mark and pieces[last].lower() == said.lower():
            del pieces[last + 1 :]
            continue
        # Where words were left out, what is between the others is a blank.
        joint = gap if not any(map(str.isalnum, gap)) else "" if token.is_mark else " "
        pieces += [joint if pieces else _sign(text, token), text[token.start : at]]
        last = last if token.is_mark else len(pieces) - 1
    return " ".join("".join(pieces).split()[:_MOST_WORDS]).strip(" ,;:-")


def _end(text: str, token: Token) -> int:
    """With signs that belong to the word: "C++", "40%"."""
    end = token.end
    while not token.is_mark and end < len(text) and not text[end].isalnum() and text[end] not in _ENDS:
        end += 1
    return end


def _sign(text: str, token: Token) -> str:
    """Before the first word: "$40"."""
    sign = text[token.start - 1 : token.start] if token.start else ""
    return sign if sign and not sign.isalnum() and sign not in _ENDS and sign != "-" else ""


def _behind_exception(clause: Clause) -> int:
    """Behind the first names or content words of an exception: "everyone except Ann and Bob"."""
    first = next(limit.first for limit in clause.limits if limit.kind == "exception")
    function = clause.language.words("function") | {"except"}
    tokens, joins = clause.tokens, clause.language.words("number_join")
    last = next((n + 1 for n, token in enumerate(tokens) if n > first and token.text not in function), first)
    while last + 1 < len(tokens) and tokens[last].text in joins and tokens[last + 1].text not in function:
        last += 2
    return last


def _where(clause: Clause, due: DuePhrase | None) -> list[Token]:
    return list(_tokens_in(clause, due.phrase)) if due is not None else []


def _tokens_in(clause: Clause, said: str) -> Iterator[Token]:
    """The tokens of words of the clause."""
    begin = clause.text.find(said, clause.tokens[0].start)
    return (token for token in clause.tokens if begin <= token.start < begin + len(said))
