"""German doubts."""

from __future__ import annotations

from guardrails.qualifiers.tables import Cue, pattern

HEDGE = Cue(
    pattern(
        *("vielleicht", "eventuell", "evtl", "möglicherweise", "womöglich", "wahrscheinlich", "vermutlich"),
        *("voraussichtlich", "hoffentlich", "unter umständen", "gegebenenfalls", "ohne gewähr", "wohl"),
        r"(?:ich|wir) könnten?|könnte(?:n)? (?:ich|wir)",
        r"(?:ich|wir) würden?(?: (?:gern|gerne))?|würden? (?:ich|wir)",
        r"(?:das |es )?(?:kann|könnte) sein(?: ,)? dass",
        r"(?:mal|wir) (?:sehen|schauen)(?: wir)?(?= ?[,.]|$| ,? ?ob)",
        r"(?:ich|wir) (?:überlegen?|hoffen?|nehmen? an|glauben?|denken?|vermuten?|schätzen?)",
        r"(?:glaube|denke|hoffe|schätze|vermute) ich",
        r"(?:bin|sind) (?:mir |uns |wir |ich )*(?:noch )?(?:nicht sicher|unsicher|unschlüssig)",
        r"(?:weiss|wissen) (?:ich |wir )?(?:noch )?nicht(?: ,)? ob",
        r"(?:kann|können) (?:ich |wir )?(?:es |das |noch |aber )*nicht (?:versprechen|garantieren|zusagen)",
        r"(?:keine|ohne) (?:garantie|versprechen|gewähr)",
        r"wenn (?:ich|wir) (?:dazu|noch dazu) komme?n?|wenn (?:alles klappt|alles gut ?geht|ich es schaffe)",
    ),
    pattern(
        # A manner of asking: "kannst du vielleicht".
        r"(?:kannst|könntest|würdest|können|könnten|würden) (?:du|sie|ihr)(?: \w+){0,3} "
        r"(?:vielleicht|eventuell)",
        r"(?:sehr|zum|leben sie|lebe) wohl|ob \w+ wohl",
        r"(?:ich|wir) (?:denken?|glauben?)(?: ,)? (?:wir haben|das ist|das war|es ist|an\b)",
        r"(?:ich|wir) (?:denken?|glauben?) (?:daran|dran)",
    ),
)
HEDGED_TEXT = pattern(
    *("vielleicht", "eventuell", "evtl", "möglicherweise", "womöglich", "wahrscheinlich", "vermutlich"),
    *("voraussichtlich", "hoffentlich", "unter umständen", "gegebenenfalls", r"könnten?", r"würden?", "ob"),
    *(r"möglich\w*", r"überleg\w*", r"erwäg\w*", r"vorschlag\w*", r"vorschläg\w*", "wohl", r"unsicher\w*"),
    *(r"geplant\w*", "mal sehen", r"versuch\w*"),
)
SETTLED_TEXT = pattern(
    *("wird", "werden", "beschlossen", "entschieden", "vereinbart", r"einig\w*", "will", "wollen", "soll"),
    *("sollen", r"übernimmt", r"zugesagt"),
)
