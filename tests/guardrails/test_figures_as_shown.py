"""What the note shows of a claim's figures after all checks."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from guardrails.every import every_guardrail
from guardrails.figures_taken_back import settled
from guardrails.guardrail import Scene
from guardrails.runner import Local, run_guardrails
from guardrails.types import Claim, Evidence, Segment
from pipelines.due import resolve_due

STAMPS = ("We had 120 stamps at the start of the year, 78 were spent.",)
MEMBERS = ("Of the 80 members 20 have paid so far.",)
PROJECTORS = ("We bought six projectors and four of them broke.",)
FESTIVAL = ("The festival runs from the 3rd to the 10th of May.",)
FOOD = ("It's 220 euros for hall and food, of which 70 for the food.",)
HALL = ("The hall costs 340 euros and the food 210 euros.", "And we expect 85 people.")
CHAIRS = ("We need 40 chairs, no, 45 chairs for the evening.", "And twelve tables, I mean fourteen tables.")
BRICKS = (
    "Bricks. We've twelve pallets in the yard and seven on the lorry.",
    "Each pallet's four hundred and ten quid.",
)
GIFTS = (
    "We had 1,250 from the bucket collection and 475 online.",
    "Lovely, and forty per cent of that goes to the hospice.",
)
TEAM = ("The ladies' team has eleven signed up and needs four more.", "Fifteen then.")

LITRES = ("We had eighty litres in the tank, and we used thirty-two.", "Leaves forty-eight.")
QUOTES = ("Two quotes. The first is 6,900, the second 7,550.", "Difference of 650.")
FLOUR = ("Flour came to 5,040 for the week, and there were twelve bakeries.", "420 a bakery.")

PARTY = ("The hall is 200 euros and the band is 400 euros, and there are 30 of us.",)
GUESTS = ("The hall is 200 and the band is 400 euros, for thirty guests.",)
WEEKS = ("Cleaning is 60 euros and waste is 40 euros, over four weeks.",)
PRICES = ("The hall costs 245 euros and the catering is 310 euros.",)
MEAL = (*PRICES, "Twelve people at 15 euros each for lunch.")
TABLES = ("The oak is 610 euros per table and the ash is 720 euros per table.",)
BILL = ("The bill was 120 euros and four of us ate.",)
SESSION = ("The session runs from 14:00 to 15:20.",)
SHOW = ("The show starts at 7:30 and ends at 10:15.",)
SHOP = ("We open at nine and close at five.",)
TALK = ("The talk takes one hour and twenty minutes.",)
RENT = ("The rent goes from 800 to 1000 euros.",)


def shown(said: tuple[str, ...], text: str) -> tuple[str, str]:
    """The text as it is shown, and its verdict; each line is one of Ann's segments."""
    segments = tuple(Segment(f"s{n}", None, None, "Ann", line) for n, line in enumerate(said))
    claim = Claim("d1", "decision", text, Evidence(tuple(segment.id for segment in segments), ""))
    guardrails = every_guardrail(resolve_due)
    scene = Scene(segments, (claim,), ("Ann",), date(2026, 11, 16))
    (judged,) = run_guardrails(guardrails, scene, Local(guardrails, None, lambda: 0.0)).claims
    return judged.claim.text, judged.outcome


@given(st.lists(st.sampled_from(("40", "forty", "chairs", ",", "no,", "sorry", "I mean", "not", "€", "45"))))
def test_what_is_taken_back_is_blanked_in_its_place(words: list[str]) -> None:
    text = " ".join(words)
    left = settled(text)
    assert len(left) == len(text)
    assert all(one in (other, " ") for one, other in zip(left, text, strict=True))
