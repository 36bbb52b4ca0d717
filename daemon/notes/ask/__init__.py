"""Questions that people ask about their meetings: kept from the moment they are asked until they are deleted.

    STATE/questions/<id>.json    what was asked; the hub writes here
    STATE/questions/<id>.<type>  the sound of a spoken question, until it was understood
    STATE/answers/<id>.json      how far it is and what came of it; the worker writes here
    STATE/answers/<id>.jsonl     what the language model has said to it so far

A question is not a job of the queue: it makes no note and needs no folding. It waits in its folder, the
worker takes the oldest between two jobs, and whoever asked finds the answer there, also after a restart
(docs/adr/0087). Backups leave both folders out: an answer can be had again.
"""

from daemon.notes.ask.question import LONGEST, Question, Reply
from daemon.notes.ask.store import QuestionStore

__all__ = ["LONGEST", "Question", "QuestionStore", "Reply"]
