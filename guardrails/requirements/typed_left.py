"""What asks for a form that no code can verify: "in a friendly tone", "as a table", "keep it short".

In a field that holds nothing but requirements, all that is left over is of this kind. A question is left over
with its matter, so what is plainly about its answer's form is looked for by what such orders are made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.requirements.typed_scope import part_of, sentence_of

_QUALITY = (
    r"(?:brief|short(?:er)?|long(?:er)?|concise|formal|informal|casual|friendly|polite|funny|serious|simple"
    r"|clear|neutral|objective|professional|persuasive|creative|detailed|precise|plain|kind|positive|warm|witty"
    r"|humorous|poetic|technical|readable|snappy|crisp|enthusiastic|diplomatic|encouraging)"
)
_QUALITIES = rf"(?:(?:more|less|very|as|quite|rather) )?{_QUALITY}(?:,? (?:and |but |yet )?{_QUALITY})*"
_KIND = (
    r"(?:table|poem|haiku|limerick|song|rap|e-?mail|letter|story|tweet|memo|press release|dialogue|headline"
    r"|outline|diagram|chart|blog post|slide|speech|pirate|child|fairy tale|newspaper article)"
)
_READER = r"(?:child|kids?|children|beginners?|lay(?:man|person|people)|novices?|[\w-]+-year-old|outsiders?)"
_FEATURE = (
    r"(?:jargon|slang|abbreviations?|acronyms?|filler(?: words?)?|adjectives?|adverbs?|buzzwords?|metaphors?"
    r"|technical terms?|passive(?: voice)?|active voice|humou?r|contractions|rhymes?|everyday language"
    r"|(?:short|simple) (?:words|sentences))"
)
_NOT = r"(?:no|without(?: any)?|avoid(?: any)?|(?:do not|don't|never) use(?: any)?)"
_FORM = re.compile(
    r"(?<![\w'-])(?:"
    r"(?:in|with|using) (?:an? |the )?(?:[\w-]+,? (?:and |but |yet )?)?[\w-]+ "
    r"(?:tone|style|voice|manner|register)"
    r"|in (?:rhymes?|verse|prose|short|brief|detail|depth|full)"
    rf"|in {_QUALITIES} (?:words|terms|language|sentences|prose)"
    rf"|(?:as|like|in the form of) (?:an? )(?:[\w-]+ ){{0,2}}{_KIND}"
    r"|(?:briefly|concisely|politely|formally|informally)"
    rf"|(?:be|sound|stay|keep (?:it|this|the \w+)|make (?:it|this|the \w+)) {_QUALITIES}"
    rf"|{_QUALITIES}(?=,? please|\W*$)"
    rf"|(?:{_NOT}|use|using|with) {_FEATURE}"
    rf"|(?:for|to) (?:an? |my )?(?:[\w-]+ )?{_READER}"
    r"|rhyme (?:it|this|the answer)"
    r")(?!\w)"
)
# What may stand before an order in its part of the sentence: nothing, or words about the answer itself.
_ANSWERING = re.compile(
    r"\W*(?:(?:please|and|but|also|just|write|make|give|put|answer|respond|reply|explain|it|this|that|the|me|us"
    r"|answer|text|summary|kindly)\b\W*)*"
)
_ORDER = re.compile(
    r"\W*(?:please )?(?:explain|give|list|tell|summari[sz]e|write|describe|show|report|put|answer|sum up)\b"
)
_MATTER = re.compile(r"\b(?:who|whom|whose|what|which|when|where|why|how|whether|that|if)\b")


def forms_in(left: str, whole: str) -> Iterator[tuple[int, int]]:
    """Where `left` asks for a form: `whole`, in small letters both, without what code verifies."""
    for match in _FORM.finditer(left):
        before = part_of(whole, *match.span())[0]
        said = sentence_of(whole, match.start())
        is_order = _ORDER.match(said) is not None and _MATTER.search(said) is None
        if is_order or _ANSWERING.fullmatch(before):
            yield match.span()
