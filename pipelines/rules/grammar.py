"""Fragments of English from which cue patterns are built, over cleaned lower-case text (see clean.py)."""

from __future__ import annotations

# Words that may stand between a modal and its verb without changing who does what.
ADVERBS = (
    r"(?:(?:also|then|just|probably|maybe|perhaps|definitely|certainly|actually|basically|still|now|all|both|"
    r"really|first|quickly|only|mostly|simply|personally|obviously|hopefully|again|together|at least|as well|"
    r"kindly|please|always|quite|be sure to|make sure to|have to|need to|try and|try to|go ahead and|go and|"
    r"be able to|like to|want to|see (?:if|whether) (?:i|we) can),? )*"
)
WILL = r"(?:'ll| will| shall|(?:'m|'re| am| are)?(?: all| both| just| also)? (?:going to|gonna))"
MUST = (
    r"(?: need to| have to| must| gotta|'ve got to| have got to|'ve to| should|'d better| ought to|"
    r"(?:'m|'re| am| are) supposed to)"
)
# The same in the third person.
WILL_3 = r"(?: will|'ll| shall|(?:'s| is|'re| are)? (?:going to|gonna))"
MUST_3 = r"(?: needs? to| ha(?:s|ve) to| must| should|(?:'s| is|'re| are) supposed to)"
CAN_YOU = r"(?:can|could|would|will)"

YOU = r"(?:you guys|you two|you all|you both|y'all|both of you|(?:the )?two of you|you)"
SOMEBODY = r"(?:somebody|someone|anybody|anyone|one of (?:us|you))"
EVERYBODY = r"(?:everybody|everyone|(?:all|each|every one) of (?:us|you)|we all|you all)"
# One word that may be a person; who it is, if anybody, is looked up (see people.py).
SUBJECT = r"(?P<subject>\b[^\W\d_][\w'.-]*)(?: over (?:here|there))?"
# Where somebody is of: "Dave from finance".
OF = r" (?:from|in|at) (?:the |our )?[\w&'-]+(?: (?:team|department|group|office|side|desk|crew))?"
# "Everyone except Bob and": all but the last name.
ALL_BUT = (
    r"(?:everyone|everybody|all(?: of (?:us|you))?|each of (?:us|you)),? "
    r"(?:except|but|besides|apart from|aside from|other than|excluding)(?: for)? "
    r"(?:[\w'.-]+,? (?:and )?){0,3}?"
)
TURN = r"(?:actually|no|nope|wait|sorry|hmm|oh|well|so|okay|ok|then|or|rather|maybe|perhaps|better|instead)"
PARTICIPLE = r"\w+(?:ed|en|ne|ght|lt|nt|de|et|ut)\b"
# The verb: any word, "be" before a gerund skipped. What it must not be is told in verbs.py.
TASK = rf"(?:be {ADVERBS}(?=[a-z]+ing\b))?(?P<task>[a-z])"
