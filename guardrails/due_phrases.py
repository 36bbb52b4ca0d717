"""The phrases of English that tell until when something is due: "by Friday", "before the matinee"."""

from __future__ import annotations

import re
from functools import lru_cache

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = (
    r"(?:(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|"
    r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_ORDINAL = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|(?:twenty|thirty)[ -](?:first|second|third|fourth|"
    r"fifth|sixth|seventh|eighth|ninth)|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|thirteen|"
    r"fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twentie|thirtie)th)"
)
_PART = r"(?:mornings?|afternoons?|arvo|evenings?|nights?|noon|midday|lunch|lunchtime)"
_UNIT = (
    rf"(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?|sprints?|weekends?|fortnights?|terms?|"
    rf"semesters?|"
    rf"{_PART})"
)
_COUNT = r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few)"
_FEAST = (
    r"(?:(?:christmas|new\ year(?:['’]s)?)(?:\ (?:eve|day))?|easter|thanksgiving|boxing\ day|labou?r\ day|"
    r"halloween|ramadan|diwali|hanukkah|bank\ holiday|whitsun|pentecost)"
)
_EVENT = (
    r"(?:break|holidays?|vacation|meeting|call|launch|release|deadline|event|conference|summit|fair|trip|"
    r"review|demo|audit|season|weekend)"
)
_OCCASION = (
    r"(?:matin[eé]e|show|performance|premiere|concert|match|game|race|tournament|exam|ceremony|party|wedding|"
    r"reception|visit|inspection|auction|election|vote|interview|delivery|shift|audition|rehearsal|lesson|"
    r"session|exhibition|festival|f[eê]te|lecture|workshop|assembly|harvest|service|opening|closing)"
)
# What every day has, without an article.
_ROUTINE = (
    r"(?:breakfast|dinner|supper|tea|bedtime|dawn|dusk|sunrise|sunset|closing(?:\ time)?|opening(?:\ time)?"
    r"|(?:dinner|tea|break|play|half)[ -]?time)"
)
_DAILY = (
    r"(?:work|school|service|class|classes|church|training|practice|rehearsal|hours|dark|surgery|assembly)"
)
_SEASON = r"(?:spring|summer|autumn|winter)"
# What may follow "the fourteenth" without being what is numbered: "the second meeting" is no day.
_GOES_ON = (
    r"and|so|at|to|if|unless|but|then|because|that|that's|i|i'll|we|we'll|it|it's|when|or|please|for|with|in|"
    r"of|as|you|he|she|they|is|was|latest|okay|ok|yeah|right|just|not|no|after|before|once"
)
_HOUR = r"(?:\d{1,2}(?:[:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
# "By ten", "at half past two": an hour where its clause ends, or where more of the time follows.
_CLOCK = rf"""(?<!one\ )(?<!two\ )(?:by|at|before|until|till|around|at\ about)\ (?:half\ )?{_HOUR}
    (?:\ (?:sharp|thirty|fifteen))?(?=\W*$|[.,;?!]|\ (?:and|so|but|then|because|if|unless|or|latest
    |at\ the\ latest|tomorrow|today|tonight|on\ {_DAY}|in\ the\ {_PART})\b)"""
_POINT = rf"""(?:
    (?:the\ )?(?:end|start|beginning|middle|close)\ of
      \ (?:the\ |this\ |next\ ){{0,2}}(?:{_UNIT}|{_MONTH}|business)
  | (?:this\ |next\ |coming\ |the\ |following\ ){{0,3}}{_DAY}(?:\ (?:{_PART}|week\b|fortnight\b))?
      (?:,?\ (?:the\ )?{_ORDINAL})?
  | (?:the\ )?{_ORDINAL}\ of\ {_MONTH} | {_MONTH}\ (?:the\ )?(?:{_ORDINAL}|\d{{1,2}}\b)
  | \d{{1,2}}\ {_MONTH}
  | (?:this|next|the\ coming|the\ following|the\ next)\ (?:{_UNIT}|{_EVENT}|{_MONTH})
  | (?:the\ )?{_ORDINAL}\ {_DAY}(?:\ (?:of|in)\ (?:{_MONTH}|the\ month|next\ month))?
  | the\ day\ after\ tomorrow | (?:half|quarter)\ (?:past|to)\ \w+ | the\ hour
  | the\ {_ORDINAL}(?=\W*$|[.,;?!]|\ (?:{_GOES_ON})\b)
  | the\ (?:{_UNIT})(?:\ is|['’]s)\ (?:out|over|up)\b
  | tomorrow(?:\ {_PART})?|today|tonight|noon|midnight|{_FEAST}|(?:the\ )?(?:year|month|quarter
        |week)['’]?s?[ -]end
  | (?:early|late|mid|mid-)[ -]?{_MONTH}
  | (?:early|late|mid)[ -](?:spring|summer|autumn|winter)
  | (?:the\ )?{_SEASON}(?=\W*$|[.,;?!]|\ (?:{_GOES_ON})\b)
  | (?<=at\ )(?:{_PART}|{_ROUTINE})(?=\W*$|[.,;?!]|\ (?:{_GOES_ON})\b)
  | (?:(?<=before\ )|(?<=after\ )|(?<=during\ ))(?:{_ROUTINE}|{_DAILY})
      (?=\W*$|[.,;?!]|\ (?:{_GOES_ON})\b)
  | (?:(?<=by\ )|(?<=before\ )|(?<=until\ )|(?<=till\ )|(?<=after\ )|(?<=over\ ))(?:the\ )?{_PART}
  | (?<=in\ )the\ (?:morning|afternoon|evening)
  | (?:this\ |next\ |the\ )?{_SEASON}\ {_EVENT} | (?:this|next)\ {_SEASON}
  | q[1-4]\b | the\ turn\ of\ the\ {_UNIT} | \d{{1,2}}:\d\d | \d{{1,2}}/\d{{1,2}}(?:/\d+)?
  | \d{{1,2}}(?::\d\d)?\ ?(?:am|pm|o'clock)\b | \d{{4}}-\d\d-\d\d
  | {_MONTH}
)"""
_WHEN = rf"{_POINT}(?:,?\ (?:(?:on|at|of|in|or)\ )?(?:the\ )?{_POINT})?(?:\ at\ the\ latest)?"
_PHRASE = re.compile(
    rf"""\b(?:
      (?:(?:by|before|until|till|no\ later\ than|not\ later\ than|due|on|for|at|around|over|during|after
        |within|first\ thing|early|later?|sometime|in|come|every|on\ or\ before|at\ the\ latest\ on
        |{_COUNT}\ {_UNIT}\ from)\ (?:on\ |in\ )?(?:the\ )?)?{_WHEN}
    | (?:before|until|till|by|after|over|during)\ (?:the|our|your|my|this|that)\ (?:[a-z]+\ ){{0,2}}{_EVENT}
    | (?:within|in)\ (?:the\ next\ )?{_COUNT}\ {_UNIT}(?:['’]s?\ time)?
    | (?:before|until|till|after)\ (?:the|our|your|my|this|that)\ (?:[a-z]+\ ){{0,2}}{_OCCASION}
    | {_CLOCK}
    | {_COUNT}\ {_UNIT}\ from\ (?:now|today) | as\ soon\ as\ possible | asap | right\ away | straight\ away
    )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
# Dates only with something beside them: "we may march on", "the October books".
_NO_DATE = re.compile(rf"{_MONTH}|sun|sat", re.IGNORECASE)
# "Four by four", "cut it by four", "look at two": no hour.
_NO_HOUR = re.compile(
    rf"\b{_HOUR}\ by$|\b(?:increas|rais|cut|reduc|lower|grow|grew|shrink|shrank|drop|multipl|divid|ris|rose|"
    r"fall|fell|short|beat|won|lost|exceed|up|down)\w*(?:\ \S+){0,4}\ by$"
    r"|\b(?:look|aim|point|pric|valu|cost|sell|sold|cap|limit|quot|rat|estimat|stay|remain|stand|stood|keep|"
    r"kept|put|set|stop|guess|laugh|good|better)\w*(?:\ \S+){0,2}\ at$",
    re.IGNORECASE,
)
_BARE_HOUR = re.compile(rf"(?:by|at) {_HOUR}", re.IGNORECASE)


@lru_cache(maxsize=256)  # the words of one claim are read for each of its doubts
def due_phrases(text: str) -> tuple[str, ...]:
    """The due phrases of `text` as they stand there."""
    text = " ".join(re.sub(r",? ?\b(?:uh|um|er)\b,?", " ", " ".join(text.split())).split())
    found = ((match.group().strip(), match.start()) for match in _PHRASE.finditer(text))
    return tuple(
        phrase
        for phrase, start in found
        if not _NO_DATE.fullmatch(phrase)
        and not (_BARE_HOUR.fullmatch(phrase) and _NO_HOUR.search(text[: start + len("by")][-60:]))
    )
