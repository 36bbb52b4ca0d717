"""What checks a draft: claims, the words that prove them, and the verdicts between the two."""
