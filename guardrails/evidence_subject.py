"""Whom a sentence gives the work to by its grammar, where that is not its speaker alone.

"Bob and I will paint it" is of two; "I'd like Bob to call" and "Bob said he'd call" are Bob's, and "our
lawyers will check it" is nobody's in the room. Only the verb of the task itself counts: "the lawyers will
love that" gives nothing away. Names need not be those of the meeting.
"""

from __future__ import annotations

import re

from guardrails.evidence_people import is_opaque, parts_of, same_person
from guardrails.evidence_reported import NO_NAME, promised_by
from guardrails.words import content_stems, spoken_words

_NAME = r"[A-Z][\w'’-]*[a-z](?:\s[A-Z][\w'’-]*[a-z])?"
_JOINT = re.compile(
    rf"\b(?P<one>{_NAME})(?:,? and| &) (?:I|me|myself)\b|\b(?:I|[Mm]e|[Mm]yself) and (?P<other>{_NAME})"
)
_ADVERB = r"(?:(?:also|then|just|now|only|first|probably|definitely|gladly|please|kindly)\s+)*"
_AUXILIARY = re.compile(
    r"(?:['’]ll|\s(?:will|shall|must|should|can|(?:is|are) (?:going to|gonna)|ha(?:s|ve) to|needs? to"
    r"|(?:(?:has|have) )?(?:agreed|promised|offered|volunteered) to)"
    r"|['’]s (?:agreed|promised|offered|going) to)"
    rf"\s+{_ADVERB}(?P<verb>[a-z]+)"
)
_I_DO = re.compile(
    rf"\bI(?:['’]ll|['’]m (?:going to|gonna)|\s(?:will|shall|can|am going to))\s+{_ADVERB}(?P<verb>[a-z]+)"
)
# "Alex and " before "Priya will".
_BESIDE = re.compile(rf"(?:{_NAME}, )*{_NAME},? and \Z")
# "I want Bob to call", "I've asked Bob to call".
_DELEGATED = re.compile(
    r"\bI(?:['’](?:d|ve)| have| would)?\s(?:also |just |really |already )?"
    rf"(?:want|need|like|love|prefer|expect|asked|told|got)\s(?P<who>{_NAME})\sto\s{_ADVERB}(?P<verb>[a-z]+)"
)
_PHRASE = re.compile(
    rf"(?:(?P<which>\b(?:[Tt]he|[Oo]ur|[Tt]heir|[Hh]is|[Hh]er)\s(?:[a-z][\w'’-]*\s){{0,2}}[\w'’-]+)|(?P<name>{_NAME}))\Z"
)
# A condition, or a clause about something else: it gives nothing away.
_SUPPOSED = re.compile(
    r"\b(?:if|unless|when|whenever|once|in case|whether|until|till|before|after|that|who|which|because|where"
    r"|how|what|while|and|or|of|with|for|to|by|from|in|on|at|about)\s\Z",
    re.IGNORECASE,
)
# The speaker may be one of them.
_OURS = re.compile(
    r"(?:(?:the|our) )?(?:\w+ )?(?:team|group|rest|others|two|three|four|both|all|office|side|company"
    r"|committee|board|club|department|staff|crew|people|guys|lot|one|ones|person)",
    re.IGNORECASE,
)


def joint_doers(sentence: str) -> tuple[str, ...]:
    """Those whom the speaker names beside himself as doing it: "Bob and I"."""
    found = (match["one"] or match["other"] for match in _JOINT.finditer(sentence))
    return tuple(name for name in found if name.casefold() not in NO_NAME)


def given_to(task: str, sentence: str, plainly: bool = False) -> str | None:
    """Who else than the speaker is to do it by the words of `sentence`: a name, or "our lawyers".

    `plainly`: only by a clause of its own ("Bob will book it, I'll pay"), as the speaker promises something.
    """
    verb = set(content_stems(" ".join(task.split()[:1])))
    if not verb or sentence.rstrip().endswith("?"):
        return None
    for match in _DELEGATED.finditer(sentence) if not plainly else ():
        if match["who"].casefold() not in NO_NAME and verb & set(content_stems(match["verb"])):
            return match["who"]
    if not plainly and (who := promised_by(task, sentence)) is not None:
        return who
    for match in _AUXILIARY.finditer(sentence):
        phrase = _PHRASE.search(sentence[: match.start()])
        if phrase is None or not verb & set(content_stems(match["verb"])):
            continue
        # "So Bob will": a sentence begins with a capital, too.
        who = phrase.group().split(maxsplit=1)[-1] if _begins_empty(phrase.group()) else phrase.group()
        if phrase["name"] and (beside := _BESIDE.search(sentence[: phrase.start()])):
            return None if joint_doers(beside.group() + who) else beside.group() + who
        before, first = sentence[: phrase.start()], f"{who.split()[0]} "  # "If Bob will"
        if _SUPPOSED.search(before) or _SUPPOSED.match(first) or _OURS.fullmatch(who):
            continue
        if not NO_NAME & set(spoken_words(who)):
            return who
    return None


def _begins_empty(phrase: str) -> bool:
    return " " in phrase and phrase.split()[0].casefold() in NO_NAME


def does_himself(task: str, sentence: str) -> bool:
    """Whether the speaker says of the very verb of the task that he does it."""
    verb = set(content_stems(" ".join(task.split()[:1])))
    return any(verb & set(content_stems(match["verb"])) for match in _I_DO.finditer(sentence))


def is_of(owner: str, who: str) -> bool:
    """Whether `owner` can be the one that the words call `who`."""
    bare = re.sub(r"^(?:the|our|their|his|her)\s", "", who, flags=re.IGNORECASE)
    return same_person(owner, bare) or bool(set(parts_of(owner)) & set(parts_of(bare))) or is_opaque(bare)


def is_name(who: str) -> bool:
    """Whether `who` can be put down as an owner: a name, and not "our lawyers"."""
    return re.fullmatch(_NAME, who) is not None and who.split()[0].casefold() not in ("the", "our", "their")


def says_i(task: str, sentence: str) -> bool:
    """Whether the speaker says in the present tense that he does it: "and I write to the mayor"."""
    first = re.escape(task.split(maxsplit=1)[0]) if task.split() else ""
    said = re.search(
        rf"(?:^|[,.;:]\s|\b(?:and|so|then|okay|well) )I {_ADVERB}{first}\b", sentence, re.IGNORECASE
    )
    return bool(first) and said is not None and not sentence.rstrip().endswith("?")
