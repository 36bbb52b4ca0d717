"""The qualifiers of English, as it is spoken: contractions, no punctuation, no capital letters."""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails.qualifiers.english import (
    condition,
    denial,
    doubt,
    exception,
    planning,
    question,
    retraction,
    telling,
)
from guardrails.qualifiers.english.grammar import FILLING, SUBJECT
from guardrails.qualifiers.tables import Language
from guardrails.words import content_stems

# "Everyone but Bob", "not a square but a circle": no clause begins there.
_QUANTITY = "".join(
    rf"(?<!\b{word} )"
    for word in "everyone everybody everything everywhere all any anything anyone anywhere nothing nobody "
    "nowhere none".split()
) + "".join(f"(?<!of {word} )" for word in "them us it those you".split())
# Without stops "I'll" begins a sentence, except behind words that take one: "no way I'll", "if I'll".
_TAKING = "".join(
    f"(?<!{word} )"
    for word in "think thought way guess that what which who whom if when before until till after unless "
    "because cause where sure mean hope suppose know say said says doubt maybe perhaps probably hopefully "
    "promise not whether than as while once so and but then or whatever wish bet possible likely".split()
)
_ASKING = "".join(f"(?<!{word} )" for word in "what which who whom whose how where when why".split())
# "If all goes well I'll ...": no clause begins with this one.
_WELL = "".join(f"(?<!{word} )" for word in "goes go went going works worked as".split()) + "well"
_RUN_ON = rf"(?<=\w ){_TAKING}(?:(?=(?:i|we)'ll )|{_ASKING}(?=(?:(?:should|shall) (?:i|we)|are we) ))"
# Two sentences with a comma between them: "I won't sell it, I'll keep it".
_SPLICED = r"(?<=, )(?=(?:i|we|you|he|she|they)(?:'ll|'m|'re| will| am| are) )"
_PHRASE = r"(?! (?:not|only|without|for|an?|very|more|rather|with|in|on|at|to|just an?|also an?)\b)"


@lru_cache(maxsize=8192)  # as many clauses as one hour of speech has
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


ENGLISH = Language(
    code="en",
    stems=_stems_of,
    opening=re.compile(
        rf"\b(?:and|or|(?<!or )so|then|because|cause|cuz|yeah|okay|{_WELL})\b(?= {FILLING}{SUBJECT}(?: |$))"
        rf"|\b{_QUANTITY}but\b{_PHRASE}|\b(?:because|whereas|although|though(?! not)|anyway)\b"
        rf"|{_SPLICED}|{_RUN_ON}"
    ),
    main=condition.MAIN_CLAUSE,
    named_main=condition.NAMED_MAIN,
    negation=denial.NEGATION,
    instead=denial.INSTEAD,
    refused=denial.REFUSED,
    contrast=denial.CONTRAST,
    condition=condition.CONDITION,
    plain_condition=condition.PLAIN_CONDITION,
    vague_condition=condition.VAGUE_CONDITION,
    noun_condition=condition.NOUN_CONDITION,
    afterthought=condition.AFTERTHOUGHT,
    concession=condition.CONCESSION,
    fragment=condition.FRAGMENT,
    joining=condition.JOINING,
    added_condition=condition.ADDED,
    added_exception=exception.ADDED,
    exception=exception.EXCEPTION,
    passed_over=exception.PASSED_OVER,
    whole=re.compile(r"all|every(?:thing|one|body)"),
    articles=frozenset("a an the our my your their his her its this these those".split()),
    predicate=exception.PREDICATE,
    hedge=doubt.HEDGE,
    past=doubt.PAST,
    telling=telling.TELLING,
    question=question.QUESTION,
    request=question.REQUEST,
    asks_anybody=question.ASKS_ANYBODY,
    goes_on=question.GOES_ON,
    tag=question.TAG,
    consent=question.CONSENT,
    refusal_answer=question.REFUSAL_ANSWER,
    deferral=question.DEFERRAL,
    negated_text=denial.NEGATED_TEXT,
    conditional_text=condition.CONDITIONAL_TEXT,
    hedged_text=doubt.HEDGED_TEXT,
    asking_text=question.ASKING_TEXT,
    past_text=doubt.PAST_TEXT,
    settled_text=doubt.SETTLED_TEXT,
    turning=retraction.TURNING,
    taken_back=retraction.TAKEN_BACK,
    another=planning.ANOTHER,
    once_planned=planning.ONCE_PLANNED,
    turned=planning.TURNED,
    unasserted=retraction.UNASSERTED,
    dismissed=retraction.DISMISSED,
    supposed=retraction.SUPPOSED,
    depending=planning.DEPENDING,
    planned=planning.PLANNED,
    going_on=retraction.GOING_ON,
    refusal=retraction.REFUSAL,
    cancelled=retraction.CANCELLED,
    topic=retraction.TOPIC,
    redated=retraction.REDATED,
    reassigned=retraction.REASSIGNED,
)
