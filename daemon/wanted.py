"""What a configuration's value must be, in the words of the file's writer, by pydantic's type of error."""

from __future__ import annotations

from collections.abc import Mapping

WANTED: Mapping[str, str] = {
    "tuple_type": 'a list of texts, such as ["one", "two"]',
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "model_type": "a section: a line with this name in brackets, and its keys below",
}
