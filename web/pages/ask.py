"""Asking about all meetings or one: conversations, which are kept."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from daemon.base.control import Answer
from daemon.base.errors import NotFoundError
from daemon.models.configured import configured
from daemon.models.presence import is_there
from daemon.notes.passages import Finder
from daemon.notes.questions import LONGEST, SOUNDS, Question, QuestionStore, Reply
from daemon.worker.status import read_status
from guardrails.core.errors import RoomscribeError
from pipelines.errors import BadInputError
from web.bodies import SOUND_BYTES
from web.language import _, said
from web.pages.queue import unless_known
from web.security import require
from web.site import Site
from web.views.ask import PassageView, TurnView, conversation_views, passage_views, turn_view

SHOWN = 50
"""Conversations in the list; older ones still have their address, and all can be deleted."""


def install(app: Flask, site: Site) -> None:
    store = QuestionStore(site.state_dir)

    @app.get("/ask")
    def ask() -> str:
        note_id = request.args.get("note") or None
        return form(note_id)

    def form(note_id: str | None = None, text: str = "", problem: str = "") -> str:
        questions = store.all()
        replies: dict[str, Reply | None] = {each.id: store.reply(each.id) for each in questions}
        return render_template(
            "ask/ask.html",
            about=title_of(note_id),
            note_id=note_id,
            text=text,
            problem=problem,
            longest=LONGEST,
            **engines(),
            message=_("The conversation was deleted.") if request.args.get("message") == "deleted" else "",
            conversations=conversation_views(questions, replies, site.timezone)[:SHOWN],
        )

    def engines() -> dict[str, bool]:
        """Whether a question may be spoken, and whether somebody writes the answer."""
        folder = site.state_dir / "models"
        llm, speech, *_ = (is_there(folder, spec) for spec in configured(site.config().models, folder))
        return {"hears": speech, "writes": llm}

    @app.post("/ask")
    @require("member")
    def put_question() -> Response | tuple[str, int]:
        text, note_id = request.form.get("text", ""), request.form.get("note") or None
        after = request.form.get("after") or None
        try:
            spoken = keep(request.files.get("sound")) if not text.strip() else {}
            answer = order(spoken, text=text, note=note_id, after=after)
        except (BadInputError, NotFoundError) as error:
            return form(note_id, text, said(f"{error}")), 400
        asked = answer.details
        address = url_for("conversation", conversation_id=asked["conversation"], _anchor=f"q-{asked['id']}")
        return redirect(address, 303)

    def order(spoken: dict[str, str], **question: str | None) -> Answer:
        try:
            return site.order("questions ask", **question, **spoken)
        except RoomscribeError:
            if spoken:
                store.drop_sound(spoken["id"], spoken["sound"])
            raise

    def keep(file: FileStorage | None) -> dict[str, str]:
        """Write a spoken question to the disk before it is asked."""
        if file is None or not file.filename:
            return {}
        site.require_hub()
        sound = file.filename.rpartition(".")[2].lower()
        if sound not in SOUNDS:
            raise BadInputError(
                _("This type of recording is not supported; use one of %(types)s.", types=" ".join(SOUNDS))
            )
        data = file.stream.read(SOUND_BYTES)
        if not data:
            raise BadInputError("The recording is empty.")
        return {"sound": sound, "id": store.put_sound(sound, data)}

    @app.get("/ask/<conversation_id>")
    def conversation(conversation_id: str) -> str:
        questions = turns_of(conversation_id)
        return render_template(
            "ask/conversation.html",
            **parts(questions),
            conversation_id=conversation_id,
            about=title_of(questions[0].note_id),
            note_id=questions[0].note_id,
            longest=LONGEST,
            **engines(),
        )

    @app.get("/ask/<conversation_id>/part")
    def conversation_part(conversation_id: str) -> Response:
        """The turns alone, for the script that waits for an answer; 304 while nothing has changed."""
        return unless_known(render_template("ask/turns.html", **parts(turns_of(conversation_id))))

    def parts(questions: Sequence[Question]) -> dict[str, object]:
        turns = [view_of(each) for each in questions]
        waits = turns[-1].state == "waiting"
        return {"turns": turns, "waits": waits, "meanwhile": meanwhile(questions[-1]) if waits else ()}

    def meanwhile(question: Question) -> tuple[PassageView, ...]:
        """Passages are found at once: something to read while the model works."""
        if question.text is None:
            return ()
        with site.open_reader() as reader:
            sources = Finder(reader, site.index, site.timezone).sources(question.text, (), question.note_id)
        return passage_views(source.places for source in sources)

    def turns_of(conversation_id: str) -> list[Question]:
        questions = store.turns(conversation_id)
        if not questions:
            raise NotFoundError("there is no such conversation; it may have been deleted")
        return questions

    @app.get("/ask/<conversation_id>/delete")
    @require("member")
    def ask_delete(conversation_id: str) -> str:
        first = view_of(turns_of(conversation_id)[0])
        return render_template("ask/delete.html", conversation_id=conversation_id, first=first)

    @app.post("/ask/<conversation_id>/delete")
    @require("member")
    def delete_conversation(conversation_id: str) -> Response:
        site.order("questions delete", conversation=conversation_id)
        return redirect(url_for("ask", message="deleted"), 303)

    def view_of(question: Question) -> TurnView:
        reply = store.reply(question.id)
        ahead = 0
        if reply is None or reply.state == "waiting":
            ahead = sum(each.asked_at < question.asked_at for each in store.waiting())
        return turn_view(question, reply, read_status(site.state_dir), ahead, site.timezone)

    def title_of(note_id: str | None) -> str:
        if note_id is None:
            return ""
        with site.open_reader() as reader:
            return reader.get(note_id).title
