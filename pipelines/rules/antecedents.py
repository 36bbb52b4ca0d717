"""What "it" is in a promise: the thing that the question before it asked for.

"Did you send the invoice to Globex?" - "I'll send it tonight": on a list of items nobody knows what "it" was.
Taken is the one object of a question about the same act, asked right before by another voice; where there are
two, or it is not clear, "it" stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipelines.due import find_due_phrases
from pipelines.rules.sentences import Sentence
from pipelines.rules.verbs import base_of_participle

# Words that whoever answers may say before the promise: "not yet", "no, sorry".
_BEFORE = 4
_FORGOT = re.compile(r"\bforg[oe]t\b")
_VERB = r"(?P<verb>[a-z]+(?: (?:out|off|up|over|in))?)"
_ASKED = re.compile(
    r"(?:^|[,;] )(?:(?:and|so|but|oh|well|okay),? )*(?:did|have|has|had) "
    r"(?:you|any(?:one|body)|some(?:one|body)|[\w'-]+) "
    rf"(?:(?:already|ever|also|actually|finally|managed to|manage to|get to) )*{_VERB} "
    r"(?P<thing>(?:the|this|that|these|those|an?|our) (?P<noun>[\w'-]+(?: [\w'-]+){0,2}?))"
    r"(?P<rest> (?:to|for|from|with|about|on|in|at|of) [\w' -]+?)?"
    r"(?:,? (?:yet|already|today|yesterday|now|then|last \w+|this \w+|or not|by any chance))*"
    r"(?:, [\w'-]+)? ?\?$"
)
_IT = re.compile(rf"{_VERB} (?P<it>it|that|them|those|these)\b(?P<rest>.*)$", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:and|or|and/or|as well as)\b|,")
_PLURAL = re.compile(r"(?:[^su]s|ies|people|men|children)$")


def antecedent(sentences: Sequence[Sentence], index: int, task: str) -> tuple[str, int] | None:
    """`task` with the name of what it calls "it", and the sentence that names it; None where none does."""
    pronoun = _IT.match(task)
    asked = question_before(sentences, index) if pronoun else None
    if pronoun is None or asked is None:
        return None
    question = sentences[asked]
    found = _ASKED.search(question.clean.text)
    if found is None or _SEVERAL.search(found["thing"] + (found["rest"] or "")):
        return None
    asked_for, verb = base_of_participle(found["verb"].split(" ")[0]), pronoun["verb"].split(" ")[0].lower()
    if verb == "do" and not pronoun["rest"].strip():
        end = found.end("rest") if found["rest"] else found.end("thing")
        return f"{asked_for} {question.clean.cased[found.start('thing') : end]}", asked
    if asked_for != verb:
        return None
    if _is_plural(found["noun"]) != (pronoun["it"].lower() in ("them", "those", "these")):
        return None
    if pronoun["rest"].strip() and found["rest"]:
        return None  # "send it to Initech" may be of another one
    end = found.end("rest") if found["rest"] else found.end("thing")
    thing = question.clean.cased[found.start("thing") : end]
    if find_due_phrases(thing):
        return None
    return f"{pronoun['verb']} {thing}{pronoun['rest']}".strip(), asked


def question_before(sentences: Sequence[Sentence], index: int) -> int | None:
    """The question that another voice asked last before the turn of sentence `index`."""
    speaker = sentences[index].speaker
    if speaker is None:
        return None
    for at in range(index - 1, max(index - 4, -1), -1):
        said = sentences[at]
        if said.speaker == speaker:
            if len(said.raw.split()) > _BEFORE and not _FORGOT.search(said.clean.text):
                return None
            continue
        return at if said.asks and said.speaker is not None else None
    return None


def _is_plural(noun: str) -> bool:
    return _PLURAL.search(noun.split(" ")[-1]) is not None
