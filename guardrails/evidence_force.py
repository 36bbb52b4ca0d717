"""Who is to do it, by the grammar of a sentence: its speaker ("I'll"), or who is spoken to ("can you")."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from guardrails.words import content_stems

Force = Literal["promise", "request", "neither"]

_CUE = re.compile(
    r"""\b(?:
    (?P<promise>
      i\ (?:will|can(?!['’]t)|could|should|shall|might|must|have\ to|plan|intend|promise|volunteer|would|just
        |(?:am|was)(?!\ hoping\ (?!to\b))|(?:need|want|would\ like)\ to)
      |i['’](?:ll|m(?!\ hoping\ (?!to\b))|ve\ got|d(?!\ (?:like|love|want|ask|need)\b)|d\ (?:like|love)\ to)
      |(?<!you\ )let\ me(?!\ know\b)|(?<![^\W_]\ )will\ do(?!\ \w)
      |(?:want|like|need|ask|asked|told|expect|for)\ me\ to
      |(?:shall|should|can|could|may|might|will)\ i(?!\ (?:ask|trouble|bother|get|persuade)\b)
      |(?:why\ (?:don['’]t|do\ not)|how\ about|what\ (?:if|about)|suppose)\ i(?!['’])
      |i\ won['’]t\ forget\ to|(?:would|does|will)\ any(?:one|body)\ (?:mind|object)(?=\ _)
      |leave\ it\ to\ me|my\ (?:task|job|action)
    )
    |(?P<request>
      (?:can|could|would|will)\ (?:some|any)(?:one|body)(?!\ (?:\w+\ me|mind|object)\b)|
      (?:can|could|would|will|should|may|must|do|are|if|want|like|need|ask|get|have|so|and|then|maybe|expect)
        \ (?:all\ of\ |both\ of\ |the\ two\ of\ )?you
      |you(?:['’](?:ll|re|d)
        |\ (?:\w+\ )?(?:will|can|could|should|shall|would|are|have|need|must|might|two|guys|gotta))
      |(?:can|could|may|might)\ i\ (?:ask|trouble|bother|get|persuade)|mind\ \w+ing
      |for\ you(?=,|\ the\b|\ to\b|\ it)|your\ (?:task|job|action|assignments?|homework)|please
    ))\b""",
    re.IGNORECASE | re.VERBOSE,
)
# "in case you need it", "as you can see", "what you said": nobody is asked to do anything.
_ASIDE = re.compile(
    r"\b(?:in case|so that|when|whenever|before|after|what|that|which|where|how|because|'cause|once|as|than|"
    r"whatever|everything|everyone|whether|unless|things?|if) you(?: guys)?(?:'ll|'re|'d|'ve)?\b"
    r"(?! (?:can|could|would)\b)"
    # "unless I'm ill", "if I can": when it is done, not who does it.
    r"|\b(?:unless|if|in case|because|'cause|since|while|until|before|after|when|once|whether|although|though"
    r"|as long as|as soon as) i(?:['’](?:m|d|ve)| am| can| could| should| have| was| would| might)?\b"
    r"(?! (?:going to|gonna|will)\b)(?!['’])"
    r"|\b(?:as you can (?:see|imagine)|if you (?:like|want|will|wish)|do you know|you know"
    r"|(?:thank|see|sent?|show|give|tell|let) you)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:\W|\b(?:so|and|but|okay|ok|yeah|yes|well|then|um|uh|just|now|also|maybe|please|or|right)\b)*", re.I
)


@lru_cache(maxsize=256)  # one claim is asked about several times
def force_of(sentence: str, task: str) -> Force:
    """What `sentence` does with `task`: of several cues the last one before the task's first word decides."""
    sentence = _ASIDE.sub(lambda match: "_" * len(match.group()), sentence)
    cues = list(_CUE.finditer(sentence))
    if not cues:
        return "neither"
    begins = first_said(task, sentence)
    before = [cue for cue in cues if begins is None or cue.start() < begins] or cues[:1]
    return "promise" if before[-1]["promise"] else "request"


def last_cue(sentence: str) -> int | None:
    """Where the last words stand by which somebody takes something on or asks for it."""
    cues = [*_CUE.finditer(_ASIDE.sub(lambda match: "_" * len(match.group()), sentence))]
    return cues[-1].start() if cues else None


def is_order(sentence: str, task: str) -> bool:
    """Whether the sentence begins with the task's first word: "Check your mail." for "check your mail"."""
    first = task.split()[:1]
    rest = sentence[_OPENING.match(sentence).end() :].split()[:1]  # type: ignore[union-attr]  # matches nothing too
    return bool(first and rest) and first[0].strip(",.").casefold() == rest[0].strip(",.").casefold()


def first_said(task: str, sentence: str) -> int | None:
    """Where the first content word of `task` that `sentence` has stands in it."""
    words = [
        (match.start(), content_stems(match.group())) for match in re.finditer(r"[^\W_][\w'’-]*", sentence)
    ]
    for stem in content_stems(task):
        for start, stems in words:
            if stem in stems:
                return start
    return None
