"""Fragments of English that end a plan: verbs that drop it, and what it is when it is no more."""

from __future__ import annotations

from guardrails.qualifiers.english.grammar import IT

TAIL = (
    r"(?:(?: ,)? (?:after all|any ?more|any longer|then|now|actually|instead|either|at all|for now|yet|"
    r"please|"
    r"sorry|guys|thanks|again|altogether|entirely|completely|for good|for the time being|in the end|"
    r"in (?:that|this|which) case|though|(?:from|off|in|on) (?:the|our|my) (?:minutes|notes?|list|record|"
    r"agenda|"
    r"books|plan)))*"
)
# Verbs that end a plan, each as it is ordered and as it is done.
END = (
    r"(?:drop(?:p?ed|ping)?|skip(?:ped|ping)?|cancel(?:l?ed|l?ing)?|forget(?:ting)?(?: about)?|"
    r"scrap(?:ped|ping)?|"
    r"ditch(?:ed|ing)?|abandon(?:ed|ing)?|bin(?:ned|ning)?|scratch(?:ed|ing)?|strik(?:e|ing)|struck|"
    r"kill(?:ed|ing)?|hold(?:ing)? off on|pass(?:ed|ing)? on|park(?:ed|ing)?|shelv(?:e|ed|ing)|"
    r"postpon(?:e|ed|ing)|undo(?:ne|ing)?|revers(?:e|ed|ing)|withdr[ae]w(?:n|ing)?|retract(?:ed|ing)?|"
    r"rescind(?:ed|ing)?|revok(?:e|ed|ing)|overrul(?:e|ed|ing)|overturn(?:ed|ing)?|bur(?:y|ied|ying)|"
    r"ax(?:e|ed|ing)|delet(?:e|ed|ing)|remov(?:e|ed|ing)|eras(?:e|ed|ing)|disregard(?:ed|ing)?|"
    r"ignor(?:e|ed|ing)|discard(?:ed|ing)?|dismiss(?:ed|ing)?|reject(?:ed|ing)?|void(?:ed|ing)?|nix(?:ed|"
    r"ing)?|"
    r"annul(?:led|ling)?|pull(?:ed|ing)?|stop(?:ped|ping)?|revert(?:ed|ing)?|veto(?:ed|ing)?|"
    r"back(?:ed|ing)? (?:out of|away from)|(?:get|got|getting) rid of|(?:do|doing|done) away with|"
    r"(?:give|gave|giving) up on|let(?:ting)? go of)"
)
DROP = (
    r"(?:drop|skip|cancel|forget(?: about)?|scrap|ditch|abandon|bin|scratch|strike|kill|hold off on|pass on|"
    r"park|shelve|postpone|undo|reverse|withdraw|retract|axe|bury)"
)
# Verbs that end it with a word behind their object: "take that off".
FROM = r"(?: (?:of )?(?:the|our|my) \w+)"
END_APART = (
    rf"(?:(?:tak(?:e|ing)|took|taken) {IT} (?:back|(?:off|out){FROM})|call(?:ed|ing)? {IT} off|"
    rf"(?:leav(?:e|ing)|left) {IT} (?:out|off|aside|behind us|as (?:it|they) (?:is|was|are)){FROM}?|"
    rf"(?:cross(?:ed|ing)?|rul(?:e|ed|ing)|str(?:ike|uck)|cut(?:ting)?) {IT} (?:off|out){FROM}?|"
    rf"put(?:ting)? {IT} (?:aside|on hold|behind us|to rest)|le?t(?:ting)? {IT} go|"
    rf"(?:rol(?:l|led)|walk(?:ed)?) {IT} back)"
)
NO_LONGER = (
    r"(?:off the (?:table|list|agenda)|dead in the water|out of the (?:window|question)|a non-?starter|"
    r"history|off|dead|void|moot|obsolete|a no[- ]?go|"
    r"superfluous|redundant|"
    r"unnecessary|pointless|cancell?ed|over and done with|done with|a dead end|"
    r"no longer (?:the plan|an option|valid|relevant)|"
    r"(?:not|no longer|never)(?: going to be| gonna be)? (?:needed|necessary|happening|required|wanted|"
    r"going to happen|gonna happen|relevant|on|an option|worth it))"
)
