"""A question put to the passages of meetings, from the draft of an answer to what may be shown of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelines.ask.answer import Answer
from pipelines.ask.checks import answer_checker
from pipelines.ask.form import formed
from pipelines.ask.prompt import MAX_TOKENS, Asked, answer_schema, messages_for, read_answer
from pipelines.ask.questions import PassageQuestions
from pipelines.ask.reckoning import reckoned
from pipelines.ask.source import Source
from pipelines.ask.standing import standing
from pipelines.checking import Checker
from pipelines.errors import OutputError
from pipelines.languages import spoken_language
from pipelines.llm.asking import ask as ask_model
from pipelines.llm.copies import is_copied
from pipelines.llm.model import LanguageModel, OnToken
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.solver_puzzle import solve_puzzle

NOTHING_FOUND = "No passage of the meetings has these words."
NO_MODEL = "There is no language model here: these are the passages that fit best."
FROM_ITEMS = "These are items of the notes; other answers need a language model, which is not here."
FROM_NOTES = "These are items of the notes."
ITEMS_INSTEAD = "The passages do not carry an answer of the language model: these are items of the notes."
NOT_SAID = "The passages that were found do not answer this."
UNUSABLE = "The language model gave no answer that could be used: these are the passages that fit best."
NOTHING_STANDS = "The meetings do not carry what the language model wrote: these are the passages it read."
STAGE = "answering"
_TYPICAL_TOKENS = 1_500.0
"""Read for one answer, and written, which counts five times."""
_OUTPUT_COST = 5


def answered(
    asked: Asked,
    sources: Sequence[Source],
    model: LanguageModel | None,
    engine: Engine | None,
    progress: Progress = silent,
    checker: Callable[[], Checker] = answer_checker,
) -> Answer:
    """Answer from `sources`. EngineError where the model as a whole is of no use (DeadlineError)."""
    passages = tuple(source.places for source in sources)
    if (sum_ := reckoned(asked.question)) is not None:
        return Answer(computed=(sum_,))
    if model is None:
        if asked.records:
            return Answer(sentences=tuple(asked.records), passages=passages, remark=FROM_ITEMS)
        return Answer(passages=passages, remark=NO_MODEL if sources else NOTHING_FOUND)
    ticker = _ticker(progress)
    messages = messages_for(asked.question, sources, asked.turns, model.count_tokens)
    questions = PassageQuestions(model, messages, ticker)
    if (worked_out := solve_puzzle(asked.question, questions.puzzle)) is not None:
        return Answer(computed=(f"From the conditions in the question: {worked_out}",), engine=engine)
    items = Answer(sentences=tuple(asked.records), passages=passages, remark=FROM_NOTES)
    if asked.records and asked.is_about_items:
        return items
    if not sources:
        return Answer(remark=NOTHING_FOUND)
    try:
        drafted = ask_model(
            model,
            messages,
            schema=answer_schema(len(sources)),
            max_tokens=MAX_TOKENS,
            read=lambda text: read_answer(text, len(sources)),
            on_token=ticker,
        )
    except OutputError:
        instead = items.model_copy(update={"remark": ITEMS_INSTEAD, "engine": engine})
        return instead if asked.records else Answer(passages=passages, remark=UNUSABLE, engine=engine)
    progress("checking the answer", 0, None)
    said = [segment for source in sources for segment in source.segments]
    code = spoken_language(said)
    own = [each for each in drafted.sentences if not is_copied(each.text, said, code, "ask")]
    with checker() as each:
        found = standing(own, sources, each, questions)
        shaped = formed(asked.question, found, sources, each, questions)
    sentences = shaped.standing.sentences
    if not sentences and asked.records:
        return items.model_copy(update={"remark": ITEMS_INSTEAD, "dropped": found.dropped, "engine": engine})
    remark = (NOTHING_STANDS if found.dropped else NOT_SAID) if not sentences else None
    return Answer(
        sentences=sentences,
        dropped=found.dropped,
        passages=passages,
        kept=shaped.kept,
        broken=shaped.broken,
        remark=remark,
        engine=engine,
    )


def _ticker(progress: Progress) -> OnToken:
    """Moves the bar by the work done, never back."""
    furthest = 0.0

    def tick(evaluated: int, written: int) -> None:
        nonlocal furthest
        furthest = max(furthest, min(1.0, (evaluated + _OUTPUT_COST * written) / _TYPICAL_TOKENS))
        progress(STAGE, furthest, 1.0)

    progress(STAGE, 0.0, 1.0)
    return tick
