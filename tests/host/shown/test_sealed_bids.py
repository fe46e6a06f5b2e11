"""Nobody reads anywhere how many bids are missing: with two players that would tell whose."""

from engine.kernel import Reader
from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.doors.reddit import board
from host.shown import views
from host.shown.text_view import format_game_text

NAMES = ("ann", "bob", "cat")


def bidding(host):
    """A game of three in which all are asked for a bid."""
    game = games.open_lobby(host, Command(by="ann"), "billionaire", {}).game
    for person in NAMES:
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title()))
    games.start_game(host, Command(by="ann"), game)
    while len(asked := questions(host, game)) < len(NAMES):
        person, question = asked[0]
        assert games.submit_answer(host, Command(by=person), game, question.id, question.options[0].value).ok
    return game


def questions(host, game):
    shown = [(person, views.load_game_view(host, game, person)) for person in NAMES]
    return [(person, asked) for person, there in shown for asked in there.asked if asked.who == there.you]


def read(host, game):
    """All that the public reads of it in a terminal and in a thread."""
    showing = views.load_game_view(host, game)
    return [
        *format_game_text(showing, Reader(showing.names)),
        *board.list_board_paragraphs(showing, Reader(showing.names), board.RedditNames({})),
    ]


def test_a_bid_that_comes_in_changes_nothing_that_others_read(host):
    game = bidding(host)
    before = read(host, game)
    assert "Some secret answers are still missing." in before
    for person, question in questions(host, game)[:2]:
        now = next(each for who, each in questions(host, game) if who == person)
        assert now.key == question.key == "bid"
        assert games.submit_answer(host, Command(by=person), game, now.id, "1m").ok
        assert read(host, game) == before


def test_deluxe_counts_no_sealed_answers(host):
    """Second Thoughts asks those whose bomb could still go off: their number would tell that one lies in a dud."""
    game = games.open_lobby(host, Command(by="ann"), "deluxe", {}).game
    for person in NAMES:
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title()))
    games.start_game(host, Command(by="ann"), game)
    assert {asked.key for _, asked in questions(host, game)} == {"bomb.seal"}
    told = " ".join(read(host, game))
    assert told.count("Some secret answers are still missing.") == 2
    assert "3 sealed answers" not in told
