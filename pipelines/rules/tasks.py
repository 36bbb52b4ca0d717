"""The task of a promise as an instruction: "I'm gonna be sending uh the report" is "send the report"."""

from __future__ import annotations

import re

from pipelines.rules.verbs import INQUIRY, base_form, is_known

_SUBJECTS = (
    r"(?:i|i'll|i'm|i've|i'd|you|you're|you'll|we|we'll|we're|we've|he|he's|she|she's|they|they're|it|it's|"
    r"that|"
    r"that's|there|there's|this|let|let's|then|maybe|what)\b"
)
# A mark inside a number or a name ends nothing ("1,200.50", "node.js"), nor does that of a title ("Dr. Lee").
# A writer in haste forgets the blank after it: "next week.but".
_TITLES = "".join(rf"(?<!\b{title})" for title in r"mr ms mrs dr st vs e\.g i\.e approx".split())
_STOP = rf"{_TITLES}[.?!;](?=[\s_\"')\]]|$)|\.(?=(?:and|but|then)\b)"
_END = re.compile(
    rf"{_STOP}"
    rf"|,? (?:and|but|so|because|'cause|cause|if|when|while|though|although|unless|then|or) {_SUBJECTS}"
    r"|,? (?:and|but|so|while) (?:(?:the|our) )?\w+ (?:will|is going to|'s going to|should|needs to|has to)\b"
    r"| (?:okay|ok|alright|all right|perfect|anyway|thank you|thanks)\b"
    r"|,? (?:because|unless|although|if|provided|assuming|as long as)\b"
    r"|(?: instead)?, (?:the )?\w+ (?:is|are|was|were) (?:too|not|already|no longer)\b"
    rf"|, (?:okay|ok|right|yeah|yes|thanks|thank|which|so|but|{_SUBJECTS})"
)
# "check if it fits": the clause goes on.
_WHETHER = re.compile(r" (?:if|when)\b")
_MAX_WORDS = 30
# "Be drafting or trying to draft": a second verb in the form of the first.
_GOES_ON = re.compile(r"\b(?:and|or) \w+ing\b")
_TAIL = re.compile(
    r"(?:,? (?:and|so|but|or|okay|ok|right|yeah|(?<!before )(?<!until )(?<!by )then|well|please|of course|"
    r"or something|too|as well|i think|i guess|for you|instead|whatever|etcetera|is|so on|so forth|"
    r"pretty much|stuff|whatnot|everything|i promise|promise))+,?$"
)
# What a speaker did not get to: ", and the ...".
_UNSAID = re.compile(
    r",(?: (?:and|or|but|in|on|to|of|for|with|the|an?|my|our|your|this|that|these|some)){0,3}[ ….,-]*$"
    r"|…[ .,]*$"
)
_CLEFT = re.compile(
    r"^(?:be )?(?:do|doing|need|want)(?: now| next| first)?,? is,? (?:(?:to|that|just|basically) )*"
)
_STOP_WORDS = frozenset(
    """
    a an the i you he she it we they me him her us them my your his its our their this that these those and
    or but so to of in on at by for with from as is are was were be been being do does did done have has had
    will would shall should can could may might must not no yes if then than there here what which who how
    when where why all any some more most just also very too up down out off over into about get got go
    going gonna okay right well like really thing things stuff something anything one ones lot bit kind sort
    know think mean want need let put make made say said
    """.split()
)


def end_of_task(text: str, start: int) -> int:
    """Where the clause that begins at `start` ends."""
    end = len(text)
    for match in _END.finditer(text, start):
        if not (_WHETHER.match(match.group()) and INQUIRY.search(text[start : match.start()])):
            end = match.start()
            break
    for count, word in enumerate(re.finditer(r"\S+", text[start:end]), 1):
        if count == _MAX_WORDS:
            end = start + word.end()
            break
    for idle in (_UNSAID, _TAIL, _UNSAID):
        tail = idle.search(text, start, end)
        end = tail.start() if tail is not None else end
    return end


def after_cleft(text: str) -> int:
    """Where the work begins in "do is work on the plan" (after "what you'll"); 0 in other sentences."""
    match = _CLEFT.match(text)
    return match.end() if match is not None else 0


def imperative(task: str, *, continuous: bool = False) -> str:
    """The task with its verb in the base form; empty if no word is left.

    `continuous`: a form of "be" stands before it.
    """
    words = " ".join(task.split()).replace(" ,", ",").strip(" ,:;-.").split(" ")
    if len(words) > 1 and words[0].lower() == "be" and words[1].lower().endswith("ing"):
        words = [base_form(words[1]), *words[2:]]
    elif (
        continuous
        and words[0].lower().endswith("ing")
        and (not is_known(base_form(words[0])) or _GOES_ON.search(" ".join(words[1:6])))
    ):
        words = ["be", *words]  # how its base is spelled is not known, or another form follows
    elif words[0].lower().endswith("ing") and is_known(base_form(words[0])):
        words = [base_form(words[0]), *words[1:]]
    if is_known(words[0].lower()):
        words[0] = words[0].lower()
    return " ".join(words)


def content_words(text: str) -> list[str]:
    """Words that name things, in lower case and in order."""
    return [word for word in re.findall(r"[^\W_]+(?:'[a-z]+)?", text.lower()) if word not in _STOP_WORDS]


def is_vague(task: str, verb: str) -> bool:
    """Whether nothing but the verb is named: "do that", "check it"."""
    first, _, rest = task.lower().partition(" ")
    return not [word for word in content_words(f"{first} {rest}") if base_form(word) != verb]
