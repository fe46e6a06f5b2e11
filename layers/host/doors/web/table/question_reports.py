"""Beside every answer that is told: a way to say that something is wrong with its question."""

from __future__ import annotations

from engine.kernel import Told
from engine.rulesets import RULESETS
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.said.desk.answer import Answer
from host.said.desk.menu import DESK


def beside(context: PageContext, told: Told) -> Child:
    """Folded away: what may be wrong with the questions that this line answers."""
    rules = RULESETS.get(context.shown.ruleset)
    cards = [use.card for use in rules.uses(told) if use.name == "asked"] if rules else []
    return [_doubt(context, card) for card in cards] or None


def _doubt(context: PageContext, card: str) -> Markup:
    faults = RULESETS[context.shown.ruleset].faults
    hidden = h("input", type="hidden", name="card", value=card)
    buttons = [h("button", context.name(words), name="fault", value=fault) for fault, words in faults.items()]
    summary = h("summary", context.say("Something is wrong with this question"))
    return h("details", summary, context.form("doubt", hidden, buttons, class_="row"), id=f"doubt-{card}")


def _doubted(request: RequestContext, game: str) -> Answer:
    """Somebody new becomes known by it, as by sitting down."""
    chosen = f"{game}/{request.word('card')}"
    answer = DESK["report"].does(FormRequest(request, request.word("fault"), chosen, game))
    answer.game = game
    return answer


ACTIONS = {"doubt": _doubted}
