"""What people do: verbs of work, idle verbs, and talk about the meeting itself."""

from __future__ import annotations

import re

from guardrails.language import FALLBACK, language

# A task that begins with one of these names a result or a step that others can check.
_WORK = frozenset(
    """
    address analyse analyze announce approve arrange ask assign book build buy check circulate clean collect
    compare compile complete concentrate configure confirm connect consult contact convince coordinate
    create define deliver deploy design detail develop discuss distribute do document draft edit email
    engage estimate evaluate examine explore figure file fill find finish fix focus follow follow-up gather
    handle implement inspect install invite investigate look mail measure merge negotiate notify order
    organise organize own ping post prepare present print prioritise prioritize produce propose provide
    publish raise reach record release remind repair replace research review revise rewrite schedule send
    separate set share sign specify study submit summarise summarize test translate update upload verify
    work write calculate double-check advertise apply archive attach audit back-up benchmark bill cancel
    chase clear debug delete disable edit enable escalate finalise finalize forward hire install interview
    invoice label liaise log migrate monitor outline pack patch pay plan procure proofread publish purchase
    quote reconcile recruit refactor refund register reimburse rename renew rent reply reserve resolve
    respond restart return scan settle ship sync tidy track train transfer upgrade validate bake
    collate cook fetch laminate mow paint phone ring
    """.split()
)
# Weak verbs: work only by their object or particle.
_LIGHT = frozenset(
    """
    add bring call change circle come copy cut drop get give help keep learn make meet move open pick play
    pull push pursue put read run save show speak spend take talk think try turn use watch
    """.split()
)
_WORK_PHRASE = re.compile(
    r"^(?:get (?:back to|in touch|hold of|quotes?|feedback|approval)|take (?:care of|on|over|charge)|"
    r"give \w+ a (?:call|ring|shout)|put (?:together|in)|sort out (?!of\b)|"
    r"bring (?!it\b|this\b|that\b|them\b|up\b|in\b|back\b|down\b|\w+ (?:up|back|down|in|out|together)\b)|"
    r"get (?:you|me|us|him|her|them) (?:the|some|an?|my|our) (?!idea\b|feeling\b|sense\b|impression\b)\w+|"
    r"have (?:the|an?|two|three|four|five) .*\b(?:ready|done|over to|for you|finished|options)\b|"
    r"make sure|make (?:a|an|the|some) \w+|come up with|"
    r"tell (?:the|our) (?!truth\b|story\b)\w+ |"
    r"(?:talk|speak) (?:to|with) (?!you\b)|call (?!it\b|this\b|that\b|on\b)|open (?:a|an) |run (?:a|an|the) )"
)
# Being, feeling, knowing, and what merely happens.
_IDLE = frozenset(
    """
    admit agree appear apologise apologize argue assume be become begin believe bet claim click continue die
    eat end fail feel forget go guess happen hate have hear hope imagine interrupt jump know leave let like
    lose love mean mention need never not notice pass pause prefer press realise realize recall remember
    repeat say see seem sit sleep sound stand start stay stop suppose tell thank throw understand wait want
    wish wonder probably rather
    """.split()
)
# Of work or not by what goes with them; here for their spelling.
_OTHERS = frozenset(
    """
    accept adapt adjust allocate allow assess assist attend automate balance base benchmark block bundle cache
    care chair charge choose close code combine commit communicate compete compose consider consolidate
    continue contribute control convert cover deal decide decrease demonstrate deprecate depend describe
    drive drop encourage enforce enhance enlarge ensure enter exchange exclude execute expand expect explain
    expose express extend extract filter format gain generate grow guide hand host illustrate impact
    implement improve include incorporate increase inform initiate insert integrate introduce involve isolate
    iterate join judge launch lead leverage link listen live load lock look maintain manage measure mention
    merge mock mock-up model modify motivate observe obtain occur offer onboard operate optimise optimize
    overhaul participate perform phase place practise program promote propose protect prove
    provision query receive recommend redesign reduce refine reflect reject relate relocate rely remain
    remake report reproduce request require restrict restructure review roll rotate route sample scale select
    sell serve shape shift show simplify simulate solve source specify split sponsor stage standardise
    standardize stick store streamline strengthen strip structure suggest supply support switch synchronise
    synchronize tackle tag target teach tear throw trade transform transition travel treat trigger tune tweak
    type unblock unify upgrade vary view visit volunteer vote walk welcome widen win wire wrap
    """.split()
)
# Verbs that open an instruction. Only these: without a subject any word might be a verb.
INSTRUCTIONS = (
    r"send|write|prepare|draft|check|review|update(?! on| for| from)|fix|create|make|set up|schedule|"
    r"organi[sz]e|arrange|book|email|contact|ask|follow up|find|look (?:at|into|up|for)|investigate|"
    r"research|explore|finish|complete|submit|post|publish|collect|gather|compile|think (?:about|of)|"
    r"work (?:on|out)|come up with|bring|figure|get|put|give|keep|take|fill|share|reach out|circulate|"
    r"upload|confirm|try to|add|remove|reply|respond|call|read|merge|move|drop|raise|talk to|meet|"
    r"provide|detail|coordinate|document|define|study|prioriti[sz]e"
)
# More of them behind "please", which nothing but an instruction follows.
PLEASED = (
    r"order|pay|buy|print|deliver|invite|clean|install|cancel|transfer|ship|sign|hire|remind|inform|archive|"
    r"rename|pack|label|renew|register|approve|forward|store|scan|translate|reserve|return|repair|replace|"
    r"tidy|double-check|pick up|drop off"
)
# Acts on the meeting itself: they are over when it is.
MEETING_TALK = re.compile(
    r"""^(?!take\ over\ (?:the|an?)\ (?!screen|slides?|call|meeting|presentation|floor)\w)(?:
      (?:stop\ )?shar(?:e|ing)\ (?:my|your|the)?\ ?(?:screen|slides?|desktop|window)
    | present(?:ing)?\ (?:my|this|it|now|next|first) | show(?:ing)?\ (?:you|us|it|this)
    | (?:tell|ask|show|give)\ (?:you|us|everybody|everyone)\b (?!.*\b(?:copy|feedback|answer)\b)
    | give\ (?:the|an|your|some)\ (?:update|overview|background|context) | refresh\ my
    | (?:give|do|run|go|walk|talk|take|get)(?:\ (?:you|us|me))?(?:\ all)?\ (?:through|over|back\b
        |around\ the|on\ to|onto|into\ (?:that|this|it)
        |a\ (?:quick|short|brief|bit|talk|presentation|demo|update|summary\ of)
        |an?\ (?:update|overview|introduction|idea|example)|updates?)
    | (?:go|come)\ (?:first|next|ahead|on|back|again|to|up(?!\ with))
    | get\ to\ (?:\w+\ ){0,4}(?:questions?|points?|comments?)\b
    | get\ (?:back\ to\ (?:it|that|this)|started(?!\ (?:on|with))|going|on\b|to\ (?:it|that|this))
    | (?:move|moving|carry|hand|pass|turn|switch|jump|skip)\ (?:on|over|to|it|that|this|back|forward|ahead|us)
    | put\ (?:it|this|that|them)\ (?:up|this\ way|on|back|there)
    | (?:mute|unmute|speak(?!\ (?:to|with))|talk(?!\ (?:to|with))|hear|listen|repeat|rephrase|clarify|explain
        |describe|mention|introduce|interrupt|say|stop|wait|pause|recap|summari[sz]e
        |read\ (?:it|this|that|them|out)|(?:start|begin|continue)(?!\ \w+ing)
        |think(?!\ (?:about|of|through)))\b
    | (?:open|close|wrap|pull|bring|leave|keep|end|draw)\ (?:it|this|that|them|things|up|off|the\ meeting)\b
    | (?:finish|end|close)\ (?:the\ |this\ |our\ )?(?:meeting|here|up|now)
    | (?:do|try|make|see|check|get|finish|take|look\ at|read)\ (?:it|this|that|these|those|one|so)
        (?:\ (?:now|here|first|quickly|again|right|one|straight|work))?$
    | do\ (?:it|this|that)\ (?:\w+\ )?after\ (?:the|this|our)\ (?:call|meeting)$
    | (?:talk|speak)\ (?:to|with)\ you(?:\ (?:all|guys|both|soon|later|again|then|tomorrow|next\ \w+))*$
    | take\ (?:a\ (?:look|moment|second|break|note)|notes|(?:the\ |some\ )?minutes|questions?)
    | (?:try|do)\ my\ best | let\ \w+ | call\ (?:on|it|this) | see\b | meet\ (?:you|again|up)\b
    | be\ (?:right|brief|quick|back) | just\b$ | draw\b
    )""",
    re.VERBOSE,
)
# "check if it fits" asks whether; no condition is set.
INQUIRY = re.compile(
    r"\b(?:check|see|ask|find out|know|decide|confirm|verify|tell|wonder|wondering|sure|clarify|figure out|"
    r"determine|look)\b[^,]{0,30}$"
)
# "start evaluating", "go find out": the work is in the second verb.
_PHASE = frozenset("start begin continue keep go come try help finish".split())
_BARE_PHASE = frozenset("go come try help".split())


def is_work(verb: str, task: str) -> bool:
    return verb in _WORK or _WORK_PHRASE.match(task.lower()) is not None


def is_idle(verb: str, task: str) -> bool:
    return verb in _IDLE and not is_work(verb, task)


def is_known(verb: str) -> bool:
    return verb in _WORK or verb in _LIGHT or verb in _IDLE or verb in _OTHERS


def main_verb(task: str) -> str:
    """The verb that says what is done, in its base form."""
    words = task.lower().removeprefix("be ").split(" ")
    first = base_form(words[0])
    while len(words) > 1 and base_form(words[0]) in _PHASE:
        if not words[1].endswith("ing") and base_form(words[0]) not in _BARE_PHASE:
            break
        words = words[1:]
        if words[0] in ("to", "and") and len(words) > 1:
            words = words[1:]
    verb = base_form(words[0])
    return verb if is_known(verb) else first


def base_form(gerund: str) -> str:
    """ "preparing" is "prepare": spelling decides, and the lists above where two are possible."""
    word = gerund.lower()
    if not word.endswith("ing") or len(word) < 5:
        return word
    stem = word[:-3]
    undoubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
    for candidate in (stem, stem + "e", undoubled):
        if is_known(candidate):
            return candidate
    return undoubled if undoubled != stem and stem[-1] not in "lsz" else stem


def base_of_third(verb: str) -> str:
    """ "notifies" is "notify", likewise; what is no such form stays."""
    word = verb.lower()
    if not word.endswith("s"):
        return word
    candidates = (word[:-1], word[:-2], f"{word[:-3]}y")
    return next((base for base in candidates if is_known(base)), word)


def base_of_participle(participle: str) -> str:
    """ "merged" is "merge", likewise."""
    word = participle.lower()
    irregular = language(FALLBACK).irregular
    if word in irregular or not word.endswith("ed"):
        return irregular.get(word, word)
    stem = word[:-2]
    for candidate in (stem, stem + "e", stem[:-1], stem[:-1] + "y"):
        if is_known(candidate):
            return candidate
    return stem
