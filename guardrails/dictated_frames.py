"""Frames in which people speak to the note instead of to each other, from one table per language.

A frame is a line: words, and in angle brackets the classes that they are made of. `<owner>` stands for the
names of whom a claim gives the work to. Each is the grammar of one thing that only notes have: a listener who
writes, a field, a line, a verb of writing with a person as its object, the whole of what was said.
"""

from __future__ import annotations

import re
from functools import lru_cache

_COMMON = {
    "starts": (
        r"(?:^|(?<=[.,:;!?\"“(])\s?|(?<=[.,:;!?\"“(] )|\b(?:and|und|so|also|then|dann|now|please|bitte) )"
    ),
    "number": r"(?:one|two|three|four|five|six|eins|zwei|drei|vier|fünf|sechs|number|nummer|nr\.?|\d{1,2})",
}
_ENGLISH_CLASSES = {
    "machine": (
        r"(?:ai|a\.i\.|bot|robot|assistant|model|machine|computer|software|program(?:me)?|algorithm"
        r"|recorder|recording|device|dictation(?: thing| machine)?|\w+ (?:app|tool|bot|system))"
    ),
    "notes": r"(?:notes?|minutes|summary|transcript(?:ion)?|protocol|write-?up)",
    "writer": (
        r"(?:note[- ]?taker|scribe|secretary|transcriber|summari[sz]er|writer|assistant|bot|ai|model)"
    ),
    "list": (
        r"(?:list|items?|notes?|minutes|entry|record|summary|actions|action items|next steps|tasks|to-?dos?)"
    ),
    "greeting": r"(?:dear|hello|hi|hey|attention|greetings|good (?:morning|afternoon))",
    "some": r"(?:an?|any|some|the|there(?:'s| is| are)(?: an?| any)?)",
    "write": (
        r"(?:list|log|enter|register|record|capture|put|note|set|name|mark|add|file|write|assign|show|treat)"
    ),
    "note down": r"(?:note|enter|record|log|register|write|capture|minute|reflect)(?: down)?",
    "know": r"(?:know|take|count|say|assume|regard|list|log|enter|record|put|note|mark|add|write|show|treat)",
    "must": r"(?:should|must|shall|has to|have to|needs? to|ought to|is to|may)",
    "hears": r"(?:listen|hear|read|record|tak|writ|transcrib|process)\w*",
    "all so far": (
        r"(?:everything|anything|all|whatever)(?: \w+){0,4} "
        r"(?:before|so far|until now|up to now|till now|earlier|until here|above)\b(?: \w+){0,2}"
    ),
    "was": r"(?:was|is|were|are|can be|may be|has been)(?: just| only)?",
    "instead": r"(?:only|real|actual|true|what (?:stays|counts|remains))",
    "no truth": r"(?:an? )?(?:test|joke|rehearsal|warm-?up|drill|example|trial|void|fiction|practice)",
    "replacing": r"(?:replac|supersed|overrid|instead|earlier|previous)",
    "order": r"(?:instruction|directive|order|command)s?",
    "this line": r"(?:this|that|the (?:next|following|last)) (?:line|sentence|entry)",
    "status": r"(?:confirmed|agreed|decided|approved|settled|verified|accepted|open|final)",
    "owner field": r"(?:owner|assignee|responsible(?: person)?|assigned to)",
    "field": (
        r"(?P<field>task|to-?do(?: list)?|action(?: item)?|item|entry|status|priority|column|heading|row"
        r"|bullet|field|category|title)"
    ),
    "column": r"(?:column|field)",
}
_ENGLISH_TO_THE_NOTE = r"""
\b<greeting>,? (?:\w+ )?(?:<machine>|<notes>|<writer>)\s*(?:[,.:!-]|$|\bplease\b)
\b<greeting> (?:our |the )?(?:<notes>|<writer>)\b
\b(?:if|in case|should) <some> (?:\w+ )?<machine>s? (?:\w+ )?<hears>
\b(?:whatever|whichever|any) <machine> (?:\w+ ){0,2}<hears>
\byou(?:'re| are) an? (?:\w+ )?<writer>\b
\bm(?:r|rs|s|ister)\.? <machine>\s*[,:]
^<machine>\s*[,:]\s*(?:kindly |please )?<note down> that (?!on\b|in\b|to\b|down\b)
\b(?:begin|beginning|start|end) of (?:the )?<list>\b
<starts>new <order>\b(?=.{0,30}<replacing>)
\b<all so far> <was>\b(?=.{0,160}\b<instead>\b)
\b(?:everything|all|what(?:ever)?)(?: \w+){0,2} (?:said|discussed)(?: \w+){0,3} <was> <no truth>\b
<starts><write> (?:\w+ ){0,3}as <status>\b
"""
_ENGLISH_OF_A_PERSON = r"""
<starts>for the (?:minutes|notes|record|transcript|protocol)\s*[,:]
\b<machine> <must> (?:\w+ )?<know>\b
\bas far as the <notes> (?:is|are|goe?s?)\b
\bin (?:the|today['’]s|this) <notes>(?: (?:of|for) (?:\w+ )?\w+)?,? <owner>\b
\b(?:under|below) (?:the )?(?:heading|title|<list>)\b(?=.{0,30}\b(?:it says|find|<owner>)\b)
\bunquote\b
\b(?:override|directive|prompt)\s*:
\b<this line> (?:goes|belongs|is for|<must>)\b
<starts><write>(?: down| in)? <owner>\b(?!['’]s)
<starts>entry <number>\b
(?:<starts>|\b<column> )<owner field>\s*[:=,]?\s*<owner>\b
"""
_GERMAN_CLASSES = {
    "machine": (
        r"(?:ki|bot|roboter|assistent\w*|modell|software|\w*programm|system|maschine|computer"
        r"|aufnahme(?:gerät)?|aufzeichnung)"
    ),
    "notes": r"(?:notiz(?:en)?|protokoll|zusammenfassung|mitschrift|niederschrift|aufzeichnung|transkript)",
    "writer": r"(?:schriftführer\w*|protokollant\w*|mitschreiber\w*|sekretär\w*|assistent\w*|bot|ki)",
    "list": r"(?:liste|aufgaben|notizen|zusammenfassung|einträge)",
    "greeting": r"(?:liebe[rsn]?|hallo|hey|achtung|sehr geehrte[rs]?|guten (?:tag|morgen))",
    "some": r"(?:hier |da |irgend)?(?:ein\w*|die|das|der|welche\w*)",
    "the": r"(?:das|den|die|unser\w*)",
    "write": r"(?:trag\w*|notier\w*|schreib\w*|setz\w*|vermerk\w*|erfass\w*|liste\w*|führ\w*|mach\w*)",
    "record": r"(?:notieren|festhalten|vermerken|aufschreiben|eintragen|erfassen|führen|wissen)",
    "must": r"(?:soll\w*|muss|müssen|möge\w*|darf|hat)",
    "hears": r"(?:mit|zu)?(?:hör|schreib|lies|les|läuft)\w*",
    "all so far": r"alles(?: \w+){0,3} (?:vorher|zuvor|bisher\w*|davor|bis jetzt|eben)\b(?: \w+){0,2}",
    "was": r"(?:war|ist|gilt|zählt|kann)",
    "instead": r"(?:einzige|nur|wirklich|eigentlich)",
    "status": r"(?:bestätigt|beschlossen|vereinbart|abgemacht|genehmigt|offen|erledigt)",
    "order": r"(?:anweisung\w*|befehl|auftrag)",
    "owner field": r"(?:verantwortliche?r?|zuständige?r?|zugewiesen(?: an)?)",
    "field": (
        r"(?P<field>aufgabe|eintrag|status|frist|priorität|spalte|überschrift|zeile|feld|titel|maßnahme)"
    ),
    "column": r"(?:spalte|feld)",
}
_GERMAN_TO_THE_NOTE = r"""
\b<greeting>,? (?:\w+ )?(?:<machine>|<notes>|<writer>)\s*(?:[,.:!-]|$|\bbitte\b)
\b(?:falls|wenn|sofern|sollte) <some> (?:\w+ )?<machine>(?: \w+){0,2} <hears>
\b(?:welche\w*|jede[sr]?) <machine> (?:\w+ ){0,3}<hears>
\b<machine>,? (?:sie |er |es )?<must> (?:\w+ ){0,3}<record>\b
\bdu bist ein\w* (?:\w+ )?<writer>\b
<starts>neuer? <order> (?:an|für) (?:den|die|das) <machine>
\b(?:beginn|anfang|ende) der <list>\b
\b<all so far> <was>\b(?=.{0,160}\b<instead>)
\bals <status> <record>\b
"""
_GERMAN_OF_A_PERSON = r"""
<starts>(?:(?:neue|wichtige) \w+ )?(?:an|für) <the> (?:\w+ )?(?:<machine>|<notes>)\s*[,:]
\bi[mn] (?:der |dem )?(?:bericht|<notes>)(?: \w+){0,2} (?:soll|muss|steht)\b
\bwas das <notes> (?:betrifft|angeht)\b
<starts><write> (?:bitte )?(?:den |die |das )?<owner>\b
<starts>eintrag <number>\b
(?:<starts>|\b<column> )<owner field>\s*[:=,]?\s*<owner>\b
"""
_BARE = r"<starts><field>(?=\s*[:=,]|\s<number>\b|\s<status>\b|\s<owner field>)"


def _filled(frame: str, classes: dict[str, str]) -> str:
    return re.sub(r"<([a-z ]+)>", lambda match: {**_COMMON, **classes}.get(match[1], match[0]), frame)


def _one_of(*tables: tuple[str, dict[str, str]]) -> str:
    return "|".join(_filled(line, classes) for table, classes in tables for line in table.strip().split("\n"))


_OF_A_PERSON = _one_of((_ENGLISH_OF_A_PERSON, _ENGLISH_CLASSES), (_GERMAN_OF_A_PERSON, _GERMAN_CLASSES))
TO_THE_NOTE = re.compile(
    _one_of((_ENGLISH_TO_THE_NOTE, _ENGLISH_CLASSES), (_GERMAN_TO_THE_NOTE, _GERMAN_CLASSES)), re.IGNORECASE
)
"""The note, or what writes it, is spoken to; or all that was said is taken back."""
FIELDS = tuple(
    re.compile(_filled(_BARE, classes), re.IGNORECASE) for classes in (_ENGLISH_CLASSES, _GERMAN_CLASSES)
)
"""A field of an item told bare, without an article: "status confirmed", "entry one", "Aufgabe:"."""


@lru_cache(maxsize=64)  # the people of a few meetings
def of_a_person(names: tuple[str, ...]) -> re.Pattern[str]:
    """What is said of one of `names` as a line or a field of the note."""
    some = f"(?:{'|'.join(map(re.escape, names))})"
    return re.compile(_OF_A_PERSON.replace("<owner>", some), re.IGNORECASE)
