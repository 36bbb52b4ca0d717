"""How German changes, hands on, answers and takes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.german_words import content, stems_of
from pipelines.due.german import find_due_phrases
from pipelines.merging.days import GERMAN_DAYS
from pipelines.merging.german_retracting import taking_back
from pipelines.merging.tongue import Refusal, Tongue
from pipelines.rules.german import cues
from pipelines.rules.german.meeting import meeting_of
from pipelines.rules.german.requests import refusals
from pipelines.rules.german.text import clean
from pipelines.rules.meeting import Meeting
from pipelines.rules.sentences import Sentence

_NAME = r"(?P<who>[^\W\d_][\w-]*)"
_TURN = (
    r"(?:ach|nein|nee|doch|moment|halt|oder|aber|sorry|entschuldigung|stattdessen|eigentlich|besser|lieber)"
)
_DOES = r"(?:macht|übernimmt|erledigt)"
_DO = r"(?:machen|übernehmen|erledigen)"
_IT = r"(?:das|es|die|den)"
_REPLY_SENTENCES = 3


def _content(text: str) -> list[str]:
    return [word.lower() for word in content(text)]


def _agrees(sentences: Sequence[Sentence], index: int) -> bool:
    """Whether another voice agrees, in the next sentence that is not the proposer's."""
    asker = sentences[index].speaker
    for sentence in sentences[index + 1 : index + 1 + _REPLY_SENTENCES]:
        if asker is None or sentence.speaker != asker:
            text = sentence.clean.text
            return bool(cues.ACCEPTS.match(text) or cues.AGREES.search(text)) and not cues.NEGATED.search(
                text
            )
    return False


def _refusals(meeting: Meeting) -> Iterator[Refusal]:
    for task, asked, answer in refusals(meeting.sentences, meeting.segments, meeting.people.names):
        yield task, meeting.sentences[asked], meeting.sentences[answer]


GERMAN = Tongue(
    meeting_of=meeting_of,
    clean=clean,
    content=_content,
    stems=stems_of,
    due_phrases=find_due_phrases,
    # A noun has its capital in German, so that a stranger's name cannot be told from one.
    stranger=lambda said: None,
    revises=re.compile(
        r"\b(?:statt|stattdessen|anstatt|doch (?:nicht|kein\w*|lieber|schon|erst)|unmöglich|nicht möglich|"
        r"zu (?:spät|früh|teuer|viel|lang|groß|klein|bald)|nicht mehr|neue[rsmn]? (?:termin|tag|plan|datum)|"
        r"verschieb\w*|verschoben|verlegen|änder\w*|geändert|geht nicht|korrektur|"
        r"ach nein|tut mir leid|lieber)\b",
        re.IGNORECASE,
    ),
    proposes=re.compile(
        r"\b(?:sollen|sollten|könnten|wollen) wir\b|\bwir (?:könnten|sollten)\b"
        r"|\bich (?:schlage|würde) .{0,40}vor\b"
        r"|\bmein vorschlag\b|\bwie wäre es\b|\bwas ist mit\b|\bwarum nicht\b|\bvielleicht\b"
    ),
    settled=re.compile(r"\b(?:beschlossen|entschieden|geeinigt|vereinbart|abgemacht|beschluss)\b"),
    agrees=_agrees,
    # "Ach nein, das macht Jan"; "nein, Jan übernimmt das"; "das soll Jan machen"; "gib das Jan".
    handed=tuple(
        re.compile(words, re.IGNORECASE)
        for words in (
            rf"(?:^|[,.;!?] )(?:{_TURN},? )+(?:dann )?{_IT} {_DOES} (?:besser |lieber |jetzt |doch )?{_NAME}",
            rf"(?:^|[,.;!?] ){_IT} {_DOES} (?:besser|lieber|jetzt|doch|stattdessen) {_NAME}",
            rf"(?:^|[,.;!?] )(?:{_TURN},? )+{_NAME} {_DOES} {_IT}\b",
            rf"(?:^|[,.;!?] ){_NAME} {_DOES} {_IT} (?:stattdessen|jetzt|lieber|besser)\b",
            rf"\b{_IT} (?:soll|kann|wird) (?:besser |lieber |jetzt |doch )?{_NAME} {_DO}\b",
            rf"\b(?:gib|gebt|geben wir) {_IT} (?:lieber |besser |doch )?(?:an )?{_NAME}",
            rf"\b{_NAME},? (?:kannst|könntest|würdest) du {_IT} (?:\w+ )?{_DO}\b",
        )
    ),
    taken=re.compile(
        rf"\b(?:{_TURN},? )+{_IT} (?:mache|mach|übernehme|erledige) (?:doch |lieber )?ich\b"
        rf"|\b(?:ich (?:mache|mach|übernehme|erledige) {_IT}|{_IT} (?:mache|mach|übernehme|erledige) ich)"
        r" (?:doch |lieber )?(?:selbst|selber|stattdessen|für dich)\b",
        re.IGNORECASE,
    ),
    accepts=re.compile(
        r"\W*(?:(?:oh|ach|äh|ähm|okay|ok|na)\W+)*(?:ja|klar|gern|gerne|natürlich|sicher|okay|ok|gut|"
        r"kein problem|alles klar|mache ich|mach ich|in ordnung|einverstanden|geht klar|"
        r"das (?:mache|mach|kann) ich)\b",
        re.IGNORECASE,
    ),
    refuses=re.compile(
        r"\b(?:nein|nee|leider|kann ich nicht|geht nicht|tut mir leid|schaffe ich nicht)\b", re.IGNORECASE
    ),
    takes=re.compile(
        r"\W*(?:(?:ach|okay|ok|ja|gut|na gut|dann|klar|gerne?|natürlich|kein problem)\W+)*"
        r"(?:(?:das |den |die |dann )?(?:mache?|übernehme|erledige) ich"
        r"|ich (?:mache?|übernehme|erledige) (?:das|es|den|die)"
        r"|(?:das |den |die )?kann ich (?:gern |gerne |auch |dann )?(?:machen|übernehmen|erledigen)"
        r"|ich kann (?:das|es) (?:gern |gerne |auch |dann )?(?:machen|übernehmen|erledigen)"
        r"|ich kümmere mich da?rum)(?=[\s,.!]*(?:$|bis\b|am\b|heute|morgen|dann|gern))",
        re.IGNORECASE,
    ),
    days=GERMAN_DAYS,
    topic=re.compile(
        r"(?:^|[,.;!?] )(?:und |aber |jetzt )?(?:was )?(?:der|die|das|den|dein\w*|unser\w*)"
        r"((?: [\w-]+){1,3})(?=,|$)",
        re.IGNORECASE,
    ),
    it=re.compile(r"\b(?:das|es|darum|drum|dies)\b", re.IGNORECASE),
    asked=re.compile(
        r"\b(?P<who>wer|wem|wen|wessen)\b"
        r"|\b(?P<amount>wie (?:viele?|lange|hoch|groß|oft|weit|teuer)|was kostet)\b"
        r"|\b(?P<time>wann|welche[rnm]? (?:tag|datum|woche))\b|\b(?P<place>wo|wohin)\b"
        r"|\b(?P<other>was|welche\w?|warum|wieso|weshalb|wie)\b"
    ),
    person=re.compile(r"\b(?:ich|wir|er|sie)\b"),
    place=re.compile(r"\b(?:in|im|auf|unter|hinter|bei|beim|neben|hier|dort|am)\b"),
    no_answer=re.compile(
        r"\b(?:könnte\w*|vielleicht|eventuell|ob|sollte\w*|würde\w*|müssen|muss|müsste\w*|herausfinden|fragen|gefragt|"
        r"wahrscheinlich|glaube|denke|noch offen|offene frage|unklar|frage mich|weiß|wissen)\b"
    ),
    defers=lambda text: cues.DEFERS.search(text) is not None,
    taking_back=taking_back,
    refusals=_refusals,
)
