"""English conditions and exceptions. Time ("when", "once") is no condition: what it waits for is expected."""

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
        r"if (?:i'm not (?:mistaken|wrong)|we can|everyone agrees|all goes|everything goes)",
        r"if (?:that's|that is|it's|it is) (?:ok|okay|fine|alright|all right|possible|necessary|needed)",
        r"if there(?:'s| is| are) (?:any|no) (?:other )?(?:questions?|comments?)",
        r"unless (?:i'm|i am) (?:mistaken|wrong)",
        r"unless (?:you|anyone|anybody|someone|somebody) (?:want|wants|have|has)",
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

_LEFT_OUT = (
    r"(?:excluded|excepted|exempt(?:ed)?|left (?:out|alone|aside|as (?:it|they) (?:is|are))|omitted|"
    r"untouched|"
    r"not (?:included|affected|part of (?:it|that|this)|covered)|unaffected|out of scope)"
)
_DOES_NOT = r"(?:doesn't|does not|don't|do not|won't|will not|isn't|is not|aren't|are not)"
# Said as often of how something is done as of what is left out of it.
_PASSED_OVER = (
    r"(?:omitting|skipping|ignoring|sparing|disregarding)(?= (?:the|our|any|all|my)\b)",
    *(r"outside(?: of)?(?= (?:the|our|any|my)\b)", r"short of(?= the| our)", r"less(?= the| our)"),
    *(r"save(?= (?:the|our|my) (?:last|first)\b)", "sans", r"bar(?= \w+ ?(?:[,.]|$))"),
    r"(?<!but )(?<!though )(?<!only )without(?= the| our| any)",
    r"(?:but|though|only) (?:leave|skip|spare|omit|exclude|keep)(?: out)?(?= (?:the|our|my)\b)",
)
PASSED_OVER = pattern(*_PASSED_OVER)
EXCEPTION = Cue(
    pattern(
        *_PASSED_OVER,
        r"except(?: for| that| on| in)?(?! when| where| if| unless)",
        r"(?:though|only|just) not(?= (?:the|an?|for|on|in|at|to|with|those|these|any|our|my)\b)",
        r"(?:but|though|only) without",
        *("excepting", "excluding", "exclusive of", "apart from", "aside from", "other than"),
        r"(?:with|by|to) (?:the |one |a |our )*(?:sole |only |single |possible |notable )*(?:exceptions?|"
        r"exclusion)"
        r"(?: of| for)?",
        r"(?:the |our |my )?(?:sole |only |one |single )+exceptions?(?: being| is| are)?",
        r"(?<= , )save (?:in|on|at|during)(?= (?:the|our|my|an?|emergenc\w+|\w+days?)\b)",
        # In a sentence of its own: "the cellar's the one exception".
        r"^(?:the |our |my )?(?:[\w'-]+ ){1,4}?(?:(?:is|are|being|stays?|remains?) )?"
        r"(?:(?:the|our|an?) )(?:sole |only |one |single )*exceptions?(?= ?[,.]|$)",
        *("save for", "not including", "not counting", "leaving (?:out|aside|alone)", "setting aside"),
        *("all but", r"minus(?= the| our| one)", r"bar(?= the| one)", "besides"),
        r"but not(?= (?:the|a|an|for|on|in|at|to|with|those|these|any|our|my)\b)",
        r"(?:(?<=everyone )|(?<=everybody )|(?<=everything )|(?<=everywhere )|(?<=anything )|(?<=anyone )|"
        r"(?<=anybody )|(?<=anywhere )|(?<=nobody )|(?<=\ball )|(?<=\ball of them )|"
        r"(?<=\ball of us )|(?<=\ball of it )|"
        r"(?<=every one )|(?<=each of them ))but",
        r"but(?= (?:this|that|the last|the first|one|two|three)(?: one| ones)?(?: ?[,.]|$))",
        # What stands outside is said in a clause of its own.
        rf"(?:that|this|it|which) {_DOES_NOT} (?:include|cover|apply to|concern|extend to|affect)",
        r"(?:that|this|it|which) (?:excludes|leaves out|omits|exempts|leaves aside)",
        rf"(?:(?:though|but|only|while|with|and) )?(?:the |our |my |all )?(?:\w+ ){{1,3}}(?:(?:is|are|'s) )?"
        rf"(?:being )?{_LEFT_OUT}(?= ?[,.]|$)",
    ),
    pattern(
        r"(?:except(?: for)?|apart from|aside from|other than) (?:that|this|those|these)(?= [,.?!]|$)",
        r"(?:apart from|aside from|other than) that",
        r"(?:some\w+|any\w*|nothing|no one|no|none|nobody)(?: \w+)? other than",
        r"for other than",
        r"^(?:and |but )?besides",
        r"^(?:[\w'-]+ ){0,2}, save (?:in|on|at|during)",
    ),
)
PREDICATE = re.compile(
    r"(?<! that)(?<! which)(?<! who)"
    r" (?:will|should|can|must|shall|is|are|has|have|needs?|gets?|does|do|goes|go|wants?)\b|'ll\b"
    r"| (?:i (?:think|guess|mean|suppose)|you know)\b"  # without stops: the next sentence
)
