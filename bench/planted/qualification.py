"""Claims firmer than what was said: denied, conditional, excepted, in doubt, asked, done, taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from bench.planted.annotated import content
from bench.planted.case import Base, Case, Fault, case_of
from bench.planted.edit import UNCHANGED, asked, denials, doubts, ending, governed, participle, past
from bench.planted.supply import Kind, Supply
from bench.planted.words import lower, upper, words

_LEADS = re.compile(r"^(?:if|unless|provided|as long as|assuming|so long as)\b")
_DECIDED = re.compile(r"^(?:So we agreed, |It's settled, |Okay, )")
_TOPIC = re.compile(
    r"\w+ (?:up |off )?(?:the|about the|two hundred) (\w+(?: (?!in|into|for|to|about|on|of|from)\w+)?)\b"
)


def _firm(supply: Supply) -> Base:
    """Somebody's item, plainly stated."""
    while (base := supply.carried(supply.random.choice(("promise", "assigned")))).sentence.startswith("Act"):
        pass
    return base


def _one_sentence(base: Base) -> bool:
    """Whether the claim rests on the one sentence alone, so that editing it makes the claim wrong.

    Of a sentence that a person summarised, most of what the claim has must follow the verb that is edited.
    """
    if base.origin != "annotated":
        return True
    wanted = content(base.claim.text)
    reached = wanted & content(governed(base.sentence))
    return len(base.cited) == 1 and 2 * len(reached) > len(wanted & content(base.sentence))


def _said_instead(supply: Supply, base: Base, *ways: str) -> Case | None:
    if not ways or not _one_sentence(base):
        return None
    return case_of(base.saying(supply.random.choice(ways)))


def _denied(supply: Supply, base: Base) -> Case | None:
    return _said_instead(supply, base, *denials(base.sentence))


def _decision_denied(supply: Supply) -> Case | None:
    base = supply.carried("decision")
    frames = ("We agreed that it is not true that", "It is not the case that", "We never decided that")
    rest = _DECIDED.sub("", base.sentence)
    return _said_instead(supply, base, *(f"{frame} {rest}" for frame in frames))


def _negation_dropped(supply: Supply) -> Case | None:
    """A claim that rightly said "not" loses it."""
    base = supply.random.choice(supply.qualified)
    text = re.sub(r"\b(?:won't|will not)\b", "will", base.claim.text)
    text = re.sub(r"\b(?:can't|cannot)\b", "can", text)
    text = re.sub(r"\b(?:don't|do not) (need|have) to\b", r"\1 to", text)
    text = re.sub(r"\bnot going to\b", "going to", text).replace("shouldn't", "should")
    return case_of(base.noting(text=text)) if text != base.claim.text else None


def _qualified(base: Base, sentence: str, clause: str) -> Case | None:
    """What was said has `clause`, and the claim has not."""
    if not _one_sentence(base) or base.sentence.endswith("?"):
        return None
    original = replace(base.claim, text=f"{base.claim.text}, {clause}")
    return case_of(base.saying(sentence), original=original)


def _behind(supply: Supply, base: Base, pool: str) -> Case | None:
    clause = supply.word(pool)
    return _qualified(base, ending(base.sentence, supply.random.choice((" ", ", ")) + clause), clause)


def _condition_before(supply: Supply) -> Case | None:
    base, clause = _firm(supply), _leading(supply)
    return _qualified(base, f"{upper(clause)}, {base.sentence}", clause)


def _condition_next(supply: Supply) -> Case | None:
    """In a sentence of its own, right after."""
    base, clause = _firm(supply), _leading(supply)
    if not clause.startswith("unless"):
        clause = f"only {clause}"
    lead = "But " if clause.startswith("only") else ""
    return _qualified(base, f"{base.sentence} {upper(lead + clause)}.", clause)


def _leading(supply: Supply) -> str:
    return supply.random.choice([c for c in words("conditions") if _LEADS.match(c)])


def _everyone_but(supply: Supply) -> Case | None:
    """ "everyone fills in" becomes "everyone except Bob fills in"."""
    base = supply.carried("group")
    head = re.search(r"\b(?:everyone|everybody)\b", base.sentence, re.IGNORECASE)
    if head is None:
        return None
    name = supply.random.choice(base.voices)
    clause = f"{supply.random.choice(('except', 'but', 'apart from', 'other than'))} {name}"
    return _qualified(base, f"{base.sentence[: head.end()]} {clause}{base.sentence[head.end() :]}", clause)


def _doubted(supply: Supply, base: Base) -> Case | None:
    return _said_instead(supply, base, *doubts(base.sentence))


def _doubt_before(supply: Supply) -> Case | None:
    base = _firm(supply)
    return _said_instead(supply, base, supply.word("maybes") + base.sentence)


def _doubt_after(supply: Supply) -> Case | None:
    base = supply.own_words()
    if base.sentence.endswith("?"):
        return None
    return _said_instead(supply, base, ending(base.sentence, supply.word("doubts")))


def _asked(supply: Supply, base: Base, question: str | None) -> Case | None:
    """Asked, and nobody has the answer: it is an open question at most."""
    if question is None or not _one_sentence(base):
        return None
    said = base.saying(question).followed(base.place, (base.another, supply.word("unanswered")))
    return case_of(said, original=replace(base.claim, kind="question"))


def _alternative(supply: Supply) -> Case:
    """ "Should we order the chairs, or wait?" - "I don't know yet.", noted as a decision that cites both."""
    here, task, choice = supply.spot(), supply.word("tasks"), supply.random.choice
    frame = choice(("Should we {}, or wait?", "Shall we {}, or hold off?", "Do we {}, or leave it?"))
    turns = ((here.first, frame.format(task)), (here.second, supply.word("unanswered")))
    base = here.base(*turns, text=choice((upper(task), f"We {task}")))
    return case_of(base, original=replace(base.claim, kind="question"))


def _answered(supply: Supply, answer: str) -> Case:
    """Somebody is asked for work, and says something else than yes."""
    return case_of(supply.carried("order").hearing("u1", answer))


def _done(supply: Supply, *frames: str) -> Case | None:
    """`frames` have {verb} or {done} for the past forms, {rest} for what is done to, {when}."""
    base = supply.carried("promise")
    verb, _, rest = lower(base.claim.text).partition(" ")
    if verb in UNCHANGED:
        return None
    frame, when = supply.random.choice(frames), supply.word("past_times")
    said = frame.format(verb=past(verb), done=participle(verb), rest=rest, when=when)
    return case_of(base.saying(said))


def _taken_back(supply: Supply, same_voice: bool) -> Case | None:
    """Right after, by who said it, or by somebody else."""
    base = supply.own_words()
    if not base.segments[base.place].text.endswith(base.sentence):
        return None  # more was said in the same breath: what would be taken back is not plain
    voice = base.speaker if same_voice else base.another
    return case_of(base.followed(base.last, (voice, supply.word("retractions"))))


def _taken_back_later(supply: Supply) -> Case | None:
    """Some turns on, by its name."""
    base = supply.item()
    topic = _TOPIC.match(lower(base.claim.text))
    place = base.place + supply.random.randrange(4, 25)
    if topic is None or place >= len(base.segments):
        return None
    return case_of(base.followed(place, (base.speaker, supply.word("retractions_about").format(topic[1]))))


def _handed_over(supply: Supply) -> Case | None:
    """ "No wait, Tom does that": the promise is no longer who made it."""
    base = supply.carried("promise")
    frames = ("No wait, {} does that.", "Actually no, {} will do it instead.", "Hmm, no, let {} do that one.")
    line = supply.random.choice(frames).format(base.another)
    return case_of(base.followed(base.place, (base.speaker, line)))


def _exception(supply: Supply, kind: Kind) -> Case | None:
    return _behind(supply, supply.carried(kind), "exceptions")


def _past_answer(supply: Supply) -> Case:
    return _answered(supply, supply.word("past_answers").format(supply.word("past_times")))


FAULTS = (
    Fault(
        "negation",
        {
            "real": lambda s: _denied(s, s.real()),
            "carried": lambda s: _denied(s, _firm(s)),
            "decision": _decision_denied,
            "dropped": _negation_dropped,
        },
    ),
    Fault(
        "condition",
        {
            "after": lambda s: _behind(s, s.own_words(), "conditions"),
            "before": _condition_before,
            "next": _condition_next,
        },
    ),
    Fault(
        "exception",
        {
            "group": lambda s: _exception(s, "group"),
            "promise": lambda s: _exception(s, "promise"),
            "everyone-but": _everyone_but,
        },
    ),
    Fault(
        "hedge",
        {
            "real": lambda s: _doubted(s, s.real()),
            "carried": lambda s: _doubted(s, _firm(s)),
            "before": _doubt_before,
            "after": _doubt_after,
        },
    ),
    Fault(
        "question",
        {
            "real": lambda s: _asked(s, base := s.real(), asked(base.sentence)),
            "carried": lambda s: _asked(s, base := s.carried("promise"), asked(base.sentence)),
            "alternative": _alternative,
            "refused": lambda s: _answered(s, s.word("refusals")),
        },
    ),
    Fault(
        "past",
        {
            "told": lambda s: _done(s, "I {verb} {rest} {when}.", "Well, I {verb} {rest}."),
            "perfect": lambda s: _done(s, "I've {done} {rest}.", "Yeah, we've just {done} {rest}."),
            "answered": _past_answer,
        },
    ),
    Fault(
        "retraction",
        {
            "at-once": lambda s: _taken_back(s, same_voice=True),
            "by-another": lambda s: _taken_back(s, same_voice=False),
            "later": _taken_back_later,
            "handed-over": _handed_over,
        },
    ),
)
