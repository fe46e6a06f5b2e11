"""Questions of one's own, on one's own page: pasted or sent as a file, dropped, and whole categories switched off."""

from __future__ import annotations

from collections.abc import Callable

from host.core.cards import own_cards
from host.core.session import Person
from host.core.store import packs as kept
from host.doors.web.markup.frame import frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.http import Response, page
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import form
from host.said.desk import pack_questions, packs
from host.said.desk.answer import Answer
from host.shown import words

EXAMPLE = "Who sings loudest in our choir? | Mia | Raj | Zoe | Tom"


def section(request: RequestContext, person: Person, once: str) -> Markup:
    """What there is, and the forms."""
    say, owner = request.say, f"person:{person.id}"
    rows = [_pack(request, each, once) for each in kept.of(request.host.store, owner)]
    off = [_named(once, "pack-on", each, each, say("Ask it again")) for each in kept.off(request.host.store, owner)]
    field = h(
        "input", name="name", id="pack-off", maxlength=40, placeholder=say("Category"), aria_label=say("Category")
    )
    without = form("/me/pack-off", once, h("p", field, " ", h("button", say("Ask nothing of this category"))))
    inner = [h("h2", say("My questions")), rows, _adding(request, once), off, without]
    return h("section", inner, class_="card", id="packs")


def _pack(request: RequestContext, pack: kept.Pack, once: str) -> Markup:
    text = request.say("{name}: {n:n} {n:question|questions}", name=pack.name, n=len(pack.cards))
    return _named(once, "pack-drop", pack.name, h("a", text, href=f"/me/pack?name={pack.name}"), request.say("Drop"))


def questions(request: RequestContext, person: Person) -> Response:
    """The questions of one pack, those that were reported first: each can be mended, or withdrawn, while games run."""
    asked, once = FormRequest(request), request.host.token(16)
    pack = pack_questions.named(asked, request.http.param("name"))
    reports = own_cards.reported(request.host, pack_questions.boxed(), f"person:{person.id}")
    numbered = sorted(enumerate(pack.cards, 1), key=lambda each: -len(reports.get(each[1]["id"], ())))
    notes = [pack_questions.note(asked, pack, card, reports) for _, card in numbered]
    rows = [
        _question(request, pack, n, note, once, reported=card["id"] in reports)
        for (n, card), note in zip(numbered, notes, strict=True)
    ]
    hint = request.say(
        "Games keep the questions they were dealt; those that begin from now on get them as they are here."
    )
    back = h("p", h("a", request.say("My page"), href="/me#packs", class_="btn"))
    inner = h("main", h("h1", pack.name), h("p", hint, class_="hint"), rows, back, class_="pages")
    return page(frame(request.words, pack.name, inner, refresh=False))


def _question(request: RequestContext, pack: kept.Pack, n: int, note: str, once: str, *, reported: bool) -> Markup:
    card, say = pack.cards[n - 1], request.say
    gone = card["id"] in pack.withdrawn
    does = ("pack-restore", say("Ask it again")) if gone else ("pack-withdraw", say("Ask it no more"))
    name = h("input", type="hidden", name="name", value=f"{pack.name} {n}")
    line = h("textarea", pack_questions.written(card), name="text", rows=3, aria_label=say("Question"))
    mended = form("/me/pack-mend", once, name, h("p", line), h("button", say("Mend it")))
    buttons = [does, *([("pack-dismiss", say("Nothing is wrong with it"))] if reported else [])]
    others = [form(f"/me/{action}", once, name, h("button", label), class_="simple") for action, label in buttons]
    return h("details", h("summary", f"{n}. {card['question']}{note}"), mended, others, id=f"question-{n}")


def _named(once: str, action: str, name: str, text: Child, label: str) -> Markup:
    """A line with a button that does something about it."""
    hidden = h("input", type="hidden", name="name", value=name)
    return form(f"/me/{action}", once, hidden, h("p", text, " ", h("button", label)))


def _adding(request: RequestContext, once: str) -> Markup:
    """Where words are pasted, or a file is chosen."""
    say = request.say
    name = h("input", name="name", id="pack-name", maxlength=24)
    rows = [
        h(
            "p",
            say("A question a line, the right answer first. They are asked in the games that you open."),
            class_="hint",
        ),
        h("p", h("label", say("Name of the pack"), for_="pack-name"), name),
        h("p", h("label", say("Questions"), for_="pack-text")),
        h("p", h("textarea", name="text", id="pack-text", rows=5, placeholder=say(EXAMPLE))),
        h("p", h("label", say("Or a file: .csv, .tsv, or Open Trivia DB's"), for_="pack-file")),
        h("p", h("input", type="file", name="file", id="pack-file")),
    ]
    return form("/me/pack", once, rows, h("button", say("Add them")), enctype="multipart/form-data", class_="fields")


def _told(request: RequestContext, answer: Answer) -> Response:
    """What came of it, and the way back."""
    lines = [h("li", line) for line in words.told(answer.lines, request.words)]
    back = h("p", h("a", request.say("My page"), href="/me#packs", class_="btn"))
    inner = h("main", h("h1", request.say("My questions")), h("ul", lines, id="packs-told"), back, class_="pages")
    return page(frame(request.words, request.say("My questions"), inner, refresh=False))


def _add(request: RequestContext, _: Person) -> Response:
    data = request.http.file("file") or request.word("text").encode()
    return _told(request, packs.brought(FormRequest(request), request.word("name").strip(), data))


def _asked(word: str) -> Callable[[RequestContext, Person], Response]:
    """The desk's word with what the form names; below it, what was written."""

    def does(request: RequestContext, _: Person) -> Response:
        line = f"{word} {request.word('name').strip()}\n{request.word('text')}"
        return _told(request, packs.pack(FormRequest(request, line)))

    return does


ACTIONS: dict[str, Callable[[RequestContext, Person], Response]] = {
    "pack": _add,
    "pack-drop": _asked("drop"),
    "pack-off": _asked("off"),
    "pack-on": _asked("on"),
    **{f"pack-{word}": _asked(word) for word in ("mend", "withdraw", "restore", "dismiss")},
}
