"""Who spoke when: voices of a room recording told apart, without knowing whose they are.

An engine (`turns.SpeakerEngine`) gives turns of "Voice 1", "Voice 2" ...; `lines` gives each line of a
transcript its voice. The classical engine needs no weights: speech (`features`) -> background model
(`background`) -> windows as points (`windows`) -> clusters (`clustering`) -> models of voices (`voices`) ->
who speaks in each 100 ms (`decoding`). What it costs and reaches: docs/voices.md, docs/adr/0230.
"""
