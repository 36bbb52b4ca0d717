"""The sections of the configuration: each key with its type, and what a value must be."""

from __future__ import annotations

import ipaddress
import re
from datetime import UTC, tzinfo
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator, model_validator

from daemon.base.timetable import cron_trigger, parse_hours
from pipelines.characters import tidy
from pipelines.conventions import Conventions
from pipelines.model import Model
from pipelines.text import FileForm, Name, Phrase, Tag

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Section(Model):
    """Base of the sections: every key is required, since the packaged file has the defaults.

    A field with a pattern has a description of what matches it, for error messages.
    """


class Locale(Section):
    timezone: str
    week_start: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    day_first: bool | Literal["auto"]
    country: str = Field(
        pattern=r"^([A-Z]{2})?$", description='"" or the two letters of a country, such as "US", "GB" or "DE"'
    )

    @field_validator("day_first", mode="before")
    @classmethod
    def _is_an_order(cls, order: object) -> object:
        if order != "auto" and not isinstance(order, bool):
            raise ValueError('must be true, false or "auto"')
        return order

    @field_validator("country")
    @classmethod
    def _has_its_code(cls, country: str) -> str:
        if country == "UK":
            raise ValueError('the code of the United Kingdom is "GB"')
        return country

    @field_validator("timezone")
    @classmethod
    def _is_known(cls, name: str) -> str:
        if name:
            try:
                ZoneInfo(name)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                raise ValueError(f'no such time zone: "{name}"; use a name such as "Europe/Berlin"') from None
        return name

    @property
    def zone(self) -> tzinfo:
        if self.timezone:
            return ZoneInfo(self.timezone)
        import tzlocal

        return tzlocal.get_localzone()

    @property
    def conventions(self) -> Conventions:
        return Conventions(
            week_start=_WEEKDAYS.index(self.week_start),
            day_first=None if self.day_first == "auto" else self.day_first,
            country=self.country or None,
        )


class Vocabulary(Section):
    roster: tuple[Name, ...]
    words: tuple[Phrase, ...]


class Notes(Section):
    template: str


class Models(Section):
    llm: str = Field(
        pattern=r"^[\w.-]+/[\w.-]+:[^:\s]+\.gguf$",
        description='"owner/repository:file.gguf"',
    )
    speech: str = Field(
        pattern=r"^(auto|[\w.-]+/[\w.-]+)$",
        description='"auto" or "owner/repository", such as "owner/faster-whisper-base"',
    )
    voices: str = Field(
        pattern=r"^([\w.-]+/[\w.-]+:[^:\s]+\.onnx)?$",
        description='"" or "owner/repository:file.onnx", such as "Wespeaker/wespeaker-resnet34:model.onnx"',
    )


class Speech(Section):
    language: str = Field(
        pattern=r"^(auto|[a-z]{2,3})$", description='"auto" or a code of two or three letters, such as "en"'
    )
    threads: int = Field(ge=0, le=256)
    beam: int = Field(ge=1, le=10)


class Speakers(Section):
    tell_apart: bool
    most: int = Field(ge=0, le=100)


class Llm(Section):
    threads: int = Field(ge=0, le=256)
    context_tokens: int = Field(ge=0, le=131_072)
    temperature: float = Field(ge=0, le=1)
    seed: int = Field(ge=0)
    draft: str = Field(
        pattern=r"^(auto|after|([01]\d|2[0-3]):[0-5]\d)$",
        description='"auto", "after" or a time of day such as "18:00"',
    )
    server: str

    @field_validator("context_tokens")
    @classmethod
    def _holds_a_chunk(cls, tokens: int) -> int:
        if 0 < tokens < 2048:
            raise ValueError("must be 2048 or more, or 0 to choose by this machine's memory")
        return tokens

    @field_validator("server")
    @classmethod
    def _is_in_the_building(cls, url: str) -> str:
        if url:
            from daemon.base.addresses import ServerAddress

            ServerAddress.parse(url)
        return url


class Recorder(Section):
    device: str
    channels: tuple[Annotated[int, Field(ge=1, le=64)], ...]
    start: Literal["voice", "button", "schedule"]
    allowed_hours: tuple[str, ...]
    consent: str = Field(max_length=300)
    speech_s: float = Field(gt=0, le=60)
    within_s: float = Field(gt=0, le=120)
    before_s: float = Field(ge=0, le=60)
    silence_minutes: float = Field(gt=0, le=120)
    least_speech_s: float = Field(ge=0, le=3600)
    longest_hours: float = Field(gt=0, le=24)
    reserve_mb: int = Field(ge=0)
    light: str = Field(pattern=r"^([\w.:-]+)?$", description='"" or a name in /sys/class/leds, such as "ACT"')
    chime: bool

    @field_validator("allowed_hours")
    @classmethod
    def _are_hours(cls, spans: tuple[str, ...]) -> tuple[str, ...]:
        for span in spans:
            parse_hours(span)
        return spans

    @model_validator(mode="after")
    def _fits_in_its_window(self) -> Recorder:
        if self.speech_s > self.within_s:
            raise ValueError("speech_s must not be more than within_s")
        return self


class Schedule(Section):
    record: tuple[str, ...]

    @field_validator("record")
    @classmethod
    def _is_cron(cls, expressions: tuple[str, ...]) -> tuple[str, ...]:
        for expression in expressions:
            cron_trigger(expression, UTC)
        return expressions


class Digest(Section):
    due_days: int = Field(ge=0, le=366)
    slipped_days: int = Field(ge=0, le=3660)


class Retention(Section):
    audio_days: int = Field(ge=0)
    free_mb: int = Field(ge=0)
    note_days: int = Field(ge=0)


class Backup(Section):
    folder: str = Field(pattern=r"^(/.*)?$", description='"" or a path from the root, such as "/mnt/backup"')
    keep: int = Field(ge=1)
    audio: bool


class Nightly(Section):
    digest: str
    week: str
    retention: str
    compaction: str
    integrity: str
    backup: str
    models: str
    space: str

    @field_validator("*")
    @classmethod
    def _is_cron(cls, expression: str) -> str:
        if expression:
            cron_trigger(expression, UTC)
        return expression


class Inbox(Section):
    folder: str = Field(pattern=r"^(/.*)?$", description='"" or a path from the root, such as "/srv/scans"')
    settle_s: float = Field(ge=0.1, le=600)
    rescan_s: float = Field(ge=1, le=3600)
    upload_mb: int = Field(ge=1)


class Calendar(Section):
    folder: str = Field(pattern=r"^(/.*)?$", description='"" or a path from the root, such as "/mnt/office"')


class Tags(Section):
    titles: dict[Phrase, Tag]
    folders: tuple[Tag, ...]

    @field_validator("folders")
    @classmethod
    def _can_be_folders(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if "/" in name or name.startswith((".", "~")) or name == "rejected":
                raise ValueError(f'"{name}" cannot be the name of a folder in the watch folder')
        return names


class Export(Section):
    folder: str = Field(pattern=r"^(/.*)?$", description='"" or a path from the root, such as "/srv/notes"')
    forms: tuple[FileForm, ...]


class Rooms(Section):
    name: str = Field(max_length=60)

    def called(self, host: str) -> str:
        """How this room is called in others, on a machine of this name."""
        return " ".join(tidy(self.name).split()) or host.partition(".")[0]


class Worker(Section):
    idle_minutes: float = Field(gt=0, le=1440)
    memory_limit_mb: int = Field(ge=0)


class Check(Section):
    outside: tuple[Annotated[str, Field(pattern=r"^([\d.]+|\[[\da-fA-F:.]+\]):\d{1,5}$")], ...] = Field(
        description='a list of addresses with ports, such as "192.0.2.1:443" and "[2001:db8::1]:443"'
    )


class Web(Section):
    host: str
    port: int = Field(ge=1, le=65_535)
    networks: tuple[str, ...]
    names: tuple[str, ...]

    @field_validator("networks")
    @classmethod
    def _are_networks(cls, networks: tuple[str, ...]) -> tuple[str, ...]:
        for network in networks:
            try:
                ipaddress.ip_network(network)
            except ValueError as error:
                raise ValueError(f'{error}; write a network such as "192.168.0.0/16"') from None
        return networks

    @field_validator("names")
    @classmethod
    def _are_names(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not re.fullmatch(r"[A-Za-z0-9.-]+|[0-9A-Fa-f:.]+", name):
                raise ValueError(
                    f'"{name}" is not a name; write it as in "notes.example.org", without http://'
                )
        return names
