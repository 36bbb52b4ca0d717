"""What the documents name is there."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    {*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")} - {ROOT / "CHANGELOG.md"}
)  # it tells of what was
FOLDERS = "bench|daemon|docs|guardrails|packaging|pipelines|samples|scripts|systemd|tests|web"
NAMED = re.compile(rf"(?:{FOLDERS})(?:/[\w.-]+)+/?|test_\w+\.py")
MODULE = re.compile(rf"python -m ((?:{FOLDERS})(?:\.\w+)*)")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


def is_there(name: str) -> bool:
    """A module is named without its suffix in places, and a test without its folder."""
    if name.startswith("test_"):
        return any((ROOT / "tests").rglob(name))
    path = ROOT / name
    return (
        path.exists()
        or path.with_name(f"{path.name}.py").exists()
        or bool([*path.parent.glob(f"{path.name}*")])
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_that_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    named = {span for span in re.findall(r"`([^`\n]+)`", text) if NAMED.fullmatch(span)}
    named |= {module.replace(".", "/") for module in MODULE.findall(text)}
    assert sorted(name for name in named if not is_there(name)) == []
    linked = set(LINK.findall(text))
    assert sorted(link for link in linked if not (document.parent / link).exists()) == []


def is_python(name: str) -> bool:
    """Whether it is a module, or something in one."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_every_module_and_function_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"`((?:daemon|guardrails|pipelines|web)(?:\.\w+)+)`", text))
    assert len(named) > 20
    assert sorted(name for name in named if not is_python(name)) == []
