"""The recorder: from the microphone to the spool, and nothing else.

It uses no network, waits for nobody and is the only process that writes the spool. What decides (`session`)
knows neither sound card nor clock; what touches them (`soundcard`, `service`) decides nothing.
"""
