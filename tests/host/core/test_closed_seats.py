"""A lobby whose seats are closed while sealed words are opened, and whose game cannot begin."""

from engine.kernel import Illegal
from engine.kernel.chance import compute_word_hash
from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import RUNNING, Command
from tests.host.core.timing import words
from tests.rulesets.toy import Toy

ANN, BOB = Command(by="ann"), Command(by="bob")


def session_of(host, game):
    return host.store.load_game(game).session


def opened(host):
    """Ann and Bob sit at a table that is not begun; Ann has sealed a word."""
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy").game
    assert games.sit_at_table(host, ANN, game, Guest("ann", "Ann", sealed_word=compute_word_hash("tulip"))).ok
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob")).ok
    return game


def begin(host, game):
    assert games.start_game(host, ANN, game).ok
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok
    assert session_of(host, game).stage == RUNNING


def test_seats_stay_open_where_there_are_too_few_to_begin(host):
    game = games.open_lobby(host, ANN, "toy").game
    assert games.sit_at_table(host, ANN, game, Guest("ann", "Ann", sealed_word=compute_word_hash("tulip"))).ok
    refused = games.start_game(host, ANN, game)
    assert [told.text for told in refused.lines] == ["The Toy needs two to eight players."]
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob")).ok
    begin(host, game)


def passes_by(host, hands, seconds):
    for _ in range(20):
        hands.now += seconds / 20
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)


def test_seats_open_again_and_all_are_told_why_where_a_game_can_begin_no_more(host, hands, monkeypatch):
    game = opened(host)
    assert games.start_game(host, ANN, game).ok
    with monkeypatch.context() as patch:
        patch.setattr(Toy, "create_state", refuses)
        assert not games.submit_sealed_word(host, ANN, game, "tulip").ok
        passes_by(host, hands, 7200)
    assert not session_of(host, game).opening
    assert words(host, "t:group").count("There are no cards any more.") == 1
    assert games.sit_at_table(host, Command(by="eve"), game, Guest("eve", "Eve")).ok
    begin(host, game)


def refuses(*_):
    raise Illegal("There are no cards any more.")


def breaks_down(*_):
    raise KeyError("cards")


def test_a_lobby_whose_rules_break_down_is_put_off_like_a_game(host, hands, monkeypatch):
    game = opened(host)
    assert games.start_game(host, ANN, game).ok
    monkeypatch.setattr(Toy, "create_state", breaks_down)
    passes_by(host, hands, 3700)
    before = session_of(host, game).entries
    passes_by(host, hands, 60)
    assert session_of(host, game).entries <= before + 1
