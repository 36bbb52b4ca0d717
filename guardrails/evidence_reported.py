"""Who promised something elsewhere, by what a speaker reports of it: "Mr Lund rang, he said he'd mend it".

The work is whose promise is reported, not the speaker's. The name stands before the report: with where its
bearer is from ("Ann from the depot said she'd"), beside what he is ("the plumber, Ed, said he'd"), or with
how he was reached ("I asked Ed and he said he'd").
"""

from __future__ import annotations

import re

from guardrails.words import content_stems

_NAME = r"[A-Z][\w’'-]*[a-z](?<!['’]s)(?:\s[A-Z][\w’'-]*[a-z](?<!['’]s))?"
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Doctor|Prof|Professor|Councillor|Father|Sister|Captain|Chef)\.?\s"
# "Our Rhys", "young Fintan": no part of the name.
_WHO = rf"(?:\b(?:Our|My|Young|Old|Little|Big|Poor|Dear|Good)\s)*\b(?P<who>(?:{_TITLE})?{_NAME})"
_FROM = r"(?:,?\s(?:from|at|of|on|in|with|over at|down at|up at)\s[\w’'-]+(?:\s[\w’'-]+){0,3}?)?"
_BESIDE = r"(?:,\s(?:the|our|my|his|her|a|who)\s[^,.;:?!]{1,40},|,)?"
_LATELY = r"(?:\s(?:me|us|back|in|up|by|round|today|yesterday|earlier|this morning|last night|just now))*"
_REACHED = (
    r"(?:rang|called|phoned|emailed|mailed|wrote|texted|messaged|came|dropped|popped|stopped|got back to)"
)
_AND = r"(?:\s?[,;.]|\s?[,;]?\sand)\s(?:[Hh]e|[Ss]he|[Tt]hey)"
_SAID = (
    r"(?:['’]s|\shas|\shad|\shave)?\s(?:just\s|already\s|also\s)?"
    r"(?:said|says|tells|told|promised|promises|mentioned|confirmed|agreed|assured|wrote|texted|thinks|reckons"
    r"|hopes|swore|swears|insisted|offered)"
    r"(?:\s(?:to\s)?(?:me|us|him|her|them|you|everyone))?\s(?:that\s)?(?:s?he|they)"
    r"(?:['’](?:ll|d)|\s(?:will|would|can|could|is going to|was going to|has to|had to))\s"
    r"(?:(?:also|then|just|now|only|first|probably|definitely|gladly)\s)*(?P<verb>[a-z]+)"
)
_REPORTS = (
    re.compile(rf"{_WHO}{_FROM}{_BESIDE}{_SAID}"),
    # "The physio, Ann, she said": a bare "Ann, she said" speaks to Ann.
    re.compile(rf"\b(?:[Tt]he|[Mm]y|[Oo]ur)(?:\s[a-z][\w'’-]*){{1,3}},\s{_WHO},\s(?:s?he|they){_SAID}"),
    re.compile(rf"{_WHO}{_FROM}{_BESIDE}\s{_REACHED}{_LATELY}(?:{_AND})?{_SAID}"),
    re.compile(
        r"\bI(?:['’]ve)?\s(?:just\s)?(?:(?:spoke|spoken|talked|talk|chatted)\s(?:to|with)|asked|rang|called|phoned"
        rf"|emailed|texted|met|saw|reached)\s{_WHO}{_FROM}{_LATELY}{_AND}{_SAID}"
    ),
)
NO_NAME = frozenset(
    "so and but then okay ok well yeah yes right now also maybe perhaps we you he she they it this that there"
    " who what which somebody someone everybody everyone nobody one two all both today tomorrow tonight"
    " monday tuesday wednesday thursday friday saturday sunday i".split()
)
"""Words that may stand with a capital before a verb and name nobody."""
_NO_PART = NO_NAME | frozenset(
    "the a an our my january february march april may june july august september october november"
    " december".split()
)


def promised_by(task: str, said: str) -> str | None:
    """The name of who is reported in `said` to have promised what `task` begins with."""
    verb = set(content_stems(" ".join(task.split()[:1])))
    for pattern in _REPORTS if verb else ():
        for match in pattern.finditer(said):
            parts = match["who"].split()
            while parts and parts[0].casefold() in _NO_PART:  # "In March Ann said"
                del parts[0]
            if parts and verb & set(content_stems(match["verb"])):
                return " ".join(parts)
    return None
