"""A template: which parts a note shows, in which order, and what its summary has to be like.

What a template leaves out is not shown, but it is found and kept all the same: another template brings it
back without the meeting being read again.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from guardrails.constraint.refine import refine
from guardrails.constraint.requirements import Count, Requirement
from guardrails.constraint.typed import requirements_in
from pipelines.note import SECTIONS, NoteTemplate, SummaryForm

MOST_SENTENCES = 12
"""A longer summary is a transcript."""


class Template(NoteTemplate):
    """As a TOML file says it; what it leaves out is as in the general one."""

    about: str = Field(default="", max_length=200)
    """For whom it is, in one line."""
    summary_sentences: int = Field(default=5, ge=1, le=MOST_SENTENCES)
    """The summary has so many sentences at most."""
    dwell_on: str = Field(default="", max_length=300)
    """What the summary should tell of first, for the language model; the rules choose by what was said."""
    requirements: str = Field(default="", max_length=500)
    """More that the summary has to keep, as typed: "at most 60 words, no exclamation marks"."""

    @property
    def for_note(self) -> NoteTemplate:
        """What the note itself keeps of it: enough to be shown when the file is gone."""
        return NoteTemplate(name=self.name, sections=self.sections)

    @property
    def form(self) -> SummaryForm | None:
        """What is asked of the summary; None for the general one, which asks nothing that is checked."""
        if self == GENERAL:
            return None
        return SummaryForm(sentences=self.summary_sentences, requirements=self.requirements)

    @property
    def wishes(self) -> tuple[str, ...]:
        """What a model is asked of the summary, in lines; none for what it does anyway."""
        if self == GENERAL:
            return ()  # the prompt says it already
        lines = [f"The summary has at most {self.summary_sentences} sentences."]
        lines += [f"It tells above all of this: {' '.join(self.dwell_on.split())}."] if self.dwell_on else []
        lines += [f"It keeps this: {' '.join(self.requirements.split())}."] if self.requirements else []
        return tuple(lines)

    def required(self, people: Sequence[str]) -> tuple[Requirement, ...]:
        """What the summary has to keep, as code verifies it. `people`: whom "no names" means."""
        if self == GENERAL:
            return ()
        return (
            Count("sentence", high=self.summary_sentences),
            *requirements_in(self.requirements, people).requirements,
        )

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What of `requirements` no code can verify, as typed: only a model gets it."""
        return requirements_in(self.requirements, people=("anybody",)).unchecked

    def shaped(self, summary: str, people: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """`summary` as near to what is required as cutting brings it, and a warning for what it still breaks
        where it is shown.

        The engines were given all this before they wrote, and a model once more of what it broke.
        """
        required = self.required(people)
        if not required:
            return summary, ()
        refined = refine(summary, required)
        if "summary" not in self.sections:
            return refined.text, ()
        broken = [
            f"The summary breaks a rule of the template {self.name}: {one}." for one, _ in refined.failed
        ]
        return refined.text, tuple(broken)


GENERAL = Template(
    name="general",
    sections=SECTIONS,
    about="Any meeting: what it was about, who does what, what was decided, what is open.",
)
"""The form of a note for which nobody asked for another one."""
