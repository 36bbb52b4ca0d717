"""A sentence of the summary that says other than the item that it is about.

The item was compared with the words that were said; the sentence cites nothing. Where one of its clauses has
nearly all words of an item, it has to say it as the item does: denied or not, with its condition, exception
and doubt, by its owner, and only asked where it was only asked. What the checks have refused of an item it
may not state at all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from guardrails.clauses import clauses_of
from guardrails.guardrail import Ask, Refusal, Scene
from guardrails.qualifier import FLAGS
from guardrails.qualifiers.carrying import claimed
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Verdict
from guardrails.words import spoken_words

_LEAST_SHARED, _NEARLY_ALL = 2, 0.75
# Who refuses what a claim says; the others refuse its form, or another item that says the same.
_REFUSING = frozenset(("evidence", "qualifier", "contradiction"))
# What it cites is wrong: it may have been said elsewhere, in too few words to find it again.
_OF_ITS_SOURCE = ("it cites words that do not exist", "its quote was not found")
_QUOTED = re.compile(r"[\"“„«]")
_TAKES_ON = (
    r"(?:also |then |now )?(?:will|agree[sd]?|promise[sd]?"
    r"|offer\w*"
    r"|volunteer\w*"
    r"|is"
    r" going"
    r"|has"
    r" to|wird|soll|muss)\b"
)


class SummaryItems:
    """Compares each clause of a summary's sentence with the item that it is about."""

    name = "qualifier"
    deadline_s = 1.0

    def __init__(self) -> None:
        self._read: tuple[tuple[Claim, ...], list[tuple[Claim, frozenset[str]]]] | None = None

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return claim.kind == "summary" and self._difference(claim, scene) is not None

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        why = self._difference(claim, scene)
        return Verdict("unverified", why) if why else Verdict("verified", "it says what its items say")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None

    def _difference(self, claim: Claim, scene: Scene) -> str | None:
        if _QUOTED.search(claim.text):
            return None  # words as they were said
        language, sentence = tables_of(scene), claim.text.casefold()
        refused = _refused(scene.refusals)
        for clause in clauses_of(claim.text, language.opening):
            meant = self._meant(clause.line, scene, language)
            whole = [
                item
                for item in meant
                if item.id not in refused and self._words(item) <= language.stems(clause.line)
            ]
            item = next(iter(whole or meant), None)
            if item is None:
                continue
            if item.id in refused:
                why = _stated(item, refused[item.id], clause.line, sentence, language)
            else:
                why = _lost(item, clause.line, sentence, language) or _other_owner(
                    meant, item, sentence, scene
                )
            if why:
                return why
        return None

    def _meant(self, line: str, scene: Scene, language: Language) -> Sequence[Claim]:
        """The items that `line` has nearly all words of, the one with the most first."""
        if self._read is None or self._read[0] is not scene.claims:  # once for all sentences of a summary
            items = [claim for claim in scene.claims if claim.kind in ("action", "decision", "question")]
            self._read = scene.claims, [(item, _wanted(item, language)) for item in items]
        stems = language.stems(line)
        shared = [(len(wanted & stems), len(wanted), item) for item, wanted in self._read[1]]
        found = [(n, item) for n, every, item in shared if n >= max(_LEAST_SHARED, _NEARLY_ALL * every)]
        return [item for _, item in sorted(found, key=lambda one: (-one[0], one[1].kind == "question"))]

    def _words(self, item: Claim) -> frozenset[str]:
        return next(wanted for one, wanted in self._read[1] if one is item) if self._read else frozenset()


def _wanted(item: Claim, language: Language) -> frozenset[str]:
    """The stems that an item is known by, also where its condition or doubt was left out."""
    text = item.text.casefold()
    for cue in (language.condition.words, language.exception.words):
        if (limit := cue.search(text)) is not None:
            before, behind = text[: limit.start()], text[limit.end() :].partition(",")[2]
            text = before if language.stems(before) else behind or text
    return claimed(replace(item, text=language.hedge.words.sub(" ", text)), language)


def _refused(refusals: Sequence[Refusal]) -> dict[str, list[Refusal]]:
    """By id, what was refused of items' words, and not of their form alone."""
    found: defaultdict[str, list[Refusal]] = defaultdict(list)
    for refusal in refusals:
        if refusal.guardrail in _REFUSING and not refusal.reason.startswith(_OF_ITS_SOURCE):
            found[refusal.claim].append(refusal)
    return found


def _stated(
    item: Claim, refusals: Sequence[Refusal], line: str, sentence: str, language: Language
) -> str | None:
    """Why the clause may not stand: it states what was refused, and neither denies nor limits it."""
    text, words = item.text.casefold(), set(spoken_words(sentence))
    if bool(language.negated_text.search(text)) != bool(language.negated_text.search(line)):
        return None
    weaker = (language.conditional_text, language.hedged_text, language.asking_text)
    if any(cue.search(sentence) and not cue.search(text) for cue in weaker):
        return None
    if language.past_text.search(line) and not language.settled_text.search(sentence):
        return None
    for refusal in refusals:
        parts = [part for part in (item.owner, item.due_phrase) if part and part in refusal.reason]
        if refusal.guardrail != "evidence" or all(set(spoken_words(part)) & words for part in parts):
            return f'"{item.text}" did not stand: {refusal.reason}'
    return None


def _lost(item: Claim, line: str, sentence: str, language: Language) -> str | None:
    """What a clause, or the `sentence` around it, leaves out of `item` or says otherwise."""
    text = item.text.casefold()
    if item.kind == "question":
        settles = language.settled_text.search(line) and not language.asking_text.search(sentence)
        return f'it settles what was only asked: "{item.text}"' if settles else None
    leaves_out = language.exception.words.search(text)
    if not leaves_out and bool(language.negated_text.search(text)) != bool(
        language.negated_text.search(line)
    ):
        return f'it says the contrary of "{item.text}"'
    doubted = FLAGS["hedge"] in item.flags or next(language.hedge.found(text), None) is not None
    for what, is_so, patterns in (
        (
            "condition",
            language.condition.words.search(text),
            (language.condition.words, language.conditional_text),
        ),
        ("exception", leaves_out, (language.exception.words, language.negated_text)),
        ("doubt", doubted, (language.hedge.words, language.hedged_text)),
    ):
        if is_so and not any(pattern.search(sentence) for pattern in patterns):
            return f'it leaves out the {what} of "{item.text}"'
    return None


def _other_owner(meant: Sequence[Claim], item: Claim, sentence: str, scene: Scene) -> str | None:
    """Whether the sentence gives the work to a known person other than its owner."""
    owners = {word for one in meant for word in spoken_words(one.owner or "")}
    if item.kind != "action" or not item.owner or owners & set(spoken_words(sentence)):
        return None
    for name in _known(scene, owners | set(spoken_words(item.text))):
        if re.search(rf"\b{re.escape(name)} {_TAKES_ON}", sentence):
            return f'"{item.text}" is for {item.owner}'
    return None


def _known(scene: Scene, besides: set[str]) -> Iterator[str]:
    """The names of people, none of whose words is among `besides`."""
    for person in scene.people:
        words = spoken_words(person)
        if not besides & set(words):
            yield from dict.fromkeys((*words, " ".join(words)))
