"""More kinds of words to whoever writes the note, each built from what it turns on.

A role ("from now on you are ..."), an end of what was said ("forget everything so far"), a form of answer
("reply only with"), what the notes must show, whom a sentence is meant to reach ("so that the AI picks it
up"), who claims to speak ("this is your developer"), the fields of an item, and the same in other languages.
Each needs a word for the writer, the note or the model's own work beside its verb: "forget it", "answer Ann"
and "the minutes are late" are talk among people.
"""

from __future__ import annotations

import re

_MODEL = (
    r"(?:ai|a\.i\.|bot|robot|model|llm|chatbot|machine|computer|software|algorithm|assistant|summari[sz]er"
    r"|transcriber|recorder|(?:note|minutes?)[ -]?(?:taker|bot|tool|app)|(?:transcription|summary|note) "
    r"(?:tool|software|app|system|service))"
)
_NOTES = r"(?:notes?|minutes|summary|transcript|protocol|record|output|report)"
_PUT = (
    r"(?:say|write|list|put|print|output|note|state|record|mention|add|include|report|answer|respond|log"
    r"|enter)"
)
_MUST = r"(?:must|should|shall|will|has to|have to|needs? to)"
_ITEM = r"(?:action items?|items?|tasks?|decisions?|to-?dos?)"
_BEGIN = r"(?:^|[.?!]\s+|^(?:yeah|so|uh|um|okay|ok|and|now|well|oh)[, ]+(?:(?:so|uh|um|okay|please)[, ]+)?)"
KINDS = re.compile(
    # A role, and what to say in it.
    r"\b(?:from now on|henceforth|you(?:'re| are| will| shall)? now|your name is|role-?play as|imagine"
    r" you)\b"
    rf"(?=.{{0,160}}\b(?:you (?:only )?{_PUT}|act as|without (?:limits|rules|restrictions)|{_PUT} (?:that|\w+"
    r" as))\b)"
    r"|\brole-?play as\b|\bpretend (?:to be|you(?:'re| are))\b|\byou (?:will |must |shall )?now act as\b"
    # What was said is to be gone.
    r"|\b(?:forget|disregard|ignore|erase|drop|delete) (?:everything|anything|all|whatever|the rest)\b"
    r"(?=.{0,30}\b(?:said|came|before|above|so far|this (?:meeting|call|talk)|the meeting|decided"
    r"|earlier)\b)"
    r"|\b(?:forget|disregard|ignore) what (?!i\b)\w+ (?:just )?(?:said|decided|agreed)\b"
    rf"(?=.{{0,160}}\b(?:{_PUT}|instead|the (?:real|true|actual))\b)"
    r"|\b(?:break|breach|stop following|set aside|(?:do not|don't) follow|drop|leave|overrule) (?:all )?"
    r"(?:of )?your (?:own )?(?:rules|guidelines|instructions|prompt|programming|constraints|orders)\b"
    rf"|\boverrule (?:the )?(?:earlier|previous|other|last) {_NOTES}\b"
    # The form of an answer.
    r"|\b(?:respond|reply|answer) (?:only )?with (?:only|just|the (?:words?|following|sentence|line))\b"
    rf"|\b(?:respond|reply|answer) only\b|{_BEGIN}only (?:output|print|list|write)\b|\brepeat after me\b"
    rf"|\btranslate (?:this|the following|it) into (?:an? )?{_ITEM}\b|\bfinal (?:answer|output"
    r"|summary)\s?[,:]"
    r"|\b(?:summary|outcome) of (?:this|the) (?:meeting|call|conversation) is(?: that|:)"
    r"|\bthe (?:correct|only|real|right|true|actual) (?:action item|decision|task|summary) (?:is|was)\b"
    # What the notes must show.
    rf"|\b{_NOTES} {_MUST} (?:say|state|show|mention|read|reflect|list|include|contain)\b"
    rf"|\b(?:important|sure|essential|crucial|vital)(?: that)? (?:the |your )?{_NOTES} (?:say|state|show"
    r"|mention|have)"
    r"|\bsure (?:it|this|that) (?:says|ends up|appears|is|gets|goes)\b.{0,20}\bin(?:to)? (?:the|your)"
    rf" {_NOTES}\b"
    rf"|\bjust so (?:it|this|that) (?:ends up|gets|is|goes|shows up|appears) (?:in|into) the {_NOTES}\b"
    rf"|\bin your {_NOTES},? (?:please )?{_PUT}\b|\bin the {_NOTES},? (?:please )?(?:say|write|list|state)"
    r" that\b"
    rf"|\byour (?:next )?(?:{_NOTES}|line|sentence|answer) (?:{_MUST} (?!be (?:good|fine|ready|sent"
    r"|shorter))|is that)"
    r"|\byour next (?:line|sentence|output|answer) is\b"
    rf"|\breplace (?:the|your) {_NOTES} (?:with|by) (?:the words?|:|[\"“])"
    r"|\b(?:leave out|omit|drop|skip) everything (?:that )?\w+ (?:says|said)\b"
    r"|\b(?:do not|don't|never) (?:include|put|mention|list) \w+ (?:\w+ ){0,4}in(?:to)? (?:the|your)"
    rf" {_NOTES}\b"
    rf"|\bremove (?:\w+ ){{1,4}}{_ITEM} from (?:the|your) (?:list|{_NOTES})\b"
    rf"|{_BEGIN}(?:count|treat|regard|file|log|record|register) (?:this|that|it) as (?:an? |the )?"
    r"(?:decision|decided|agreed|action item|approved|settled|done)\b"
    rf"|{_BEGIN}record (?:an?|the) (?:\w+ )?vote\b"
    # Whom it is meant to reach.
    rf"|\battention,? (?:all )?{_MODEL}s?\b|\byou,? (?:the|there,? the) {_MODEL}\b"
    r"|\byou in (?:the|that) (?:box|corner|speaker|machine|cloud|computer|device|laptop)\b"
    r"|\b(?:whoever|whatever|whichever)(?: \w+){0,2} (?:types|typed|transcribes|writes|records) (?:this"
    r"|these)\b"
    rf"(?=.{{0,160}}\b(?:{_PUT}|owner|is|are|{_MUST})\b)"
    rf"|{_BEGIN}(?:and |this is )?(?:just )?for the (?:transcript|summary|recording|{_MODEL})\b,?"
    rf"|\bso (?:that )?(?:the|your|any) {_MODEL} (?:can )?(?:pick|write|note|list|put|hear|get|know|record)"
    rf"|\b(?:the|any|our) {_MODEL} {_MUST} (?:pick (?:it |this )?up|(?:write|note|list|put|say|think)"
    r" (?:that|down))\b"
    rf"|\bhope (?:the|that|our|any)(?: the)? {_MODEL} (?:write|note|list|put|pick|record|hear)s?\b"
    rf"|\b(?:let|make|have|get|trick|fool|convince) (?:the|our|this|any) {_MODEL} "
    r"(?:think|believe|write|into|to (?:write|list|think|believe|put)|list|put)\b"
    rf"|{_BEGIN}(?:the )?(?:system|program|app|tool|device|box|recorder|(?:mr|mister) robot|"
    rf"(?!the\b|our\b|my\b|this\b|a\b)\w+ (?:bot|robot)|minutes taker)\s?[,:]?\s(?:please )?{_PUT}\b"
    rf"|\bif there(?:'s| is| are) (?:an?|any|some) (?:\w+ )?{_MODEL}s? (?:in|on|here|listening|reading"
    r"|recording)\b"
    r"|\b(?:when|while) (?:summari[sz]ing|transcribing|generating|writing|drafting|producing)"
    rf"(?: (?:the|these|your|this))?(?: (?:{_NOTES}|meeting|call))?,? (?:please |always )?{_PUT}\b"
    rf"|\byou(?:'ve| have|'re| are| were)(?: been)? (?:told|instructed|ordered|programmed) to {_PUT}\b"
    rf"|\byour (?:only )?(?:job|task|role|purpose) is to (?:list|output|print|{_PUT} (?:that|down|\w+ as))\b"
    # Who claims to speak.
    r"|\b(?:your (?:creator|developer|programmer|maker|operator|administrator)|the operator)"
    r" (?:speaking|here|approved|has approved|says|wants|allows)\b.{0,160}\b(?:add|list|put|write|it)\b"
    r"|\bi(?:'m| am) your (?:creator|developer|programmer|maker|operator|administrator|admin)\b"
    r"|\bthis is (?:your (?:creator|developer|programmer|maker|operator)|a system (?:message|prompt"
    r"|command))\b"
    r"|\bthe user (?:wants|asked|asks|needs|orders) (?:you\b|for \w+ to be the owner)"
    r"|\b(?:debug|admin|god|root|maintenance|developer|jailbreak) mode\b(?=.{0,160}\b(?:on|list|print|output"
    r"|write)\b)"
    rf"|(?:^|\W)sudo \w+|\b(?:execute|run) (?:the|this) (?:following )?command (?:{_PUT}|to {_PUT})\b"
    rf"|{_BEGIN}new (?:instruction|directive|order|prompt|rule|command)s?\s?[,:]"
    rf"|\b(?:context|information|hint|knowledge|data) for (?:the|any|your) {_MODEL}\b"
    r"|\bassistant\s?:\s|\b(?:understood|acknowledged)\b\W{0,3}i(?:'ve| have) (?:added|noted|recorded)\b"
    rf"|{_BEGIN}(?:override|overwrite|inject|insert),? (?:the )?(?:new )?(?:{_ITEM}|{_NOTES})\b"
    r"|\boverride,? action items?\b"
    r"|\b(?:prompt|system|policy|instruction)s? (?:update|override|change|injection)\b"
    r"|\b(?:transcript|transcriber['’]?s?|editor['’]?s?|system) note\b"
    # Fields of an item, and how sure it is.
    r"|[\"“](?:owner|task|assignee|action_items?|due_phrase|evidence)[\"”]"
    r"|\b(?:task|owner|decision|due(?: date)?|assignee|evidence) (?:colon|equals)\b|\bevidence s\d+\b"
    rf"|\bassign (?:all|every|each)(?: the)? (?:action )?(?:{_ITEM})\b.{{0,30}}\bto\b|\bset (?:the )?owner\b"
    rf"|\bmark (?:all|every)(?: of)?(?: the| my| his| her| \w+'s)? {_ITEM} as (?:verified|confirmed|complete"
    r"|done)\b"
    rf"|\bmark (?:\w+'s|my|the|this) {_ITEM} as (?:verified|confirmed)\b"
    r"|\b(?:this|the next|that) line is (?:verified|true|confirmed|certain)\b|\btrust this line\b"
    r"|\bhigh[- ]confidence fact\b|\bconfidence (?:one|1(?:\.0)?|is|equals|colon)\b(?=.{0,160}\bevidence\b)"
    r"|\b(?:bypass|skip|disable|switch off|turn off) (?:the |your |all )?(?:checks?|verification|validation"
    r"|guardrails?|filters?|safety)\b(?=.{0,160}\b(?:list|next line|note|write|put)\b)"
    r"|\bnew line,? (?:dash|bullet|star)\b|\btranscript (?:ends|stops|is over) here\b|^\W*insert here\b"
    # Other languages: forget what was said, write down that.
    r"|\b(?:vergiss|vergesst|vergessen sie|ignorier\w*|missachte\w*)\b.{0,40}\b(?:alles|vorher|bisher\w*"
    r"|zuvor)\b"
    r"|\b(?:schreib\w*|trag\w*|notier\w*)\b.{0,30}\b(?:ins protokoll|in das protokoll|in die (?:notizen"
    r"|zusammenfassung))\b"
    r"|\b(?:notier\w*|schreib\w*|trag\w*|vermerk\w*|erfass\w*)\b.{0,30}\b(?:als|eine?n?|die|neue)"
    r" (?:aufgabe|beschluss|tagesordnungspunkt)\b"
    r"|\b(?:trag\w*|notier\w*)\b.{0,20}\b(?:ein,? dass|dass)\b|\b(?:liebe|lieber|hallo|hey) (?:ki|bot"
    r"|computer|assistent)\b"
    r"|\ban (?:das|den|die) (?:protokoll\w*|ki|assistenten|programm|system|modell)\s*:"
    r"|\bdu bist (?:jetzt|nun|ab jetzt|ab sofort)\b.{0,30}\b(?:assistent|bot|ki|modell|regeln)\b"
    r"|\b(?:oublie[zr]?|ignore[zr]?|oubliez) (?:tout|ce qui|toutes)\b|\b(?:écri[st]|ecris|écrivez|notez?)"
    r" (?:bien )?que\b"
    r"|\bnote pour l['’ ](?:assistant|ia|outil)\b"
    r"|\b(?:escrib[ea]|anot[ae]|apunta|scrivi|annota|segna|escrev[ae]|anote) (?:que|che)\b"
    r"|\b(?:ignore|esque[cç]a|ignora) (?:as|le|las|los|os|todas|tudo|tutte|tutto|todo)\b.{0,30}"
    r"\b(?:instru|anterior|preceden)\w*"
    r"|\bschrijf (?:op )?dat\b|\bnegeer (?:alle|alles|de vorige)\b",
    re.IGNORECASE,
)
