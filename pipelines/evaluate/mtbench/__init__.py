"""Two-turn questions, answered with and without guardrails, for people to grade."""
