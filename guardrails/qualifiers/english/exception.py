"""English exceptions: what is left out of something, in its sentence or behind it."""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import Cue, pattern

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
    r"(?<!the )(?<!a )(?<!\w's )bar(?= (?:number|my|our|your|his|her|their|those|these|two|three) )",
    # "..., Sundays aside": it stands behind what is left out.
    (
        r"(?<= , )(?!(?:put|set|leave|take|keep|move|tell|step|pull)\b)(?:[\w'-]+ ){1,6}(?:apart|aside)"
        r"(?= ?[,.]|$)"
    ),
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
ADDED = re.compile(
    r"^(?:(?:but|and|well|yes|yeah|okay|sure|right|no|, ) ?,? ?)*"
    r"(?:(?:all|every(?:one|body|thing)|both)(?: of (?:them|us|it|you|those))? (?:but|except|bar)\b|"
    r"(?:except(?: for)?|apart from|other than|excluding|excepting) (?:the|our|my|your|for|on|in|at)\b|"
    r"(?:[\w'-]+ ){1,3}(?:excepted|excluded|exempt(?:ed)?|aside)\b)"
)
