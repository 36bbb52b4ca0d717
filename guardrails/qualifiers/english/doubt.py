"""English doubts, and what is already done."""

from __future__ import annotations

from guardrails.qualifiers.tables import Cue, pattern

_NOUN = r"(?:chances?|possibility|likelihood|odds|hunch|gamble|long shot|toss-?up|coin toss|open question)"
_UNSURE = (
    r"(?:unsure|uncertain|undecided|unclear|unconvinced|doubtful|on the fence|in two minds|of two minds|"
    r"not (?:yet |entirely |quite |so |really |all that |"
    r"completely |totally |fully |100 percent |a hundred percent )*"
    r"(?:sure|certain|decided|clear|settled|convinced|definite|definitive|final|set in stone|a given|"
    r"guaranteed))"
)
# One group for each way of doubting: the adverb, the thing that is possible, the speaker who is not sure,
# the word that is not given, and the luck or the time that it takes.
_ADVERBS = (
    *("maybe", "perhaps", "might", "possibly", "probably", "presumably", "conceivably", "potentially"),
    *("likely", "tentatively", "provisionally", "hopefully", "theoretically", "in principle", "in theory"),
    *("ideally", "arguably", "supposedly", "could be", "all being well", "if i get around to it"),
    # Not the month, nor "may be" before an adjective.
    r"may(?= (?:\w+ly |also |well |even |just |still )?(?!be\b|\d)[a-z]+)|(?<=\w )may be",
)
_POSSIBLE = (
    (
        r"(?:it's|that's|it is|it was|that is|is|seems|looks)(?: (?:quite|very|just|only|still|all|entirely|"
        r"well))? (?:possible|conceivable|thinkable|imaginable|doubtful|unlikely|uncertain|unclear|undecided|"
        r"tentative|provisional|debatable|questionable)(?= (?:that|if|whether|i|we|you|they|he|she|it|but)\b|"
        r" ?[,.]|$)"
    ),
    (
        rf"(?:there(?:'s| is| are)|(?:the )?chances are|on the|odds are|i have|i've got|we have)"
        rf"(?: (?:a|an|some|every|the|good|fair|slim|small|decent|fifty fifty|50 50|50/50))* {_NOUN}"
    ),
    *("chances are", "odds are", "fifty[- ]fifty", r"50[ /]50", "remains? to be seen", "up in the air"),
    *("(?:jury|verdict) (?:is|'s) (?:still )?out", "jury's (?:still )?out", "touch and go", "not final"),
    r"(?:it|that)(?: all| really)? depends(?! on)",
)
_SPEAKER = (
    (
        rf"(?:i'm|we're|i am|we are|still|was|were|'s|is)(?: (?:still|a bit|a little|fairly|pretty|"
        rf"rather|quite|"
        rf"very|just|sort of|kind of|really|yet))* {_UNSURE}"
    ),
    (
        r"(?:i'm|we're|i am|we are) (?:\w+ly |a bit |still |rather )*(?:torn|hesitant|wavering|"
        r"leaning|inclined|"
        r"tempted)"
    ),
    (
        r"not (?:\w+ly |quite |so |yet )?(?:sure|certain)(?: yet)?"
        r"(?= (?:if|that|whether|i|i'll|i'd|we|we'll|about)\b| ?[,.!?]|$)"
    ),
    r"(?:don't|do not|no longer) know (?:yet )?(?:if|whether)",
    r"no (?:idea|clue|telling|saying|knowing) (?:if|whether)",
    (
        r"(?:i'm|we're|i am|we are|i've been|we've been|i was|we were) (?:\w+ly |still |just )?(?:thinking|"
        r"considering|toying|contemplating|pondering|mulling|weighing|debating|wondering|playing with)"
        r"(?: (?:of|about|with|over|up))?"
    ),
    r"(?:i|we)(?:'d| would) (?:tend|lean|incline|be inclined) to(?:wards?)?",
    r"so (?:i|we) (?:hope|think|guess)",
    r"(?:i|we)(?:'d| would)? (?:guess|suppose|assume|doubt|hope|believe|reckon|fancy|imagine|say(?= we| i))",
    r"(?:i'd|i would|we'd|we would) (?:like|love) to",
    r"(?:that's|that is|this is|which is) (?:what|how) (?:i|we)(?:'d| would) (?:like|love|prefer|wish|have)",
    r"(?:that's|that is|this is|which is) (?:the|my|our) (?:hope|wish|ambition)",
    r"(?:wouldn't|won't|can't|don't) (?:rule (?:it |that )?out|exclude)(?: that)?",
    r"one (?:option|idea|possibility|way) (?:is|would be)",
    r"(?:just|only) (?:an? )?(?:idea|thought|suggestion)",
    r"(?:half a|a good|no great) mind to",
    r"(?:i|we)(?:'d| would) (?:be (?:up for|open to|game for)|not mind|quite like to|rather like to|go for)",
    r"(?:i|we) wouldn't mind",
    r"(?:i|we) (?:kinda|kind of|sorta|sort of) (?:want|feel|fancy|would like)",
    r"(?:i|we)(?: really)? (?:feel like|daresay|dare say|wish|fancy)",
    r"it(?:'d| would) be (?:nice|good|great|lovely|ideal|cool|useful|handy|worth)(?: to| if)?",
    r"(?:anybody|anyone)'s guess|your guess is as good as mine",
    r"for all (?:i|we) know|don't hold your breath|wait and see|play it by ear",
    r"see how (?:it|things|that) (?:goes|go|pans? out|turns? out|works? out)",
    *("who knows", "for the sake of argument", r"pencil(?:led)? (?:it|that|this|me|us) in"),
)
_WORD_NOT_GIVEN = (
    (
        r"(?:i |we )?(?:can't|cannot|can not|couldn't|won't|don't|wouldn't|do not|will not)(?: really| yet|"
        r" quite)? "
        r"(?:promise|guarantee|swear|vouch|commit|be sure|be certain|say for (?:sure|certain)|"
        r"say yet|say more)"
        r"(?: (?:to )?(?:it|that|this|anything|any of (?:it|that)))?"
    ),
    r"(?:i |we )?(?:make |give |with )?no (?:promises?|guarantees?|commitments?|assurances?)",
    r"without (?:any )?(?:promis\w+|guarantees?|commitments?|obligation)",
    r"(?:don't|do not|wouldn't|please don't) (?:count|bet|rely|bank|depend) on (?:it|that|me)",
    r"(?:don't|do not) (?:hold me to|quote me on|take my word for) ?(?:it|that|this)?|don't quote me",
    r"(?:should|ought to|hope to|would like to) be able to|hope to",
    (
        r"(?:i'd|i would|i'll|i|we'd|we would|we'll|we) (?:first |still )?(?:have|need|want) to "
        r"(?:double[- ])?(?:check|see|ask|confirm|think about it|sleep on it)(?: first| it)?(?= ?[.,!?]|$)"
    ),
    r"(?:haven't|have not) (?:yet )?(?:decided|made (?:my|our) minds? up|made up (?:my|our) minds?)",
    r"(?:try|do) (?:my|our) (?:very )?(?:best|hardest) to",
    r"(?:i'll|we'll|let me|let's|i will|we will) (?:have to )?see (?:if|whether|what)",
    r"we'll see(?! (?:you|that|the|it|each)\b)",
)
_LUCK = (
    r"with (?:any|some|a bit of|a little|enough) luck",
    *("fingers crossed", "god willing", "touch wood", "knock on wood", "if we're lucky", "if i'm lucky"),
    r"(?:time|weather|budget|money|health) permitting",
    r"if (?:all|everything) goes",
    (
        r"if (?:i|we) (?:ever )?(?:get|have|find|can find) (?:a|an|the|some|any|half a|enough) (?:\w+ )?"
        r"(?:minutes?|chance|time|moment|second|hours?)"
    ),
    r"if there's (?:any |enough )?(?:time|money|budget)(?: left)?",
)

HEDGE = Cue(
    pattern(*_ADVERBS, *_POSSIBLE, *_SPEAKER, *_WORD_NOT_GIVEN, *_LUCK),
    pattern(
        "may i",
        r"(?:in|of|by|for|on|until|since|last|next|this) may",
        r"(?:as|more|very|less|un|how) likely",
        # What was decided is so, whoever thinks that it was.
        r"(?:so )?(?:i|we) (?:think|guess|suppose|believe|assume) (?:that )?we(?:'ve|'re| have| are)?"
        r" (?:all |already |just )?(?:decided|agreed|settled|chosen|chose|going with)",
    ),
)
HEDGED_TEXT = pattern(
    *("maybe", "perhaps", "might", "possibly", "probably", "presumably", "potentially", "likely", "may"),
    *("could", r"tentativ\w+", r"propos\w+", r"suggest\w*", r"consider\w*", r"potential\w*", r"explor\w+"),
    *("ideally", "whether", "unsure", "uncertain", r"provisional\w*"),
    *("guess", "suppose", "not sure"),
)
PAST = Cue(
    pattern(
        r"(?:i|we|he|she|they)(?:'ve|'d)? already(?: have| had)? \w+(?:ed|t|d|e|n|ne|de)",
        r"(?:i|we|he|she|they)(?:'ve| have| has) already \w+",
        r"(?:was|were|is|are|been|it's|that's) already (?:done|sent|\w+ed)",
        r"already (?:did|sent|done|made|wrote|written|took|taken|gave|given|got|put|paid|booked|finished)",
    ),
    pattern(
        r"already (?:kind|sort)", r"(?:i|we)(?:'ve)? already (?:said|mentioned|told|talked|discussed|need\w*)"
    ),
)
PAST_TEXT = pattern("already", "was", "were", "has been", "have been", "done")
SETTLED_TEXT = pattern(
    "will", "agreed", "decided", "going to", "settled", "committed", "promised", "is to", "are to"
)
