"""English conditions. Time ("when", "once") is no condition: what it waits for is expected."""

from __future__ import annotations

import re

from guardrails.qualifiers.english.grammar import PRONOUN, WILL
from guardrails.qualifiers.tables import Cue, pattern

# After these "if" means "whether": it names what is found out.
_WHETHER = (
    r"(?:see|check|ask|asking|know|sure|certain|wonder|wondering|wondered|find out|tell|decide|determine|"
    r"confirm|verify|clarify|figure out|look|remember|care|mind|question|doubt|worth)"
)
# These only where nothing stands between: "of if", not "on the first of December if".
_OF_WHETHER = r"(?:on|about|even|what|as|like|thing|of)"

# "The second floor" is no moment.
_MOMENT = (
    r"once|when|after|before|until|till|as soon as|the (?:moment|minute)(?: that)?|the second"
    r"(?= (?:that|i|we|you|he|she|they|it|the|our|my|your|their)\b)(?: that)?|upon"
)
_LEAVE = (
    r"(?:approv|agree|confirm|sign|accept|clear|permi|hear|consent|authori[sz]|grant|ratif|endors|bless|"
    r"okay[es]|(?:(?<='s )|(?<=the )|(?<=your )|(?<=their )|(?<=his )|(?<=her )|(?<=an ))okay|"
    r"go[- ]?ahead|green light|thumbs|funded|funding|say[s]? (?:yes|so)|"
    r"(?:gets?|got|comes?|came|reports?) back (?:to|with))"
)
_THING = r"(?:the|all|both|our|your|their|his|her|each|every|enough|[a-z]+'s)"
_HAPPENS = (
    r"is|are|has|have|comes?|arrives?|passes|pass|gets?|works?|fits?|signs?|pays?|clears?|opens?|closes|"
    r"goes|agrees?|approves?|confirms?|finishes|finish|ends?|drops?|reaches|reach|allows?|permits?|says?"
)
CONDITION = Cue(
    pattern(
        r"(?:but )?only (?:when|once|after)",
        r"(?:(?:but )?only )?(?:if and only if|if and when|if|unless|provid(?:ed|ing)(?: that)?|"
        r"(?:as|so) long as|assuming(?: that)?|supposing|in case|(?:on|under) (?:the )?condition that)",
        r"except (?:when|where|if|unless)",
        "given that",
        # What has to happen first, by itself or by others: "once all the deposits are in".
        rf"(?:(?:but )?not )?(?:once|as soon as|when)(?= {_THING}(?: \w+)* (?:{_HAPPENS})\b)",
        rf"(?:(?:but )?not )?(?:once|as soon as|when)(?= {_THING}(?: \w+){{0,3}} \w+'s \w+)",
        r"(?:(?:but )?not )?(?:until|till)(?= (?:it|they|he|she|that|somebody|someone)"
        r"(?:'s|'ve|'re| has| have| is| are)(?: \w+){0,2} \w+(?:ed|en|ne|nt|id|de|pt|ut)\b)",
        r"(?:once|when|after)(?= [^,]* , (?:and )?(?:not|no) (?:before|earlier|sooner)\b)",
        # A moment that somebody must bring about, or something that must come first.
        rf"(?:(?:but )?not )?(?:{_MOMENT})(?= (?:\w+(?:'\w+)? ){{1,6}}{_LEAVE}\w*)",
        rf"(?:{_MOMENT})(?= (?:we|i|they)(?:'ve)? (?:have|get|got|find|receive|know) )",
        r"until (?:i hear|we hear|you hear|someone|somebody|anyone|anybody|you tell|told|they tell)(?= )",
        rf"(?:only )?with(?= (?:\w+(?:'s)? ){{0,3}}{_LEAVE}\w*)",
        *(
            "subject to",
            "barring",
            "pending",
            r"failing(?! that\b)",
            r"depend(?:ing|ent) on(?: whether)?",
            "with the proviso that",
        ),
        *(r"contingent (?:up)?on", r"conditional (?:up)?on", "granted that", "with the caveat that"),
        r"on (?:the )?(?:understanding|assumption|premise|proviso|basis|off chance|chance) that",
        r"in the event (?:that|of)",
        *(
            "whenever",
            "lest",
            r"(?:in)?so ?far as",
            r"as far as(?= .* (?:allow|permit)s?)",
            "to the extent that",
        ),
        r"(?:it|that|this|which|all)(?: all)? (?:hinges|depends|rests|hangs|turns|relies) (?:up)?on",
        r"(?:if|when) push comes to shove",
        # "Had we the people", "were they to agree", "should it fail": turned round.
        r"^(?:had|were)(?= (?:\w+ ){2,}.*(?:\bwould\b|\bcould\b|'d\b))",
        r"^should(?! (?:be|have|do|not|probably|also|just)\b)(?= (?:\w+ ){2,5}, )",
    ),
    pattern(
        rf"{_WHETHER} (?:\w+ )?if",
        rf"{_OF_WHETHER} if",
        r"if (?:(?:it's |that's )?at all(?= possible ?(?:[,.]|$))|possible|needed|necessary|required|"
        rf"applicable|relevant|desired|any(?:thing)?(?= (?:{PRONOUN}(?:'\w+)?|the|that|this) | ?[,.?!]|$)|"
        r"not|so|ever|only i)",
        r"if you (?:want|like|need|don't mind|prefer|wish|can|could|know|will|look|think|see|remember|would)",
        r"if you have (?:any )?questions",
        r"if i (?:may|might|can|could|remember|recall|understand|look|think|say)",
        r"if (?:it's|it is|that's|that is) all the same|if (?:memory serves|i'm (?:honest|frank)|you ask me)",
        r"if (?:i'm not (?:mistaken|wrong)|we can|everyone agrees|all goes|everything goes)",
        r"if (?:that's|that is|it's|it is) (?:ok|okay|fine|alright|all right|possible|necessary|needed)",
        r"if there(?:'s| is| are) (?:any|no) (?:other )?(?:questions?|comments?)",
        r"unless (?:i'm|i am) (?:mistaken|wrong)",
        r"unless (?:you|anyone|anybody|someone|somebody) (?:want|wants|have|has|object|objects|minds?|"
        r"disagrees?)",
        r"if (?:nobody|no one|none of you)(?: else)? (?:minds?|objects?|disagrees?|has (?:any )?objections?)",
        r"in (?:which|that|this|any|either|every|our|each|the) case",
        r"in case you",
        r"(?:is|are|was|still|be) pending",
    ),
)
PLAIN_CONDITION = re.compile(
    r"(?:if(?! and (?:when|only))|given that|depending|pending|assuming|in case|once|when\w*|after|before|"
    r"until|as soon as|the \w+|upon|with|only with|in?so ?far|as far|to the extent|it|that|this|which|all|"
    r"had|were|should|lest)\b"
)
VAGUE_CONDITION = re.compile(
    r"(?:if|assuming|in case) (?:you(?! (?:agree|approve|confirm|sign|accept|pay|say yes))|i look|i see|"
    r"we (?:look|consider|think|see|want to|go back|talk))\b|given that\b|"
    r"pending\b(?=.* (?:which|that|who)\b)"
)
NOUN_CONDITION = re.compile(r"barring|pending|subject to|failing|(?:contingent|conditional) (?:up)?on")
# "If the client says we can": what is said or thought is part of the condition.
_THOUGHT = "".join(
    f"(?<!{verb})"
    for verb in "think thinks thought say says said believe believes know knows feel feels find finds "
    "hope hopes sure show shows means".split()
)
MAIN_CLAUSE = re.compile(
    rf"{_THOUGHT} (?=then\b|(?:{PRONOUN}{WILL}|let's|lets|please|we|i)\b"
    r"(?! (?:agree|approve|say|do|have|get|find)\b))"
)
# "If we get the permit Alice will ...": only where the condition comes first, for a name looks like any word.
_DETERMINED = "".join(rf"(?<! {word})" for word in "the a an our my of and all".split())
NAMED_MAIN = re.compile(
    rf"{_DETERMINED} (?=[^\W\d_][\w-]+(?:'ll| will| is going to| has to| needs to| to)\b)"
)
FRAGMENT = re.compile(
    r"(?:but |and |that is |well |i mean )?(?:only|unless|provid(?:ed|ing)|as long as|so long as|assuming|"
    r"on condition)\b"
)
JOINING = re.compile(r"^(?:but|and|well|though|although|however|i mean)\b,? ", re.IGNORECASE)
CONCESSION = re.compile(r"\beven (?:if|though|when)\b")
CONDITIONAL_TEXT = pattern(
    *("if", "unless", "provided", "providing", "as long as", "so long as", "assuming", "in case", "barring"),
    *("only when", "only once", "only after", "on condition", "subject to", "depending", "depends"),
    *("contingent", r"conditional\w*", "pending", "otherwise", "in the event", "depend", "dependent"),
    *("once", "until", "when", "whenever", "as soon as", r"approv\w*", "as far as"),
)

# What follows a condition or an exception after a comma and only underlines it.
AFTERTHOUGHT = re.compile(
    r" , (?:that is|i mean|of course|obviously|otherwise not|(?:and )?(?:not|no) (?:before|earlier|sooner)"
    r"(?: than that)?|(?:and )?only then|not until then)(?= ?[,.;?!]|$)"
)
_YES = (
    r"(?:but|and|well|yes|yeah|okay|sure|right|fine|please|of course|no problem|great|good|go ahead|, ) ?,? ?"
)
ADDED = re.compile(
    rf"^(?:{_YES})*"
    r"(?:only (?:if|when|once|after)|if and only if|provid(?:ed|ing)|(?:as|so) long as|on condition|"
    r"subject to)\b"
    # Without a yes, and with nothing that points back, it may be about what was said before.
    rf"|^(?:{_YES})+unless\b"
    r"|^unless\b(?=.* (?:its?|that|this|they|them|he|she|we|i|you|any\w+|some\w+|"
    r"the (?:\w+ )?one)\b)"
)
"""A whole sentence that puts a condition on what was just said; one with "if" may begin another matter."""
