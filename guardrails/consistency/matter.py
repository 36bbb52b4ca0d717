"""What a claim is about, as a set of word stems in which everyday synonyms are one word, and whether it
denies it.

Two drafts of one promise differ in verbs and wrapping ("forward the report", "make sure that the report is
sent"), hardly in what the work is about. The classes hold the verbs and nouns that office talk swaps freely,
and no word of any meeting's subject.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from guardrails.numerals import TENS, UNITS
from guardrails.types import Claim
from guardrails.words import spoken_words

_EMPTY = frozenset(
    """a about able again ahead all also an and any are as at be because been before being but by can
    could did do does doing done down each ensure ensuring everyone for from further get gets getting go
    goes going had has have having he her hers him his how i i'd i'll i'm in into is it its itself i've
    just let let's like make makes making may me might mine must my need needed needs of off on once one
    onto or order our ours out over own part people please project provide responsible responsibility
    really remember she should so some still sure take takes taking task than that that's the their them
    themselves then there these they they'll this those through to together up upon us very via want
    wants was we we'll were we're what when where which while who will with work working works would you
    your you'll you're charge care handle handled handling agreed agree decided decide decision plan
    plans planned supposed expected asked assigned action item shall team's try reminder note ought end
    discussed continue till until concerning regarding during within across around toward towards along among
    between near per round since throughout whilst""".split()
)
# "Invoices that have not been paid" are the unpaid ones, and deny nothing.
_UNDONE = re.compile(
    r"\b(?:that|which|who) (?:ha(?:ve|s|d)|are|is|were|was)(?: not|n['’]t)(?: yet)?(?: been)? (?P<done>\w+)",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:(?:do|does|did) not|(?:do|does|did|wo|ca)n['’]t|not|never|none|nobody|nothing|without|neither"
    r"|nor|cannot|no longer|no one|no(?! (?:later|more|less|fewer)\b))\b|n['’]t\b",
    re.IGNORECASE,
)
# Pairs of which a thing can only be one; the second is read as the denial of the first.
_OPPOSITES = dict(
    pair.split(":")
    for pair in """drop:keep abandon:keep discard:keep scrap:keep reject:accept decline:accept refuse:accept
    exclude:include omit:include close:open stop:start cancel:hold disable:enable decrease:increase
    reduce:increase lower:increase forbid:allow ban:allow prohibit:allow oppose:support""".split()
)
_SAME = 0.8
"""Of all the content words of both; below, AMI has different tasks of different people."""
CLASSES = """
send forward email mail circulate distribute deliver share pass
write draft prepare compose produce create develop put build author
check verify review inspect examine investigate validate look explore
assess evaluate evaluation analyse analyze study
fix repair resolve solve correct mend
talk speak discuss discussion consult contact reach touch call phone ring ping follow chase
update revise refresh amend change modify adjust edit modification
book reserve schedule arrange organise organize set
finish complete finalise finalize conclude wrap
buy purchase order acquire procure
remove drop delete cut exclude eliminate
add include incorporate integrate insert
choose select pick determine settle
present presentation show demonstrate demo
meet meeting gather session
release publish launch ship deploy roll post
collect compile assemble
delay postpone defer push
begin start commence kick
use utilise utilize employ adopt
confirm clarify
tell inform notify
help assist support aid
report document paper write-up
customer client
colleague coworker
figure number
information info data detail
design designing designer
sell sale
fill complete
find search locate seek
ask request inquire
test try trial
pay settle
big large
quick fast
price cost
""".strip().splitlines()
"""Words that office talk swaps for one another, a class a line."""


def stem_of(word: str) -> str:
    """`word` without its inflection: enough to make "sent reports" and "sending the report" meet."""
    word = _IRREGULAR.get(word, word)
    word = re.sub(r"['’]s?$", "", word)
    if len(word) < 4 or not word.isalpha():
        return word
    if len(word) > 4 and not word.endswith("ss"):
        for ending, instead in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)] + instead
                break
    if word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


_ENDINGS = (
    ("ations", "at"),
    ("ation", "at"),
    ("ies", "y"),
    ("ied", "y"),
    ("ing", ""),
    ("ed", ""),
    ("es", ""),
    ("s", ""),
)
_IRREGULAR = dict(
    pair.split(":")
    for pair in """sent:send written:write wrote:write bought:buy met:meet spoke:speak spoken:speak told:tell
    chosen:choose chose:choose found:find sold:sell built:build put:put given:give gave:give
    made:make held:hold taken:take took:take shown:show paid:pay begun:begin began:begin
    brought:bring drawn:draw drew:draw kept:keep""".split()
)
# "Three" and "3" are one word; "one" is a pronoun as often.
_COUNTS = {word: str(number) for word, number in (UNITS | TENS).items() if number > 1}
_CLASS_OF = {stem_of(word): stem_of(line.split()[0]) for line in CLASSES for word in line.split()}


_SUBJECT = re.compile(
    r"(?:make sure (?:that )?|(?:as agreed|reminder|note)\W\s?|it was agreed that"
    r" )?(?P<who>(?:[\w'’.-]{1,30},?\s){1,14}?)(?P<verb>will|should|must|shall|would|ought to|is going to"
    r"|are going to|has to|have to|needs? to|to|(?:was|were|is|are) (?:instructed|asked|told|supposed"
    r"|expected|due) to)\s(?=\w)",
    re.IGNORECASE,
)

# "Ann to send it" has a verb there, "write to the mayor" has none.
_NO_VERB = re.compile(
    r"(?:the|an?|my|our|your|his|her|their|this|that|these|those|all|each|every\w*|some\w*|any\w*|me|us|him|"
    r"them|it|you|both|one)\b",
    re.IGNORECASE,
)
_AGENT = re.compile(
    r"\b(?:be|is|are|been|being|gets?)\s(?:[\w-]{2,20}\s){1,8}?(?P<by>by)\s"
    r"(?P<who>(?:the\s)?[A-Za-z][\w'’ -]{1,60})\.?$"
)


@dataclass(frozen=True, slots=True)
class Matter:
    """What a text is about, without the order and the wrapping of its words."""

    stems: frozenset[str]
    is_denied: bool
    subject: frozenset[str] = frozenset()
    """Who is to do it, where the text of an action says so; not among the stems."""

    def is_like(self, other: Matter) -> bool:
        if self.stems == other.stems:
            return bool(self.stems)
        shared, every = len(self.stems & other.stems), len(self.stems | other.stems)
        return shared >= 2 and shared >= _SAME * every


def matter_of(claim: Claim) -> Matter:
    return matter_in(claim.text, claim.kind == "action")


def topic_of(claim: Claim) -> Matter:
    """Without owner and due phrase, which may differ."""
    text = claim.text.replace(claim.due_phrase, " ") if claim.due_phrase else claim.text
    return matter_in(text.removeprefix(claim.owner or "").strip(), claim.kind == "action")


@lru_cache(maxsize=4096)  # each claim is compared with each other
def matter_in(text: str, subject_apart: bool = False) -> Matter:
    """The matter of `text`; `subject_apart`: it is an action, and its subject says who, not what."""
    text = _UNDONE.sub(r"un\g<done>", text[:2_000])  # an item is shorter; hostile text is cut
    denials = len(_DENIAL.findall(text))
    who = ""
    if subject_apart:
        text, who = _without_subject(text)
    words = spoken_words(_DENIAL.sub(" ", text))
    denials += sum(stem_of(word) in _OPPOSITE_STEMS for word in words)
    return Matter(_stems(words), denials % 2 == 1, _stems(spoken_words(who)))


def are_opposite(one: Claim, other: Claim) -> bool:
    left, right = topic_of(one), topic_of(other)
    return left.is_denied != right.is_denied and left.is_like(right)


def is_same_matter(one: Claim, other: Claim) -> bool:
    left, right = topic_of(one), topic_of(other)
    return left.is_denied == right.is_denied and left.is_like(right)


def _without_subject(text: str) -> tuple[str, str]:
    if agent := _AGENT.search(text):
        return text[: agent.start("by")], agent["who"]
    found = _SUBJECT.match(text)
    to = found is not None and found["verb"] == "to"
    if found is None or (to and (not _is_name(found["who"]) or _NO_VERB.match(text, found.end()))):
        return text, ""
    return text[found.end() :], found["who"]


def _is_name(who: str) -> bool:
    """Whether what stands before "to" is who does it: "Ann to send it", not "send it to legal"."""
    words = who.split()
    return len(words) == 1 or all(word[0].isupper() or word in ("and", "the", "of") for word in words)


def _stems(words: list[str]) -> frozenset[str]:
    stems = (stem_of(_COUNTS.get(word, word)) for word in words if word not in _EMPTY)
    plain = (_OPPOSITE_STEMS.get(stem, stem) for stem in stems if stem)
    return frozenset(_CLASS_OF.get(stem, stem) for stem in plain)


_OPPOSITE_STEMS = {stem_of(one): stem_of(other) for one, other in _OPPOSITES.items()}
