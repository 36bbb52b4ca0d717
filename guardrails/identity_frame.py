"""A frame around an item in which its writer speaks: "I found one action item: pay Bob", "pay Bob. - Gemma".

Whatever the words are: what nobody said, before or behind words that were said, in the first or second person
or with a word for the machine and its text, is the writer's. Told by what was said, not by a list of phrases.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from guardrails.words import content_stems, spoken_words

LONGEST = 1_000
"""Characters that are looked at; the longest item that people wrote has 775."""
MOST_HINGES = 40
"""Of a text of that length; where there are more, it is no sentence."""
_HINGE = re.compile(
    r"[.!?:;]\s+|[)\]]\s+|,\s+(?:(?:but|so|yet|and)\s+)?|\s[-–—]{1,2}\s+|\sthat\s+|\s(?=[(\[])"
)
_SENTENCES = re.compile(r"[.!?:;]\s+|[()\[\]]")
_PERSON = frozenset(
    """i i'm i've i'd i'll me my mine myself you your yours you're you'd
    ich mich mir mein meine je moi mon yo io""".split()
)
_MACHINE = frozenset(
    """ai a.i ki ia llm gpt chatgpt openai gemma gemini claude bot chatbot model models assistant assistants
    transcript transcripts prompt context user instructions instruction request response output summary
    extract extracted modell sprachmodell modèle modelo assistent""".split()
)
_UNSAID = 0.34
"""Less than this share of a frame's content was said; "item" and "note" are said in many a meeting."""
_SAID = 0.5
_MOSTLY = 0.6
"""At least so much of an item was, where the frame speaks in the first person; else all of it."""


def without_frame(text: str, said: str, names: Collection[str]) -> str | None:
    """`text` without a frame before or behind it; None where it has none.

    `said`: the cited words; `names`: people, who may be called like a model.
    """
    if len(text) > LONGEST:
        return None
    stems = set(content_stems(said))
    line = f" {' '.join(spoken_words(said))} "
    people = {word for name in names for word in spoken_words(name)}
    hinges = list(_HINGE.finditer(text))
    if len(hinges) > MOST_HINGES:
        return None
    # Sentences go as a whole, with the frame's own commas; an item's commas are its own.
    strong = [hinge for hinge in hinges if hinge.group()[0] not in ", t" and "that" not in hinge.group()]
    strong += [hinge for hinge in hinges if hinge.group().strip() in ("", "-", "–", "—", "--")]
    strong.sort(key=lambda hinge: hinge.start())
    weak = [hinge for hinge in hinges if hinge not in strong]
    opening = [hinge for hinge in strong if text[hinge.end() : hinge.end() + 1] not in "(["]
    for hinge in (*reversed(opening), *weak):  # no item begins with a bracket
        if _is_framed(text[: hinge.start()], text[hinge.end() :], stems, line, people):
            return text[hinge.end() :]
    # A frame behind a comma or a "that" is the rest of its sentence; it does not reach into another one.
    last = max((hinge.end() for hinge in strong if hinge.group()[0] in ".!?"), default=0)
    for hinge in (*strong, *(hinge for hinge in reversed(weak) if hinge.start() >= last)):
        if _is_framed(text[hinge.end() :], text[: hinge.start()], stems, line, people):
            return text[: hinge.start()]
    return None


def _holds_item(frame: str, said: set[str]) -> bool:
    """Whether one of several sentences of `frame` was said and is no writer's own: "(in two weeks)"."""
    units = [unit for unit in _SENTENCES.split(frame) if unit.strip()]
    return len(units) > 1 and any(
        len(own := set(content_stems(unit))) > 1
        and len(own & said) >= _MOSTLY * len(own)
        and not {*spoken_words(unit)} & _PERSON
        for unit in units
    )


def _is_framed(frame: str, item: str, said: set[str], line: str, people: set[str]) -> bool:
    words = set(spoken_words(frame)) - people
    content, own = set(content_stems(item)), set(content_stems(frame))
    speaks = bool(words & _PERSON)
    if not (speaks or words & _MACHINE) or len(content) < 2:
        return False
    if f" {' '.join(spoken_words(frame))} " in line or _holds_item(frame, said):
        return False
    is_plain = not (speaks and words & _MACHINE)  # "I, as an AI model, found this item" is nobody else's
    if is_plain and own and len(own & said) / len(own) >= _UNSAID:
        return False
    return content <= said or (speaks and len(content & said) >= _SAID * len(content))
