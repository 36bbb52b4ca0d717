"""Right claims from real speech: sentences in which somebody plainly commits himself or the group.

A claim says what the sentence says, in the sentence's own words; so it is right by construction. Sentences
are taken that begin, after words like "okay" and "so", with a commitment, are neither asked nor in doubt,
have at least three content words, and are not about running the meeting ("I'll go first"). Sentences with a
negation or a condition keep it in the claim, as a careful writer would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from bench.planted.case import Base
from bench.planted.meetings import Meeting
from bench.planted.words import upper
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.language.words import content_stems

Kind = Literal["plain", "qualified", "figure"]

_SENTENCE = re.compile(r"[^.?!]+[.?!]?")
_START = re.compile(
    r"(?:(?:so|okay|um|uh|yeah|yes|and|well|then|right|alright|all right|but|now)[, ]+)*"
    r"(?P<who>I|[Ww]e)(?P<will>'ll| will|'m going to|'m gonna|'re going to|'re gonna| need to| won't| "
    r"will not|'m not going to|'re not going to| don't need to| don't have to| shouldn't| can't)\s+"
    r"(?P<rest>.+)",
    re.IGNORECASE,
)
_PAUSES = re.compile(r"(?:,\s*)?\b(?:um|uh|uhm|er|erm|eh|hmm|mm)\b,?", re.IGNORECASE)
_REPEATED = re.compile(r"\b([\w']+(?: [\w']+)?),? \1\b", re.IGNORECASE)
_BROKEN = re.compile(r"\w-(?:\s|$)|\[|\(")
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|probably|might|could|would|guess|think|suppose|hope|try|whether|see|say|said|like|"
    r"know|mean|sure|or something|kind of|sort of|actually)\b",
    re.IGNORECASE,
)
# What is done in the meeting, by speaking, is no item of a note.
_TALK = re.compile(
    r"^(?:just |now |also |first )?(?:go|tell|say|talk|speak|ask|start|begin|stop|wait|be|have|move|get|let|"
    r"admit|mention|read|come|remember|skip|give|take|do|end|close|open|hand|turn|pass|continue)\b",
    re.IGNORECASE,
)
_QUALIFIER = re.compile(
    r"\b(?:not|no|never|if|unless|until|except|only|once|when|without|but|because|so|which|that|'cause|cuz)\b|n't\b",
    re.IGNORECASE,
)
# "I'll put it I'll put them there": begun anew, so that what the sentence commits to is not plain.
_BEGUN_ANEW = re.compile(
    r"(?<!\band )(?<!\bthen )(?<!\bbut )(?<!\bso )(?<!\bor )"
    r"\b(?:I|we)(?:'ll| will|'m going to|'re going to)\b",
    re.IGNORECASE,
)
_KEPT = re.compile(r"\b(?:not|never|if|unless|until|except|once|only)\b|n't\b", re.IGNORECASE)
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty)"
# Somebody counts, or spells a version: no figure of its own.
_COUNTING = re.compile(rf"\b{_NUMBER}(?:[ ,-]+(?:(?:dot|point) )?{_NUMBER}\b){{2}}", re.IGNORECASE)
FIGURE = re.compile(
    r"(?<![\w.,])\d{2,4}(?![\w.,:]*\d)|\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?\b(?! (?:hundred|thousand))",
    re.IGNORECASE,
)
"""A figure of two to four digits, or a number word from twenty on."""
LEAST_WORDS, MOST_WORDS, LEAST_CONTENT = 5, 24, 3


def spoken(meeting: Meeting) -> Iterator[tuple[Kind, Base]]:
    """What is plainly committed to, and the sentences that plainly state a figure, in order."""
    for segment in meeting.segments:
        for found in _SENTENCE.finditer(segment.text):
            sentence = found.group().strip()
            if _BROKEN.search(sentence) or _DOUBT.search(sentence) or len(sentence.split()) > MOST_WORDS:
                continue
            for kind, claim in (*_commitment(segment, sentence), *_figure(segment, sentence)):
                base = Base(
                    meeting.id, meeting.segments, claim, sentence, segment.id, "spoken", meeting.held_on
                )
                yield kind, replace(base, promise=claim.kind == "action")


def _commitment(segment: Segment, sentence: str) -> Iterator[tuple[Kind, Claim]]:
    match = _START.fullmatch(sentence.rstrip(". ,"))
    if match is None or sentence.endswith("?") or len(sentence.split()) < LEAST_WORDS or not segment.speaker:
        return
    rest = fluent(match["rest"])
    denied = "not" in match["will"].lower() or "n't" in match["will"].lower()
    qualified = denied or bool(_QUALIFIER.search(rest))
    if _TALK.match(rest) or _BEGUN_ANEW.search(rest) or len(set(content_stems(rest))) < LEAST_CONTENT:
        return
    if qualified and not (denied or _KEPT.search(rest)):
        return
    evidence = Evidence((segment.id,), "")
    if match["who"] == "I" and not denied:
        claim = Claim("a1", "action", upper(rest), evidence, owner=segment.speaker)
    else:
        text = fluent(f"{match['who'].capitalize()}{match['will']} {rest}")
        claim = Claim("d1", "decision", text, evidence)
    yield ("qualified" if qualified else "plain"), claim


def _figure(segment: Segment, sentence: str) -> Iterator[tuple[Kind, Claim]]:
    text = fluent(sentence)
    if (
        len(FIGURE.findall(text)) == 1
        and len(text.split()) > LEAST_WORDS
        and sentence.endswith(".")
        and not _QUALIFIER.search(sentence)
        and not _COUNTING.search(sentence)
    ):
        yield "figure", Claim("f1", "decision", upper(text), Evidence((segment.id,), ""))


def fluent(text: str) -> str:
    """`text` without filled pauses and words said twice, as a note-taker writes it."""
    text = " ".join(_PAUSES.sub(" ", text).split())
    while (shorter := _REPEATED.sub(r"\1", text)) != text:
        text = shorter
    return text.strip(" ,.;")
