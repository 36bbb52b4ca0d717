"""What turns audio or a transcript into a note: functions over typed values, and the model adapters."""
