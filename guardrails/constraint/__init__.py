"""What an item and a text must be: their fields, form and length."""
