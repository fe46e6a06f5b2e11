"""Beside every answer that is told: a way to say that something is wrong with its question."""

from __future__ import annotations

from engine.kernel import Told
from engine.rulesets import RULESETS
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table.page_context import PageContext
from host.said.desk.answer import DeskAnswer
from host.said.desk.menu import DESK


def render_question_reports(context: PageContext, told: Told) -> Child:
    """Render the folded forms to report the questions that this line answers."""
    rules = RULESETS.get(context.shown.ruleset)
    cards = [use.card for use in rules.list_card_uses(told) if use.name == "asked"] if rules else []
    return [_render_report_form(context, card) for card in cards] or None


def _render_report_form(context: PageContext, card: str) -> Markup:
    faults = RULESETS[context.shown.ruleset].faults
    hidden = h("input", type="hidden", name="card", value=card)
    buttons = [h("button", context.format_words(words), name="fault", value=fault) for fault, words in faults.items()]
    summary = h("summary", context.say("Something is wrong with this question"))
    return h("details", summary, context.render_form("doubt", hidden, buttons, class_="row"), id=f"doubt-{card}")


def _submit_question_report(request: RequestContext, game: str) -> DeskAnswer:
    """Report a question; a newcomer is registered by it, as by taking a seat."""
    chosen = f"{game}/{request.read_field('card')}"
    answer = DESK["report"].does(FormRequest(request, request.read_field("fault"), chosen, game))
    answer.game = game
    return answer


REPORT_FORM_ACTIONS = {"doubt": _submit_question_report}
