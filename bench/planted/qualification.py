"""Claims firmer than what was said: denied, conditional, with an exception, in doubt, asked, taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from bench.planted import reservations
from bench.planted.annotated import content
from bench.planted.case import Base, Case, case_of
from bench.planted.edit import asked, denials, doubts, ending, governed, said_after
from bench.planted.fault import Fault
from bench.planted.supply import Supply

_LEADS = re.compile(r"^(?:if|unless|provided|as long as|assuming|so long as)\b")
_DECIDED = re.compile(r"^(?:So we agreed, |It's settled, |Okay, )")
UNANSWERED = (
    "Hmm, I don't know, we'll have to see.",
    "Good question. Let's come back to that another time.",
    "No idea, honestly.",
    "We can't settle that today.",
)
REFUSALS = (
    "No, I can't, sorry.",
    "No, I'm away that week.",
    "Sorry, I have no time for that.",
    "I'd rather not.",
)


def _one_sentence(base: Base) -> bool:
    """Whether the claim rests on the one sentence alone, so that editing it makes the claim wrong.

    Of a sentence that a person summarised, most of what the claim has must follow the verb that is edited.
    """
    if base.origin != "annotated":
        return True
    wanted = content(base.claim.text)
    shared = wanted & content(base.sentence)
    reached = wanted & content(governed(base.sentence))
    return len(base.claim.evidence.segment_ids) == 1 and 2 * len(reached) > len(shared)


def _said_instead(supply: Supply, base: Base, ways: list[str]) -> Case | None:
    if not ways or not _one_sentence(base):
        return None
    return case_of(base, claim=base.claim, segments=base.saying(supply.random.choice(ways)))


def _denied(supply: Supply, base: Base) -> Case | None:
    return _said_instead(supply, base, denials(base.sentence))


def _decision_denied(supply: Supply) -> Case | None:
    base = supply.carried(kind="decision")
    rest = _DECIDED.sub("", base.sentence)
    frames = (
        "We agreed that it is not true that {}",
        "It is not the case that {}",
        "Nobody agreed that {}",
        "We never decided that {}",
    )
    return _said_instead(supply, base, [supply.random.choice(frames).format(rest)])


def _negation_dropped(supply: Supply) -> Case | None:
    """A claim that rightly said "not" loses it."""
    base = supply.random.choice(supply.qualified)
    text = re.sub(r"\b(won't|will not)\b", "will", base.claim.text)
    text = re.sub(r"\b(can't|cannot)\b", "can", text)
    text = re.sub(r"\b(don't|do not) (need|have) to\b", r"\2 to", text)
    text = re.sub(
        r"(?<=going )?\bnot going to\b|shouldn't", lambda m: "should" if m[0][0] == "s" else "going to", text
    )
    if text == base.claim.text:
        return None
    return case_of(base, claim=replace(base.claim, text=text))


def _qualified(base: Base, sentence: str, clause: str) -> Case | None:
    """What was said has `clause`, and the claim has not."""
    if not _one_sentence(base):
        return None
    original = replace(base.claim, text=f"{base.claim.text}, {clause}")
    return case_of(base, claim=base.claim, segments=base.saying(sentence), original=original)


def _condition_after(supply: Supply) -> Case | None:
    base = supply.own_words()
    clause = supply.random.choice(reservations.CONDITIONS)
    if base.sentence.endswith("?"):
        return None
    return _qualified(base, ending(base.sentence, supply.random.choice((" ", ", ")) + clause), clause)


def _condition_before(supply: Supply) -> Case | None:
    base = supply.carried(kind=supply.random.choice(("promise", "told")))
    clause = supply.random.choice([c for c in reservations.CONDITIONS if _LEADS.match(c)])
    if base.sentence.startswith("Action"):
        return None
    return _qualified(base, f"{clause.capitalize()}, {base.sentence}", clause)


def _condition_next(supply: Supply) -> Case | None:
    """In a sentence of its own, right after."""
    base = supply.carried(kind=supply.random.choice(("promise", "told", "decision")))
    clause = supply.random.choice([c for c in reservations.CONDITIONS if _LEADS.match(c)])
    lead = "" if clause.startswith("unless") else "only "
    return _qualified(
        base,
        f"{base.sentence} {f'But {lead}' if lead else ''}{clause if lead else clause.capitalize()}.",
        lead + clause,
    )


def _exception(supply: Supply, kind: str) -> Case | None:
    base = supply.carried(kind=kind) if kind != "real" else supply.random.choice(supply.spoken)
    clause = supply.random.choice(reservations.EXCEPTIONS)
    return _qualified(base, ending(base.sentence, supply.random.choice((" ", ", ")) + clause), clause)


def _everyone_but(supply: Supply) -> Case | None:
    """ "everyone fills in" becomes "everyone except Bob fills in"."""
    base = supply.carried(kind="group")
    head = re.search(r"\b(everyone|everybody)\b", base.sentence, re.IGNORECASE)
    if head is None:
        return None
    name = supply.random.choice(base.speakers)
    clause = supply.random.choice(("except", "but", "apart from", "other than")) + f" {name}"
    sentence = f"{base.sentence[: head.end()]} {clause}{base.sentence[head.end() :]}"
    return _qualified(base, sentence, clause)


def _doubted(supply: Supply, base: Base) -> Case | None:
    return _said_instead(supply, base, doubts(base.sentence))


def _doubt_before(supply: Supply) -> Case | None:
    base = supply.carried(kind=supply.random.choice(("promise", "told")))
    if base.sentence.startswith("Action"):
        return None
    return _said_instead(supply, base, [supply.random.choice(reservations.MAYBES) + base.sentence])


def _doubt_after(supply: Supply) -> Case | None:
    base = supply.own_words()
    if base.sentence.endswith("?"):
        return None
    return _said_instead(
        supply, base, [ending(base.sentence, supply.random.choice(reservations.DOUBTS_AFTER))]
    )


def _asked(supply: Supply, base: Base) -> Case | None:
    """Asked, and nobody has the answer: it is an open question at most."""
    question = asked(base.sentence)
    if question is None or not _one_sentence(base):
        return None
    other = next((s for s in base.speakers if s != base.segments[base.place].speaker), None)
    segments = said_after(base.saying(question), base.place, other, supply.random.choice(UNANSWERED))
    original = replace(base.claim, kind="question")
    return case_of(base, claim=base.claim, segments=segments, original=original)


def _refused(supply: Supply) -> Case | None:
    base = supply.carried(kind="order")
    refusal = supply.random.choice(REFUSALS)
    segments = tuple(replace(s, text=refusal) if s.id == "u1" else s for s in base.segments)
    return case_of(base, claim=base.claim, segments=segments)


def _taken_back(supply: Supply, base: Base, turns_later: int, same_voice: bool) -> Case | None:
    """Right after, or with an empty word between; by who said it, or by somebody else."""
    if not base.segments[base.place].text.endswith(base.sentence):
        return None  # more was said in the same breath: what would be taken back is not plain
    place = base.place + len(base.claim.evidence.segment_ids) - 1  # behind the answer that takes it on
    speaker = base.segments[base.place].speaker
    other = next((s for s in base.speakers if s != speaker), None)
    segments = base.segments
    if turns_later:
        segments = said_after(segments, place, other, supply.random.choice(("Hmm.", "Okay.", "Right.")))
        place += 1
    voice = speaker if same_voice else other
    segments = said_after(segments, place, voice, supply.random.choice(reservations.RETRACTIONS))
    return case_of(base, claim=base.claim, segments=segments)


def _taken_back_later(supply: Supply) -> Case | None:
    """Some turns on, by its name."""
    base = supply.carried(kind=supply.random.choice(("promise", "order", "told")))
    topic = re.match(
        r"\w+ (?:up )?(?:the|about the|two hundred) (\w+ \w+|\w+)", base.claim.text, re.IGNORECASE
    )
    place = base.place + supply.random.randrange(4, 25)
    if topic is None or place >= len(base.segments):
        return None
    words = re.sub(r" (?:in|into|for|to|about|on|of|from)$", "", topic[1])
    line = supply.random.choice(reservations.RETRACTIONS_ABOUT).format(words)
    segments = said_after(base.segments, place, base.segments[base.place].speaker, line)
    return case_of(base, claim=base.claim, segments=segments)


def _handed_over(supply: Supply) -> Case | None:
    """ "No wait, Tom does that": the promise is no longer who made it."""
    base = supply.carried(kind="promise")
    other = next((s for s in base.speakers if s != base.claim.owner), None)
    frames = (
        "No wait, {} does that.",
        "Actually no, {} will do it instead of me.",
        "Hmm, no, let {} do that one.",
    )
    line = supply.random.choice(frames).format(other)
    return case_of(
        base, claim=base.claim, segments=said_after(base.segments, base.place, base.claim.owner, line)
    )


NEGATION = Fault(
    "negation",
    {
        "real": lambda s: _denied(s, s.real()),
        "carried": lambda s: _denied(s, s.carried(kind=s.random.choice(("promise", "told")))),
        "decision": _decision_denied,
        "dropped": _negation_dropped,
    },
)
CONDITION = Fault(
    "condition", {"after": _condition_after, "before": _condition_before, "next": _condition_next}
)
EXCEPTION = Fault(
    "exception",
    {
        "group": lambda s: _exception(s, "group"),
        "promise": lambda s: _exception(s, "promise"),
        "real": lambda s: _exception(s, "real"),
        "everyone-but": _everyone_but,
    },
)
HEDGE = Fault(
    "hedge",
    {
        "real": lambda s: _doubted(s, s.real()),
        "carried": lambda s: _doubted(s, s.carried(kind=s.random.choice(("promise", "told")))),
        "before": _doubt_before,
        "after": _doubt_after,
    },
)
QUESTION = Fault(
    "question",
    {
        "real": lambda s: _asked(s, s.real()),
        "carried": lambda s: _asked(s, s.carried(kind="promise")),
        "refused": _refused,
    },
)
RETRACTION = Fault(
    "retraction",
    {
        "at-once": lambda s: _taken_back(s, s.own_words(), 0, same_voice=True),
        "by-another": lambda s: _taken_back(s, s.own_words(), 0, same_voice=False),
        "a-turn-later": lambda s: _taken_back(s, s.carried(), 1, same_voice=True),
        "later": _taken_back_later,
        "handed-over": _handed_over,
    },
)
