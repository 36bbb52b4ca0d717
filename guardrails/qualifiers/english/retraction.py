"""How English takes something back."""

from __future__ import annotations

import re

from guardrails.qualifiers.english.ending import DROP, END, END_APART, NO_LONGER, TAIL
from guardrails.qualifiers.english.grammar import AUXILIARY, IT, LETS, OPENERS
from guardrails.qualifiers.tables import Cue, pattern

_WILLING = (
    rf"(?:{LETS}|we'll|i'll|we'd|i'd|we|i|we're|i'm|we are|i am|you|you can|we've|i've)"
    r"(?: (?:just|should|can|could|will|must|might as well|may as well|need to|have to|want to|better|"
    r"had better|rather|going to|gonna|would like to|like to|probably|now|then|simply|also|have|did))*"
)
# Of others it is told what they cannot do; only what one need not do is taken off somebody.
_WE_DO_NOT = (
    r"(?:(?:i|we) (?:won't|will not|don't|do not|shouldn't|should not|can't|can not|cannot|better not|"
    r"mustn't|needn't|(?:aren't|are not) going to|don't (?:need|have|want) to|no longer(?: need(?: to)?)?)|"
    r"you (?:needn't|don't (?:need|have) to|no longer need(?: to)?)|"
    r"(?:nobody|no one|none of us) (?:needs? to|has to|should|must|will))"
)
_OPENS = (
    r"(?:^|(?<=, )|(?<=please )|(?<=sorry )|(?<=wait )|(?<=no )|(?<=just )|(?<=okay )|(?<=ok )|(?<=so )|"
    r"(?<=well )|"
    r"(?<=right )|(?<=then )|(?<=now )|(?<=actually )|(?<=oh )|(?<=hmm )|(?<=and )|(?<=but )|(?<=ah )|"
    r"(?<=nah )|(?<=way )|(?<=think )|(?<=hang on )|(?<=hold on )|(?<=mind )|(?<=case ))"
)
_DAY = (
    r"\w*day\b|next\b|tomorrow\b|tonight\b|\d|\w*(?:noon|week|month|morning|evening)\b|by\b|one\b|do\b|does\b"
)
TURNING = pattern(
    *("actually", "scratch", "strike", r"second thoughts?", r"changed (?:my|our) minds?", r"never ?mind"),
    *(r"take (?:it|that) back", "forget what", "i was wrong", "wait", "hold on", "after all", "hmm"),
    *(r"any ?more", "change of plan", "sorry", "you know what", "correction", "withdraw"),
    r"(?<!said )(?<!says )(?<!saying )no(?= [,.])",
    *("retract", "spoke too soon", "on reflection", "hang on", "scrap", "hold off", "nah", "by the way"),
    "as for",
    r"(?:coming|going|getting) back to",
)
TAKEN_BACK = Cue(
    pattern(
        # An order, a proposal or a report to end it.
        rf"{_OPENS}{END} {IT}{TAIL}",
        rf"{_WILLING} {END} {IT}{TAIL}",
        rf"(?:consider|count|regard|call|mark|treat) {IT} (?:as )?(?:{END}|{NO_LONGER}){TAIL}",
        rf"(?:{_WILLING} )?{END_APART}{TAIL}",
        rf"(?:^|(?<=, )|(?<=then ))(?:just )?leave (?:it|that)(?: alone| be| there| at that)?{TAIL}"
        r"(?= ?[.,!?]|$)",
        rf"{LETS} (?:just )?leave (?:it|that)",
        r"(?:forget|ignore|disregard|strike|scratch) (?:about (?:it|that)|(?:what|"
        r"everything) i (?:just )?said"
        r"(?: that| before| earlier)?)",
        r"never ?mind(?: that| it| what i (?:just )?said)?(?:(?: ,)? leave it)?",
        r"(?:i )?(?:take|withdraw|retract) (?:it|that|what i said)(?: back)?(?<!take it)(?<!take that)",
        rf"hold off on {IT}(?= ?[.,!?]|$)",
        # It is no more.
        # "The one that is off" describes.
        rf"(?:(?:it|{_OPENS}{IT})(?:'s| is| was| has become| becomes)|(?:they|those)(?:'re| are|'ve become)) "
        rf"(?:now |all |just |simply |then )*{NO_LONGER}{TAIL}",
        rf"(?:{IT})(?: then| now)? (?:falls away|goes away|drops out|fell through|falls through|"
        rf"is dropped){TAIL}",
        rf"(?:that|it|this) (?:won't|will not|isn't going to|doesn't|does not) (?:happen|be needed|"
        rf"be necessary|"
        rf"need doing|need to (?:happen|be done)){TAIL}",
        r"no need (?:for that|to do that|any ?more|then|after all)",
        r"(?:ignore|never mind) me|what (?:am|was) i (?:saying|thinking|talking about)",
        r"(?:forget|pretend) i (?:said|asked|mentioned|spoke|didn't|never)(?: \w+)?",
        r"(?:giv(?:e|en|ing)|gave) (?:it|that|this) a miss|pull(?:ed|ing)? the plug(?: on (?:it|that|this))?",
        r"knock(?:ed)? (?:it|that|this) on the head",
        r"(?:thought|think) better of (?:it|that|this)|gone off (?:(?:it|that|this)|the idea)|count me out",
        r"no (?:point|use|sense)(?: in (?:doing )?(?:it|that|this))?(?: now| then| any ?more)?(?= ?[.,!]|$)",
        # Somebody has seen to it.
        r"(?:it|that|this)(?:'s| has) (?:already )?been (?:done|seen to|sorted|handled|dealt with|"
        r"taken care of)",
        r"already (?:done|did|seen to|sorted|handled|dealt with|taken care of) (?:it|that|this)",
        # What is left open is the verb just said: "so I don't have to".
        r"(?:so|and|but|now|then) (?:(?:i|we|you) (?:don't|do not|no longer|needn't|won't)"
        r"(?: (?:have|need) to)?|(?:i'm|we're|i am|we are) not)"
        r"(?: now| any ?more| any longer)?(?= ?[.,!]|$)",
        r"(?:^|(?<=, ))(?:so|then) no(?: then)?(?= ?[.!]|$)",
        rf"(?:given|giving|gave) up on (?:{IT}|the (?:idea|plan))",
        # Something else is done with it.
        r"(?:i'm|we're|i am|we are) (?:\w+ ){1,4}(?:it|that|them|those) instead(?= ?[.,!]|$)",
        # Nobody does it.
        rf"{_WE_DO_NOT} (?:be )?(?:do|doing|need|want|have|bother with|go (?:ahead|through|on) with|"
        rf"go (?:with|for|down)|"
        rf"proceed with|pursue)(?: to do)? (?:{IT}|that (?:road|route|way|path)){TAIL}(?<!need to do that)"
        rf"(?<!needs to do that)",
        rf"(?:nobody|no one|none of us) (?:needs|has|wants) to (?:do|bother with) {IT}{TAIL}",
        rf"(?:we're|i'm|we are|i am) not (?:going to |gonna )?(?:do|doing|going (?:ahead|through|on) with|"
        rf"proceeding with|pursuing) {IT}{TAIL}",
        rf"{LETS} not (?:bother|go there|go (?:with|for) {IT}|do {IT}(?: this way| like that)?|do|"
        rf"go down (?:that|this) (?:road|route|way|path)){TAIL}",
        rf"{LETS} not(?= after all| ?[.,!?]|$){TAIL}",
        rf"(?:please |no ,? ?)?don't (?:do|bother with) {IT}|don't bother",
        r"(?:^|(?<=, ))please don't(?= ?[.,!?]|$)",
        r"(?:i|we) (?:won't|will not|needn't|don't need to|shan't) bother"
        rf"(?: with {IT})?{TAIL}(?= ?[.,!]|$)",
        # Something else in its place: "no, Hamburg instead".
        rf"^{OPENERS}(?:(?:no|sorry|wait|or|yes) (?:, )?)*(?:{LETS} (?:do|make it|have|take|use|try|say|"
        r"go (?:for|with|to)|meet (?:in|at)) )?(?!(?:i|we|you|he|she|they|it|that)\b)"
        rf"(?:(?!{_DAY})[\w-]+ ){{1,4}}instead(?: then| please)?(?= ?[.!]|$)",
        r"(?:actually|sorry|wait|hmm|but|and)(?: ,)? (?:no(?: ,)? )?(?:i|we) (?:won't|can't|shouldn't|cannot)"
        rf"{TAIL}(?= ?[.,!?]|$)",
        r"(?:we'd |i'd |we |i |we had |i had )better not(?= ?[.,!?]|$| do\b)",
        r"(?:i'd|i would|we'd) rather (?:we |you |i )?didn't",
        # Somebody thinks again.
        r"(?:on|having|had|i've had|i have) (?:a )?second thoughts?(?: ,? ?(?:no|leave it))?|"
        r"on reflection|come to think of it(?= ,? ?no\b)",
        r"(?:i've |we've |i |we )?(?:have )?changed (?:my|our) minds?(?: about (?:it|that))?",
        rf"(?:decided|decide|opted|voted) (?:against (?:{IT}|doing (?:it|that))|"
        rf"not to(?: do {IT})?(?= ?[.,]|$)){TAIL}",
        r"i (?:misspoke|spoke too soon)|i was wrong(?: about (?:it|that))?",
        r"(?:that|it|this) was (?:a |the )?(?:bad idea|mistake|stupid idea|wrong)|not after all",
        rf"{LETS} not after all",
        r"(?:^|(?<=, ))(?:wait|actually)(?: ,)? no(?= [.,!]|$)",
    ),
    pattern(
        # What the agenda puts off is still to come.
        rf"(?:{LETS} |we'll |we |i'll )?(?:just )?(?:skip|park|leave) {IT}"
        r"(?: (?:for now|now|here))? (?:and|then) (?:\w+ ){0,2}"
        r"(?:come ?back|go|move)\b",
        # What was done another time is not done.
        r"(?:last (?:year|month|week|quarter|time|spring|summer|autumn|fall|winter)|years ago|back then)\b"
        r"[^.?!]{0,40} already (?:done|did)",
        *("why don't we", "let's not forget", "never mind if", "let's not worry"),
        r"don't need (?:it|that) to",
    ),
)
UNASSERTED = re.compile(
    r"\b(?:if|when|whenever|once|unless|whether|how|until|because|cause|in case|while|which|who|where|"
    r"(?<!know )what|as (?:soon|long) as|or|like|assume|suppose|hope|guess|suggest|would|not|never|\w+n't)\b"
    rf"|\b{AUXILIARY} *$"
)
"""What stands before words in their clause and leaves them unsaid: a condition, a question, a guess."""
DISMISSED = re.compile(r"\b(?:forget|scratch|strike|cancel|disregard|ignore) (?:about )?(?:it|that)\b")
SUPPOSED = re.compile(r"\b(?:if|when|whenever|unless|whether|once|because|in case)\b")
GOING_ON = re.compile(
    r" ?(?:by the way|because|cause|since|i|we|it|that|it's|that's|i'm|i'll|we'll|sorry|leave|let's|so|and|"
    r"but|then|you|just|please)\b"
)
REFUSAL = pattern(
    rf"{LETS} not",
    r"(?:we|i|they|he|she)(?: really)? (?:won't|shouldn't|can't|cannot|will not|should not)",
    r"(?:we're|i'm|we are|i am|they're) not (?:going to|gonna)(?! (?:make it|get there)\b)",
    r"(?:we|i) (?:don't|do not|no longer) (?:have to|need|want)(?: to)?",
    r"no need (?:to|for)",
    r"(?:decided|decide) (?:against|not to)",
    *("instead of", "better not", "don't bother"),
)
CANCELLED = pattern(
    rf"(?:{LETS}|we|i|i'd|we'll|i'll)(?: just)?(?: should| can| could)? (?:{DROP}|leave out|put off)",
    rf"(?:{DROP}|never ?mind)(?= (?:the|about|that|what))",
    r"changed (?:my|our) minds? (?:about|on)",
    r"on second thoughts?",
    r"after all",
    r"(?:is|are|\w+'s) (?:off|cancelled|canceled|dropped|no longer needed)",
    *("off the table", "no longer needed"),
    r"(?:we|i|you) no longer need(?: to)?",
    r"(?:we|i|you) (?:don't|do not|won't|will not|needn't)(?: need)?"
    r"(?=(?: [\w'-]+){1,8} (?:any ?more|any longer|after all)\b)",
)
TOPIC = re.compile(
    rf"{OPENERS}(?:"
    r"(?:i|we)(?:'d| had)? (?:said|promised|mentioned|agreed|offered|planned|wanted|thought)\b.*"
    r"|(?:(?:as for|as to|about|regarding|concerning|with|on|(?:coming |going |getting )?back to|"
    r"speaking of|the (?:thing|bit|part|matter) (?:with|about|of)) )?"
    r"(?:the|that|this|those|these|our|my|your|his|her|their|[a-z]+'s)(?: [\w'-]+){1,6} ,)$"
)
_DOES = (
    r"(?:does|will do|is doing|is going to do|should do|can do|takes|will take|is taking|has|gets|handles|"
    r"will handle|wants to do|'ll do|'ll take|'s doing)"
)
_NAME = r"[a-z][\w'-]+"
REASSIGNED = re.compile(
    rf"(?:^|[,.!?] |\b(?:no|actually|wait|sorry|instead|but|so|and|well) )(?P<does>{_NAME}(?: {_NAME})?)"
    rf" {_DOES} (?:it|that|this|care of (?:it|that))\b"
    rf"|\b(?:let|have|make) (?P<let>{_NAME}(?: {_NAME}){{0,2}}?) (?:do|take|handle|have) (?:it|that|this)\b"
    rf"|\b(?:give|leave) (?:it|that) to (?P<given>{_NAME})\b"
)
_DATE = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|(?:next|this) (?:week|month)|"
    r"end of (?:the |this |next )?(?:day|week|month|year)|(?:the )?\d{1,2}(?:st|nd|rd|th)|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2})?|"
    r"in (?:an?|\w+) (?:days?|weeks?|months?))"
)
REDATED = re.compile(
    r"[\s,.!-]*(?:(?:actually|no|sorry|wait|rather|better|hmm|oh|i mean|i meant|say|make (?:it|that)|"
    r"let['’]s (?:say|make (?:it|that)))[\s,.!-]+)*"
    rf"(?:(?:by|on|until|till|before|for|next|this|the|early|late)\s+)*{_DATE}"
    r"(?: (?:morning|afternoon|evening|night|noon|week|then|instead|please|at the latest|"
    r"(?:is|works|would be) better))*\s*(?:[.,!?;]|$)"
)
