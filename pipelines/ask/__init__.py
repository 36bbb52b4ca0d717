"""Questions about meetings: answered from what was said, each sentence with the words behind it.

A model that is asked openly answers openly. So it gets numbered passages and a grammar in which every
sentence begins with the numbers it rests on; the guardrails of notes then hold each sentence against those
words, and what they do not carry is left out and named. Without a model the passages are the answer.
"""
