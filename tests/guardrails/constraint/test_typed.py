"""What people type becomes requirements; what code cannot verify is named."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.constraint.typed import requirements_in

# What is typed -> what is verified, with " + " between | what is left to the model, with " / " between.
TABLE = """
at most five bullets, each under twelve words -> at most 5 bullets + at most 11 words in each bullet
in German -> in German
no names -> without "Ann", "Bob"
Please write a 100-word summary -> 80 to 120 words
no more than 200 words -> at most 200 words
max 3 bullet points, max 10 words each -> at most 3 bullets + at most 10 words in each bullet
one paragraph -> exactly 1 paragraph
in one sentence -> exactly 1 sentence
between 3 and 5 bullets -> 3 to 5 bullets
3-5 bullet points -> 3 to 5 bullets
five words per sentence -> exactly 5 words in each sentence
each sentence exactly five words -> exactly 5 words in each sentence
every bullet has at most 8 words -> at most 8 words in each bullet
bullets of at most 8 words -> at most 8 words in each bullet
don't use the word "synergy" -> without "synergy"
without commas -> no commas
no exclamation marks -> no exclamation marks
as a bullet list -> at least 1 bullet
no bullets -> exactly 0 bullets
a numbered list -> at least 1 numbered item
friendly tone ->  | friendly tone
at most five bullets, friendly tone -> at most 5 bullets | friendly tone
under 50 words, for the customer -> at most 49 words | customer
about 100 words -> 80 to 120 words
at least 3 and at most 5 sentences -> 3 to 5 sentences
not more than 4 lines -> at most 4 lines
nothing longer than 50 words -> at most 50 words
cap it at 60 words -> at most 60 words
5 bullets or fewer -> at most 5 bullets
three sentences max -> at most 3 sentences
up to 10 items, each with at most 15 words -> at most 10 items + at most 15 words in each item
write it in French, at most 80 words -> in French + at most 80 words
two sentences per paragraph -> exactly 2 sentences in each paragraph
limit it to 300 characters -> at most 300 characters
each under twelve words -> at most 11 words in each item
no emojis -> no emojis
plain text only -> no Markdown signs
answer in English only -> in English
short and formal ->  | short and formal
Please keep it under 150 words and in Spanish. -> at most 149 words + in Spanish
Only action items ->  | action items
no more than one line each -> at most 1 line in each item
ten bullets; no bullet longer than 12 words -> exactly 10 bullets + at most 12 words in each bullet
less than 3 paragraphs -> at most 2 paragraphs
Do not start with "Sure" ->  | not start
not in German ->  | not in German
never say "as discussed" -> without "as discussed"
maximum of 3 items -> at most 3 items
5 to 7 words each -> 5 to 7 words in each item
bullets under 12 words -> at most 11 words in each bullet
3 bullets with 10 words each -> exactly 3 bullets + exactly 10 words in each bullet
4 bullet points, no more than 6 words per bullet point -> exactly 4 bullets + at most 6 words in each bullet
the summary must have exactly 2 paragraphs -> exactly 2 paragraphs
no word longer than 12 characters -> at most 12 characters in each word
no sentence over 20 words -> at most 20 words in each sentence
sentences shorter than 15 words -> at most 14 words in each sentence
at least 20 words in each bullet -> at least 20 words in each bullet
I want ten bullets each with exactly four words -> exactly 10 bullets + exactly 4 words in each bullet
don't use more than 3 sentences -> at most 3 sentences
never more than ten bullets -> at most 10 bullets
keep it under 50 words and don't mention "prices" -> at most 49 words + without "prices"
Explain what was agreed in 3 bullets -> exactly 3 bullets | Explain what was agreed
Could you do that in three bullets? -> exactly 3 bullets
What should we tell the client, in two sentences? -> exactly 2 sentences | What should we tell the client
Summarise in English what was said in German -> in English | what was said in German
Limit: 3 items -> at most 3 items
Höchstens fünf Punkte, jeder unter zwölf Wörtern -> at most 5 items + at most 11 words in each item
"""

NOT_ASKED = """
Capital letters MUST be used when writing names
Don't start with phrases like "In this meeting"
no more than 2 lines per person
as a table, with one line allocated for each month
One sentence per decision
2 lines each for Ann and Bob
Names in capitals
List every item with its owner in capitals
titles in lower case
not in capitals
Don't write in English
Did we decide to write the report in German?
translate the German parts into English
they agreed to write in German
Bob asked for at most three bullets
What was said about the 500-word limit?
Which bullets have more than ten words?
What does "in three sentences" mean?
Say "in German" at the end
Why does nobody use the word budget?
After 3 rounds Mike has 21 points, Jim 3 points less than Mike
Naomi scored a total of 251 points
His solo song has 54 lines in the lyrics
If more than 5 items, group them
when the answer is over 100 words, split it
Is the answer in JSON?
Don't answer in JSON
What is in the JSON file we discussed?
The 3 items we discussed
the last two sentences of the meeting
read the first 100 words
Was there a single line about taxes?
every bullet starts with a verb
start with a joke
end with a question
open with one sentence that says what was decided
finish with a summary of no more than 20 words
3 bullets for decisions and 2 for actions
no lists of names
don't mention that Ann was late
use words a child understands
at one point we said something
use 12-point type
wrap names in quotes
put the decisions in quotes
"""


@pytest.mark.parametrize("typed", NOT_ASKED.strip().splitlines())
def test_nothing_is_required_that_was_not_asked_for_the_whole_text(typed: str) -> None:
    found = requirements_in(typed, people=("Ann", "Bob"))
    assert found.requirements == ()
    assert found.unchecked


@given(
    st.sampled_from(
        [
            "if it is long",
            "when you quote",
            "we decided",
            "did we write it",
            "Bob asked for",
            "they wanted it",
        ]
    ),
    st.sampled_from(["at most three bullets", "in German", "under 50 words"]),
)
def test_a_condition_a_report_or_a_question_asks_for_nothing(before: str, form: str) -> None:
    assert requirements_in(f"{before} {form}{'?' * before.startswith('did')}").requirements == ()


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_what_is_typed_is_divided(row: str) -> None:
    typed, _, wanted = row.partition(" -> ")
    checked, _, left = wanted.partition(" | ")
    found = requirements_in(typed, people=("Ann", "Bob"))
    assert " + ".join(str(one) for one in found.requirements) == checked.strip()
    assert " / ".join(found.unchecked) == left


def test_no_names_is_left_to_the_model_where_nobody_is_known() -> None:
    assert requirements_in("no names").unchecked == ("no names",)


@pytest.mark.parametrize(
    ("typed", "keeps", "breaks"),
    [
        ("at most two bullets, each under four words", "- one\n- two words", "- one\n- two words and more"),
        ("no names", "They agreed.", "Bob agreed."),
        ("in German", "Wir haben das Budget und den Plan.", "We have the budget and the plan."),
        ("plain text", "a - b", "**a**"),
    ],
)
def test_the_requirement_verifies_what_was_typed(typed: str, keeps: str, breaks: str) -> None:
    found = requirements_in(typed, people=("Ann", "Bob"))
    assert not found.unchecked
    assert not any(one.failures(keeps) for one in found.requirements)
    assert any(one.failures(breaks) for one in found.requirements)


@given(st.text(max_size=300))
def test_anything_may_be_typed(typed: str) -> None:
    found = requirements_in(typed)
    for one in found.requirements:
        one.failures(typed)


@pytest.mark.parametrize(
    "hostile",
    [
        "at most ",
        "each ",
        "a ",
        "no word ",
        '"',
        "start with ",
        "1 to ",
        "use the word ",
        "a, ",
        "not more than 1 ",
        "keep it more short and ",
        "in a friendly ",
    ],
)
def test_long_hostile_text_takes_no_time(hostile: str) -> None:
    began = time.process_time()
    requirements_in(hostile * 20_000)
    assert time.process_time() - began < 5.0  # milliseconds; the text is cut
