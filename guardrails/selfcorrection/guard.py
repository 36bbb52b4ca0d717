"""A draft left in the text: "Pay Ann. Wait, let me recheck. Pay Bob." keeps what comes after the doubt.

Small models think aloud in their answer and forget to take the first attempt out. A sentence is a second
thought when nothing but the draft is spoken of in it and nobody said it in the cited words. What follows
the last one is what was meant; where nothing follows, what comes before the first one is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Mark, Verdict
from guardrails.language import Language, Token, language, tokens_of
from guardrails.language.phrases import line_of
from guardrails.language.words import content_stems, spoken_line

FLAG = "draft-stripped"
LONGEST = 1_000
"""Characters that are looked at; the longest item that people wrote has 775."""
# A sentence, or what comes before a comma, a colon, dots or a dash.
_UNIT = re.compile(r"[^.,!?:;…—–\n]+?(?P<sign>[.,!?:;…—–\n]+(?=\s|$)|\s-\s|$)\s*")
Span = tuple[int, int]
"""From where to where in a text, in characters."""


class SelfCorrection:
    """Takes a forgotten first attempt out of a claim's words."""

    name = "self-correction"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return len(claim.text) <= LONGEST and any(_candidates(claim.text, language(context.language)))

    def check(self, claim: Claim, context: Context) -> Verdict:
        thoughts = _thoughts(claim, context)
        if thoughts:
            reason = "it corrects itself: a draft was left in its words"
            words = (claim.text[start:end].strip() for start, end in thoughts)
            marks = tuple(Mark(each, "qualifier", reason) for each in words)
            return Verdict("unverified", reason, marks if claim.kind != "summary" else ())
        return Verdict("verified", "what looks like a second thought was said in the meeting")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """The last attempt that was said in the cited words; where none was in full, the last one."""
        stems = partial(content_stems, code=context.language)
        said = set(stems(context.said(claim)))
        attempts = [part for part in _attempts(claim, context) if stems(part)]
        if not attempts:
            return None
        whole = [part for part in attempts if len(stems(part)) > 1 and said.issuperset(stems(part))]
        kept = (whole or attempts)[-1]
        text = kept[:1].upper() + kept[1:] if claim.text[:1].isupper() else kept
        return replace(claim, text=text, flags=(*claim.flags, FLAG))


def _candidates(text: str, tables: Language) -> Iterator[Span]:
    """What looks like a second thought, in order."""
    begun = -1  # where "okay," and "no, wait," begin
    for unit in _UNIT.finditer(text[:LONGEST]):
        sign, tokens = unit["sign"].strip(), tokens_of(unit.group(), tables)
        turns, last = _opening(tokens, tables)
        start = begun if begun >= 0 else unit.start()
        if sign not in ("", ","):
            if last == len(tokens) or _is_about_draft(tokens[last:], last > 0 or begun >= 0, tables):
                yield start, unit.end()
        elif last < len(tokens):
            if line_of(token.text for token in tokens[:last]) in tables.phrases("rather_say"):
                yield unit.start(), unit.start() + tokens[last].start
        elif sign:
            if turns:
                yield unit.span()
            begun = start
            continue
        begun = -1


def _opening(tokens: Sequence[Token], tables: Language) -> tuple[bool, int]:
    """Whether somebody turns ("no, wait"), and how many tokens of it and of "okay, so" there are."""
    turns = dict(tables.phrases("second_thought").find(line_of(token.text for token in tokens)))
    idle, place, turned = tables.words("opener"), 0, False
    while place < len(tokens) and (place in turns or tokens[place].is_mark or tokens[place].text in idle):
        turned, place = turned or place in turns, turns.get(place, place + 1)
    return turned, place


def _is_about_draft(tokens: Sequence[Token], is_opened: bool, tables: Language) -> bool:
    """Whether nothing but the draft is spoken of."""
    words = [token for token in tokens if not token.is_mark]
    content = {token.lemma for token in words if token.text not in tables.words("empty")}
    draft, beside = (set(map(tables.lemma, tables.words(name))) for name in ("of_draft", "beside_draft"))
    aloud = any(token.text in tables.words("myself") for token in words)
    return (is_opened or aloud or bool(content & draft)) and content <= draft | beside


def _thoughts(claim: Claim, context: Context) -> list[Span]:
    """Where the claim's text speaks of the draft in words that nobody said in what it cites."""
    line, text = spoken_line(context.said(claim)), claim.text
    if spoken_line(text) in line:
        return []
    found = _candidates(text, language(context.language))
    return [(start, end) for start, end in found if spoken_line(text[start:end]) not in line]


def _attempts(claim: Claim, context: Context) -> list[str]:
    """What is between the second thoughts, in order."""
    parts, begin = [], 0
    for start, end in _thoughts(claim, context):
        parts.append(claim.text[begin:start])
        begin = max(begin, end)
    rest = claim.text[begin:]
    tokens = tokens_of(rest, language(context.language))
    _, opened = _opening(tokens, language(context.language))
    parts.append(rest[tokens[opened].start :] if begin and opened < len(tokens) else rest)
    return [part.strip(" -—–,;:(\n") for part in parts]
