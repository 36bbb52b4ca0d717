"""The grammar that a model writes under, made from a JSON schema."""

from __future__ import annotations

import json
from functools import lru_cache

from pydantic import BaseModel

from pipelines.llm.model import Schema

# llama-cpp-python lets a string hold raw control characters, which JSON forbids: a line feed inside a
# string would make the whole answer unreadable.
ANY_CHARACTER = r'[^"\\]'
ANY_PRINTABLE = r'[^"\\\x00-\x1F\x7F]'

FREE_TEXT = r"root ::= [^\x00]*"
"""Any text at all."""


def schema_json(schema: Schema) -> str:
    """`schema` as a JSON schema document."""
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return json.dumps(schema.model_json_schema())
    return json.dumps(schema)


@lru_cache(maxsize=8)
def grammar_of(schema: str) -> str:
    """The GBNF grammar of a JSON schema; keys come in the order of the schema.

    Raises ValueError or AssertionError for what llama-cpp-python cannot translate.
    """
    from llama_cpp.llama_grammar import json_schema_to_gbnf

    grammar = json_schema_to_gbnf(schema)
    return str(grammar).replace(ANY_CHARACTER, ANY_PRINTABLE)
