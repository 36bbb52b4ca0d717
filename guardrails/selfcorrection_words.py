"""How a writer takes back what he has just written: doubts, turns, labels of attempts, talk about the draft.

Each is anchored at the start of a sentence or behind a dash, dots or a bracket; what was said in the meeting
in these very words is content (`guardrails.selfcorrection`).
"""

from __future__ import annotations

import re

from guardrails.words import content_stems

_START = r"(?:^|(?<=[.!?:;…)\]—–\n])|(?<=\s-))\s*"
_SOUND = (
    r"(?:(?:hmm+|hm|uh|um|oh|oops|well|okay|ok|so|and|but|ah|er|no|sorry|apologies|whoops)\b[\s,.!…—–-]*)*"
)
_RECHECK = (
    r"(?:re-?check|double[- ]?check|correct|re-?phrase|re-?consider|re-?read|re-?calculate|re-?count|"
    r"re-?verify|"
    r"verify|revise|restate|re-?think|think again|try again|start over|try that again|fix (?:that|this|it)|"
    r"check (?:that|this|it|again|the (?:transcript|notes?|evidence|segments?))|look again|redo)"
)
_WRONG = (
    r"(?:that|this|it)(?:'s|’s| is| was| isn't| is not)\s+(?:all |actually |not )?"
    r"(?:wrong|incorrect|right|correct|a mistake|an error|what was said|accurate)"
    r"|(?:that|this|it) (?:seems|looks|sounds|(?:might|may|could) be) (?:wrong|off|incorrect|odd|right|fine"
    r"|good)\b"
    r"|(?:that|this|it) (?:was|is|belongs to|comes from) (?:the |an? )?(?:previous|other|another|next"
    r"|different|wrong)"
    r" (?:item|one|task|action|claim|decision|segment)\b"
    r"|(?:this|that|it) (?:matches|fits|agrees with) (?:the (?:transcript|evidence|text|words)|what was"
    r" said)\b"
)
# To the end of their sentence nothing but the doubt is said.
_DOUBT = (
    rf"(?:(?:wait|hold on|hang on|stop|actually)\b[\s,.!…—–-]*)*(?:actually,? )?{_SOUND}"
    rf"(?:let me (?:just |quickly )?{_RECHECK}\b|i (?:need|have|want|should|must) to {_RECHECK}\b"
    rf"|(?:no,? )?{_WRONG}\b|i (?:made|think i made) (?:a|an) (?:mistake|error)\b"
    r"|i (?:misread|miscounted|mixed (?:that|this|it) up|was wrong|got (?:that|this|it) wrong|confused"
    r"|mixed up"
    r"|misheard|misunderstood|overlooked)\b"
    r"|(?:my (?:mistake|bad|apologies)|(?:scratch|strike) that)\b(?!\s*[,;–—-])"
    r"|i (?:should|must|need to) (?:clarify|correct)\b"
    r"|i stand corrected\b|to correct myself\b|(?:that(?:'s|’s| is) )?not (?:quite|exactly)(?: it| right|"
    r" that)?(?=[.,:!…])"
    r"|(?:that|this|it) (?:can't|can’t|cannot|doesn't|doesn’t|does not) "
    r"(?:be |look |seem |sound )*(?:right|correct)\b"
    r"|(?:re-?check|double[- ]?check|re-?read|re-?consider|correct|revis|verify|re-?verify|re-?think)ing\b"
    r"(?=(?: (?:that|this|it|again|my|the (?:transcript|notes?|evidence|segments?|answer)))*\s*[.,:!…—–-])"
    r"|(?:looking|checking|thinking)\b[^.:,]{0,25}\bagain\b"
    r"|here(?:'s|’s| is) (?:the |my |a )?(?:correct(?:ed)?|revised|updated|fixed|right|better) "
    r"(?:version|item|answer|one|text|wording)\b)"
)
# After these the right words follow at once, behind a comma or a colon.
_TURN = (
    rf"{_SOUND}(?:(?:wait|hold on|hang on|actually|no)\b[\s,.!…—–-]+)+"
    rf"(?:no\b|(?:scratch|strike) that\b|never ?mind\b)"
    r"|(?:hmm+|uh|um|oh|ah|er|nope)\b[\s,.…-]+no\b(?=\s*[,.:;…—–-])|(?<=[.!?] )(?:no|nope)(?=[,.:;…—–]|\s-)"
    r"|or rather(?=[,:])|make that(?=:)|correct that(?= to\b|:)"
    rf"|{_SOUND}(?:wait|hold on|hang on)\s*(?=[.!…—–-]|,\s*(?:no\b|actually\b|it(?:'s| is| should)\b))"
    rf"|{_SOUND}(?:on )?second thoughts?\b|{_SOUND}on reflection\b"
    rf"|{_SOUND}(?:what )?i mean(?:t(?: was)?)?(?=[:,])|{_SOUND}(?:or )?(?:better|rather)(?=[:,])"
    r"|(?:(?<=[.!?:;…] )|(?<=^))(?:(?:up)?on|after) (?:further |closer |second |a second |careful |re-?)*"
    r"(?:review|inspection|consideration|checking|reading|look)(?: of [^.,:]{0,30})?(?=[,.:])"
    rf"|(?:in fact|actually|come to think of it|oh|er|um|well)[, ]+no(?=[.,:;…—–])"
    r"|(?:my (?:mistake|bad|apologies)|(?:scratch|strike) that|(?:i )?beg (?:your )?pardon)(?=\s*[,;–—-])"
    rf"|{_SOUND}(?:actually|thinking about (?:it|this)(?: more| again)?|hold on|hang on|(?:or )?more"
    rf" (?:accurately|"
    r"precisely)|ah,? i see|warte|moment|korrektur|entschuldigung|ich mein(?:e|te)|besser gesagt"
    r"|nein)(?=\s*[,:])"
    rf"|{_SOUND}(?:instead(?: write| say)?|therefore|(?:it |this |that )?should (?:be|read|say)"
    r"|(?:so )?the (?:answer|item|task) is|v\d|option [b-z2-9])(?=\s*:)"
)
# What a writer calls one of his attempts, before a colon.
_LABEL = (
    r"(?:(?:self|my|the|a|an|first|second|third|initial|final|last|new|next|old|previous|better|improved|"
    r"correct|"
    r"corrected|revised|updated|proper|right|actual|amended|edited|fixed|cleaner|clearer|rewritten|"
    r"reworded)[- ])*"
    r"(?:correction|corrected|revision|revised|version|attempt|try|take|draft|edit|amended|wording|rewording|"
    r"phrasing|answer|redo|update|final|fixed)(?: (?:item|version|answer|text|\d+|one|two|three|b))?"
)
MARK = re.compile(
    rf"{_START}(?:(?P<doubt>{_DOUBT})(?:(?!\s-\s)[^.!?:;\n…—–])*(?:\s*[.!?:;\n…—–-]+|$)|(?P<turn>{_TURN})(?:[\s,:;.!…—–-]+|$)"
    rf"|{_SOUND}(?:{_LABEL})\s*:\s*)"
    r"|\s(?-i:EDIT|CORRECTION|UPDATE|REVISED)\s*:\s*",
    re.IGNORECASE,
)
# What may stand between a doubt and the right words.
LEAD = re.compile(
    rf"\s*(?:(?:the|this|my) (?:item|version|answer|text|task|action(?: item)?|claim|decision)"
    rf"(?: is|:| reads)+\s*:?\s*"
    rf"|(?:okay|ok|so|right|well|hmm+|alright|yes|actually|no|sorry)\b[\s,:.…!—–-]+"
    rf"|(?:here(?:'s| is) )?(?:the |it )?(?:right|correct(?:ed)?|revised|actual|final|updated|proper)\s+"
    rf"(?:item|version|answer|text|task|action(?: item)?|claim|decision|one|wording|sentence|statement)"
    rf"(?:\s+(?:is|should be|reads?|would be))?\s*[:,-]?\s*"
    rf"|(?:{_LABEL})\s*:\s*|it should (?:be|read|say)\s*:?\s*|[-—–:;,.…\s]+)",
    re.IGNORECASE,
)


# A sentence, or what stands before a colon, made of such words alone is about the draft, not the meeting.
UNIT = re.compile(r"[^.!?:…—–\n]+[.!?:…—–\n]+")
# "Pay Ann ... no wait Pay Bob": behind dots it needs no mark of its own.
BROKEN_OFF = re.compile(
    r"(?:\.{2,}|…|\s[-—–]|//)\s*(?:(?:no|wait|sorry|actually|oops|hold on|hang on)\b[\s,]*){1,4}"
    r"(?:i mean(?:t)?\b\s*:?\s*)?",
    re.IGNORECASE,
)
# "(no, the library)", "[corrected]", "(I think)": in brackets a writer talks to himself.
ASIDE = re.compile(r"\s*[(\[](?P<words>[^()\[\]\n]{2,80})[)\]]")
REMARK = re.compile(
    r"(?:no|wait|sorry|oops|whoops|actually|hmm+)[,.: ]+(?!later\b|more\b|less\b|earlier\b|longer\b)"
    r"|(?:i (?:think|guess|believe)|(?:self-)?correct(?:ed|ion)|revised|edited|fixed|wrong"
    r"|double[- ]checked|sic"
    r"|re-?checked|second try|(?:first |old |previous )?draft|(?:old|new) version)\W*$",
    re.IGNORECASE,
)
_SLIP = (
    r"(?:no|nope|nah|sorry|wait|hang on|hold on|oops|correction|make that|pardon(?: me)?"
    r"|excuse me|my (?:mistake|bad)|er|hmm+|oh|ah|whoops|(?:my )?apologies|forgive me"
    r"|(?:i )?beg (?:your )?pardon)"
)
# "Pay Ann, I mean Bob": inside a sentence it needs marks on both sides, or words that mean nothing else.
_PLAIN = (
    r"(?:i mean(?:t)?(?: to say)?|or rather|or,? actually|scratch that|strike that|no,? wait|wait,? no"
    r"|no,? sorry|sorry,? no|oops|i should say"
    r"|(?:no,? |wait,? |sorry,? )?(?:(?:hang|hold) on(?! (?:to|with|for)\b)"
    r"|make that(?! (?:clear|sure|happen)\b)))\b"
)
INLINE = re.compile(
    # "..., hmm, not a poster, ..." takes back what it names once more.
    r"\s*[,;(–—-]+\s*(?:(?:hmm+|uh|er|ah|no|nope|wait|sorry)[, ]+not (?:\w+ ){0,2}\w+[,;:–—]"
    rf"|{_SLIP},? i mean(?:t)?\b[,:]?"
    rf"|{_SLIP}(?:,? (?:no|nope|wait|sorry|hang on|hold on|i mean(?:t)?|rather))*\s*[,:–—]"
    rf"(?:\s*(?:{_WRONG})\s*[,:–—]|\s*{_PLAIN}[,:]?)?"
    r"|check that(?=, (?:the|an?|to|on|by|at|in|for|with|my|our|his|her|their)\b),"
    rf"|{_PLAIN}(?:[, ]+(?:{_PLAIN}|no|wait|sorry|actually)\b)*[,:]?)\s*",
    re.IGNORECASE,
)
# "The new shirts, not shirts, the new balls": what was just written is taken back by its own name.
_NOT = re.compile(r"\s?[,;–—]\s?not (?:(?:the|a|an) )?(?P<word>[^\W_]{2,30})\s?[,;:–—]\s?", re.IGNORECASE)
# What a sentence of a summary begins with that takes the one before it back.
DENIAL = re.compile(
    r"\W*(?:(?:wait|hold on|hmm+|oh|actually|sorry|oops|well)\b[\s,.…!-]*)*"
    r"(?:(?:no|nope|wrong|correction|(?:scratch|strike) that|my mistake|oops)\b(?=\W*(?:[,.:!…–—-]|$))"
    r"|(?:that|this|it)(?:'s|’s| is| was)(?: not| n't)? (?:right|wrong|incorrect|correct|a mistake)\b"
    r"|i (?:made a mistake|was wrong|misread|misheard)\b[^.!?]*|let me correct (?:that|this|it|myself)\b)"
    r"[\s.,:!…–—-]*",
    re.IGNORECASE,
)
ABOUT_DRAFT = frozenset(
    content_stems(
        "wrong correct correction corrected mistake mistaken error recheck revise revised revision review "
        "clarify precise rephrase sorry apology apologies apologize scratch oops misread wait actually "
        "double-check reconsider rather amend amended fix myself redo incorrect inaccurate retract "
        "pardon reword wording ignore disregard replace exactly confused mixed misheard misunderstood better "
        "nonsense mistyped rewrite"
    )
)
BESIDE = ABOUT_DRAFT | frozenset(
    content_stems(
        "item version answer text task action claim decision read check transcript note segment evidence "
        "line entry point statement wording say said mean look think thought verify try start moment second "
        "make made above previous last first new final proper right hold hang still again upon instead state "
        "stated listen quite find owner need word take sentence phrase see process step should something "
        "like belongs belong confident certain sure matches other another mix speaker mind never "
        "real idea given sec"
    )
)
# A sentence that begins so, and of which nobody said much, is a second thought whatever it says.
# "No date was set." and "Wait for the permit." say something: behind the word there is a mark, or a "that".
STOPS = re.compile(
    r"\W*(?:(?:wait|hold on|hang on|no|nope|sorry|pardon|stop|wrong|er|uh|argh|warte|moment|nein)\b"
    r"(?=\s*(?:[,.:;!?…–—-]|$)|\s+(?:that|this|it|no|wait|sorry|let|i|actually|what|das)\b)"
    r"|(?:oops|whoops|hmm+|never ?mind|actually no"
    r"|(?:please )?(?:ignore|disregard|forget|skip|delete)"
    r" (?:that|this|what|my|the (?:above|last|previous)))\b)",
    re.IGNORECASE,
)
LITTLE = 0.34
# The writer thinks aloud: "Let me think about this.", "I need to find the owner first."
ALOUD = re.compile(
    r"\b(?:i|me|my|myself|let's see|thinking)\b|\bthe (?:item|task|claim|text|wording) should\b", re.I
)


def turns_inside(text: str) -> list[re.Match[str]]:
    """Where a sentence of `text` takes back its own words and goes on."""
    again = (
        turn
        for turn in _NOT.finditer(text)
        if text[: turn.start()].casefold().endswith(f" {turn['word'].casefold()}")
    )
    return [*INLINE.finditer(text), *again]
