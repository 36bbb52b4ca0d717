"""From a note to what a template prints: every decision is taken here, templates only place the words."""
