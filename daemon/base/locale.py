"""[locale] of the configuration: where the appliance is, and how dates are written and counted there."""

from __future__ import annotations

from datetime import tzinfo
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator

from daemon.base.section import Section
from pipelines.conventions import Conventions

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


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
