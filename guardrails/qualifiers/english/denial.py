"""Who says no in English, and where the same words say none."""

from __future__ import annotations

import re

from guardrails.qualifiers.tables import Cue, pattern

_NOT = (
    r"\w+n't",
    r"(?:wo|ca|do|does|did|is|are|was|were|should|would|could|must|have|has|had)nt",
    *("cannot", "not", "never", "no longer", "nobody", "no one", "none of us", "neither", "nor", "hardly"),
    *("without", "in no way", "by no means", "under no circumstances", "on no account", "nowhere"),
    *("scarcely", "barely", "seldom", "at no (?:point|time)"),
)
_TURNED_DOWN = (
    r"(?:reject|veto(?:e)?|turn(?:ed|s|ing)? down|vot(?:e|ed|ing) down|shot down|overrul|dismiss|declin|"
    r"scrapp|"
    r"shelv|abandon|discard|defeat|struck down|thrown out|block)(?:e?d|e|s|es|ing)?"
)
_PLAN = r"(?:ideas?|plans?|proposals?|suggestions?|requests?|motions?|offers?|options?|bids?|notion)"
_AGAINST = (
    rf"{_TURNED_DOWN} (?:(?:the|that|this|any|our|my|his|her|their) )?{_PLAN}",
    rf"(?:was|were|is|are|been|got|gets) (?:unanimously |finally |then )?{_TURNED_DOWN}",
    r"(?:declin(?:e|ed|es)|oppos(?:e|ed)|hesitate) to",
    r"said no to",
    r"(?:stop(?:ped)?|fall|fell) short of",
    (
        r"(?:would be|is|it's|was) (?:\w+ly |quite |very )?(?:a )?(?:wrong|mistake|unwise|foolish|"
        r"premature|pointless|useless|silly|crazy|bad idea|too (?:early|soon|late|risky|expensive)) to"
    ),
    r"(?:no|little|any) (?:sense|use|interest|desire|budget|time|appetite|wish|mandate) (?:to|in|for)",
    r"(?:decided|decide|voted|advise|advised|recommend|argue|are|am|is|'re|'m) against",
    r"refuse[ds]? to",
    r"rul(?:e|ed|ing) out",
    r"hold(?:ing)? off",
    r"stop(?:ped)?(?= \w+ing)",
    r"no (?:need|plans?|intention|reason|point|way)",
    r"(?:steer|stay|keep) (?:clear|away|well away|off)(?: of| from)?(?! to\b)",
    r"(?:over my dead body|not on your life|no chance|fat chance|wouldn't dream of|anything but)",
    *(
        "avoid",
        "avoiding",
        "refrain from",
        "far from",
        "unable to",
        "unwilling to",
        r"fail(?:ed)? to",
        r"(?:are|is|'s|'re|be) out of the question",
    ),
)

NEGATION = Cue(
    pattern(*_NOT, *_AGAINST, r"no(?= [\w-]+)"),
    pattern(
        r"(?<!will )(?<!would )(?<!should )(?<!do )(?<!to )not just",
        r"not (?:only|necessarily|sure|certain|bad|too bad|a problem|a (?:big|huge) (?:deal|thing|"
        r"problem|issue)|an issue|that i|that we|least|yet|to mention)",
        r"why (?:don't|not|doesn't|can't)",
        # A polite request: "you couldn't fetch it, could you?"
        r"you (?:couldn't|wouldn't|can't|won't)(?=[^.;!]{0,90} , (?:could|would|can|will) you \?)",
        r"(?:don't|not|never|let's not|won't) forget",
        r"don't (?:worry|hesitate|mind|you|know|care|remember|understand|see)",
        r"didn't (?:know|see|realise|realize|understand)",
        r"(?:can't|cannot) (?:wait|hurt|help|emphasi[sz]e|stress|go wrong)",
        # A question and a tag: "isn't it", "don't we".
        r"(?:is|are|do|does|wo|ca|could|should|would|did|have|has)n't (?:it|we|you|they|he|she|i|that|there)",
        r"^(?:\w+ , )?(?:is|are|was|were|does|did|have|has|wo)n't(?= .*\?$)",
        r"(?:or|if|whether or|hope|guess|of course|why|probably|maybe) not(?= [.?!,]|$)",
        r"if (?:it's |that's |i'm |i am )?not",
        r"no (?:problems?|worries|doubt|idea|matter|pressure|rush|questions?|but|so|and|let's)",
        # Who corrects himself turns round: "the 23rd, no hang on, the 24th".
        r"no (?:hang on|hold on|wait|sorry)",
        r"no (?:i|i'll|i'm|we|we'll|you|it|it's|that|that's)",
        r"^(?:oh )?no(?= ?[,.?!]| (?:i|we|you|it|that|let|but|so|no|wait|not|they|he|she|there|this)\b|$)",
        r"doesn't matter",
        r"without (?:doubt|question|fail|delay|further)",
        r"(?:no|not) (?:longer|later|more|less|fewer|earlier) than",
        r"(?:yes|yeah|or) no",
    ),
)
REFUSED = pattern(
    r"(?:wo|ca|should|could|would|must|need|sha)n't",
    r"(?:wo|ca|should|could|would|must)nt",
    *("cannot", "never", "no longer", "nobody", "no one", "no need"),
    r"not (?:be )?(?:going|gonna)",
    r"(?:will|should|can|could|would|must|shall|may) (?:\w+ly )?not",
    r"(?:don't|doesn't|didn't|dont|do not|does not) (?:\w+ly )?(?:need|have to|want|think|plan|wanna)",
    r"(?:let's|lets|let us) not",
    r"not (?:\w+ly )?\w+ing",
    r"(?:isn't|aren't|ain't) (?:going|gonna|\w+ing)",
    *_AGAINST,
)
CONTRAST = re.compile(r"\b(?:but|rather)\b|, (?:only|just)\b")
NEGATED_TEXT = pattern(
    *_NOT,
    *_AGAINST,
    *("no", "none", r"avoid\w*", r"exclud\w*", r"omit\w*", r"remov\w*", r"drop(?:s|ped)?", r"cancel\w*"),
    *(r"postpone\w*", r"delay\w*", r"defer\w*", r"skip\w*", r"reject\w*", r"refus\w*", r"declin\w*"),
    *(r"abandon\w*", r"discard\w*", r"eliminat\w*", r"abolish\w*", "unable", "against", r"disallow\w*"),
    *(r"get(?:ting)? rid", r"push(?:ed)? back", "ban", "banned", "unnecessary", "irrelevant", r"ignor\w*"),
    *(r"le(?:ave|aves|ft|aving)(?: \w+){0,3} out", "unsatisfied", "stick with", "outdated", "instead of"),
    "rather than",
    r"(?:is|are|was|were) off(?= ?[.,;]|$)",
)
INSTEAD = pattern("instead of", "rather than", "as opposed to", "in place of")
