"""How English tells that work is done."""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import pattern
from guardrails.qualifiers.telling import Telling
from guardrails.verb_forms import BASES, UNCHANGED
from guardrails.words import content_stems

_ADVERB = r"(?:already|just|finally|actually|also|then|all|both|since|now|long|only just|\w+ly)"
_DONE = (
    r"(?:done|finished|completed?|sorted(?: out)?|handled|settled|wrapped up|dealt with|taken care of|"
    r"seen to|ticked off|crossed off)"
)
_WHOSE = re.compile(
    r"^(?:(?:the )?[\w' -]{1,40}? (?:will|shall|should|must|has to|have to|needs to|is to|is going to|"
    r"agreed to|promised to) |to |please )?(?P<verb>[a-z]+)\b"
)
_THING_ENDS = re.compile(
    r"[,;:.]|\b(?:to|for|with|from|by|on|in|at|about|of|before|until|and|or|so|that|when|if|as|into|over|"
    r"after|once|unless|except|via|through)\b"
)
_PARTICLES = re.compile(
    r"^(?:\s*\b(?:up|out|off|down|back|through|over|together|into|after|for|at|on|with|about|to)\b)+"
)


def _verb(base: str) -> str:
    return next(iter(content_stems(base)), base)


def _verb_of(word: str) -> str:
    base = BASES.get(word)
    if base is None:
        return next(iter(content_stems(word)), "") if word.endswith("ed") and len(word) > 4 else ""
    return _verb(base)


def _parts(task: str) -> tuple[str, frozenset[str]]:
    found = _WHOSE.match(task.casefold())
    if found is None:
        return "", frozenset()
    behind = task.casefold()[found.end() :]
    behind = _PARTICLES.sub("", behind)
    return _verb(found["verb"]), frozenset(content_stems(_THING_ENDS.split(behind, maxsplit=1)[0]))


TELLING = Telling(
    parts=_parts,
    verb_of=_verb_of,
    ways=(
        # "I sent", "I've already sent", "Ann had sent".
        re.compile(
            r"\b(?P<who>[a-z][\w-]*)(?=(?:'ve|'d|'s| have| has| had)?"
            rf"(?: {_ADVERB})* (?P<said>(?!\w+ly\b)\w+)\b)"
        ),
        # "The invoices were sent", "that's been sent", "it's paid".
        re.compile(
            rf"(?<!\bto)(?:(?:'s|'ve| has| have| had) been| was| were| got)(?: {_ADVERB})* (?P<said>\w+)\b"
        ),
        re.compile(
            rf"(?<!\bto)(?:'s|'re| is| are)(?:(?: {_ADVERB})+ | (?=\w+(?: ?[,.;!]|$)))(?P<said>\w+)\b"
        ),
    ),
    subjects=frozenset(("i", "we", "he", "she", "they", "you")),
    settled=re.compile(
        r"\b(?:it|that|this|they|those|these)"
        rf"(?:(?:'s|'re| is| are| was| were)(?: been)?|(?:'ve| has| have) been)(?: {_ADVERB})* {_DONE}"
        r"(?= ?[,.;]|$| (?:already|yesterday|today|last|this|on|since|by (?:me|us|him|her|them)|and)\b)"
        rf"|\b(?:i|we|he|she|they)(?:'ve| have| has)?(?: {_ADVERB})* (?:did|done|finished|completed|sent|"
        r"sorted|handled|ordered|booked|paid) (?:it|that|this|those|them|these)\b"
    ),
    unchanged=UNCHANGED,
    past_time=pattern(
        *(
            "yesterday",
            r"last \w+",
            r"\w+ ago",
            r"this morning",
            "earlier",
            "already",
            "just",
            "the other day",
        ),
        r"(?:i|we|they|you)'ve|he's|she's",
        *("have", "has", "had", "was", "were", "got"),
    ),
    unsettled=pattern(
        r"\w+n't",
        *(
            "not",
            "no",
            "never",
            "nobody",
            "nothing",
            "hardly",
            "barely",
            "almost",
            "nearly",
            "halfway",
            "half",
        ),
        *(
            "partly",
            "started",
            "tried",
            "trying",
            "most",
            "some of",
            "part of",
            "a few",
            "the first",
            "another",
        ),
        r"(?:one|two|three|four|five|six|ten|\d+) of",
        r"\w*'ll|\w+'d (?!\w+(?:ed|en|nt|ne|ught)\b)\w+",
        *("will", "would", "should", "could", "can", "must", "may", "might", "shall", "ought"),
        *(
            "maybe",
            "perhaps",
            "probably",
            "gonna",
            "going to",
            "have to",
            "has to",
            "got to",
            "had to",
            "want",
            "wants",
        ),
        *("wanted", "need", "needs", "needed", "hope", "hoping", "supposed", "meant", "plan", "planned"),
        *("promised", "agreed", "decided", "wish", "again", "still", "yet", "next", "tomorrow", "tonight"),
        *("soon", "later", "except", "apart from", "unless", "until", "till", "wrong", "wrongly", "failed"),
        *("like", "let's", "please", "instead", "rather", "usually", "always", "every", "each"),
    ),
    subordinate=pattern(
        *("if", "when", "whenever", "once", "until", "till", "unless", "before", "after", "as soon as"),
        *("while", "whether", "as if", "as though", "which", "who", "whom", "what", "where", "how", "that"),
        *(r"th(?:ink|ought)", r"believed?", r"guess(?:ed)?", r"assum\w+", r"suppos\w+", "imagine", "since"),
        *("sure", "because", "than", "like", "as", "said", "says", "told", "heard", "have", "has", "did"),
    ),
    planned=pattern(
        r"\w*'ll",
        *("will", "should", "must", "shall", "gonna", "going to", "have to", "has to", "got to", "ought to"),
        r"needs? to",
        *("need", "needs", "let's", "please", "still", "again", "tomorrow", "tonight", r"by (?:\w+ )?\w+day"),
        *("want", "wants", "can", "could", "would", "action", "to do", "'d like", "remaining", "the rest"),
        r"(?:i'm|we're|he's|she's|they're|\w+ is) (?:\w+ly |also |just )?\w+ing",
        r"supposed to|meant to|promised to|agreed to|plan(?:s|ned)? to|due",
    ),
    pointing=re.compile(
        r"(?<![\w'])(?:(?:it|that|this|they|those|these)(?:'\w+)?|them|one|ones)(?![\w'])"
        r"(?! (?:morning|afternoon|evening|night|day|week|weekend|month|quarter|year|spring|summer|autumn|"
        r"fall|winter|time)\b)"
    ),
    points=re.compile(
        r"(?:and |but |so )?(?:it|that|this|they)(?:'ll| will|'s| is| are|'re| should|'d| would)\b"
    ),
    beside=frozenset(
        content_stems(
            "yesterday today last week month year morning afternoon evening night monday tuesday wednesday "
            "thursday friday saturday sunday already finally own final new same whole"
        )
    ),
)
