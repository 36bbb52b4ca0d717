"""Fragments of English from which the tables are built, over the line of a clause."""

from __future__ import annotations

PRONOUN = r"(?:i|you|we|he|she|they|it)"
SUBJECT = r"(?:i|you|we|he|she|they|it|that|this|there|let|lets|everybody|everyone|somebody|someone)(?:'\w+)?"
OPENERS = r"(?:(?:and|so|but|then|well|okay|ok|now|oh|yeah|yes|or|actually|hey|right|hmm)(?: ?,)? )*"
FILLING = r"(?:(?:then|so|also|maybe|perhaps|probably|just|now|please|well|yeah|okay|actually) )*"
AUXILIARY = (
    r"(?:should|shall|do|does|did|will|would|can|could|is|are|am|was|were|has|have|must|may|might|ought)"
    r"(?:n't)?"
)
WILL = (
    r"(?:'ll|'d| will| would| can| could| should| shall| must| might| may| need| have to| won't| am| are| is|"
    r"'re|'m|'s)"
)
NOUN = (
    r"(?:the|this|that|these|those|there|any\w*|some\w*|every\w*|our|my|your|their|"
    r"[a-z]+ (?:be|go|do|have|get|make|take|use|send|work|write|prepare))"
)
_MATTER = r"(?:one|thing|part|point|item|idea|plan|decision|task|action|proposal|promise|remark|suggestion)"
IT = (
    rf"(?:(?:it|that|this|them|those)(?: last| whole)?(?: {_MATTER})?|(?:the|my)(?: last| previous|"
    rf" whole)? {_MATTER}"
    r"(?= ?[.,!?]|$| (?:again|please|then|now|off|out|back|from)\b))"
)
LETS = r"(?:let's|lets|let us)"
