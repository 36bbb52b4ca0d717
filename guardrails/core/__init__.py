"""What every check stands on: claims, what a check is and sees, and what runs it."""
