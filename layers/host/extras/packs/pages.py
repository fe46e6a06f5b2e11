"""Questions of one's own, on one's own page: pasted or sent as a file, dropped, and whole categories switched off."""

from __future__ import annotations

from collections.abc import Callable

from host.core.session import Person
from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, build_html_response
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import render_action_form
from host.extras.packs import kept_packs
from host.extras.packs import kept_packs as kept
from host.extras.packs import services as packs
from host.said.answers import DeskAnswer
from host.shown import words

EXAMPLE = "Who sings loudest in our choir? | Mia | Raj | Zoe | Tom"


def render_packs_section(request: RequestContext, person: Person, once: str) -> Markup:
    """Render the part of a person's own page about quiz questions: the packs they have brought, the categories they
    have switched off, and the forms for more of both, with `once`, by which a form sent twice is recognised.
    """
    say, owner = request.say, f"person:{person.id}"
    rows = [_render_pack_row(request, each, once) for each in kept.list_packs(request.host.store, owner)]
    off = [
        _render_action_row(once, "pack-on", each, each, say("Ask it again"))
        for each in kept.load_unwanted_categories(request.host.store, owner)
    ]
    field = h(
        "input", name="name", id="pack-off", maxlength=40, placeholder=say("Category"), aria_label=say("Category")
    )
    without = render_action_form("/me/pack-off", once, h("p", field, " ", h("button", say("Do not ask this category"))))
    inner = [h("h2", say("My questions")), rows, _render_pack_form(request, once), off, without]
    return h("section", inner, class_="card", id="packs")


def _render_pack_row(request: RequestContext, pack: kept.Pack, once: str) -> Markup:
    """Render one question pack of a person's own page: its name and size, linked to its questions, and a button that
    deletes it.
    """
    text = request.say("{name}: {n:n} {n:question|questions}", name=pack.name, n=len(pack.cards))
    return _render_action_row(
        once, "pack-drop", pack.name, h("a", text, href=f"/me/pack?name={pack.name}"), request.say("Delete")
    )


def serve_pack(request: RequestContext, person: Person) -> Response:
    """Serve the page with the questions of the person's pack that the address names, the most reported first; each can
    be changed or withdrawn. Raise Illegal if there is no such pack.
    """
    asked, once = FormRequest(request), request.host.token(16)
    pack = packs.find_pack(asked, request.http.read_param("name"))
    reports = kept_packs.list_own_card_reports(request.host, packs.get_boxed_ruleset(), f"person:{person.id}")
    numbered = sorted(enumerate(pack.cards, 1), key=lambda each: -len(reports.get(each[1]["id"], ())))
    notes = [packs.format_question_note(asked, pack, card, reports) for _, card in numbered]
    rows = [
        _render_pack_question(request, pack, n, note, once, reported=card["id"] in reports)
        for (n, card), note in zip(numbered, notes, strict=True)
    ]
    hint = request.say("Games that have begun keep their questions. New games get the questions as they are here.")
    back = h("p", h("a", request.say("My page"), href="/me#packs", class_="btn"))
    inner = h("main", h("h1", pack.name), h("p", hint, class_="hint"), rows, back, class_="pages")
    return build_html_response(render_frame(request.words, pack.name, inner, refresh=False))


def _render_pack_question(
    request: RequestContext, pack: kept.Pack, n: int, note: str, once: str, *, reported: bool
) -> Markup:
    """Render one question of a pack, folded, with the forms that correct, withdraw or restore it."""
    card, say = pack.cards[n - 1], request.say
    gone = card["id"] in pack.withdrawn
    does = (
        ("pack-restore", say("Ask it again")) if gone else ("pack-withdraw", say("Do not ask this question any more"))
    )
    name = h("input", type="hidden", name="name", value=f"{pack.name} {n}")
    line = h("textarea", packs.format_sheet_line(card), name="text", rows=3, aria_label=say("Question"))
    mended = render_action_form("/me/pack-mend", once, name, h("p", line), h("button", say("Correct it")))
    buttons = [does, *([("pack-dismiss", say("The question is right"))] if reported else [])]
    others = [
        render_action_form(f"/me/{action}", once, name, h("button", label), class_="simple")
        for action, label in buttons
    ]
    return h("details", h("summary", f"{n}. {card['question']}{note}"), mended, others, id=f"question-{n}")


def _render_action_row(once: str, action: str, name: str, text: Child, label: str) -> Markup:
    """Render a text with a button, inscribed `label`, in a form (sent twice, it is recognised by `once`) that runs an
    action on the pack, category or question called `name`.
    """
    hidden = h("input", type="hidden", name="name", value=name)
    return render_action_form(f"/me/{action}", once, hidden, h("p", text, " ", h("button", label)))


def _render_pack_form(request: RequestContext, once: str) -> Markup:
    """Render the form in which a person pastes quiz questions or uploads a file of them."""
    say = request.say
    name = h("input", name="name", id="pack-name", maxlength=24)
    rows = [
        h(
            "p",
            say("Write one question on each line, with the right answer first. I ask them in games that you open."),
            class_="hint",
        ),
        h("p", h("label", say("Name of the pack"), for_="pack-name"), name),
        h("p", h("label", say("Questions"), for_="pack-text")),
        h("p", h("textarea", name="text", id="pack-text", rows=5, placeholder=say(EXAMPLE))),
        h("p", h("label", say("Choose a file: .csv, .tsv, or from Open Trivia DB"), for_="pack-file")),
        h("p", h("input", type="file", name="file", id="pack-file")),
    ]
    return render_action_form(
        "/me/pack", once, rows, h("button", say("Add them")), enctype="multipart/form-data", class_="fields"
    )


def _serve_pack_result(request: RequestContext, answer: DeskAnswer) -> Response:
    """Return a page that shows what came of a form about question packs (`answer`), with a link back."""
    lines = [h("li", line) for line in words.format_told_lines(answer.lines, request.words)]
    back = h("p", h("a", request.say("My page"), href="/me#packs", class_="btn"))
    inner = h("main", h("h1", request.say("My questions")), h("ul", lines, id="packs-told"), back, class_="pages")
    return build_html_response(render_frame(request.words, request.say("My questions"), inner, refresh=False))


def add_uploaded_pack(request: RequestContext, _: Person) -> Response:
    """Add the quiz questions in the form (a file, or else pasted text) as a pack of the person who sends it, and return
    a page with the result; raise Illegal if nothing can be saved.
    """
    data = request.http.read_upload("file") or request.read_field("text").encode()
    return _serve_pack_result(
        request, packs.import_pack(FormRequest(request), request.read_field("name").strip(), data)
    )


def _make_pack_action(word: str) -> Callable[[RequestContext, Person], Response]:
    """Return the function that handles a form by running the command `word` about question packs with the name and text
    from the form.
    """

    def run_pack_command(request: RequestContext, _: Person) -> Response:
        """Run the command `word` of the enclosing function with the name and text in this form, for the person who
        sends it, and return a page with the result; raise Illegal where the command does.
        """
        line = f"{word} {request.read_field('name').strip()}\n{request.read_field('text')}"
        return _serve_pack_result(request, packs.manage_packs(FormRequest(request, line)))

    return run_pack_command


drop_pack, switch_off_category, switch_on_category = map(_make_pack_action, ("drop", "off", "on"))
mend_question, withdraw_question, restore_question, dismiss_reports = map(
    _make_pack_action, ("mend", "withdraw", "restore", "dismiss")
)
