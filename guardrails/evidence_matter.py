"""What a claim is about, and whether words carry it: all of it, not only its beginning.

Who does it and that it was decided are not what a claim is about: the owner is held against the words on its
own. A part that was added to a right claim ("and book a hotel in Lisbon for it") is looked at alone, because
the rest would carry it along.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from guardrails.evidence_head import added_head
from guardrails.numbers import figures_in
from guardrails.support import MeetingWords, Wanted
from guardrails.types import Claim
from guardrails.words import content_stems

# Support times how near it comes to the best in the meeting. Of the annotated items of the AMI corpus that
# a reader calls carried hardly one is below; of random segments of the same meeting 97 in 100 are.
CARRIED = 0.08
# A part of which less than this was said there was added.
_ADDED = 0.05
# Words that tell a claim from the others; of annotated items none is found elsewhere by so many.
_LEAST_TELLING = 3
_NEARLY_ALL = 0.75
_ALL = 0.99
FOUND = 0.6
"""What one other segment must carry to be cited instead."""
_FOUND_TOGETHER = 0.8
_FOUND_IN_A_ROW = 0.7
# Segments in which one thought is said by several voices.
_ROW = 6
# Of annotated items that a reader calls carried, none has so many words that nobody said.
_MOSTLY = 2 / 3
_MOSTLY_UNSAID = 0.45
_UNSAID_OF_FEW = 0.6  # one word of three says next to nothing, however rare it is
# One word may be the note-taker's own; two say something.
_LEAST_PART = 2
# What a writer says of a figure that he worked out, and nothing else.
_RESULT = frozenset(
    content_stems(
        "left remaining remain remains over spare missing short total altogether combined all each apiece"
        " percent per cent percentage share half make makes come comes amount amounts leave leaves leaving"
    )
)
# No item has as many parts; hostile text has thousands.
_MOST_PARTS = 30
# Behind an aside a verb goes on with what stood before it: "some, like the door, are not locked".
_CLAUSE = re.compile(
    r"[.;] |, (?!(?:is|are|was|were|will|has|have|had|can|should|must|may|does|do)\b)|"
    r",? (?=(?:and|using|together with|after|before|including|plus|as well as) )"
)
_DECIDED = re.compile(
    r"^(?:(?:the )?(?:group|team|members|participants|designers)|it (?:was|is)|they|we) "
    r"(?:was |were |have |has )?(?:decided|agreed|settled)(?: on| that| to|)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\s(?:will|shall|would|should|must|can|to|is going to|was|were|has to|have to|needs? to|is|are)\s"
)
_GROUPS = frozenset("all each some both two three they he she we everyone everybody their our".split())
_ROLE = re.compile(
    r"\b(?:managers?|designers?|experts?|executives?|specialists?|engineers?|team|group|members|participants|"
    r"coaches|hat herders|clients?)\b",
    re.IGNORECASE,
)
# Words in which a list of doers lies ("The Industrial Designer, the User Interface Designer, and ...").
_DOERS = 14


def wanted_of(claim: Claim, words: MeetingWords) -> Wanted:
    """The content of the claim's matter; of all its text where nothing is left."""
    wanted = words.wanted(_matter(claim))
    return wanted if wanted.weights else words.wanted(claim.text)


_TAIL = re.compile(r" (?=(?:at|by|for|from|in|into|on|to|under|via|with|without|during|per) )")
# A long end of a claim of which nothing was said, whatever joins it to the rest.
_LEAST_TAIL = 3


def is_carried(claim: Claim, words: MeetingWords, places: Sequence[int]) -> bool:
    """Whether the segments at `places` say what the claim says; a claim without content says nothing."""
    wanted = wanted_of(claim, words)
    if not wanted.weights:
        return True
    if is_elsewhere(wanted, words, places) or _is_mostly_unsaid(wanted, words, places):
        return False
    support = words.support(wanted, places)
    if support * support >= CARRIED:
        return True  # no place has more than all of it: the whole meeting need not be searched
    best = wanted.share(hit.stem for hit in words.best(wanted))
    return support * min(1.0, support / best if best else 0.0) >= CARRIED


def is_elsewhere(wanted: Wanted, words: MeetingWords, places: Sequence[int]) -> bool:
    """Whether one other segment has nearly all of it, and the segments at `places` half of that or less.

    Of a claim with few words of its own the other must have everything, and these next to nothing.
    """
    if not wanted.telling or len(wanted.weights) < _LEAST_TELLING:
        return False
    is_short = len(wanted.telling) < _LEAST_TELLING
    alone, least = wanted.share(words.alone(wanted, places)), _ALL if is_short else _NEARLY_ALL
    if alone > 0.5:
        return False  # spares most claims the rest
    best = max((share for place, share in wanted.carried.items() if place not in places), default=0.0)
    return best >= least and alone <= best / (5 if is_short else 2)


def _is_mostly_unsaid(wanted: Wanted, words: MeetingWords, places: Sequence[int]) -> bool:
    """Whether most of its words were said nowhere in the meeting. What has a figure may be worked out."""
    telling, unsaid = wanted.telling, wanted.telling - wanted.said
    if any(word[0].isdigit() for word in telling):
        return False
    if len(telling) >= _LEAST_PART and unsaid == telling:
        return True  # an everyday verb is all that was said of it
    return (
        len(telling) >= _LEAST_TELLING
        and len(unsaid) >= _MOSTLY * len(telling)
        and wanted.share(words.alone(wanted, places))
        < (_UNSAID_OF_FEW if len(telling) == _LEAST_TELLING else _MOSTLY_UNSAID)
    )


def may_move(wanted: Wanted, support: float, places: Sequence[int], exist: bool) -> bool:
    """Whether `places` may be cited instead: nothing is shown as fact on a resemblance.

    `exist`: what is cited now exists. Of another than one that does not, less is asked.
    """
    if not wanted.telling or len(wanted.weights) < 2:
        return False
    if len(wanted.weights) < _LEAST_TELLING:
        return len(places) == 1 and support >= _ALL
    if len(places) == 1 or not exist:
        return support >= FOUND
    return support >= (_FOUND_IN_A_ROW if max(places) - min(places) <= _ROW else _FOUND_TOGETHER)


def added_part(claim: Claim, words: MeetingWords, places: Sequence[int]) -> str | None:
    """The first part of the claim that was not said: one after its beginning, its end, or its beginning."""
    matter = " ".join(_matter(claim).split())
    parts = [part for part in _CLAUSE.split(matter) if part]
    for number, part in enumerate(parts[1:_MOST_PARTS], 1):
        if _is_result(part):
            continue
        wanted = words.wanted(part)
        there = words.alone(wanted, places)
        if part.startswith("and "):
            # "Close the books and book a hotel": what the rest accounts for does not carry other work.
            own = wanted.telling.difference(words.as_said(" ".join(parts[:number])))
            there = there & own if len(own) >= _LEAST_PART else there
        if len(wanted.weights) >= _LEAST_PART and wanted.telling and wanted.share(there) < _ADDED:
            return part.strip()
    return _added_tail(matter, words, places) or added_head(claim, matter, words, places)


def _is_result(part: str) -> bool:
    """Whether `part` is only a result, "so 42 are left": its figures are held against what was said."""
    figures = [figure for figure in figures_in(part) if figure.unit != "label"]
    for figure in reversed(figures):
        part = part[: figure.start] + part[figure.end :]
    return bool(figures) and set(content_stems(part)) <= _RESULT


def _added_tail(text: str, words: MeetingWords, places: Sequence[int]) -> str | None:
    """The longest end of `text` that begins with a preposition and of which no word was said near."""
    for cut in islice(_TAIL.finditer(text), _MOST_PARTS):
        if len(set(content_stems(text[cut.end() :]))) < _LEAST_TAIL:
            break  # what follows is shorter still
        wanted = words.wanted(text[cut.end() :])
        if len(wanted.weights) >= _LEAST_TAIL and words.support(wanted, places) == 0.0:
            return text[cut.end() :]
    return None


def _matter(claim: Claim) -> str:
    if claim.kind != "action":
        return _DECIDED.sub("", claim.text, count=1)
    verb = _VERB.search(claim.text)
    doer = claim.text[: verb.start()] if verb else ""
    if verb is None or len(doer.split()) > _DOERS or not _is_doer(doer):
        return claim.text
    return claim.text[verb.end() :]


def _is_doer(words: str) -> bool:
    """Whether `words`, which begin an item, name who is to do it: "Danny and Tim", "The project manager"."""
    first, _, rest = words.partition(" ")
    lowered = first.casefold()
    if lowered in _GROUPS or not first[:1].isupper() or "." in words or ";" in words:
        return lowered in _GROUPS
    # "Invite the Christine and the Ed": an article stands before a doer, never behind his name.
    names = re.sub(r"(?:, and\b|,|\band\b)(?: the\b)?", " ", rest).split()
    return all(name[:1].isupper() or _ROLE.search(name) for name in names) or _ROLE.search(words) is not None
