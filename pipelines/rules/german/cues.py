"""Patterns over German sentences in lower case: who takes what on, what was decided, what is open."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipelines.rules.german.verbs import FIRST_PERSON, IMPERATIVE, SECOND_PERSON, THIRD_PERSON, WORK


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


FIRST = _any(FIRST_PERSON)
THIRD = _any(THIRD_PERSON)
_SECOND = _any(SECOND_PERSON)
_IMPERATIVE = _any(IMPERATIVE)
_WORK = _any(WORK)
_SMALL = r"(?:(?:dann|also|ja|noch|gleich|gern|gerne|mal|auch|euch|natürlich|jetzt|sofort|selbst) )*"
_MODALS = "werden|müssen|sollen|sollten|können|wollen"

CLAUSE_END = re.compile(
    r"(?<!\d)[.:]|[?!;]|, (?:weil|damit|dass|wenn|falls|sofern|sobald|aber|denn|sodass|so dass|sonst"
    r"|dann|ob|und|oder|da)\b"
    r"|, (?=(?:\w+ ){1,3}(?:ist|sind|war|wäre|reicht|passt) )|(?<= nicht), (?=(?:dann \w+ )?ich )"
    rf"| (?:und|aber) (?=(?:dann )?(?:{FIRST}|ich(?! (?:{_WORK}|{_MODALS})\b)|du|er|sie|wir)\b)"
)
"""Where a main clause ends."""
COMMITS = re.compile(rf"\bich (?P<verb>{FIRST}) (?P<task>.+)")
COMMITS_LATE = re.compile(rf"(?P<front>(?:^|.* ))(?P<verb>{FIRST}) ich\b ?(?P<task>.*)")
"""The object first, or the day: "den Bericht schicke ich bis Freitag"."""
WILL = re.compile(r"\b(?:ich werde|werde ich|ich will|ich muss|muss ich|ich soll|ich sollte) (?P<task>.+)")
SHORTENED = re.compile(rf"^ ?(?:(?:und|dann) )*(?P<verb>{FIRST}) (?!ich\b)(?P<task>.+)")
"""The second half of a promise: "ich schreibe den Text und schicke ihn dir"."""
TAKES_IT = re.compile(
    r"\b(?:das|den|die) (?:mach|mache|übernehme|erledige) ich\b"
    # "Dann übernehme ich den Grill" names the work itself.
    r"|\b(?:mach|mache|übernehme|erledige) ich\b(?! (?:(?:dann|gern|gerne|auch|noch|mal) )*"
    r"(?:den|die|das|dem|ein|eine|einen|unser\w*|mein\w*|alle) \w)"
    r"|\bich (?:mach|mache|übernehme"
    r"|erledige) das\b"
    r"|\b(?:das |den |die )?(?:kann|werde) ich (?:(?:gern|gerne|dann|auch|noch) )*(?:\w+ )?"
    r"(?:machen|übernehmen|erledigen)\b"
    r"|\bich (?:kann|werde) das (?:(?:gern|gerne|dann|auch|noch) )*(?:machen|übernehmen|erledigen)\b"
    r"|\bich kümmere mich (?:darum|drum)\b|\bda(?:rum)? kümmere ich mich\b"
)
ASKS_YOU = re.compile(
    r"\b(?:kannst|könntest|würdest|magst) du (?:(?:bitte|mal|mir|uns|noch|vielleicht|dann|das) )*(?P<task>.+)"
)
ASKS_YOU_DIRECTLY = re.compile(
    rf"(?:^|[,;] |\b(?:und|dann|bitte) )(?P<verb>{_SECOND}) du "
    r"(?:(?:bitte|mal|mir|uns|noch|vielleicht|dann|das) )*(?P<task>.+)"
)
ASKS_YOU_POLITELY = re.compile(
    r"\b(?:können|könnten|würden|möchten) Sie "
    r"(?:(?:bitte|mal|mir|uns|noch|vielleicht|dann|das) )*(?P<task>.+)"
)
"""Of the words in lower case but for the "Sie" that is a person; so is the next one."""
TELLS_YOU_POLITELY = re.compile(
    rf"(?:^|[,;] |^(?:und|dann|okay|gut|bitte|also) )(?P<verb>{_WORK}) Sie "
    r"(?:(?:bitte|mal|mir|uns|noch|vielleicht|dann|das) )*(?P<task>.+)"
)
SOMEBODY_MUST = re.compile(
    r"\b(?:müsste|muss|sollte|könnte|kann|soll) (?:(?:mal|noch|dann|bitte|da|also|dringend) )*jemand "
    rf"{_SMALL}(?P<task>.+)"
    rf"|\bjemand (?:müsste|muss|sollte|könnte|soll) {_SMALL}(?P<rest>.+)"
)
"""Work that nobody has yet."""
BY_WHEN = re.compile(r"^(?:(?:und|gut|okay|super|danke|prima)[,.]? )*(?:bis wann|wann)\b")
YOU_DO = re.compile(
    rf"\bdu (?P<verb>{_SECOND}) (?!du\b)(?P<task>.+?)(?:,? (?:ja|okay|oder|gut|bitte|nicht wahr))?(?:, \w+)?$"
)
ORDERS = re.compile(
    rf"(?:^|[,;] |^(?:und|dann|okay|gut|bitte) )(?P<verb>{_IMPERATIVE}) (?!ich\b)(?P<task>.+)"
)
"""Of somebody who is called by name, or with a "bitte"."""
GROUP_DOES = re.compile(
    rf"\b(?P<who>alle (?:außer|bis auf) (?P<but>[\w-]+(?: und [\w-]+)*)|alle|ihr alle|wir alle|"
    rf"(?P<one>[\w-]+) und (?P<other>[\w-]+)) (?:(?P<verb>{_WORK})|sollen|werden|müssen|sollten) {_SMALL}"
    r"(?P<task>.+)"
)
"""Of several, none alone owns it."""
ASKS_ME = re.compile(r"^(?:(?:und|also|dann|gut|okay|,) ?)*(?:soll|sollte) ich (?!.*\boder\b)(?P<task>.+)")
"""An offer: who says yes to it leaves the work with whoever asks."""
ASKS_WHO = re.compile(rf"\bwer (?P<verb>{THIRD}) (?P<task>.+)|\bwer (?:kann|könnte|will|möchte) (?P<rest>.+)")
ASSIGNS = re.compile(
    rf"\b(?P<name>[\w-]+),? (?:(?:aus|von|vom) (?:der |dem |den )?[\w-]+ |du )?"
    rf"(?:(?P<verb>{THIRD})|(?:soll|wird|muss|sollte)) {_SMALL}(?P<task>.+)"
)
ABLE = re.compile(
    r"^(?:(?:nein|doch|eigentlich|dann|also|aber|ach|gut|okay),? )*"
    rf"(?:kann (?P<name>[\w-]+)|(?P<first>[\w-]+) kann) {_SMALL}(?P<task>.+)"
)
"""Work offered to somebody named, who has to take it."""
DOES_LAST = re.compile(
    rf"^ ?(?P<task>(?:die|den|das|um|alle|beide) .+?) (?P<verb>{THIRD}) (?:dann )?(?P<name>[\w-]+)$"
)
"""The object first: "die Präsentation übernimmt Tom"."""
ACCEPTS = re.compile(
    r"^(?:ja|klar|gern|gerne|natürlich|sicher|okay|ok|gut|alles klar|kein problem|mach|mache|wird"
    r" gemacht|geht klar"
    r"|selbstverständlich|das mache|das mach|in ordnung|einverstanden)\b"
)
AGREES = re.compile(r"\b(?:gute idee|machen wir so|so machen wir|finde ich (?:auch )?gut|dafür|passt)\b")
TAKES_BACK = re.compile(
    r"\b(?:verg(?:esst|iss|essen wir) (?:das|es)\b|streich(?:t|en wir)? (?:das|es)\b|das streichen wir\b|"
    r"das lassen wir\b|lassen wir das\b|(?:das nehme ich|ich nehme das) zurück|kommando zurück|"
    r"hat sich erledigt|"
    r"das (?:ist|hat \w+|wurde) (?:doch |ja )?(?:schon|bereits) (?:erledigt|gemacht)|"
    r"das (?:ist|wird) (?:doch |damit )?(?:nicht mehr nötig|hinfällig)|"
    r"das (?:brauchen|machen) wir (?:doch )?nicht\b|"
    r"doch nicht(?=[.!]|$))",
    re.IGNORECASE,
)
"""Takes back what was said before, whatever it was."""
CANCELS = re.compile(
    r"\bdoch (?:nicht|kein\w*)\b|\bnicht mehr\b|\bstreichen(?: wir)?\b|\bverg(?:esst|iss|essen wir)\b"
    r"|\b(?:abblasen|absagen|fällt (?:aus|weg|flach)|lassen wir (?:weg|bleiben))\b",
    re.IGNORECASE,
)
"""Takes back the thing that it names."""
REFUSES = re.compile(
    r"^(?:nein|nee|leider|ungern|das (?:geht|schaffe|kann) .*nicht)|\b(?:schaffe ich nicht|kann ich"
    r" nicht|keine zeit"
    r"|geht (?:leider )?nicht|das kann .* nicht|nicht vor)\b"
)
NEGATED = re.compile(r"\b(?:nicht|kein\w*|nie|niemand|keinesfalls)\b")
UNSURE = re.compile(
    r"\b(?:wenn|falls|sofern|es sei denn|vielleicht|eventuell|möglicherweise|wahrscheinlich|würde|hätte"
    r"|könnte|"
    r"mal sehen|angenommen|theoretisch)\b"
)
"""Conditions and doubts: no promise, and no decision."""
ONLY_POINTS = re.compile(r"\b(?:machen wir (?:das|es) (?:so|dann)|(?:so|das) machen wir)\b")
"""A decision of what was said before, which it does not name."""
POINTS_BACK = re.compile(
    r"\b(?:(?:das|es|so|dann|damit|wie) (?:haben wir|wurde|ist|war)|haben wir (?:das|es))"
    r"(?: (?:das|es|uns|doch|ja|so|schon|auch|aber|eben|bereits|gemeinsam|alle|mal|gestern|heute|damals"
    r"|letzte woche|letztes mal|beim letzten mal))*"
    r" (?:beschlossen|entschieden|geeinigt|vereinbart|abgemacht)(?:,? (?:oder(?: nicht)?|ja|stimmt))?\W*$"
)
"""Tells that something was decided, and does not name it: "am Montag, das haben wir doch beschlossen"."""
DECIDES = re.compile(
    r"""\b(?:
    (?:wir\ haben|haben\ wir|es\ ist|ist|damit\ ist|wurde)\ .*
      \b(?:beschlossen|entschieden|geeinigt|vereinbart|abgemacht)
    | beschlossen(?:e\ sache)?:? | abgemacht[:,] | wir\ (?:einigen|entscheiden)\ uns | einigen\ wir\ uns
    | (?:wir|dann|also|gut,?|okay,?)\ (?:nehmen|bleiben|verschieben|streichen|behalten|starten
      |gehen|machen|wählen|setzen|ziehen|verlegen|fangen|kaufen|treffen)\ (?:wir\ )?(?!an\b)
    | (?:nehmen|verschieben|streichen|behalten|wählen|verlegen|machen|starten)\ wir\b
    | es\ bleibt\ (?:also\ )?(?:bei|beim)
    )""",
    re.VERBOSE,
)
AGENDA = re.compile(
    r"\b(?:fangen|machen|gehen|kommen|starten)(?: wir)?\b.*\b(?:an|weiter|los|über|zum nächsten(?: \w+)?)\W*$"
    r"|\bhatten? .*\b(?:beschlossen|entschieden|geeinigt|vereinbart|abgemacht)\b"
)
"""Leads through the meeting, or tells what had been settled before it."""
AFTER_ALL_NOT = re.compile(r"\bdoch (?:nicht|kein\w*)\b|\b(?:nicht|kein\w*) mehr\b")
"""Takes a decision back and is none."""
PROPOSES = re.compile(
    r"\b(?:sollen|sollten|könnten|müssten|würden|dürfen|schlage|vorschlag|vielleicht|lieber) ?"
)
OPEN = re.compile(
    r"\b(?:(?:noch )?offen (?:ist|bleibt)|bleibt (?:noch )?offen|ist (?:noch )?(?:offen|ungeklärt|unklar)"
    r"|wissen wir noch nicht|wir wissen noch nicht|offene frage|müssen wir noch klären)\b"
)
DEFERS = re.compile(
    r"\b(?:weiß (?:ich|es) (?:\w+ )?nicht|weiß (?:das )?(?:keiner|niemand)|keine ahnung|wissen wir"
    r" (?:\w+ )?nicht|klären wir"
    r"|müssen wir (?:\w+ )?klären|muss ich (?:\w+ )?(?:nachsehen|nachschauen|schauen|gucken|klären|"
    r"fragen|prüfen)|ist (?:noch )?offen|das bleibt offen"
    r"|(?:das|dies) (?:sehen|schauen) wir (?:uns )?(?:dann|später|noch|morgen|nächste\w*)"
    r"|schauen wir (?:dann )?mal"
    r"|(?:darüber|davon) (?:sprechen|reden) wir|lasst? uns (?:\w+ ){0,3}darüber (?:sprechen|reden)"
    r"|kann ich (?:\w+ )?nicht sagen|schwer zu sagen|gute frage|ein andermal|nächstes mal)\b"
)
MANAGES = re.compile(
    r"\b(?:hört ihr mich|seht ihr|könnt ihr mich|noch fragen|sonst noch|wer fängt an|alle da|ist das"
    r" klar|oder\?$"
    r"|wie geht|noch etwas|gibt es noch|verstanden)"
)
