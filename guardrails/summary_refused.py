"""A sentence of the summary that states what the checks have refused of an item.

It is left alone where it does not state it: where it denies it, doubts it, binds it to a condition, asks for
it, tells it as done or as taken back, or leaves out the very part that was refused.
"""

from __future__ import annotations

import re

from guardrails.guardrail import Refusal
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim
from guardrails.words import spoken_words, stem

# Who refuses what a claim says; the others refuse its form, or another item that says the same.
_REFUSING = frozenset(("evidence", "qualifier", "contradiction"))
# What it cites is wrong: it may have been said elsewhere, in too few words to find it again.
_OF_ITS_SOURCE = ("it cites words that do not exist", "its quote was not found")
_QUOTED = re.compile(r'"([^"]+)"')
_TAKEN_BACK = re.compile(
    r"\b(?:cancel\w*|dropp?(?:ed|s)?|withdr[ae]w\w*|scrapp?\w*|abandon\w*|revers\w*|revok\w*|refus\w*|"
    r"declin\w*|reject\w*|instead|no longer|abgesagt|storniert|gestrichen|verworfen|zurückge\w+|abgelehnt|"
    r"stattdessen)\b"
)


def why_refused(
    item: Claim, refusals: tuple[Refusal, ...], line: str, sentence: str, language: Language
) -> str | None:
    """What was refused of `item` and is stated in `line`, a clause of `sentence`; None where nothing is."""
    for refusal in refusals:
        if _is_of_words(refusal):
            if _says_other(item, line, sentence, language) or _leaves_out(item, refusal, sentence):
                return None
            return f'"{item.text}" did not stand: {refusal.reason}'
    return None


def is_refused(refusals: tuple[Refusal, ...]) -> bool:
    """Whether what the claim says is refused, and not its form alone."""
    return any(_is_of_words(refusal) for refusal in refusals)


def _is_of_words(refusal: Refusal) -> bool:
    return refusal.guardrail in _REFUSING and not refusal.reason.startswith(_OF_ITS_SOURCE)


def _says_other(item: Claim, line: str, sentence: str, language: Language) -> bool:
    text = item.text.casefold()
    if bool(language.negated_text.search(text)) != bool(language.negated_text.search(line)):
        return True
    weaker = (language.conditional_text, language.hedged_text, language.asking_text, _TAKEN_BACK)
    if any(cue.search(sentence) and not cue.search(text) for cue in weaker):
        return True
    return item.kind == "action" and not language.settled_text.search(line) and _is_done(text, line, language)


def _is_done(task: str, line: str, language: Language) -> bool:
    """Whether `line` tells the verb that `task` begins with in the past."""
    if language.past_text.search(line):
        return True
    verb = next(iter(spoken_words(task)), "")
    return any(
        stem(word) == stem(verb) and word != verb and not word.endswith(("s", "ing"))
        for word in spoken_words(line)
    )


def _leaves_out(item: Claim, refusal: Refusal, sentence: str) -> bool:
    """Whether the part of `item` that was refused is not in `sentence`: its owner, its day, some words."""
    if refusal.guardrail != "evidence":
        return False
    told = set(spoken_words(sentence))
    fields = [part for part in (item.owner, item.due_phrase) if part and part in refusal.reason]
    quoted = [part for part in _QUOTED.findall(refusal.reason) if part in item.text]
    return any(not set(spoken_words(part)) & told for part in (*fields, *quoted))
