"""Known mistakes, planted in right drafts of real meetings: what the guardrails are measured on."""
