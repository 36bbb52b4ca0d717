"""The configuration: packaged defaults, overridden by /etc/roomscribe/config.toml or by `--config FILE`.

The packaged config.toml is the only place for defaults and their explanation. An unknown key is refused, with
the nearest known one: silently ignoring a misspelt key would lose, say, a retention rule.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from daemon.base import sections
from daemon.base.errors import ConfigError
from daemon.base.sections import Locale, Section
from pipelines.conventions import Conventions

SYSTEM_CONFIG = Path("/etc/roomscribe/config.toml")

_WANTED: Mapping[str, str] = {
    "tuple_type": 'a list of texts, such as ["one", "two"]',
    "dict_type": 'pairs of texts, such as { one = "two" }',
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
"""What a value must be, by pydantic's type of error."""


class Config(Section):
    locale: Locale
    vocabulary: sections.Vocabulary
    notes: sections.Notes
    models: sections.Models
    speech: sections.Speech
    speakers: sections.Speakers
    llm: sections.Llm
    recorder: sections.Recorder
    schedule: sections.Schedule
    digest: sections.Digest
    retention: sections.Retention
    backup: sections.Backup
    nightly: sections.Nightly
    inbox: sections.Inbox
    calendar: sections.Calendar
    tags: sections.Tags
    export: sections.Export
    rooms: sections.Rooms
    worker: sections.Worker
    check: sections.Check
    web: sections.Web

    @property
    def timezone(self) -> tzinfo:
        """Time zone of the room: the configured one, else the system's."""
        return self.locale.zone

    @property
    def conventions(self) -> Conventions:
        """How dates are written and counted here."""
        return self.locale.conventions


def packaged_config() -> Path:
    """The documented defaults: inside an installed package, else beside the source tree."""
    inside = Path(__file__).with_name("config.toml")
    return inside if inside.exists() else Path(__file__).parents[2] / "config.toml"


def config_in_force(path: Path | None = None, *, system: Path = SYSTEM_CONFIG) -> Path | None:
    """The file that overrides the defaults: `path`, else `system` if it exists; else None."""
    return path or (system if system.exists() else None)


def load_config(path: Path | None = None, *, system: Path = SYSTEM_CONFIG) -> Config:
    """Read the defaults, overridden by `path`, or without it by `system` if that exists.

    Raises ConfigError with one line that names the file and the key.
    """
    defaults = _read(packaged_config())
    chosen = config_in_force(path, system=system)
    if chosen is None:
        return Config.model_validate(defaults)
    try:
        return Config.model_validate(merge(defaults, _read(chosen)))
    except ValidationError as error:
        raise ConfigError(f"{chosen}: {explain(error, Config, defaults)}") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such configuration file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not valid TOML: {error}") from None


def merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def explain(error: ValidationError, config: type[BaseModel], known: Mapping[str, Any]) -> str:
    """The first error in one line. `config` has the sections; `known` their keys, like the defaults."""
    first = error.errors()[0]
    *sections, key = [str(part) for part in first["loc"] if not isinstance(part, int)]
    name = f"[{'.'.join(sections)}] {key}" if sections else f"[{key}]"
    if first["type"] == "extra_forbidden":
        for section in sections:
            known = known[section]
        near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        hint = f'did you mean "{near[0]}"?' if near else f"known here: {', '.join(sorted(known))}"
        return f"unknown key {name}; {hint}"
    if first["type"] == "string_pattern_mismatch":
        fields = getattr(config.model_fields[sections[0]].annotation, "model_fields", {})
        return f"{name}: must be {fields[key].description}"
    if wanted := _WANTED.get(first["type"]):
        return f"{name}: must be {wanted}"
    return f"{name}: {first['msg'].removeprefix('Value error, ').replace('Input should', 'must', 1)}"
