"""Words that say what a meeting is about, told from the words that every meeting is made of."""

from __future__ import annotations

import re
from typing import Final

TALK: Final = frozenset(
    """
    a able about above absolutely across actual actually add after afternoon again against ago agree
    agreed ah all almost alone along already alright also although always am among an and another answer
    any anybody anymore anyone anything anyway anyways apparently are aren't around as ask asked asking
    at available away awesome back bad basically be became because become been before begin being
    believe best better between big billion bit bits both bring brought build bunch but by bye call
    called calling came can can't cannot care case cause cent certain certainly chance change changed
    changes check clear clearly close come comes coming completely confused consider continue cool
    correct could couldn't couple course cover current currently day days deal decide decided definitely
    depends describe did didn't difference different difficult discuss discussed discussing discussion
    do does doesn't doing don don't done down due during each earlier early easier easily easy eh eight
    eighteen eighty either eleven else end enough entire especially essentially etcetera even evening
    ever every everybody everyone everything everywhere exact exactly example excellent except expect
    explain extra fact fair fairly far feel feels few fifteen fifty figure figured fill final finally
    find fine finish finished first five folks follow for forget forgot forty forward four fourteen
    friday from full fun further gave general generally get gets getting give given gives giving glad go
    goes going gone gonna good got gotta great guess guy guys had half hand happen happened happening
    happens happy hard has hasn't have haven't having he he'll he's hear heard hello help helpful her
    here here's hey hi high him his hit hmm hold hope hopefully hour hours how however huh hundred i i'd
    i'll i'm i've idea ideas if imagine important in include including indeed info information inside
    instead interested interesting into is isn't issue issues it it'll it's item items its itself job
    just keep kept kind kinda kinds knew know known knows lack large last late later latest lead least
    leave left less let let's level like likely line list listen little live long longer look looked
    looking looks lot lots made main mainly major make makes making many matter may maybe me mean means
    meant meet meeting meetings mention mentioned mhm might million mind minute minutes miss mm moment
    monday month months more morning most mostly move moving much must my myself nah name near
    necessarily necessary need needed needs never new next nice nine nineteen ninety no nobody none nor
    normal normally not note nothing notice now number numbers obvious obviously of off often oh ok okay
    old on once one ones only onto open opinion opposed option options or order other others otherwise
    ought our out over overall own page part particular particularly past people percent perfect perhaps
    person pick piece pieces place play please plus point points possible possibly post potentially
    prefer presentation presentations presented pretty previous previously probably problem problems
    proper properly provide pull purpose put putting question questions quick quickly quite raise ran
    rather re read ready real realised realize really reason reasonable reasons recently regarding
    remember rest result right room round run running said same saturday saw say saying says screen
    second section see seeing seem seemed seems seen sense sent separate set seven seventeen seventy
    share sharing she she's short should shouldn't show showed shows side similar simple simply since
    single sit situation six sixteen sixty slide slides slightly slow small so solution some somebody
    somehow someone something sometimes somewhat somewhere soon sorry sort sorts sound sounds speak
    speaking specific specifically spend stand start started starting starts state stay step steps still
    stop straight stuff such suggest suggested suggestion sunday super suppose supposed sure ta take
    taken takes taking talk talked talking tell ten term terms than thank thanks that that'd that'll
    that's the their them themselves then there there'll there's therefore these they they'd they'll
    they're they've thing things think thinking thinks third thirteen thirty this those though thought
    thoughts thousand three through thursday time times to today together told tomorrow tonight too took
    top topic topics total totally toward towards tried tries true try trying tuesday turn turned twelve
    twenty two type types uh uhm um under understand understanding understood unfortunately unless until
    up upon us use used useful using usual usually various version versus very via view wait walk wanna
    want wanted wants was wasn't way ways we we'd we'll we're we've wednesday week weekend weeks well
    went were weren't what what's whatever when whenever where whereas wherever whether which while who
    who's whoever whole whom whose why will wise with within without won won't wonder wondering word
    words work worked working works worry worth would wouldn't wow write writing wrong wrote yeah year
    years yep yes yesterday yet you you'd you'll you're you've your yours yourself yup zero
    """.split()
)
"""Function words, and what people say in any meeting whatever it is about."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,]\d+)*")


def words_of(text: str) -> list[str]:
    """Words as written, without punctuation."""
    return _WORD.findall(text)


def stem(word: str) -> str:
    """A word without its plural or possessive ending, in lower case."""
    bare = word.lower().replace("’", "'").removesuffix("'s")
    if len(bare) > 4 and bare.endswith("ies"):
        return bare[:-3] + "y"
    if len(bare) > 3 and bare.endswith("s") and bare[-2] not in "su'i":
        return bare[:-1]
    return bare


def is_content(word: str) -> bool:
    """Whether a word says something about the subject."""
    lowered = word.lower().replace("’", "'")
    return (
        len(lowered) > 2
        and lowered[0].isalpha()
        and not {lowered, stem(lowered)} & TALK
        and "'" not in lowered
    )


def terms_of(text: str) -> list[str]:
    """Stems of the content words of a text, in order."""
    return [stem(word) for word in words_of(text) if is_content(word)]
