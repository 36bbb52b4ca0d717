"""One reading of language for everything: tokens, sentences, clauses, figures and days.

Each language is one TOML file; no code outside this package knows any language by its name.
"""

from guardrails.language.reading import Act, Clause, Reading, content_of, read, topic_of
from guardrails.language.sentences import is_markup, sentence_spans, sentences_of, split_sentences
from guardrails.language.tables import FALLBACK, Language, alternatives, codes, filled, language
from guardrails.language.tokens import Token, tokens_of

__all__ = [
    "FALLBACK", "Act", "Clause", "Language", "Reading", "Token", "alternatives", "codes", "content_of",
    "filled", "is_markup", "language", "read", "sentence_spans", "sentences_of", "split_sentences",
    "tokens_of", "topic_of",
]  # fmt: skip
