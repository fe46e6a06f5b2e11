"""No more seats are taken: words that players have sealed for chance are opened, each by its player's own browser."""

from __future__ import annotations

from host.doors.web.files import address
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext, act, left
from host.shown.views import OpeningView

WHY = (
    "Each player has sealed a word for chance in their own browser. Now all are opened, and the game begins. Nobody "
    "comes or goes meanwhile."
)
ELSEWHERE = "Your word is in the browser with which you sat down. Open this page there, or write the word here."


def opening(context: PageContext, found: OpeningView) -> Child:
    """Whose word is missing; the viewer's own is opened by the page's script."""
    who = context.say("Waiting for the {n:word|words} of {seats}.", seats=found.missing, n=len(found.missing))
    time = context.say("The game begins in {time} at the latest.", time=left(found.due - context.now, context.reader))
    parts = [h("p", h("strong", who)), h("p", context.say(WHY), class_="hint"), _own(context, found)]
    begin = act(context, "begin", "Begin without the words that are missing") if context.shown.yours else None
    return [parts, h("p", time, class_="hint"), begin, h("ul", _sealed(context, found), class_="hint", id="sealed")]


def _own(context: PageContext, found: OpeningView) -> Child:
    if not found.mine:
        return None
    label = h("label", context.say(ELSEWHERE), for_="word")
    field = h("input", name="word", id="word", maxlength=64, autocomplete="off")
    row = h("div", field, h("button", context.say("Open my word"), class_="go"), class_="typed")
    sealed = "\n".join(f"{seat} {hash_}" for seat, hash_ in found.sealed.items())
    players = " ".join(face.seat for face in context.shown.faces)
    saw = f"commitment {context.shown.seal}\nplayers {players}\n{sealed}"
    return context.form("word", label, row, data_sealed=found.mine, data_saw=saw, data_fair=address("fair.js"))


def _sealed(context: PageContext, found: OpeningView) -> list[Markup]:
    names = context.shown.names
    return [h("li", names.get(seat, seat), ": ", h("code", hash_)) for seat, hash_ in found.sealed.items()]
