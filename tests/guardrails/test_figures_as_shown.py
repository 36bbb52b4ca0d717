"""What the note shows of a claim's figures after all checks."""

from __future__ import annotations

from datetime import date

import pytest
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


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (STAMPS, "Of 120 stamps 78 were spent and 42 are left"),
        (STAMPS, "42 stamps are left"),
        (MEMBERS, "20 of the 80 members have paid, which is 25 percent"),
        (PROJECTORS, "Of six projectors four broke, so two are left"),
        (("Twenty of the forty chairs are broken.",), "Twenty of the forty chairs are broken, half of them"),
        (FESTIVAL, "The festival runs from the 3rd to the 10th of May, eight days"),
        (FESTIVAL, "The festival lasts seven days"),
        (FOOD, "The hall costs 150 euros"),
        (GIFTS, "Of the 1,725 collected, 690 goes to the hospice"),
        (CHAIRS, "45 chairs and fourteen tables are needed"),
        (LITRES, "Eighty litres were in the tank"),
        (QUOTES, "One quote is 6,900"),
        (("We have 40 chairs, sorry about the mess, and 45 people.",), "There are 40 chairs"),
        (("We had 40 last year. No, 50 this year.",), "It was 40 last year"),
        (("The rent goes up by 25 percent in May.",), "The rent goes up by 25 %"),
        (("The rent goes up by ten percent in May.",), "The rent goes up by ten %"),
        (("Die Miete steigt um 10 Prozent, sagt der Vermieter.",), "Die Miete steigt um 10 %"),
        (PARTY, "Hall and band together cost 20 euros per person"),
        (PARTY, "Hall and band come to 20 euros each"),
        (GUESTS, "The hall and the band cost 600 euros together, which is 20 euros per guest"),
        (GUESTS, "Hall and band cost 600 euros together and each guest pays 20 euros"),
        (GUESTS, "The band costs 13.33 euros per guest"),
        (WEEKS, "Cleaning and waste together are 25 euros per week"),
        (MEAL, "Catering comes to 25.83 euros per person"),
        (BILL, "Everyone pays 30 euros"),
        (("We need 61 badges at 11 euros each.",), "The badges at 11 euros each cost 671 euros in total"),
        (SESSION, "The session takes 1 hour and 20 minutes"),
        (SESSION, "The session takes one hour twenty minutes"),
        (SHOW, "The show takes 2 hours 45 minutes"),
        (("The show starts at seven thirty and ends at ten fifteen.",), "The show takes 2 hours 45 minutes"),
        (SHOP, "We are open for eight hours"),
        (("We close at five and open at nine.",), "We are open for eight hours"),
        (("We are open from 9:00 to 21:30.",), "We are open for 12.5 hours"),
        (("We open at 9 am and close at 5 pm.",), "We are open for 8 hours"),
        (TALK, "The talk takes 80 minutes"),
        (
            ("It's one hour for the talk.", "And twenty minutes for questions."),
            "It takes 1 hour and 20 minutes",
        ),
        (TABLES, "With oak we save 110 euros per table"),
        (TABLES, "The ash costs 110 euros more per table"),
        (("Everyone pays 15 euros and we are 12.",), "12 people pay 180 euros in total"),
        (
            ("Dinner costs 30 euros a person and drinks 10, for 20 people.",),
            "Dinner is 30 euros a person, for 20 people",
        ),
        (("The call is at 3 pm and takes an hour and a half.",), "The call ends at 4:30 pm"),
        (PRICES, "The hall is 44 % of the cost of hall and catering"),
        (PRICES, "The hall is 44 % of the cost"),
        (PRICES, "Catering is 27 % more expensive than the hall"),
        (RENT, "The rent rises by 25 percent"),
        (("We have 250 members now, and last year we had 200.",), "Membership rose by 25 percent"),
        (("In October we had 1,904 loans and in September 1,650.",), "October had 254 loans more"),
    ],
)
def test_a_figure_that_follows_from_what_was_said_stays(said: tuple[str, ...], text: str) -> None:
    assert shown(said, text) == (text, "verified")


@pytest.mark.parametrize(
    ("said", "text", "right"),
    [
        (
            STAMPS,
            "Of 120 stamps 78 were spent and 52 are left",
            "Of 120 stamps 78 were spent and 42 are left",
        ),
        (STAMPS, "52 stamps are left", "42 stamps are left"),
        (
            PROJECTORS,
            "Of six projectors four broke, so three are left",
            "Of six projectors four broke, so two are left",
        ),
        (FOOD, "The total for hall and food is 120 euros", "The total for hall and food is 220 euros"),
        (FOOD, "Hall and food come to 290 euros", "Hall and food come to 220 euros"),
        (
            HALL,
            "Hall and food cost 540 euros in total and 58 people are expected",
            "Hall and food cost 550 euros in total and 85 people are expected",
        ),
        (
            CHAIRS,
            "40 chairs and twelve tables are needed for the evening",
            "45 chairs and fourteen tables are needed for the evening",
        ),
        (
            ("The budget is two hundred, sorry, three hundred euros.",),
            "The budget is 200 euros",
            "The budget is 300 euros",
        ),
        (
            BRICKS,
            "The twelve pallets in the yard cost 4,820 pounds",
            "The twelve pallets in the yard cost 4,920 pounds",
        ),
        (
            GIFTS,
            "590 of the 1,725 collected goes to the hospice",
            "690 of the 1,725 collected goes to the hospice",
        ),
        (
            TEAM,
            "The ladies' team has fourteen with the four it needs",
            "The ladies' team has fifteen with the four it needs",
        ),
        (
            ("We bill twelve hours at 220, not a minute more.",),
            "2,460 is billed in all for twelve hours at 220",
            "2,640 is billed in all for twelve hours at 220",
        ),
        (
            ("In October we had 1,904 loans and in September 1,650.",),
            "September had 1,560 loans",
            "September had 1,650 loans",
        ),
        (
            ("We've 240 lambs, a hundred and sixty go to market.",),
            "A hundred and sixteen lambs go to market",
            "A hundred and sixty lambs go to market",
        ),
        (
            ("The trip's nine pounds fifty a head, thirty-two children.",),
            "The trip is nine pounds fifteen a head",
            "The trip is nine pounds fifty a head",
        ),
        (LITRES, "Ninety-five litres are left", "Forty-eight litres are left"),
        (QUOTES, "The two quotes differ by 750", "The two quotes differ by 650"),
        (FLOUR, "Flour came to 460 a bakery", "Flour came to 420 a bakery"),
        (
            PARTY,
            "Hall and band together cost 25 euros per person",
            "Hall and band together cost 20 euros per person",
        ),
        (
            WEEKS,
            "Cleaning and waste together are 30 euros per week",
            "Cleaning and waste together are 25 euros per week",
        ),
        (BILL, "Everyone pays 40 euros", "Everyone pays 30 euros"),
        (("Lunch is 15 euros per person.",), "Lunch is 50 euros per person", "Lunch is 15 euros per person"),
        (
            ("Seven chairs at 40 dollars each.",),
            "Total: $245. 7 chairs x $40 = $280",
            "Total: $280. 7 chairs x $40 = $280",
        ),
        (SHOW, "The show takes 3 hours 45 minutes", "The show takes 2 hours 45 minutes"),
        (SESSION, "The session takes one hour forty minutes", "The session takes one hour twenty minutes"),
        (TALK, "The talk takes 1 hour 30 minutes", "The talk takes 1 hour 20 minutes"),
        (RENT, "The rent rises by 20 percent", "The rent rises by 25 percent"),
    ],
)
def test_a_wrong_figure_becomes_what_follows(said: tuple[str, ...], text: str, right: str) -> None:
    assert shown(said, text) == (right, "verified")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (FESTIVAL, "The festival runs from the 3rd to the 10th of May, 18 days"),
        (FOOD, "The food costs 90 euros"),
        (PARTY, "Hall and band come to 600 euros each"),
        (GUESTS, "The cost is 25 euros per guest"),
        (PRICES, "The hall is 54 % of the cost of hall and catering"),
        (SHOP, "We are open for seven hours"),
        (
            ("Dinner costs 30 euros a person and drinks 10, for 20 people.",),
            "Dinner and drinks are 40 euros a person",
        ),
    ],
)
def test_a_wrong_figure_with_two_right_ones_is_left_and_marked(said: tuple[str, ...], text: str) -> None:
    assert shown(said, text) == (text, "unverified")


@given(st.lists(st.sampled_from(("40", "forty", "chairs", ",", "no,", "sorry", "I mean", "not", "€", "45"))))
def test_what_is_taken_back_is_blanked_in_its_place(words: list[str]) -> None:
    text = " ".join(words)
    left = settled(text)
    assert len(left) == len(text)
    assert all(one in (other, " ") for one, other in zip(left, text, strict=True))
