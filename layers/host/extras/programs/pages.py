"""Programs on the page: a key on a person's own page, and whether a table lets programs in."""

from __future__ import annotations

from host.core.session import Person
from host.doors.web.markup.html import Child, h
from host.doors.web.pages.own_page import serve_own_page_with_news
from host.doors.web.requests.http import Response, redirect_to
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import PageContext, render_action_button, render_action_form
from host.extras.programs import keys
from host.said.answers import DeskAnswer
from host.said.desk.menu import DESK


def render_key_section(request: RequestContext, person: Person, once: str) -> Child:
    """Render the part of a person's own page where they make or end the key with which a program of theirs can play in
    their name; its forms carry `once`, by which a form sent twice is recognised.
    """
    say, known = request.say, keys.has_key(request.host, person.id)
    about = say(
        "With a key, your program can play in your name in games that allow programs. Everybody sees that it is a"
        " program, and its results do not count."
    )
    label = say("Make a new key and end the old one") if known else say("Make a key for a program")
    make = render_action_form("/me/program-key", once, h("p", h("button", label)))
    end = render_action_form("/me/program-key-off", once, h("p", h("button", say("End the key")))) if known else None
    return h("section", h("h2", say("Programs")), h("p", about), make, end, class_="card ways")


def make_own_key(request: RequestContext, person: Person) -> Response:
    """Make a key with which the person's program can play, in place of an earlier one, and show it on their page; it
    is shown only this once.
    """
    text = request.say("Give this key to your program. I do not show it again:")
    code = h("code", keys.create_key(request.host, person.id), id="program-key")
    where = h("p", request.say("The program calls {address}.", address=f"{request.http.origin}/mcp"))
    return serve_own_page_with_news(
        request, person, h("section", h("p", text, " ", code), where, class_="card news", role="status")
    )


def end_own_key(request: RequestContext, person: Person) -> Response:
    """End the key of the person's program, so that the program can play no more, and lead back to their own page."""
    keys.end_key(request.host, person.id)
    return redirect_to("/me")


def render_lobby_choice(_: RequestContext, context: PageContext) -> Child:
    """Render the button by which the opener of a lobby lets players' programs join, or forbids it again; the caller
    shows it to nobody else.
    """
    if context.shown.programs:
        shown = h("p", context.say("Programs can join this game. Their results do not count."), class_="hint")
        return [shown, render_action_button(context, "programs", "Let no more programs join", programs="off")]
    return render_action_button(context, "programs", "Let programs join", programs="on")


def submit_choice(request: RequestContext, game: str) -> DeskAnswer:
    """Handle a form by which the opener of a table lets players' programs join it, or forbids it again; return the
    answer, which is a refusal for others.
    """
    return DESK["programs"].does(FormRequest(request, request.read_field("programs"), game=game))
