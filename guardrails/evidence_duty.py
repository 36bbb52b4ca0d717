"""Who is said to do it, in so many words: "Raj does the talk", "and Bob will review it".

The present tense gives work away as plainly as "will": where somebody's name stands before the first word of
the task, it is his, whoever says so. In the talk a person who says "me" has a name in the note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from guardrails.evidence_people import is_opaque, named_at, parts_of
from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import content_stems

_WILL = re.compile(r"(?: \w+)?(?:'ll|’ll| will| is going to| should)\b", re.IGNORECASE)
_DOES = re.compile(r" (?:(?:also|then|just|always|now|only) )?([a-z]+)")
_IRREGULAR = {"do": "does", "have": "has", "go": "goes", "be": "is"}
# Behind these a name and its verb tell when, or who: "if Theo closes it", "who does it".
_SUPPOSED = re.compile(
    r"\b(?:if|unless|when|whenever|once|in case|whether|until|till|before|after|that|who|which|because|where|"
    r"how|what|while|does|did|did(?:n't)?)\W*(?:the )?$",
    re.IGNORECASE,
)
_ME = re.compile(r"\b(?:me|my|mine|i|us|our)\b", re.IGNORECASE)


def does_it(name: str, task: str, sentence: str) -> bool:
    """Whether `sentence` says that `name` does what `task` begins with, in the present tense."""
    words = task.split()[:1]
    if not words or is_opaque(name) or sentence.rstrip().endswith("?"):
        return False
    does = _does(words[0].casefold())
    for start, end in named_at(name, sentence):
        found = _DOES.match(sentence[end:])
        if found is not None and found[1] == does and not _SUPPOSED.search(_before(name, sentence[:start])):
            return True
    return False


def doers(names: Iterable[str], task: str, sentence: str) -> list[str]:
    """Those of `names` that are said to do it."""
    return [name for name in names if does_it(name, task, sentence)]


def has_duty(owner: str, task: str, sentence: str) -> bool:
    """Whether `sentence` says, beside the promise, that `owner` does something: "and Bob will review it",
    "Lisa fixes the docs" for the task of fixing them."""
    if len(owner) == 1:
        return False
    name = re.escape(owner.split()[0])
    if re.search(rf"\b{name}\b{_WILL.pattern}", sentence, re.IGNORECASE):
        return True
    verb = content_stems(" ".join(task.split()[:1]))
    does = re.finditer(rf"\b{name} (\w+)", sentence, re.IGNORECASE)
    return bool(verb) and any(content_stems(found[1]) == verb for found in does)


def without_voices(claim: Claim, scene: Scene) -> Claim:
    """`claim` without the names of those who say "me" there: a note has "for Ann" for "for me"."""
    return _without(claim, {s.speaker for s in scene.cited(claim) if s.speaker and _ME.search(s.text)})


def between(claim: Claim, scene: Scene, places: Sequence[int]) -> Claim:
    """`claim` without the names of those who speak at `places` and beside: a note has "Ann and Bob" for "you
    and me"."""
    near = {place + step for place in places for step in (-1, 0, 1)}
    there = [scene.segments[place] for place in near if 0 <= place < len(scene.segments)]
    return _without(claim, {s.speaker for s in there if s.speaker})


def _without(claim: Claim, voices: set[str]) -> Claim:
    named = (voice for voice in voices if not is_opaque(voice))
    names = {part for voice in named for part in (*parts_of(voice), *_titles(voice))}
    words = [word for word in claim.text.split() if _plain(word) not in names]
    return replace(claim, text=" ".join(words)) if words and len(words) < len(claim.text.split()) else claim


def _plain(word: str) -> str:
    """A name as it is, without marks and the s of what is his."""
    return re.sub(r"['’]s?$", "", word.casefold().strip(".,;:"))


def _does(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s"


def _before(name: str, text: str) -> str:
    """`text` without the parts of a longer name at its end: "if Clerk" before "Moss"."""
    parts = set(parts_of(name))
    words = text.split()
    while words and words[-1].casefold().strip(".") in parts:
        words.pop()
    return " ".join(words)


def _titles(name: str) -> list[str]:
    return [part.casefold().strip(".") for part in name.split()[:-1]]
