"""Thirty-six cards and a bid are read on one screen of a terminal."""

from random import Random

from engine.billionaire import tables
from engine.kernel import Game, Reader
from engine.rulesets import ruleset
from host.core.session import WritingStyle
from host.doors.terminal import scene
from host.doors.terminal.console import TerminalStyle
from host.shown.views import GameView, QuestionView
from workshop.bots import sample_players

NAMES = {"p1": "Ann", "p2": "Bob", "p3": "Cat"}
STYLE, READER = TerminalStyle(80), Reader(NAMES)


def bidding():
    """A table of three where somebody is asked for a bid, and what they are asked."""
    game, dice = Game.start(ruleset("billionaire"), list(NAMES), {}, "cards", keep=False), Random(1)
    while (question := game.list_questions()[0]).key != "bid":
        sample_players.move_carelessly(game, dice)
    view, who = game.build_view(question.who), question.who
    shown = GameView("g", "billionaire", "B", "running", 1, 60.0, "", [], [], NAMES, WritingStyle(), you=who, view=view)
    about = (question.id, question.key, who, question.text, question.facts, question.form, list(question.options))
    return game, shown, QuestionView(*about, question.secret, 0.0, question.of)


def test_all_that_is_unsold_stands_by_region_and_not_a_card_a_line():
    game, shown, _ = bidding()
    drawn = scene.draw_game(shown, READER, STYLE)
    unsold = [card for deck in tables.REGIONS for card in game.state.decks[deck]]
    assert len(unsold) > 30
    read = " ".join(" ".join(drawn).split())
    assert [card for card in unsold if card not in read] == []
    assert len(drawn) < 50
    assert max(map(len, drawn)) <= 80


def test_a_bid_is_asked_with_what_is_unsold_in_one_line():
    game, shown, asked = bidding()
    lines = scene.format_question(shown, asked, READER, STYLE)
    assert len(lines) <= 8
    read = " ".join(" ".join(lines).split())
    assert READER.format_value(asked.facts["unsold"]) in read
    assert len([card for deck in tables.REGIONS for card in game.state.decks[deck] if card in read]) <= 1
