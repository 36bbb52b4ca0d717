"""How a drafting model speaks of itself, of its reader, and of the text before it.

Three things that no line of a note says: that its writer is a machine and what it cannot do; an offer, thanks
or an answer to a reader; and talk about the transcript, the prompt or the form of the answer. All of it is
anchored on the first person, on the second, or on a word for the text, never on "AI" alone: that is a topic.
"""

from __future__ import annotations

import re

_KIND = (
    r"(?:ai|a\.i\.|language|artificial(?: intelligence)?|virtual|digital|conversational|text[- ]based|"
    r"automated|"
    r"automatic|computer|software|machine|machine[- ]learning|neural|helpful|large|open(?:-weights?|"
    r" source)?|"
    r"generative|mere|simple|meeting|note[- ]?taking|smart|electronic)"
)
_MACHINE = (
    r"(?:ai|a\.i\.|artificial intelligence|llm|chat ?bot|bot|robot|machine|algorithm|neural network|"
    r"computer program|piece of software|gemma|gemini|chatgpt|gpt-?\d?|machine learning model|language model|"
    rf"(?:{_KIND}[- ])+(?:model|assistant|system|program|agent|tool|network|machine|service|helper|"
    r"note[- ]?taker|intelligence|chat ?bot|bot|robot))"
)
# Nothing may follow that makes it another thing ("an AI company").
_END = (
    r"(?=\s*(?:[,.;:!?)\]—–-]|$|(?:and|i|that|who|which|with|without|trained|developed|created|made|"
    r"built|by|so|"
    r"but|may|my|from|of)\b))"
)
_I_AM = r"\bi(?:['’]m|\s+am)\s+(?:(?:just|only|merely|simply|also|still|actually|but|really)\s+)*"
_UNABLE = (
    r"\bi(?:['’]m|\s+am|\s+was|\s+can|\s+do|\s+could|['’]ve|\s+have|\s+lack|\s+only)?\s*"
    r"(?:not|['’]t|n['’]t|no|unable|lack|only)\b"
)
_OWN = (
    r"\bmy\s+(?:own\s+)?(?:training|programming|algorithms?|developers?|creators?|makers?|guidelines|"
    r"knowledge|"
    r"context(?: window)?|instructions|capabilit(?:y|ies)|abilit(?:y|ies)|limitations?|prompt|system prompt|"
    r"database|parameters|weights|design|architecture|answer|response|output)\b"
)
_TEXT = (
    r"(?:transcripts?|text|context|conversation|excerpt|prompt|input|segments?|passage|information|material)"
)
_DRAFTED = (
    r"(?:action items?|summary|summaries|notes?|list|output|response|answer|results?|rewrite|rewording|json|"
    r"minutes|decisions?|draft|version|item)"
)
SELF = re.compile(
    rf"\b(?:as|being)\s+(?:an?|your|the|only an?|just an?|merely an?)\s+{_MACHINE}{_END}"
    rf"|\b(?:in my (?:capacity|role|function)|speaking|acting|my \w+)\s+as\s+(?:an?|your|the)\s+{_MACHINE}\b"
    rf"|{_I_AM}(?:an?\s+|your\s+|the\s+)?{_MACHINE}{_END}"
    rf"|\b(?:generated|written|produced|drafted|summari[sz]ed|created)\s+by\s+(?:an?\s+)?{_MACHINE}{_END}"
    r"|\bas (?:an?|your|the) (?:machine|bot|algorithm|program|model|assistant|note-? ?taker)\b,? (?:i|my)\b"
    r"|\bi, (?:the|your|an?) [^,.]{0,30}\b(?:assistant|ai|model|bot|note-? ?taker|machine)\b"
    r"|(?:^|[(\[])\W*ai[- ]generated\b"
    r"|\bai[- ]generated(?: (?:summary|note|content|text|item|response|answer))?\W*$"
    r"|\b(?:responses?|answers?|output) (?:of|by|from) an? (?:llm|ai|language model)\b"
    rf"|{_I_AM}not\s+(?:an?\s+)?(?:human|person|real)\b"
    r"|\bi(?:['’]m| am| was|['’]ve been| have been) (?:trained|programmed|designed|built|created|"
    r"developed|instructed"
    r"|configured|prompted)\b"
    r"|\btrained (?:me|by (?:google|openai|anthropic|meta|deepmind|mistral))\b"
    rf"|{_OWN}"
    rf"|{_UNABLE}[^.;:]{{0,40}}?\b(?:attend\w*|listen|hear|browse|verify|confirm|access|remember|recall|"
    rf"feelings?|"
    r"emotions?|opinions?|views?|body|experiences?|memor(?:y|ies)|real-?time|certain|sure|internet|prompt|"
    r"more|myself|in person|find|identify|determine|tell|see|know|meetings?|recordings?|audio)\b"
    r"|\bi (?:only )?(?:process|analy[sz]e|generate|produce) (?:only )?(?:text|language|words|tokens)\b"
    r"|\bi (?:must|have to|should) (?:stay|remain|follow|comply)\b",
    re.IGNORECASE,
)
READER = re.compile(
    r"\blet me know\b|\bfeel free\b|\b(?:don['’]t|do not) hesitate\b|\b(?:would|do) you (?:like|want|"
    r"need) (?:me|to|any)\b"
    r"|\bis there anything else\b|\banything else i\b|\bhow (?:can|may) i (?:help|assist)\b"
    r"|\b(?:happy|glad|pleased) to (?:help|assist|provide|do that)\b|\bhope (?:this|that|it) helps\b"
    rf"|\bthank(?:s| you) for (?:sharing|providing|the|your) (?:\w+ )?{_TEXT}\b"
    r"|\byou (?:asked|requested|provided|(?:have )?(?:given|gave|shared|supplied|sent))(?: me| for)?\b"
    r"|\bas (?:you )?(?:requested|asked)\b|\bplease note(?: that)? (?:i|my|this)\b"
    r"|^\W*(?:sure|certainly|of course|absolutely|gladly|understood|great question|no problem)\s*[!.](?=\s)",
    re.IGNORECASE,
)
ABOUT_TEXT = re.compile(
    rf"\b(?:here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are))\s+(?:the|your|an?|"
    rf"my)\s+(?:\w+\s+){{0,3}}?{_DRAFTED}\b"
    rf"|\bthe (?:user|prompt|instructions?|request|schema|system prompt) (?:wants?|asks?|asked|says?|"
    rf"requires?|needs?|requests?)"
    rf"(?: for)?(?: me)?(?: to)?(?: an?| the| one| only| exactly| for| \d)* (?:{_DRAFTED}|write|list"
    rf"|summari[sz]e)\b"
    rf"|\b(?:based on|according to|from|judging by|given|per|going by) (?:only |just )?(?:the|"
    rf"this) (?:(?:provided|given|above|supplied|"
    rf"available) {_TEXT}|{_TEXT} (?:provided|given|above|supplied|available|shared|alone|you))\b"
    r"|\bin the (?:required|requested|expected|specified) (?:json )?format\b"
    r"|\bi (?:was|am) (?:not )?able to (?:find|identify|extract) [^.;]{0,40}\b(?:transcript|context|text|"
    r"segments?)\b",
    re.IGNORECASE,
)
