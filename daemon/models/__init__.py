"""The weights on this machine: which are configured, which are installed, and how to get them."""

from daemon.models.configured import configured, speech_choices, speech_spec
from daemon.models.presence import InstalledModel, installed
from daemon.models.spec import ModelSpec

__all__ = ["InstalledModel", "ModelSpec", "configured", "installed", "speech_choices", "speech_spec"]
