"""What every check is built on: claims, what a check is and sees, and what runs it."""
