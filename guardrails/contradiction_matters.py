"""Are two claims about the same matter, and do they say the opposite of it?

Matters are compared by their content words (the gists of the duplicate check), without owner, due phrase and
denial.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from guardrails.duplicate_words import gist_of
from guardrails.figures_written import digits
from guardrails.numbers import figures_in
from guardrails.types import Claim
from guardrails.words import spoken_words

# Of all the content words of both; below, AMI has different tasks of different people.
_SAME = 0.8
_DENIAL = re.compile(
    r"\b(?:(?P<auxiliary>wo|ca|do|does|did|is|are|was|were|must|would|should|could|has|have)n['’]t|cannot"
    r"|(?:do|does|did) not|not|never|no longer|nobody|no one|none of \w+|no(?! (?:later|more|less|fewer)))\b",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"\b(?:nobody|no one|none of (?:us|them|you))\b", re.IGNORECASE)
# That a thing stays as it is, and that it is so today, says nothing of what it is.
_STAYING = frozenset("stay stays remain remains today now".split())
_AUXILIARIES = {"wo": "will", "ca": "can", "do": "", "does": "", "did": ""}
_WRAPPING = frozenset("we they i it the a an will to is are be was that decided agreed".split())
# Pairs of which a thing can only be one; the second is read as the denial of the first.
_OPPOSITES = dict(
    pair.split(":")
    for pair in """drop:keep abandon:keep discard:keep scrap:keep remove:keep reject:accept decline:accept
    refuse:accept disapprove:approve exclude:include omit:include close:open stop:start cancel:hold
    disable:enable decrease:increase reduce:increase lower:increase raise:increase forbid:allow ban:allow
    prohibit:allow oppose:support against:for without:with""".split()
)
_DENYING = {word for word in _OPPOSITES if word != "raise"}
_ORDER = re.compile(r"^(?P<one>.{4,120}?)\b(?P<sign>before|after)\b(?P<other>.{4,120})$", re.IGNORECASE)
_WAITS = re.compile(
    r"\b(?:after|once|when|as soon as|until|depends on|waits? for)\b(?P<what>.{4,80})$", re.IGNORECASE
)


def is_same_matter(one: Claim, other: Claim) -> bool:
    """Whether both are about the same thing to do or to decide, said or denied."""
    left, right = _matter(one), _matter(other)
    return left.is_denied == right.is_denied and left.is_like(right)


def is_denied(claim: Claim) -> bool:
    return _matter(claim).is_denied


def are_opposite(one: Claim, other: Claim) -> bool:
    left, right = _matter(one), _matter(other)
    if left.is_denied == right.is_denied:
        return False
    return left.is_like(right) or _denies_all(one, other) or _denies_all(other, one)


def _denies_all(one: Claim, other: Claim) -> bool:
    """Whether `one` says of nobody what `other` says of somebody: "hire nobody", "hire two assistants"."""
    denied, says_so = _matter(one).stems, _NOBODY.search(one.text) and not _NOBODY.search(other.text)
    return bool(says_so) and len(denied) >= 2 and denied < _matter(other).stems


def are_swapped(one: Claim, other: Claim) -> bool:
    left, right = _order(one.text), _order(other.text)
    return left is not None and right is not None and _alike(left[0], right[1]) and _alike(left[1], right[0])


def is_waited_for(first: Claim, waiting: Claim) -> bool:
    """Whether `waiting` says that it comes after what `first` does."""
    found = _WAITS.search(waiting.text)
    what = gist_of(found["what"]).stems if found else frozenset()
    stems = _matter(first).stems
    shared = len(what & stems)
    # "After the meeting" waits for no slides for the meeting.
    return shared >= max(1, round(0.6 * len(what))) and shared >= 0.5 * len(stems)


def stems_of(claim: Claim) -> frozenset[str]:
    """What a claim is about, without owner, due phrase and denial."""
    return _matter(claim).stems


def _order(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    found = _ORDER.match(text)
    if found is None:
        return None
    one, other = gist_of(found["one"]).stems, gist_of(found["other"]).stems
    return (one, other) if found["sign"].lower() == "before" else (other, one)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= 0.6 * min(len(one), len(other))


def word_of(word: str) -> str:
    return word.strip(".,;:!?\"'()").casefold()


@dataclass(frozen=True, slots=True)
class _Matter:
    """What a claim is about, and whether it denies it."""

    words: tuple[str, ...]
    stems: frozenset[str]
    is_denied: bool

    def is_like(self, other: _Matter) -> bool:
        if self.words == other.words:
            return bool(self.words)
        shared, every = len(self.stems & other.stems), len(self.stems | other.stems)
        return shared >= 2 and shared >= _SAME * every


def _matter(claim: Claim) -> _Matter:
    return _read(claim.text, claim.owner or "", claim.due_phrase or "", claim.kind == "action")


@lru_cache(maxsize=1024)  # each claim is held against each other
def _read(text: str, owner: str, due: str, is_action: bool) -> _Matter:
    """The matter without denial, owner and due phrase; a verb may deny, too ("drop" is "not keep")."""
    bare = (text.replace(due, " ") if due else text).removeprefix(owner).strip()
    denials = len(_DENIAL.findall(bare))
    bare = _DENIAL.sub(_positive, bare)
    for figure in reversed(figures_in(bare)):
        if figure.firm:  # "fifty chairs" and "50 chairs" are one matter
            bare = f"{bare[: figure.start]}{digits(figure.value)} {figure.unit}{bare[figure.end :]}"
    words = []
    for word in bare.split():
        denials += word_of(word) in _DENYING
        if word_of(word) not in _STAYING:
            words.append(_OPPOSITES.get(word_of(word), word))
    bare = " ".join(words)
    stems = gist_of(bare, is_action).stems
    bare_words = tuple(word for word in spoken_words(bare) if word not in _WRAPPING)
    return _Matter(bare_words, stems, denials % 2 == 1)


def _positive(found: re.Match[str]) -> str:
    auxiliary = (found["auxiliary"] or "").lower()
    if found.group().lower() == "cannot":
        return "can"
    return _AUXILIARIES.get(auxiliary, auxiliary)
