"""Templates as files: those of the package, and those that somebody has written."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from pydantic import ValidationError

from pipelines.errors import BadInputError
from pipelines.templates.template import GENERAL, Template

LARGEST_BYTES = 20_000
"""A template is a few lines; what is larger was put into the folder by mistake."""


@cache
def shipped() -> Mapping[str, Template]:
    """Those of the package by name, the general one first."""
    folder = resources.files("pipelines.templates").joinpath("shipped")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    read = [read_template(file.name.removesuffix(".toml"), file.read_bytes(), file.name) for file in files]
    return {template.name: template for template in (GENERAL, *read)}


def read_template(name: str, content: bytes, where: str) -> Template:
    """Raise BadInputError with one line that names the file and what is wrong in it."""
    if len(content) > LARGEST_BYTES:
        raise BadInputError(f"{where}: is no template (larger than {LARGEST_BYTES // 1000} KB)")
    try:
        values = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInputError(f"{where}: not valid TOML: {error}") from None
    if "name" in values:
        raise BadInputError(f"{where}: a template has the name of its file; remove the line with name")
    try:
        return Template.model_validate({"name": name, **values})
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"] if not isinstance(part, int)) or "template"
        if first["type"] == "extra_forbidden":
            known = ", ".join(field for field in Template.model_fields if field != "name")
            raise BadInputError(f"{where}: unknown key {key}; known: {known}") from None
        problem = first["msg"].removeprefix("Value error, ").replace("Input should", "must", 1)
        raise BadInputError(f"{where}: {key}: {problem}") from None
