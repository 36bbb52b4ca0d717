"""What a meeting speaks of: nouns and short runs of words around one that come back, as they were said.

Without a parser, a run of informative words is a noun phrase by how it is used: behind an article, a
possessive or a preposition, and not behind a pronoun or an auxiliary. Where the meeting shows too little of
that, the last word counts as it is used in other meetings (`python -m bench.train_summary`).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from rapidfuzz.fuzz import ratio

from guardrails.language import Clause, Language, Token
from pipelines.sentences import Sentence
from pipelines.summary.rarity import is_informative, is_noun, rarity

_LONGEST: Final = 4
_SHORTEST: Final = 3
_FEWEST_USES: Final = 2
_FIGURE: Final = 0.25
_NUMBER: Final = 4
"""Digits of a number that is a name where it is alone, such as that of a proposal."""
_NAME: Final = 1.0
_KNOWN: Final = 2.0
"""Uses in this meeting that count as much as those in others."""
_NOUN: Final = 0.45
_VERB: Final = 0.15
_HEAD: Final = 0.75
"""How surely a noun has to be the whole phrase; its first word, which may be an adjective; and a common word
behind an informative one."""
_EITHER: Final = frozenset({"to", "zu"})
"""Before a noun or a verb, more often a verb."""
_ALIKE: Final = 75
_PART: Final = 0.25
_CALLED: Final = 0.25
"""Share of its uses in which a name stands between marks, as who is called does: "Ann, did you"."""


@dataclass(frozen=True, slots=True)
class Phrase:
    lemmas: tuple[str, ...]
    text: str
    """In its commonest spelling."""
    places: tuple[int, ...]
    """The sentences that have it, in order; one that has it twice is there twice."""
    rarity: float
    """Of its words, added up; a figure behind a word tells which."""
    noun: float = 1.0
    """0..1: how surely it is one."""
    whole: float = 1.0
    """Share of its uses in which it is no part of a longer one."""
    led: str = ""
    """The word before it in most of its uses, if one does: "the"."""

    def weight(self, uses: int) -> float:
        """Of so many of its uses. Two informative words tell far more than one, and far more than a part of
        two."""
        return uses * self.rarity**2 * self.noun * math.sqrt(self.whole)


@dataclass(slots=True)
class _Uses:
    places: list[int] = field(default_factory=list)
    spellings: Counter[str] = field(default_factory=Counter)
    whole: int = 0
    led: Counter[str] = field(default_factory=Counter)
    verbs: int = 0
    """Uses as something else than a noun."""
    called: int = 0


def phrases_of(sentences: Sequence[Sentence], spoken: Language, names: Collection[str]) -> list[Phrase]:
    """Those that were said at least twice. `names`: lemmas of those of speakers, who are no subject."""
    found: defaultdict[tuple[str, ...], _Uses] = defaultdict(_Uses)
    weights: dict[tuple[str, ...], float] = {}
    people = frozenset(names)
    for sentence in sentences:
        for clause in sentence.reading.clauses:
            for first, last in _runs(clause, spoken):
                for start, end in _parts(clause.tokens, first, last):
                    part = clause.tokens[start:end]
                    if start > first and not _is_informative(part[0], clause.text, spoken):
                        continue
                    lemmas = tuple(token.lemma for token in part)
                    if len(set(lemmas)) < len(lemmas) or any(_sounds_like(each, people) for each in lemmas):
                        continue
                    uses = found[lemmas]
                    uses.places.append(sentence.index)
                    uses.spellings[_spelt(sentence.text, part)] += 1
                    uses.whole += (start, end) == (first, last)
                    _count(uses, clause, start if start == first else None, end, spoken)
                    weights[lemmas] = sum(_rarity(token, spoken) for token in part)
    return [
        Phrase(
            lemmas, text, tuple(uses.places), weights[lemmas], noun, uses.whole / len(uses.places), _led(uses)
        )
        for lemmas, uses in found.items()
        if len(uses.places) >= _FEWEST_USES
        for text in [_commonest(uses.spellings)]
        for noun in [_noun(uses, text.lower().split(), spoken)]
        if noun >= _NOUN and not (text[0].isupper() and uses.called >= _CALLED * len(uses.places))
    ]


def apart(phrases: Sequence[Phrase], most: int) -> list[Phrase]:
    """The first of `phrases` that share no word, nor one that sounds the same."""
    chosen: list[Phrase] = []
    taken: frozenset[str] = frozenset()
    for phrase in phrases:
        if len(chosen) >= most:
            break
        if not any(_sounds_like(lemma, taken) for lemma in phrase.lemmas):
            chosen.append(phrase)
            taken |= set(phrase.lemmas)
    return chosen


def grown(phrase: Phrase, phrases: Sequence[Phrase]) -> Phrase:
    """The longer one of `phrases` that a single word is often part of: "gas limit" for "gas"."""
    longer = [
        other
        for other in phrases
        if len(phrase.lemmas) == 1 < len(other.lemmas)
        and phrase.lemmas[0] in other.lemmas
        and len(other.places) >= _PART * len(phrase.places)
    ]
    return max(longer, key=lambda each: (len(each.places), each.lemmas), default=phrase)


def _runs(clause: Clause, spoken: Language) -> Iterator[tuple[int, int]]:
    """Runs of informative words, with figures behind them, and numbers that are names, by place."""
    tokens = clause.tokens
    first: int | None = None
    for place, token in enumerate(tokens):
        if first is None and _is_informative(token, clause.text, spoken):
            first = place
        elif first is not None and not (token.is_number or _continues(token, clause.text, spoken)):
            yield first, place
            first = None
        elif first is None and token.is_number and token.text.isdigit() and len(token.text) == _NUMBER:
            behind = tokens[place + 1] if place + 1 < len(tokens) else None
            if behind is None or behind.is_mark or behind.text in spoken.words("function"):
                yield place, place + 1
    if first is not None:
        yield first, len(tokens)


def _is_informative(token: Token, text: str, spoken: Language) -> bool:
    """Two small letters are no word of a subject, but the rest of one ("'ll"); capitals may be: "EL"."""
    is_rest = len(token.text) < _SHORTEST and text[token.start : token.end].islower()
    return not is_rest and is_informative(token, spoken)


def _continues(token: Token, text: str, spoken: Language) -> bool:
    """Also a common word that is a noun: "gas limit"."""
    is_head = rarity(token, spoken) > 0 and is_noun(token.text, spoken) >= _HEAD
    return is_head or _is_informative(token, text, spoken)


def _parts(tokens: Sequence[Token], first: int, last: int) -> Iterator[tuple[int, int]]:
    for start in range(first, last):
        if start == first or not tokens[start].is_number:
            for end in range(start + 1, min(start + _LONGEST, last) + 1):
                yield start, end


def _rarity(token: Token, spoken: Language) -> float:
    if token.is_number:
        return _NAME if len(token.text) == _NUMBER else _FIGURE
    return rarity(token, spoken)


def _count(uses: _Uses, clause: Clause, first: int | None, end: int, spoken: Language) -> None:
    """How the phrase is used here; `first` None: inside a longer run, which tells nothing."""
    if first is None:
        return
    before = clause.tokens[first - 1] if first else None
    behind = clause.tokens[end] if end < len(clause.tokens) else None
    if before is not None and before.text in leads_to_nouns(spoken):
        uses.led[before.text] += 1
    elif before is not None and before.text in leads_to_verbs(spoken):
        uses.verbs += 1
    elif behind is not None and behind.text in spoken.words("subject"):
        uses.verbs += 1  # "cuz we": it joins sentences
    elif (before is None or before.is_mark) and (behind is None or behind.is_mark):
        uses.called += 1


@cache
def leads_to_nouns(spoken: Language) -> frozenset[str]:
    """Words that mostly stand before a noun."""
    others = ("auxiliary", "name_join", "wh")
    return spoken.words("leads_on").difference(_EITHER, *map(spoken.words, others))


@cache
def leads_to_verbs(spoken: Language) -> frozenset[str]:
    """Words that mostly stand before a verb or an adjective."""
    return spoken.words("auxiliary") | spoken.words("subject") | _EITHER


def _led(uses: _Uses) -> str:
    word, times = max(uses.led.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    return word if times * 2 > len(uses.places) else ""


def _noun(uses: _Uses, words: Sequence[str], spoken: Language) -> float:
    if is_noun(words[0], spoken) < _VERB:
        return 0.0
    known, nouns = _KNOWN * is_noun(words[-1], spoken), uses.led.total()
    return (nouns + known) / (nouns + uses.verbs + _KNOWN)


@lru_cache(maxsize=4096)
def _sounds_like(word: str, names: frozenset[str]) -> bool:
    """Whether it is one of `names`, or misheard for one: "Terrence" for "Terence"."""
    if word in names:
        return True
    return len(word) > _SHORTEST and any(
        len(name) > _SHORTEST and word[0] == name[0] and ratio(word, name) >= _ALIKE for name in names
    )


def _spelt(text: str, part: Sequence[Token]) -> str:
    """As it was said, without a pause inside."""
    whole = text[part[0].start : part[-1].end]
    is_paused = len(whole.split()) > len(part)
    return " ".join(text[token.start : token.end] for token in part) if is_paused else whole


def _commonest(spellings: Counter[str]) -> str:
    return max(spellings, key=lambda text: (spellings[text], text))
