"""Was it said, by whom, and until when? A support score over the meeting, and marks at what was not heard."""
