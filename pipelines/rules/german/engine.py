"""The rules engine for German: the same draft as the English one's, from German cues.

Narrower on purpose: what it does not know it leaves out, since a note that misses a promise is mended by its
reader and one that invents a promise is believed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from guardrails.types import Claim, ClaimKind, Evidence, Segment
from pipelines.draft import Draft
from pipelines.rules.german.actions import Found, find_actions
from pipelines.rules.german.statements import is_decision, is_open_question
from pipelines.rules.german.text import sentences_of
from pipelines.rules.quotes import QUOTE_WORDS, quote_of
from pipelines.rules.sentences import Sentence

_CONFIDENCE = 0.7
"""Of every claim: the cues are plain ones, and no corpus has weighed them."""
_NOUN = re.compile(r"(?<=[a-zäöüß,] )[A-ZÄÖÜ][a-zäöüß]{3,}(?:-[A-Z]\w+)?\b")
_TITLE_WORDS = 3


def draft_german(segments: Sequence[Segment], roster: Sequence[str], summary_sentences: int) -> Draft:
    """As `draft_by_rules`."""
    sentences = sentences_of(segments)
    actions = find_actions(sentences, segments, roster)
    used = {found.index for found in actions}
    claims = [(found.index, _action(found, sentences, segments)) for found in actions]
    for index, sentence in enumerate(sentences):
        if is_decision(sentence) and index not in used:
            claims.append((index, _statement("decision", sentence, segments)))
        elif is_open_question(index, sentences) and index not in used:
            claims.append((index, _statement("question", sentence, segments)))
    claims.sort(key=lambda pair: pair[0])
    said = [sentences[index] for index, claim in claims if claim.kind == "decision"]
    said += [sentences[index] for index, claim in claims if claim.kind == "action"]
    said = [sentence for sentence in said if not sentence.asks]
    return Draft(
        claims=tuple(replace(claim, id=f"c{number}") for number, (_, claim) in enumerate(claims, 1)),
        summary="\n".join(_lines(said, summary_sentences)),
        title=_title(segments),
        segments_read=len(segments),
    )


def _action(found: Found, sentences: Sequence[Sentence], segments: Sequence[Segment]) -> Claim:
    sentence = sentences[found.index]
    place = sentence.clean.original(found.clause.start, found.clause.end)
    cited = sentence.segments_of(*place)
    quote = quote_of(segments, sentence, cited, *place)
    if found.also is not None:
        answer = sentences[found.also]
        both = (*cited, *answer.segments)
        text = " ".join(segments[index].text for index in dict.fromkeys(both))
        left, right = text.find(quote), text.find(answer.raw)
        if 0 <= left < right and len(text[left : right + len(answer.raw)].split()) <= QUOTE_WORDS:
            quote = text[left : right + len(answer.raw)]
        cited = tuple(dict.fromkeys(both))
    return Claim(
        id="",
        kind="action",
        text=found.task,
        evidence=Evidence(tuple(segments[index].id for index in cited), quote),
        owner=found.owner,
        due_phrase=found.due,
        flags=found.flags,
        confidence=_CONFIDENCE,
    )


def _statement(kind: ClaimKind, sentence: Sentence, segments: Sequence[Segment]) -> Claim:
    whole = (0, len(sentence.raw))
    cited = sentence.segments_of(*whole)
    evidence = Evidence(
        tuple(segments[index].id for index in cited), quote_of(segments, sentence, cited, *whole)
    )
    return Claim("", kind, sentence.clean.cased, evidence, confidence=_CONFIDENCE)


def _lines(said: Sequence[Sentence], most: int) -> Iterator[str]:
    """What was settled and promised, as it was said, with its speaker; decisions first where not all fit."""
    for sentence in sorted(dict.fromkeys(said[:most]), key=lambda each: each.position):
        text = sentence.clean.cased
        yield f"{sentence.speaker}: {text}" if sentence.speaker else text


def _title(segments: Sequence[Segment]) -> str:
    """The nouns that were said most: German writes them with a capital."""
    names = {part for s in segments if s.speaker for part in s.speaker.split()}
    days = {"Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Woche", "Monat", "Ende", "Dezember"}
    nouns = Counter(
        noun for s in segments for noun in _NOUN.findall(s.text) if noun not in names and noun not in days
    )
    best = [noun for noun, count in nouns.most_common(_TITLE_WORDS) if count > 1]
    return ", ".join(best) or "Besprechung"
