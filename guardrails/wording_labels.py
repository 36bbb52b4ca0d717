"""What stands before a line in a list: bullets, numbers, and labels such as "Task - ", "(Action)" or "[P1]".

A label is made of label words alone ("the next action item 3"), behind which a colon, a dash, an arrow or a
bracket tells that what follows is the item. Two repeated parts never match the same text.
"""

from __future__ import annotations

import re

_OPENING = re.compile(
    r"(?:#{1,6}\s+|(?:->|=>|→|➜|>>|::|~)\s+|(?:[-*+•‣▪◦–—·>»]|[-*]?\s?\[[ xX✓✔]?\])\s+"
    r"|\(?\d{1,2}(?:\.\d{1,2})?(?:[.):]{1,2}|\s[-–])\s+(?=[^\W\d]|[\"'“*`(\[])|\d{1,2}[.)](?=[A-Z][a-z])"
    r"|\d{1,2}\.\d{1,2}\s+(?=[A-Z][a-z])|[•‣▪◦●](?=\w)|(?:[①-⑳❶-❿➀-➓]|\d\ufe0f?\u20e3)\s*"
    r"|#\d{1,3}\s?[:.)-]?\s+(?=[A-Z])"
    # Letters count with a bracket behind them, or small before a capital: "V. Putin" is a name.
    r"|\(?[a-zA-Z]\)\s+|(?:[a-h]|[ivx]{1,4})[.:]\s+(?=[A-Z\[(*'“`])|\(?(?:[ivx]{1,4}|[IVX]{1,4})\)\s+"
    r"|[IVX]{2,4}\.\s+(?=[A-Z])|\\item\s+)"
)
_LABEL_WORD = (
    r"(?:the|an?|my|your|our|here(?:['’]s)?|is|are|was|were|has been|this|below|following|final|new|next"
    r"|extracted|revised|improved|corrected|updated|rewritten|cleaned|clean|key|main|open|first|last|to|do|up"
    r"|meeting|made|required|needed|assigned|agreed|pending|important|urgent|from|of|for|list|number|no\.|team"
    r"|requested|single|immediate)"
)
_LABEL_NOUN = (
    r"(?:action(?:[ _-]?(?:items?|points?|steps?))?|actions|ai|tasks?|task (?:description|name)|to[- ]?dos?"
    r"|decisions?|decided|questions?|items?|steps?|follow[- ]?ups?|summary|notes?|answer|output|result"
    r"|response|text|q(?!\d)|title|description|agreement|resolution|conclusion|outcomes?|take-?aways?|points?|assignment"
    r"|deliverable|reminder|minutes|version|what|json|nb|fixme|must[- ]do"
    r"|aufgaben?|ma(?:ß|ss)nahmen?|beschl(?:uss|üsse)|entscheidung(?:en)?|fragen?|nächster? schritte?)"
)
_OUT_OF = r"(?:#?\d{1,3}(?:\s?(?:/|of)\s?\d{1,3})?|\(\d{1,3}\))"
_LABEL = re.compile(
    r"(?:(?:sure|certainly|of course|okay|ok|absolutely|great|here you go)(?: thing)?\s?[!,.:]\s{0,9})?"
    rf"(?:(?:{_LABEL_WORD}|{_LABEL_NOUN})[ /&]\s?){{0,8}}{_LABEL_NOUN}"
    rf"(?:[ /&]\s?(?:{_LABEL_WORD}|{_LABEL_NOUN})){{0,4}}"
    rf"\s?{_OUT_OF}?\s?(?:\*\*|__)?\s?[:：=]{{1,2}}(?:\*\*|__)?\s{{0,9}}"
    r"|here you go\s?:\s{0,9}",
    re.IGNORECASE,
)
_OF_A_LIST = (
    r"(?:action[ -_]?(?:items?|points?|steps?)?|to[- ]?do|next steps?|follow[- ]?up|task|decision|question"
    r"|deliverable|reminder|assignment|agreed(?: action| task)?)"
)
_DASH_LABEL = re.compile(
    rf"(?:{_OF_A_LIST}\s?#?\d{{0,3}}|(?:item|point|step)\s?#?\d{{1,3}})"
    r"\s?(?:(?<=\s)[-–—|]+\s|(?:->|=>|→|>>|»|::)\s)",
    re.IGNORECASE,
)
_SHOUTED = re.compile(
    r"(?:TODO|ACTION|DECISION|TASK|FIXME)\s+(?=\S)|(?:Action|Task|To-do|Action item|Next step)\.\s+(?=[A-Z])"
)
_BRACKETED = re.compile(
    rf"[\[({{<]\s?(?:{_LABEL_WORD}\s){{0,3}}{_LABEL_NOUN}\s?(?:#?\d{{1,3}})?\s?[\])}}>]\s?[:–-]?\s{{0,9}}(?=\S)"
    r"|@to-?do\s+(?=\S)",
    re.IGNORECASE,
)
_RANK = r"(?:high|medium|low|top|normal|urgent|critical|p[0-4])"
_PRIORITY = re.compile(
    rf"(?:[\[(]\s?(?:{_RANK}(?: priority)?|priority[: ]\s?(?:{_RANK}|\d))\s?[\])]\s?[:–-]?\s{{0,9}}(?=\S)"
    rf"|(?:{_RANK}(?: priority)?|priority[: ]\s?(?:{_RANK}|\d))(?:\s?:\s|\s[-–—]\s))",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?:\[\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?\]|\(?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?\)?)\s?[:–-]?\s+(?=\S)"
)
_STATUS = re.compile(
    r"\s(?:\[(?:done|verified|unverified|pending|open|closed|new|in progress|completed?|citation needed)\]"
    rf"|[\[(](?:high|medium|low|normal|urgent)(?: priority)?[\])]|[\[(]\s?{_OF_A_LIST}\s?[\])]"
    r"|[\[(](?:verified|unverified|confirmed|pending|in progress)[\])]|\[\d{1,3}\s?%\]"
    r"|\[\d{1,2}:\d\d(?::\d\d)?(?:\s?[-–]\s?\d{1,2}:\d\d(?::\d\d)?)?\])$",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"(?:\s(?:[-–—]+|->|=>|→|\||/)|[,;])$")


def unlabelled(line: str) -> str:
    """`line` without one bullet, number and label before it; a label that is all of it becomes nothing."""
    for opening in (_OPENING, _TIME, _PRIORITY, _BRACKETED, _LABEL, _DASH_LABEL, _SHOUTED):
        found = opening.match(line)
        if found is not None and (found.end() < len(line) or opening is _LABEL):
            line = line[found.end() :]
    return line


def is_label(line: str) -> bool:
    """Whether all of `line` is a label, as before a list: "Action items"."""
    return _LABEL.fullmatch(line + ":") is not None


def without_status(line: str) -> str:
    """`line` without the state, rank or time behind it, and what is left hanging."""
    return _DANGLING.sub("", _STATUS.sub("", line.rstrip("\\").rstrip()))
