"""From audio to a transcript: decoding, voice detection and Whisper, all streamed, all on the CPU.

Audio flows through generators (`decode` -> `vad` -> `windows` -> `transcriber`), so that memory does not
depend on how long the meeting was, and weights are asked for only once somebody is heard to speak.
"""
