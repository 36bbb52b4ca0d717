"""German conditions and exceptions.

"Wenn" may also tell a time; it is put back all the same, in the words that were said.
"""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import Cue, pattern

_IF = (
    r"(?:(?:aber )?nur (?:dann )?,? ?)?(?:wenn|falls|sofern)",
    *(r"vorausgesetzt(?: ,)?(?: dass)?", r"es sei denn(?: ,)?(?: dass)?", "ausser wenn", "solange", "soweit"),
    *(r"unter der (?:bedingung|voraussetzung)(?: ,)?(?: dass)?", r"im falle?(?: ,)? dass", "vorbehaltlich"),
    *(r"angenommen(?: ,)?(?: dass)?", r"je nachdem(?: ,)?(?: ob| wie)?", r"erst ,? ?wenn", "sobald"),
)
CONDITION = Cue(
    pattern(*_IF),
    pattern(
        r"(?:auch|selbst|sogar|als|wie|immer|erst recht) wenn",
        r"wenn (?:möglich|nötig|überhaupt|ja|nein|nicht|schon|du (?:willst|magst|möchtest|kannst|so willst)|"
        r"ihr (?:wollt|mögt|möchtet)|sie (?:wollen|möchten)|ich (?:mich (?:nicht irre|richtig)|das richtig|"
        r"ehrlich|darf|fragen darf)|es (?:geht|recht ist|passt|sein muss)|alles (?:klappt|gut ?geht)|"
        r"nichts dazwischenkommt|wir schon|man so will|wir (?:ehrlich|mal))",
        r"soweit (?:ich|alles|klar|so gut)",
        r"(?:fragen?|sehen|schauen|wissen|weiss|klären|prüfen|sagen?) ,? ?(?:ob|wenn)",
        r"sobald (?:ich|wir|es geht|wie)",
    ),
)
PLAIN_CONDITION = re.compile(r"(?:wenn|solange|soweit|sobald|erst|angenommen|je nachdem)\b")
VAGUE_CONDITION = re.compile(
    r"(?:wenn|falls|angenommen) (?:du|ihr|man|sie) (?:\w+ ){0,3}(?:schaust|schaut|siehst|seht|denkst|denkt)\b"
)
# "Wenn Anna zustimmt kaufe ich den Wagen": without a comma, the verb stands before its subject.
MAIN_CLAUSE = re.compile(r" (?=(?:dann|so)\b)| (?=\w{3,}(?:e ich|en wir|st du)\b)")
NAMED_MAIN = re.compile(r" (?=dann\b)")
FRAGMENT = re.compile(
    r"(?:aber |und |also |na ja )?(?:nur|falls|sofern|vorausgesetzt|es sei denn|solange|ausser wenn|"
    r"unter der)\b"
)
ADDED_CONDITION = re.compile(
    r"^(?:(?:ja|okay|gut|aber|klar|und|bitte|gern|gerne|natürlich|alles klar|kein problem|, ) ?,? ?)*"
    r"(?:(?:aber )?nur ,? ?(?:wenn|falls)|sofern|vorausgesetzt|es sei denn|solange|unter der bedingung)\b"
)
CONDITIONAL_TEXT = pattern(
    *("wenn", "falls", "sofern", "vorausgesetzt", "es sei denn", "solange", "soweit", "sobald", "je nach"),
    *("je nachdem", "vorbehaltlich", "unter der bedingung", "unter der voraussetzung", "im fall", "im falle"),
    *("angenommen", "erst nach", "sonst", r"bei (?:zustimmung|bedarf|zusage|freigabe)", "nach freigabe"),
)
_LEFT_OUT = r"(?:ausgenommen|ausgeschlossen|nicht (?:dabei|betroffen|gemeint|mitgezählt))"
# Said as often of how something is done as of what is left out of it.
_PASSED_OVER = (r"ohne(?= (?:den|die|das|unser\w*)\b)",)
PASSED_OVER = pattern(*_PASSED_OVER)
EXCEPTION = Cue(
    pattern(
        *_PASSED_OVER,
        r"ausser(?! wenn\b)",
        r"bis auf(?= (?:den|die|das|der|unser\w*|mein\w*|ein\w*|[a-zäöü]+\b(?! (?:weiteres|uhr))))",
        r"mit (?:der |einer )?(?:einzigen )?ausnahme(?: von| des| der| vom)?",
        *("abgesehen von", "ausgenommen", "mit ausschluss von", "ausschliesslich der"),
        r"(?:aber|nur|bloss) nicht(?= (?:den|die|das|der|dem|am|im|in|an|für|bei|mit)\b)",
        rf"(?<=, )(?:\w+ ){{1,4}}{_LEFT_OUT}(?= ?[,.]|$)",
    ),
    pattern(r"ausser (?:das|dem)(?= ?[,.?!]|$)", r"bis auf (?:weiteres|\w*tag|morgen)", "ausser betrieb"),
)
ADDED_EXCEPTION = re.compile(
    r"^(?:(?:ja|okay|gut|aber|klar|und|nein|, ) ?,? ?)*"
    r"(?:(?:alle|alles|jeder)(?: von (?:denen|euch|uns))? (?:ausser|bis auf)|ausser|bis auf|mit ausnahme|"
    r"abgesehen von) (?:den|die|das|der|dem)\b"
)
PREDICATE = re.compile(
    r" (?:wird|werden|soll|sollen|muss|müssen|kann|können|ist|sind|hat|haben|kommt|kommen|geht|gehen|"
    r"bekommt|bekommen|packt|packen|macht|machen|füllt|füllen|schickt|schicken|nimmt|nehmen)\b"
)
