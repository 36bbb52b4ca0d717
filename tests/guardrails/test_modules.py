"""Each module of the checks is small, and some test imports it: a new one comes with its own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import guardrails

PACKAGE = Path(guardrails.__file__).parent
MOST_LINES = 199


def name_of(module: Path) -> str:
    return ".".join(module.relative_to(PACKAGE.parent).with_suffix("").parts)


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"}


def imported_by(source: str) -> set[str]:
    """The modules that `source` imports, itself or names of them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


TESTED = {
    name for path in Path(__file__).parent.glob("test_*.py") for name in imported_by(path.read_text("utf-8"))
}


def test_an_import_is_seen_however_it_is_written() -> None:
    source = "import a.b\nfrom c.d import e as f\ndef g() -> None:\n    from h import i\n# from j import k\n"
    assert imported_by(source) == {"a.b", "c.d", "c.d.e", "h", "h.i"}


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_module_is_small_and_some_test_imports_it(name: str) -> None:
    assert len(MODULES[name].read_text("utf-8").splitlines()) <= MOST_LINES
    assert name in TESTED, f"no test in tests/guardrails imports {name}"
