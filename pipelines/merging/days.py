"""How a day is put in the place of another: "no, sorry, make that Wednesday", "sagen wir Freitag".

The whole sentence is compared, in lower case, each due phrase in it being the one character `DAY`: whoever
says more may be speaking of something else ("no, I'm away on Thursday").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DAY = "§"


@dataclass(frozen=True, slots=True, eq=False)
class Days:
    """The tables of one language."""

    corrects: re.Pattern[str]
    """All of a sentence by which somebody changes his own day."""
    proposes: re.Pattern[str]
    """All of a sentence by which somebody puts another day to whoever does the work."""
    turns: re.Pattern[str]
    """Words without which neither changes anything: "Thursday, then" only repeats."""
    rejects: re.Pattern[str]
    """How a sentence begins that says that a day does not suit, before it gives another or none."""
    counters: re.Pattern[str]
    """All of a refusal that gives another day: "can't do Friday, Monday?"."""
    settles: re.Pattern[str]
    """All of a yes that names the day: "Thursday works"."""
    doubts: re.Pattern[str]
    """Makes less than a yes of what begins as one."""
    links: frozenset[str]
    """Words of a due phrase that tell no day."""
    confirms: re.Pattern[str]
    """How the answer begins of somebody who says that a correction is right."""
    offers: re.Pattern[str]
    """All of a question that puts another day to whoever refused the first: "Monday then?"."""
    time: re.Pattern[str]
    """A time of day alone, in the group `time`, with the words that link it."""
    at: str
    """What stands before a time."""
    number: re.Pattern[str]
    """A day that only words which put it in the place of another make one, in the group `day`."""
    recalls: re.Pattern[str]
    """Says no more than that it is a day: "it was Tuesday"."""
    instead: re.Pattern[str]
    """The day that does not hold, beside the one that does."""
    others: re.Pattern[str]
    """Somebody outside the room, or the past: what he does, and what was so, is another matter."""
    announces: str
    """Words that tell of a change, and not of what."""


_END = r"[\s.,!?]*"


def _days(
    own: str,
    put: str,
    turns: str,
    counters: str,
    settles: str,
    doubts: str,
    links: str,
    *,
    confirms: str,
    offers: str,
    time: str,
    at: str,
    number: str,
    recalls: str,
    instead: str,
    others: str,
    announces: str,
    rejects: str,
) -> Days:
    return Days(
        corrects=re.compile(own + _END),
        proposes=re.compile(rf"(?:\w+, )?{put}{_END}"),
        turns=re.compile(rf"(?<!\w)(?:{turns})(?!\w)"),
        rejects=re.compile(rf"(?:{rejects})(?:[\s.,;!]+|$)"),
        counters=re.compile(counters + _END),
        settles=re.compile(settles + _END),
        doubts=re.compile(rf"\b(?:{doubts})\b|n't\b"),
        links=frozenset(links.split()),
        confirms=re.compile(rf"\W*(?:{confirms})(?!\w)(?!.*(?:{doubts})\b)", re.IGNORECASE),
        offers=re.compile(rf"(?:\w+, )?(?:{offers}){_END}"),
        time=re.compile(time, re.IGNORECASE),
        at=at,
        number=re.compile(number, re.IGNORECASE),
        recalls=re.compile(rf"(?<!\w)(?:{recalls}) (?={DAY})"),
        instead=re.compile(rf"(?<!\w)(?:{instead}),? (?:on |by |am |bis )?{DAY}"),
        others=re.compile(rf"(?<!\w)(?:{others})(?!\w)"),
        announces=announces,
    )


_FILL = (
    r"(?:oh|ah|uh|um|hmm?|well|okay|ok|so|but|and|yeah|yes|yep|sure|fine|of course|will do|no problem|"
    r"all right|alright|right)"
)
_TURN = (
    r"(?:actually|nope|no|i'm sorry|sorry|wait|hold on|hang on|correction|my mistake|or rather|rather|"
    r"on second thoughts?|scratch that|better)"
)
_MARK = r"(?:i mean|i meant|make (?:it|that)|let's (?:say|make (?:it|that)|do|go for))"
_LEAD = rf"(?:(?:{_FILL}|{_TURN}|{_MARK})[\s,.…-]+)*"
_NOT = rf"(?:,? (?:not|instead of|rather than) (?:by |on )?(?:{DAY}|\w+))?"
_BETTER = r"(?:is|works|would be|suits me) (?:much |even )?(?:better|safer|more realistic)"
_BEHIND = rf"{_NOT}(?: {_BETTER})?(?:,? (?:instead|then|please|sorry|actually|at the latest))*"
_SHIFT = r"(?:make|move|push|do|finish|shift|have|bring|get|change|postpone)"
_WHY = r"(?: (?:for me|for us|after all|any ?more|sorry|i'm afraid))*"
_REJECT = (
    rf"{_LEAD}(?:{DAY} (?:just |really )?(?:won't|will not|doesn't|does not|isn't going to|is not going to)"
    rf" (?:work|do|suit (?:me|us)|be possible|happen)|{DAY}(?:'s| is) (?:not possible|impossible|no good|"
    rf"no longer possible|too (?:early|soon|tight))|(?:i|we) (?:can't|cannot|won't)"
    rf" (?:(?:do|make|manage|have) )?(?:(?:it|that) )?(?:done )?{DAY}){_WHY}"
)

_HOUR = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_CLOCK = (
    rf"(?:noon|midday|(?:half past|quarter (?:past|to)) {_HOUR}"
    rf"|{_HOUR}(?:[:.]\d\d)? ?(?:[ap]m\b|[ap]\.m\.|o'clock)|\d{{1,2}}:\d\d)"
)

ENGLISH_DAYS = _days(
    own=rf"{_LEAD}(?:not (?:by |on )?\w+,? (?:but )?)?"
    r"(?:i'll (?:have|do|finish|get) (?:it|that|them)(?: done| ready)? )?"
    rf"{DAY}{_BEHIND}",
    put=rf"{_LEAD}(?:(?:can|could|would|shall|should) (?:you|we) (?:please |maybe |perhaps )?{_SHIFT} "
    r"(?:it|that|this)(?: (?:forward|back|up|out|done|ready))?(?: to| until| for)? |(?:how|what) about |"
    r"let's (?:move|push|shift) (?:it|that|this)(?: back| forward)?(?: to)? |"
    r"i(?:'d| would)? need (?:it|that|this)(?: done| ready)? )?"
    rf"{DAY}{_BEHIND}(?: already)?",
    turns=rf"{_TURN}|{_MARK}|{_BETTER}|instead|not|{_SHIFT}|about|need",
    counters=r"(?:no[\s,.]+(?:sorry[\s,.]+)?|sorry[\s,.]+)?"
    rf"(?:(?:i )?can't (?:do|make|manage) (?:it )?{DAY}[\s,.]+(?:but |how about |what about |maybe )?|"
    rf"(?<=no, )|(?<=sorry, )){DAY}(?: (?:works|is fine|then|okay|possible))*",
    settles=rf"(?:{_LEAD})?{DAY}(?:,? (?:works|is fine|is good|is okay|is ok|it is|then|suits me|for me|"
    r"for us|too|even better))*",
    doubts="but|not|no|maybe|perhaps|check|think|see|look|try|if|unless|depends|hope",
    links="by on until till before at the in this coming",
    confirms="right|exactly|correct|true|yes|yeah|yep|indeed|of course|okay|ok|oh",
    offers=rf"{_LEAD}(?:(?:how|what) about |or |then |maybe |perhaps )*"
    rf"(?:(?:is|would|does|could|can you do) )?{DAY}"
    r"(?: (?:okay|ok|fine|possible|better|work|works|suit you|be (?:okay|ok|fine|better|possible)|do))?"
    r"(?: for you)?(?:,? (?:then|instead|maybe|perhaps|please))*",
    time=rf"(?:,? ?\b(?:at|by|before|around|until|till) )?\b(?P<time>{_CLOCK})(?![\w:])",
    at="at",
    number=r"\b(?:make|say|do) (?:(?:it|that) )?(?P<day>the \d{1,2}(?:st|nd|rd|th))\b(?! \w+ing\b)",
    recalls=r"it(?:'s| is| was)|that(?:'s| is| was)|we (?:said|meant|agreed(?: on)?)|it should be",
    instead="not|instead of|rather than|no longer",
    others="he|she|they|you|was|were|had|originally|used to",
    rejects=_REJECT,
    announces="actually changed change decided agreed agree moved move instead sorry correction correct "
    "rather now new plan date day make postponed postpone said say meant mean think mind minds",
)

_FILL_DE = (
    r"(?:ah|ach|äh|ähm|hmm?|na|ja|okay|ok|gut|also|und|aber|dann|klar|gerne?|natürlich|alles klar|"
    r"kein problem|(?:das )?mache? ich)"
)
_TURN_DE = (
    r"(?:nein|nee|warte|moment|halt|sorry|entschuldigung|tut mir leid|korrektur|oder besser|quatsch|"
    r"doch lieber|lieber doch|lieber|besser|doch|eher)"
)
_MARK_DE = r"(?:ich mein(?:e|te)?|sagen wir(?: mal| lieber| besser| doch)?|(?:nehmen|machen) wir(?: lieber)?)"
_LEAD_DE = rf"(?:(?:{_FILL_DE}|{_TURN_DE}|{_MARK_DE})[\s,.…-]+)*"
_NOT_DE = rf"(?:,? (?:nicht|statt|anstatt) (?:bis |am |zum )?(?:{DAY}|\w+))?"
_BETTER_DE = r"(?:ist|wäre|passt|geht) (?:mir )?(?:besser|realistischer|sicherer)"
_BEHIND_DE = rf"{_NOT_DE}(?: {_BETTER_DE})?(?:,? (?:doch|lieber|besser|dann|bitte|sorry|erst))*"
_SHIFT_DE = r"(?:machen|schaffen|verschieben|vorziehen|fertig (?:haben|machen)|haben|verlegen)"
_REJECT_DE = (
    rf"{_LEAD_DE}(?:{DAY} (?:(?:schaffe?|kann|packe?) ich (?:das |es )?|geht (?:das |es )?(?:bei mir )?|"
    r"klappt (?:das |es )?|passt (?:mir |es )?)(?:leider |doch )*nicht(?: mehr)?"
    rf"|(?:ich (?:schaffe|kann) (?:das |es )?|das (?:schaffe|kann) ich |das geht |es geht ){DAY} "
    r"(?:leider |doch )*nicht(?: mehr)?)"
)

_STUNDE = r"(?:\d{1,2}|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
_UHR = (
    rf"(?:(?:halb|viertel (?:vor|nach)) {_STUNDE}"
    rf"|(?:\d{{1,2}}(?:[:.]\d\d)?|{_STUNDE}) uhr(?: \d\d)?|\d{{1,2}}:\d\d)"
)

GERMAN_DAYS = _days(
    own=rf"{_LEAD_DE}(?:nicht (?:bis |am )?\w+,? (?:sondern )?)?(?:erst )?{DAY}{_BEHIND_DE}",
    put=rf"{_LEAD_DE}(?:"
    r"(?:kannst|könntest|schaffst|können|könnten|sollen|wollen) (?:du|wir) (?:das|es|die|den) "
    r"(?:(?:bitte|auch|vielleicht|lieber|schon|nicht|doch|erst) )*(?:auf )?|"
    r"(?:geht|ginge|schaffst du) (?:das|es) (?:(?:auch|vielleicht|schon|doch) )*|wie wäre es (?:mit )?|"
    r"verschieben wir (?:das|es) (?:lieber )?(?:auf )?|"
    r"(?:ich brauche|wir brauchen) (?:das|es|die|den) (?:schon )?)?"
    rf"(?:erst )?{DAY}(?: {_SHIFT_DE})?{_BEHIND_DE}",
    turns=rf"{_TURN_DE}|{_MARK_DE}|{_BETTER_DE}|statt|anstatt|nicht|{_SHIFT_DE}|geht|ginge|schaffst|wäre|"
    "brauchen?",
    counters=rf"(?:nein[\s,.]+|leider[\s,.]+)?(?:{DAY} (?:geht|schaffe ich|kann ich) (?:leider )?nicht[\s,.]+"
    rf"(?:aber |vielleicht |wie wäre es mit )?|(?<=nein, )){DAY}(?: (?:geht|ginge|passt|kann ich))*",
    settles=rf"(?:{_LEAD_DE})?{DAY}"
    r"(?:,? (?:geht|passt|ist gut|ist in ordnung|klappt|dann|auch|mir|für mich))*",
    doubts="aber|nicht|kein|nein|vielleicht|mal sehen|schaue?|versuche?|wenn|falls|hoffe|leider",
    links="bis zum am im an der den dem diesen auf spätestens",
    confirms="stimmt|genau|richtig|ja|ach ja|klar|okay|ok|gut",
    offers=rf"{_LEAD_DE}(?:(?:und|oder|dann|vielleicht|wie wäre es mit) )*"
    rf"(?:(?:geht|ginge|passt|klappt) (?:es |dir )?)?{DAY}(?: (?:besser|dann|auch|vielleicht|okay|möglich))*",
    time=rf"(?:,? ?\b(?:um|gegen|bis|ab) )?\b(?P<time>{_UHR})(?![\w:])",
    at="um",
    number=r"\b(?:sagen|nehmen|machen) wir (?:\w+ )?(?P<day>(?:den|der) \d{1,2}\.)",
    recalls="(?:es|das) (?:ist|war)|wir (?:sagten|meinten|haben gesagt)|gemeint war|gesagt war",
    instead="nicht|nicht mehr|statt|anstatt",
    others="er|du|ihr|war|waren|hatte|hatten|wurde|ursprünglich",
    rejects=_REJECT_DE,
    announces="geändert ändern anders entschieden beschlossen vereinbart verschoben verschieben verlegt "
    "verlegen neu neuer Termin Tag Datum stattdessen korrektur eigentlich lieber besser sorry gesagt",
)
