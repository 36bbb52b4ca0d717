"""Templates and addresses are compiled once for all the pages that a process serves one after the other.

An appliance serves one page as long as it runs; the tests make hundreds, and would spend most of their time
on this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import flask
import jinja2
import pytest
from werkzeug.routing import Rule


class _Compiled(jinja2.BytecodeCache):
    """In memory, by the name of a template and what stands in it."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        if code := self._known.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


def _kept(build: Callable[..., Any]) -> Callable[..., Any]:
    """What makes the address of a page follows from the parts of its rule alone."""
    known: dict[object, Any] = {}

    def builder(rule: Rule, append_unknown: bool = True) -> Any:
        key = (tuple(rule._trace), repr(rule.defaults), append_unknown)
        if key not in known:
            known[key] = build(rule, append_unknown)
        return known[key]

    return builder


@contextmanager
def compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flask.Flask, "jinja_options", {"bytecode_cache": _Compiled()})
        patch.setattr(Rule, "_compile_builder", _kept(Rule._compile_builder))
        yield
