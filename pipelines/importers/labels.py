"""Tells "Tom: hello" from "Note: hello" and "So the plan is: we ship".

A colon alone proves nothing. A label is a speaker's if it has the shape of a name or a handle, is none of the
words that people put before a colon, and the file bears it out: it recurs, or most of the file is labelled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import cache

from guardrails.language import FALLBACK, language
from pipelines.names import inverted, person_name

_MAX_LABEL = 60
_LABELLED = re.compile(
    rf"(?:>>\s{{0,3}}|[-\u2013*\u2022]\s{{1,3}})?\[?([^:\uff1a\[\]<>]{{1,{_MAX_LABEL}}})\]?(?::(?=\s|$)|\uff1a)"
)
# A dot is fine in "Z. Victor", "Dr." and "P2P.org", a sentence's is not: it follows a lower-case word of
# length.
_SENTENCE = re.compile(r"[?!,;\"\u201c\u201d\u2026=]|\.\.|[^\W\d_]{4,}\.(?:\s|$)")
_PARENTHESIS = re.compile(r"\([^()]*\)")

_NOT_NAMES = frozenset(
    """
    anwesend beginn datum dauer durée ende lieu ordre-du-jour ort participant-e-s présents teilnehmer
    teilnehmende thema titel titre uhrzeit
    action actions action-item action-items ai agenda answer answers attendees background bonus bottom-line
    bug caveat comment comments conclusion context date decision decisions deadline disclaimer due duration
    edit email example exactly fact fact-check finally follow-up footnote fyi goal goals hint however http
    host https idea important in-short info invitees issue keep-in-mind key-point key-points key-takeaway
    key-takeaways keywords language last lastly link listen location look meanwhile meeting meeting-id
    meeting-participants meeting-title meaning minutes nb next
    next-step next-steps note notes objective once-again open-question open-questions otherwise outcome
    outline overview owner participants plus present problem proposal ps purpose question questions quote
    reason recap recorded recording regrets related remember reminder result results second secondly seriously
    solution source spoiler speakers started status subject
    subtitle summary summary-keywords takeaway takeaways task tasks thanks therefore
    thesis third time tip title tldr to-do to-dos todo todos topic topics transcript translation type update
    updates url venue warning website word words
    """.split()
)
_NUMBERED = re.compile(
    r"(?:action|decision|item|option|part|phase|point|question|section|slide|step|topic|week)s?\W*\w{1,2}"
)
_SHORT_DAY = 4
"""Letters of a day that may be a name: "Sun"."""
_SELVES = frozenset("me them you".split())
"""So Granola and captions call the two ends of a call."""
_OPENERS = frozenset("first key last next second".split())
_DETERMINERS = frozenset("the my our your their this that these those".split())
_PARTICLES = frozenset(
    "af al ap ben bin da das de del della den der di do dos du e el ibn la le of ter van vom von y zu".split()
)


@cache
def _sentence_words() -> frozenset[str]:
    """Words of sentences, numbers and days, but for those that are names, too."""
    tables = language(FALLBACK)
    days = (word for word in tables.words("weekday") | tables.words("date_word") if len(word) > _SHORT_DAY)
    words = (
        tables.words("function") | tables.words("opener") | tables.contractions.keys() | set(tables.numbers)
    )
    return (words | set(days)) - {"may", "will"}


def split_label(line: str) -> tuple[str, str] | None:
    """(label, rest) where a line opens with what may be a speaker's name; None where it cannot be one."""
    match = _LABELLED.match(line)
    if match is None or not may_be_name(match[1]):
        return None
    return match[1].strip(), line[match.end() :].strip()


def may_be_name(label: str) -> bool:
    """Whether a label could be a name or a handle at all."""
    if parts := inverted(label.strip()):  # "Smith, John (ACME | EU)"
        return all("," not in part and may_be_name(part) and is_capitalised(part) for part in parts)
    bare = _PARENTHESIS.sub(" ", label).replace("\u2019", "'")
    words = bare.split()
    if not words or len(words) > 7 or not any(map(str.isalpha, bare)) or _SENTENCE.search(bare):
        return False
    if len(bare.strip()) == 1:
        return not bare.islower()  # "A: hello", in anonymous transcripts
    folded = [word.casefold() for word in words]
    phrase = "-".join(folded)
    spoken = _sentence_words()
    if phrase in _SELVES:
        return True
    if phrase in _NOT_NAMES or phrase in spoken or _NUMBERED.fullmatch(" ".join(folded)):
        return False
    if folded[0] in _DETERMINERS or (
        (folded[0] in spoken or folded[0] in _OPENERS) and (len(words) == 1 or words[1].islower())
    ):
        return False
    # In capitals throughout, a word tells nothing by being capitalised.
    inner = folded[1:] if bare.isupper() else [word for word in words[1:] if word.islower()]
    return not any(word in spoken and word not in _PARTICLES for word in inner)


def is_capitalised(label: str) -> bool:
    """Whether each word opens like a name's; scripts without capitals count as capitals."""
    words = [word for word in _PARENTHESIS.sub(" ", label).split() if any(map(str.isalnum, word))]
    return all(word in _PARTICLES or not next(filter(str.isalnum, word)).islower() for word in words)


def accepted(labels: Counter[str], units: int, people: Collection[str] = ()) -> frozenset[str]:
    """The labels that are speakers, given how often each opens one of the file's `units` of speech, and who
    was there.

    A name in capitals needs to recur, or to stand in a file that is labelled; a handle or a device ("nixo",
    "Nico mobile") needs a file in which labels are the rule.
    """
    share = labels.total() / units if units else 0.0
    names = {label for label, count in labels.items() if is_capitalised(label) and count > 1}
    is_labelled = share >= (0.15 if names else 0.5)
    known = {name.casefold() for name in people}
    return frozenset(
        label
        for label, count in labels.items()
        if label in names
        or (is_labelled and is_capitalised(label))
        or share >= 0.8
        or (count > 1 and share >= 0.3)
        or person_name(label).casefold() in known
    )
