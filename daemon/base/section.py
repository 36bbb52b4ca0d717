"""What the sections of the configuration have in common."""

from __future__ import annotations

from pipelines.model import Model


class Section(Model):
    """Base of the sections: every key is required, since the packaged file has the defaults.

    A field with a pattern has a description of what matches it, for error messages.
    """
