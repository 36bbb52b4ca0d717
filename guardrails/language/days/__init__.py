"""Day phrases: found and read by the rules of each language, for everything that asks when."""

from guardrails.language.days.matcher import Day
from guardrails.language.days.reader import DayPhrase, day_phrases, day_spans, says_more, whole_phrase

__all__ = ["Day", "DayPhrase", "day_phrases", "day_spans", "says_more", "whole_phrase"]
