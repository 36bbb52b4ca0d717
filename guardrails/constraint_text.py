"""The words of an item alone: what is taken off when its text keeps no note's format."""

from __future__ import annotations

import re

from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.wording import plain_words


def bare_text(claim: Claim, scene: Scene) -> str:
    """The words of `claim` alone: without wrapping, list fields, shouting and repetition."""
    text = plain_words(claim.text, scene.by_id.keys())
    text = _without_speaker(text, scene)
    if claim.owner:
        text = _without_fields(text, claim.owner, claim.due_phrase or "")
    if text.isupper() and len(re.findall(r"[^\W\d_]{2,}", text)) > 3:  # "EIP 2537" is not shouted
        text = _in_sentence_case(text, scene)
    return _said_once(text)


def _in_sentence_case(text: str, scene: Scene) -> str:
    """Shouted `text` with each word as the meeting writes it, which keeps names and abbreviations."""
    written: dict[str, str] = {}
    for segment in scene.segments:
        for word in re.findall(
            r"(?<=[a-z,] )[^\W_]+", segment.text
        ):  # inside a sentence, where case means something
            written.setdefault(word.casefold(), word)
    quiet = re.sub(r"[^\W_]+", lambda word: written.get(word[0].casefold(), word[0].lower()), text)
    return quiet[:1].upper() + quiet[1:]


def _without_speaker(text: str, scene: Scene) -> str:
    """`text` without the speaker before it, as a transcript writes it: "Bob: ..."."""
    name, colon, rest = text.partition(":")
    known = {person.casefold() for person in scene.people}
    return rest.strip() if colon and rest.strip() and name.strip().casefold() in known else text


def _without_fields(text: str, owner: str, due: str) -> str:
    """`text` without owner and due phrase around it as in a list: "Ann: ...", "... (Ann, Friday)"."""
    text = re.sub(rf"^@?{re.escape(owner)}\s?:\s{{0,9}}(?=\S)", "", text, flags=re.IGNORECASE)
    due = rf"(?:\s?[,;/–-]\s?(?:due |by )?{re.escape(due)})?" if due else ""
    tail = rf"(?:\s[(\[]\s?@?{re.escape(owner)}{due}\s?[)\]]"
    tail += rf"|\s(?:@|[–—]\s|--?>?\s|=>\s|→\s|//\s){re.escape(owner)}{due})$"
    found = re.search(tail, text, flags=re.IGNORECASE)
    return text[: found.start()] if found is not None and found.start() > 0 else text


def _said_once(text: str) -> str:
    """`text` without what stands in it again and again: all of it twice, or its last words three times."""
    words = text.split()
    keys = [word.strip(".,;!").casefold() for word in words]
    if len(keys) >= 4:
        period = f"{' '.join(keys)} {' '.join(keys)} ".find(f" {' '.join(keys)} ") + 1
        count = " ".join(keys)[:period].count(" ")
        if 0 < period < len(" ".join(keys)) and count >= 2 and len(keys) % count == 0:
            return " ".join(words[:count])
    for length in range(2, 13):  # longer loops than 12 words run past the length of an item by themselves
        end = len(keys)
        while end >= 2 * length and keys[end - length : end] == keys[end - 2 * length : end - length]:
            end -= length
        if len(keys) - end >= 2 * length:
            return " ".join(words[:end])
    return text
