"""The qualifiers of German.

The verb stands at the end of many clauses and so does "nicht": a denial reaches what stands before it in its
clause as well as what follows, which is why every denial here is taken as one that refuses. The
lines of clauses are case-folded and have no sharp s.
"""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails import german_words
from guardrails.qualifiers.german import answering, denial, doubt, limits, retraction, telling
from guardrails.qualifiers.tables import Language

_SUBJECT = r"(?:ich|wir|du|er|sie|ihr|das|es|man|\w{3,}e ich|\w{3,}en wir|kannst du|alle)"
_SMALL = r"(?:(?:dann|auch|morgen|heute|so|danach|da|also) )*"


@lru_cache(maxsize=8192)  # as many clauses as one hour of speech has
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(german_words.stems_of(text.casefold()))


GERMAN = Language(
    code="de",
    stems=_stems_of,
    opening=re.compile(
        rf"\b(?:und|oder|denn)\b(?= {_SMALL}{_SUBJECT}(?: |$))"
        r"|(?<=, )(?:weil|obwohl|denn|sonst|nachdem|damit|während)\b"
        r"|(?<=, )aber\b(?! (?:nicht|nur|erst|ohne)\b)"
        # Two sentences with a comma between them: "Dienstag geht nicht, ich bestelle sie am Montag".
        r"|(?<= nicht , )(?=ich )"
    ),
    main=limits.MAIN_CLAUSE,
    named_main=limits.NAMED_MAIN,
    negation=denial.NEGATION,
    instead=denial.INSTEAD,
    refused=denial.REFUSED,
    contrast=re.compile(r", (?:sondern|aber|nur)\b"),
    condition=limits.CONDITION,
    plain_condition=limits.PLAIN_CONDITION,
    vague_condition=limits.VAGUE_CONDITION,
    noun_condition=re.compile(r"vorbehaltlich"),
    afterthought=re.compile(r" , (?:versteht sich|natürlich|sonst nicht|vorher nicht)(?= ?[,.;?!]|$)"),
    concession=re.compile(r"\b(?:auch|selbst|sogar) (?:wenn|falls)\b|\b(?:obwohl|wenn auch)\b"),
    whole=re.compile(r"alle\w*|jede[rsmn]?"),
    articles=frozenset("der die das den dem des ein eine einen einem einer unser unsere mein meine".split()),
    predicate=limits.PREDICATE,
    fragment=limits.FRAGMENT,
    joining=re.compile(r"^(?:aber|und|also|na ja|ich meine)\b,? ", re.IGNORECASE),
    added_condition=limits.ADDED_CONDITION,
    added_exception=limits.ADDED_EXCEPTION,
    exception=limits.EXCEPTION,
    passed_over=limits.PASSED_OVER,
    hedge=doubt.HEDGE,
    past=telling.PAST,
    telling=telling.TELLING,
    question=answering.QUESTION,
    request=answering.REQUEST,
    asks_anybody=answering.ASKS_ANYBODY,
    goes_on=answering.GOES_ON,
    tag=answering.TAG,
    consent=answering.CONSENT,
    refusal_answer=answering.REFUSAL_ANSWER,
    deferral=answering.DEFERRAL,
    negated_text=denial.NEGATED_TEXT,
    conditional_text=limits.CONDITIONAL_TEXT,
    hedged_text=doubt.HEDGED_TEXT,
    asking_text=answering.ASKING_TEXT,
    past_text=telling.PAST_TEXT,
    settled_text=doubt.SETTLED_TEXT,
    taken_back=retraction.TAKEN_BACK,
    another=retraction.ANOTHER,
    once_planned=retraction.ONCE_PLANNED,
    turned=retraction.TURNED,
    unasserted=retraction.UNASSERTED,
    supposed=retraction.SUPPOSED,
    depending=retraction.DEPENDING,
    planned=retraction.PLANNED,
    going_on=retraction.GOING_ON,
    turning=retraction.TURNING,
    dismissed=retraction.DISMISSED,
    refusal=retraction.REFUSAL,
    cancelled=retraction.CANCELLED,
    topic=retraction.TOPIC,
    redated=retraction.REDATED,
    reassigned=retraction.REASSIGNED,
)
