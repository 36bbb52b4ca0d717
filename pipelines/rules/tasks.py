"""The task of a commitment as an instruction: "I'm gonna be sending uh the report by Friday" is "send the report"."""

from __future__ import annotations

import re

from pipelines.rules.scoring import WORK_VERBS

_END = re.compile(
    r"[.?!;]"
    r"|,? (?:and|but|so|because|'cause|cause|if|when|while|though|although|unless|then|or)"
    r" (?:i|i'll|i'm|i've|you|you're|you'll|we|we'll|we're|we've|he|she|they|it|it's|that|that's|there|there's|this|let|let's|then|maybe|what)\b"
    r"|,? (?:because|unless|although)\b"
    r"|, (?:i|i'll|i'm|you|you're|you'll|we|we'll|he|she|they|it's|okay|ok|right|yeah|yes|thanks|thank|which|so|but|if)\b"
)
_MAX_WORDS = 30
_TAIL = re.compile(
    r"(?:,? (?:and|so|but|or|okay|ok|right|yeah|then|well|please|now|of course|or something|too|as well|i think|i guess|for you|if you want))+$"
)
_LEAD = re.compile(r"^(?:be|have to|try to|try and|go and|go ahead and) (?=[a-z]+ing\b|[a-z])")
_STOP = frozenset(
    "a an the i you he she it we they me him her us them my your his its our their this that these those and or but so to "
    "of in on at by for with from as is are was were be been being do does did done have has had will would shall should "
    "can could may might must not no yes if then than there here what which who how when where why all any some more most "
    "just also very too up down out off over into about get got go going gonna okay right well like really thing things "
    "stuff something anything one ones lot bit kind sort know think mean want need let put make made say said um uh".split()
)


def end_of_task(text: str, start: int) -> int:
    """Where the clause that begins at `start` ends."""
    match = _END.search(text, start)
    end = match.start() if match is not None else len(text)
    words = 0
    for word in re.finditer(r"\S+", text[start:end]):
        words += 1
        if words == _MAX_WORDS:
            end = start + word.end()
            break
    tail = _TAIL.search(text, start, end)
    return tail.start() if tail is not None else end


def imperative(task: str) -> str:
    """The task with its verb in the base form."""
    task = task.strip(" ,:-")
    words = task.split(" ")
    if len(words) > 1 and words[0].lower() == "be" and words[1].lower().endswith("ing"):
        words = [base_form(words[1]), *words[2:]]
    elif words[0].lower().endswith("ing") and base_form(words[0]) in WORK_VERBS:
        words = [base_form(words[0]), *words[1:]]
    if words[0][:1].isupper() and words[0].lower() in WORK_VERBS:
        words[0] = words[0].lower()
    return " ".join(words)


def base_form(gerund: str) -> str:
    """ "preparing" -> "prepare"; spelling decides, and the list of work verbs where two are possible."""
    word = gerund.lower()
    if not word.endswith("ing") or len(word) < 6:
        return {"doing": "do", "going": "go", "being": "be"}.get(word, word)
    stem = word[:-3]
    undoubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
    for candidate in (stem, stem + "e", undoubled):
        if candidate in WORK_VERBS:
            return candidate
    if undoubled != stem and stem[-1] not in "lsz":
        return undoubled
    return stem


def content_words(text: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+(?:'[a-z]+)?", text.lower()) if word not in _STOP]
