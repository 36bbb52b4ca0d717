"""What templates print: every decision is made here, templates only place the words."""
