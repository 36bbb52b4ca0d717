"""What VADER's lexicon has amiss for speech: words that mean no mood, words that it lacks, and set phrases.

Each entry is here for what it means in English in general; values are on VADER's scale of -4 to 4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_ANSWERS: Final = (
    "yeah yep yup yes ok okay okey alright sure true certain certainly definite* clear* no please pretty "
    "kind kinds l want wants hell honestly easily surely"
)
"""They answer, hedge or stress. "No" still negates the word after it; "hell" is as often joy as anger."""
_TOPICS: Final = (
    "abilit* accept* activ* adopt* advanced alarm allow* amazon argument* authorit* avoid* award* backed "
    "bias* blind block blocking blocks burden* cancel* capabl* careful* casual* challeng* chance chances "
    "charged charges clarif* clarity clean* comedy commit* competitive consent* contradict* convince* "
    "create* creating creation* credit* curious cut cuts cutting dear defence* defens* demand demands "
    "demonstrat* denied deny* desir* determin* disappear* discard* drag drop dump* dynam* ease emotional "
    "empty energies energy engage* ensur* entertainment* escap* ethical exclu* excuse* expand* exploit* "
    "expos* extend* faith* fallen falling fan fans fire fired fit focused forbid* forced forget* free* "
    "friend friends fulfill* gain* giving god grand grant* greater grey grow* guarantee* hand hands hard "
    "harmon* help hesit* hide* huge immun* importan* impos* increas* interest interests interrupt* invit* "
    "isolat* join* justif* launched leave legal* limit* low lower* lowest matter matters merit* natural* "
    "novel number obsolete opportunit* optimal* optimisation* optimise* optimiz* original* paradox party "
    "pay penalt* play* popular* postpone* prepared pretend* prevent* privileg* profit* prominent promise* "
    "promot* prospect* protect* reach* readiness ready responsib* restrict* rich safety save secur* "
    "sentence* shake share* significan* solid solution* special* spirit* stable strain* strike* strong* "
    "suspect* top treat* trivial truth united urgent valid* value values vision vital vulnerab* warm warn* "
    "withdraw*"
)
"""They name what is talked about, or how much of it."""
_VIOLENCE: Final = (
    "abuse* arrest* attack* battle cancer crime* criminal* dead emergency fight* fraud* gun guns jail* "
    "kill* murder* prison* propaganda rape* raping shoot* shot slave* terroris* victim* violen* war wars "
    "weapon*"
)
"""They are told as news, or of a process and a deadline, as often as they are felt."""
_NO_MOOD: Final = re.compile("|".join(f"{_ANSWERS} {_TOPICS} {_VIOLENCE}".replace("*", r"\w*").split()))
"""A star stands for any end of the word: VADER has whole families, as "strong" and "strongbox"."""

_PROBLEM_TALK: Final = {
    "bug": -1.2, "bugs": -1.2, "crashed": -1.7, "crashes": -1.7, "flaky": -1.5, "delays": -1.3,
    "blocker": -1.5, "outage": -2.0, "overdue": -1.2, "behind": -0.6, "concern": -1.0, "concerns": -1.0,
    "concerned": -1.2, "nightmare": -2.3, "impossible": -1.2, "expensive": -0.8, "complicated": -0.9,
    "overloaded": -1.3, "understaffed": -1.4, "smoothly": 1.5, "unreliable": -1.7, "overpriced": -1.5,
    "sloppy": -1.6, "clunky": -1.4, "backfired": -1.7, "botched": -1.9, "shoddy": -1.9, "unusable": -1.9,
    "pointless": -1.7, "tedious": -1.4, "daunting": -1.2, "misguided": -1.5, "inaccurate": -1.4,
}  # fmt: skip
_LIKED: Final = {
    "favourite": 2.0, "spectacular": 2.8, "phenomenal": 2.8, "refreshing": 1.9, "insightful": 1.9,
    "informative": 1.5, "bravo": 2.5, "kudos": 2.3, "congrats": 2.6, "thriving": 2.0,
    "heartwarming": 2.4, "uplifting": 2.2, "commendable": 2.2, "intriguing": 1.5, "upbeat": 1.9,
    "fortunately": 1.8, "well-deserved": 2.2,
}  # fmt: skip
_DISLIKED: Final = {
    "cringe": -1.5, "fucking": -1.0, "sorry": -1.0, "anymore": -0.6, "overrated": -1.6, "creepy": -2.0,
    "creep": -1.9, "yikes": -1.7, "ew": -2.0, "eww": -2.0, "garbage": -1.9, "trash": -1.8,
    "rubbish": -1.8, "asshole": -2.5, "psycho": -2.2, "delusional": -1.9, "toxic": -2.2,
    "hypocrite": -2.1, "hypocrisy": -2.0, "hypocritical": -2.0, "inexcusable": -2.4, "mediocre": -1.2,
    "repulsive": -2.5, "filthy": -1.8, "yuck": -2.0, "afraid": -1.7, "unbearable": -2.3, "hideous": -2.4,
    "atrocious": -2.7, "abysmal": -2.6, "disrespectful": -2.0, "corrupt": -2.1, "bigot": -2.3,
    "clown": -1.4, "shady": -1.6, "unsettling": -1.7, "nightmarish": -2.4, "weird": -1.3,
    "awkward": -1.3, "nonsense": -1.7, "disapprove": -1.7, "unacceptable": -2.2, "appalling": -2.5,
    "pretentious": -1.6, "obnoxious": -2.1, "insufferable": -2.3, "asinine": -2.1, "cowards": -2.0,
    "crummy": -1.7, "deplorable": -2.4, "despicable": -2.6, "detest": -2.5, "disgraceful": -2.4,
    "ghastly": -2.4, "grotesque": -2.3, "grumpy": -1.5, "gutted": -2.0, "idiocy": -2.1, "immature": -1.5,
    "nauseating": -2.3, "revolting": -2.5, "scum": -2.6, "senseless": -1.8, "shambles": -2.0,
    "tasteless": -1.7, "unforgivable": -2.4, "unfunny": -1.6, "whiny": -1.6, "bummed": -1.7,
    "sigh": -1.0, "apologize": -1.0, "apologise": -1.0, "apologies": -1.0, "entitled": -1.0,
}  # fmt: skip
MOODS: Final[Mapping[str, float]] = {**_PROBLEM_TALK, **_LIKED, **_DISLIKED}
"""What VADER's lexicon lacks, or weighs otherwise than speech does."""

_PHRASES: Final = {
    "can't wait": 2.2, "cannot wait": 2.2, "looking forward": 1.9, "look forward": 1.9,
    "good luck": 2.2, "well said": 2.2, "well done": 2.2, "well deserved": 2.2, "way to go": 2.0,
    "spot on": 1.8, "good for you": 2.2, "you're right": 1.5, "you are right": 1.5, "made my day": 2.4,
    "keep it up": 1.9, "you got this": 1.8, "don't worry": 1.2, "no worries": 1.4, "shut up": -2.0,
    "how dare": -2.2, "fed up": -2.2, "sick of": -2.2, "tired of": -2.0, "what the hell": -1.7,
    "makes no sense": -1.7, "doesn't make sense": -1.5, "can't stand": -2.3, "waste of": -2.2,
    "fuck off": -3.0, "too bad": -1.8, "no good": -1.9, "let down": -1.8, "rip off": -1.9,
    "passed away": -1.9, "messed up": -2.0, "screwed up": -2.0, "gave up": -1.3, "killing us": -2.4,
    "killing me": -2.4, "oh dear": -1.2,
}  # fmt: skip
"""What means something else than its words."""


def _token(phrase: str) -> str:
    return phrase.replace("'", "").replace(" ", "_")


PHRASES: Final[Mapping[str, float]] = {_token(phrase): value for phrase, value in _PHRASES.items()}
"""The set phrases as `joined` leaves them."""
_PHRASE: Final = re.compile(rf"\b(?:{'|'.join(sorted(_PHRASES, key=len, reverse=True))})\b", re.IGNORECASE)


def joined(text: str) -> str:
    """`text` with each set phrase as one word, to be looked up as a whole."""
    return _PHRASE.sub(lambda match: _token(match.group().lower()), text)


def for_speech(lexicon: Mapping[str, float]) -> dict[str, float]:
    """VADER's lexicon without the words that mean no mood, with the words and phrases that do."""
    kept = {word: value for word, value in lexicon.items() if not _NO_MOOD.fullmatch(word)}
    return {**kept, **MOODS, **PHRASES}
