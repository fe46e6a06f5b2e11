"""No more seats are taken: words that players have sealed for chance are opened, each by its player's own browser."""

from __future__ import annotations

from host.doors.web.files import format_static_url
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext, format_time_left, render_action_button
from host.shown.views import OpeningView

WORD_OPENING_TEXT = (
    "Each player has sealed a word for chance in their own browser. Now all are opened, and the game begins. Nobody "
    "comes or goes meanwhile."
)
OTHER_BROWSER_HINT = (
    "Your word is in the browser with which you sat down. Open this page there, or write the word here."
)


def render_word_opening(context: PageContext, found: OpeningView) -> Child:
    """Render whose sealed words are still missing; the page's script opens the viewer's own."""
    who = context.say("Waiting for the {n:word|words} of {seats}.", seats=found.missing, n=len(found.missing))
    time = context.say(
        "The game begins in {time} at the latest.", time=format_time_left(found.due - context.now, context.reader)
    )
    parts = [
        h("p", h("strong", who)),
        h("p", context.say(WORD_OPENING_TEXT), class_="hint"),
        _render_own_word_form(context, found),
    ]
    begin = (
        render_action_button(context, "begin", "Begin without the words that are missing")
        if context.shown.yours
        else None
    )
    return [
        parts,
        h("p", time, class_="hint"),
        begin,
        h("ul", _render_sealed_words(context, found), class_="hint", id="sealed"),
    ]


def _render_own_word_form(context: PageContext, found: OpeningView) -> Child:
    """Render the form that opens the viewer's own word, with all the hashes that their browser has seen."""
    if not found.mine:
        return None
    label = h("label", context.say(OTHER_BROWSER_HINT), for_="word")
    field = h("input", name="word", id="word", maxlength=64, autocomplete="off")
    row = h("div", field, h("button", context.say("Open my word"), class_="go"), class_="typed")
    sealed = "\n".join(f"{seat} {hash_}" for seat, hash_ in found.sealed.items())
    players = " ".join(face.seat for face in context.shown.faces)
    saw = f"commitment {context.shown.seal}\nplayers {players}\n{sealed}"
    return context.render_form(
        "word", label, row, data_sealed=found.mine, data_saw=saw, data_fair=format_static_url("fair.js")
    )


def _render_sealed_words(context: PageContext, found: OpeningView) -> list[Markup]:
    names = context.shown.names
    return [h("li", names.get(seat, seat), ": ", h("code", hash_)) for seat, hash_ in found.sealed.items()]
