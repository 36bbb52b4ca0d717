"""The instruction kinds of IFEval (Zhou et al., 2023) as requirements.

IFEval is the public yardstick for "does a model keep what can be counted". Its definitions are kept here to
the letter, odd ones too ("don't" is two words, "*a*" at the start of a line is a bullet), so that figures
compare. Its sentence counter is a trained model (Punkt); ours is a set of rules and may differ in rare
abbreviations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from guardrails.errors import RoomscribeError
from guardrails.requirements.content import Excludes, Includes, Language, NoSign, OneOf
from guardrails.requirements.counts import Count, Frequency
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.schema import Json
from guardrails.requirements.shape import (
    Case,
    Divided,
    EndsWith,
    ParagraphOpening,
    Postscript,
    Quoted,
    Sections,
    StartsWith,
    Title,
)

Arguments = Mapping[str, Any]
Kind = Callable[[Arguments], tuple[Requirement, ...]]


class UnknownInstruction(RoomscribeError):
    """An instruction id or an argument that IFEval does not define."""


def requirements_of(instruction: str, arguments: Arguments) -> tuple[Requirement, ...]:
    """What `instruction` ("length_constraints:number_words") asks for. Raises UnknownInstruction."""
    kind = KINDS.get(instruction)
    if kind is None:
        raise UnknownInstruction(f"{instruction} is no instruction of IFEval")
    try:
        return kind(arguments)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnknownInstruction(f"{instruction} lacks or misstates {error}") from error


def _bounds(arguments: Arguments, number: str, relation: str = "relation") -> tuple[int, int | None]:
    """Lowest and highest count; "less than" is below the number, "at least" includes it."""
    count = int(arguments[number])
    if arguments[relation] == "less than":
        return 0, count - 1
    if arguments[relation] == "at least":
        return count, None
    raise ValueError(relation)


def _letters(arguments: Arguments) -> tuple[Requirement, ...]:
    return (Frequency(arguments["letter"].strip(), *_bounds(arguments, "let_frequency", "let_relation")),)


def _exactly(kind: str, number: str) -> Kind:
    return lambda arguments: (Count(kind, int(arguments[number]), int(arguments[number])),)


def _at_least(kind: str, number: str) -> Kind:
    return lambda arguments: (Count(kind, int(arguments[number])),)


def _so_many(kind: str, number: str, relation: str = "relation") -> Kind:
    return lambda arguments: (Count(kind, *_bounds(arguments, number, relation)),)


KINDS: Mapping[str, Kind] = {
    "change_case:capital_word_frequency": _so_many(
        "word in capitals", "capital_frequency", "capital_relation"
    ),
    "change_case:english_capital": lambda _: (Case("upper"), Language("en")),
    "change_case:english_lowercase": lambda _: (Case("lower"), Language("en")),
    "combination:repeat_prompt": lambda a: (StartsWith(a["prompt_to_repeat"].strip()),),
    "combination:two_responses": lambda _: (Divided("******", 2, different=True),),
    "detectable_content:number_placeholders": _at_least("placeholder", "num_placeholders"),
    "detectable_content:postscript": lambda a: (Postscript(a["postscript_marker"].strip()),),
    "detectable_format:constrained_response": lambda _: (
        OneOf(("My answer is yes.", "My answer is no.", "My answer is maybe.")),
    ),
    "detectable_format:json_format": lambda _: (Json(),),
    "detectable_format:multiple_sections": lambda a: (
        Sections(a["section_spliter"].strip(), int(a["num_sections"])),
    ),
    "detectable_format:number_bullet_lists": _exactly("Markdown bullet", "num_bullets"),
    "detectable_format:number_highlighted_sections": _at_least("highlighted section", "num_highlights"),
    "detectable_format:title": lambda _: (Title(),),
    "keywords:existence": lambda a: (Includes(tuple(a["keywords"])),),
    "keywords:forbidden_words": lambda a: (Excludes(tuple(a["forbidden_words"])),),
    "keywords:frequency": lambda a: (Frequency(a["keyword"].strip(), *_bounds(a, "frequency")),),
    "keywords:letter_frequency": _letters,
    "language:response_language": lambda a: (Language(a["language"]),),
    "length_constraints:nth_paragraph_first_word": lambda a: (
        ParagraphOpening(int(a["num_paragraphs"]), int(a["nth_paragraph"]), a["first_word"]),
    ),
    "length_constraints:number_paragraphs": lambda a: (Divided("***", int(a["num_paragraphs"])),),
    "length_constraints:number_sentences": _so_many("sentence", "num_sentences"),
    "length_constraints:number_words": _so_many("word piece", "num_words"),
    "punctuation:no_comma": lambda _: (NoSign(",", "comma"),),
    "startend:end_checker": lambda a: (EndsWith(a["end_phrase"].strip()),),
    "startend:quotation": lambda _: (Quoted(),),
}
"""All 25, by their public ids."""
