"""English questions and their answers."""

from __future__ import annotations

import re

from guardrails.qualifiers.english.grammar import AUXILIARY, NOUN, OPENERS, PRONOUN
from guardrails.qualifiers.tables import Cue, pattern

QUESTION = Cue(
    re.compile(
        rf"^{OPENERS}(?:{AUXILIARY} (?:{PRONOUN}|{NOUN}|let)\b"
        r"|(?:(?:what|who|whom|when|where|why|how)(?: \w+){0,2}|which(?: \w+){1,2})"
        rf" {AUXILIARY} (?:{PRONOUN}|{NOUN})\b"
        r"|(?:what|how) about\b|what if\b|why (?:don't|doesn't|do not) (?!you\b)"
        r"|why not\b(?! (?:, )?(?:i|we|let)\b))"
        rf"|^{OPENERS}(?:who|whose|which)(?: (?:of \w+|\w+)){{0,2}} (?:{AUXILIARY}|is|'d|'ll|wants?|gets?)\b"
        rf"|^{OPENERS}(?:who'd|who'll|who's|what's|where's)\b"
        # "Tell me, do we ...": the question stands behind a few words.
        rf"|^{OPENERS}(?:\w+ ){{0,3}}, (?:{AUXILIARY}) (?:we|i)\b"
        rf"|^{OPENERS}(?:what happens|any (?:thoughts|ideas|views|opinions?|news)|what(?:'s|"
        rf" is) the (?:point|use))\b"
        rf"|^{OPENERS}(?:does|do|has|did) (?:any(?:one|body)|some(?:one|body)|we|you) (?:know|decided?)\b"
        rf"|^{OPENERS}(?:so )?(?:you mean|are you saying|do you mean|is it true|did i hear)\b"
        r"|\b(?:wonder(?:ed|ing)?|the question is|(?:it's|it is|that's|still|remains?|was|is)(?: still)?"
        r" (?:not (?:yet )?(?:decided|settled|clear)|open|unclear|undecided|unsettled|unresolved|debatable))"
        r" (?:if|whether)\b"
        # What is to be found out has not been settled; "find out whether it works" is work.
        r"|\b(?:discuss|debate|decide|find out|figure out|clarify|settle|know|tell me|say|ask|thoughts on|"
        r"talk about|think about|agree on|see|check) (?:whether|if) (?:to|we|i)\b(?! (?:can|could)\b)"
        r"|\b(?:do|should|shall) we want\b"
        r"|, (?:yes or no|or not|or what)(?= \?|$)"
    )
)
REQUEST = pattern(
    r"(?:can|could|would) (?:you|somebody|someone|anybody|anyone|one of you|[a-z]+ please)",
    r"(?:can|could|may|might) i (?:ask|get|trouble|bother|borrow|persuade|tempt)",
    r"(?:^|(?<=, ))(?:would you |do you |you )?mind \w+ing",
    *(r"(?:any|is there any|what's the) chance (?:you|of you|that you)", r"i don't suppose you"),
    *("do you mind", r"are you (?:able|willing|happy|okay) to", "please"),
    *(r"why don't (?:you|i)", r"can (?:i|we) (?:please|just)"),
    r"you (?:couldn't|wouldn't|can't|won't)(?=[^.;!]{0,90} , (?:could|would|can|will) you \?)",
)
ASKS_ANYBODY = pattern(r"(?:can|could|would|will) (?:somebody|someone|anybody|anyone|one of (?:you|us))")
# How a yes goes on: "yes, I'll do it", "okay, let's", "sure, that works".
GOES_ON = re.compile(
    r"(?:i|we|you|that|it|this|let|lets|let's|please|do|go|i'll|we'll|that's|it's|sounds|why|"
    r"still (?:am|do|will|is|are))\b"
)
# "..., okay, Bob?"
TAG = re.compile(
    r"(?:\b(?:okay|ok|right|yeah|yes|no|huh|eh|alright|all right|correct|agreed|isn't it|don't you think|"
    r"(?:is|are|was|were|do|does|did|has|have|had)n't (?:i|you|he|she|it|we|they|there)|"
    r"shall we|won't you|will you|would you|could you|can you|please|"
    r"is that (?:okay|ok|right|fine|alright)|does (?:that|this|it) (?:sound|work|make|seem) [a-z ]+|"
    r"do(?:es)? (?:anyone|anybody|you) (?:disagree|agree|object|have)[a-z ]*|any (?:objections?|questions?))"
    r"(?: then| now)?|\b(?:okay|ok|right|alright)(?: ,)? \w+) \?$"
)
CONSENT = re.compile(
    rf"{OPENERS}(?:sure|absolutely|of course|certainly|definitely|no problem|no worries|will do|can do|"
    r"gladly|happy to|yes|yep|yeah|yup|okay|ok|alright|all right|agreed|fine|right|exactly|sounds good|"
    r"good idea|got it|on it|consider it done|let's do (?:it|that)|i agree|i think so|please do|correct|"
    r"not at all|by all means|you (?:could|can|may|bet)\b(?! not)|go on then|"
    r"(?:of )?course (?:i|we)|naturally|fine by me|no bother|suits me|aye|righto|that's fine|that works|"
    r"perfect|great|cool|mm-hmm|my pleasure|with pleasure|"
    # "Who books the room?" "I can do that tomorrow."
    r"(?:i'll|i will|i can|i could) (?:do|take|handle|manage|sort|sort out|take care of|look after|see to)"
    r" (?:that|it|this|those|them)(?: (?:today|tomorrow|now|then|next \w+|(?:by|on|this) (?:the )?\w+))?|"
    r"(?:i'll|i will|i can)(?: do)?(?= [.,!]|$)|leave (?:it|that) (?:to|with) me|put me down|"
    r"i (?:don't|wouldn't) mind(?: (?:doing|taking|handling) (?:that|it|this|those|them))?(?= ?[.,!]|$))\b"
)
REFUSAL_ANSWER = re.compile(
    r"\b(?:no(?: ?,)? (?:sorry|i|not|thanks|way)|sorry(?: ?,)? (?:but )?i|i (?:really |honestly |just )?"
    r"(?:can't|cannot|won't|will not|couldn't|don't have|haven't got|don't think (?:i|we|that))|can't do|"
    r"i'd rather not|i'm afraid|not really|unfortunately|somebody else|someone else|too busy|no time|"
    r"not this week|not possible|(?:flat out|swamped|snowed under|tied up|fully booked)(?! by then))\b"
    r"|^(?:(?:oh|well|hmm)(?: ?,)? )*(?:no\b(?! problem| worries)|nope\b|nah\b|can't\b)"
)
DEFERRAL = pattern(
    *("don't know", "dunno", "no idea", "no clue", "good question", "come back", r"we'll (?:have to )?see"),
    *(
        "have to see",
        r"can't (?:settle|decide|say|tell)",
        "not sure",
        "unsure",
        "hard to say",
        "another time",
    ),
    *("later", "let me think", "let's think", "think about it", "open question", "undecided", "not yet"),
    *("to be decided", r"take (?:it|that) offline", "need to check", "have to check", "depends"),
)
ASKING_TEXT = pattern(
    *("whether", r"ask\w*", "find out", "decide", r"clarif\w*", r"discuss\w*", r"question\w*", "unclear"),
    *(r"determine\w*", r"investigat\w*", r"consider\w*"),
)
