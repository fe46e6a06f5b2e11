"""Players' own words go into the chance of every game: after the commitment, before the first draw, unasked."""

import pytest

from engine.kernel import PUBLIC, Diverged, Record, commitment, render
from engine.kernel.opening import hosts_word
from engine.notation import export as export_
from engine.notation import parse
from engine.notation.verify import verify
from engine.rulesets import RULESETS
from host.archive import fair_play, history
from host.core import games, seats
from host.core.cards import card_packs
from host.core.commands import Command
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER
from host.core.store import MemoryTable, Store
from host.shown import views
from tests.fair_play import checker

ANN = Command(by="ann")


@pytest.fixture
def host():
    return HostContext(Store(MemoryTable()), Config())


def opened(host, name):
    game = games.create(host, Command(by="ann", place="t:group"), name).game
    assert games.join(host, ANN, game, Guest("ann", "Ann", "t:ann", word="tulip")).ok
    assert games.join(host, Command(by="bob"), game, Guest("bob", "Bob", "t:bob")).ok
    assert games.add_bot(host, ANN, game).ok
    return game


def said(host, game, kind):
    (entry,) = [entry for entry in host.store.log(game) if entry.kind == kind]
    return entry, " ".join(render(told.text, told.facts) for told in entry.told if told.to == PUBLIC)


@pytest.mark.parametrize("name", RULESETS)
def test_everybody_has_a_word_and_it_is_said_whose(host, name):
    game = opened(host, name)
    secret = host.store.game(game).session.secret
    assert commitment(secret) in said(host, game, "create")[1]
    assert games.begin(host, ANN, game).ok
    entry, words = said(host, game, "begin")
    bob, bot = hosts_word(secret, "p2"), hosts_word(secret, "p3")
    assert "the players' own words: p1 tulip." in words
    assert f"follow from the host's secret: p2 {bob} and p3 {bot}." in words
    began = card_packs.began(entry.value)
    assert [(word.what, word.own) for word in began.words] == [("tulip", True), (bob, False), (bot, False)]
    assert all(player.word == "" for player in host.store.game(game).session.players)
    if entry.drawn:
        assert entry.drawn[0].entropy


@pytest.mark.parametrize("name", RULESETS)
def test_a_finished_game_is_checked_from_its_transcript(host, name):
    game = opened(host, name)
    games.begin(host, ANN, game)
    with pytest.raises(Exception, match="until the game is over"):
        fair_play.transcript(host, game)
    assert seats.close(host, ANN, game).ok
    text = fair_play.transcript(host, game)
    assert "word     p1 own tulip" in text
    assert list(checker.check(text)) == verify(parse(text, RULESETS)).faults == fair_play.checked(text).faults == []


def test_who_sits_already_may_still_bring_a_word_until_the_game_begins(host):
    game = opened(host, "ladder")
    assert games.join(host, Command(by="bob"), game, Guest("bob", "Bob", word=" ro\x00se\n ")).ok
    assert not games.join(host, Command(by="bob"), game, Guest("bob", "Bob")).ok
    games.begin(host, ANN, game)
    assert "p1 tulip and p2 rose." in said(host, game, "begin")[1]
    assert not games.join(host, Command(by="bob"), game, Guest("bob", "Bob", word="iris")).ok


def test_the_method_is_kept_in_the_record(host):
    game = opened(host, "season7")
    games.begin(host, ANN, game)
    record = Record.from_json(host.store.game(game).session.record)
    assert b'"method":2' in bytes(record.snapshot)


def test_the_log_keeps_every_seal(host):
    game = opened(host, "season7")
    games.begin(host, ANN, game)
    session = host.store.game(game).session
    asked = next(key for key, clock in session.clocks.items() if clock.who == "p1")
    assert games.answer(host, ANN, game, asked, 3).ok
    last = host.store.log(game)[-1]
    assert [(sealed.name.split("|")[2], sealed.what) for sealed in last.sealed] == [("p1", "3")]
    assert last.sealed[0].receipt(session.secret) in " ".join(render(told.text, told.facts) for told in last.told)


def test_what_the_rules_of_today_no_longer_play_is_checked_from_the_log(monkeypatch):
    host = HostContext(Store(MemoryTable()), Config(bot_pause=0.0))
    game = games.create(host, ANN, "season7", {"target": 5_000_000}).game
    for _ in range(3):
        games.add_bot(host, ANN, game)
    games.begin(host, ANN, game)
    for _ in range(1_000):
        ticking.tick(host, game)
    assert views.found(host, game).session.stage == OVER
    monkeypatch.setattr(history, "replayed", lambda *_: None)
    monkeypatch.setattr(export_, "watch", lambda *_: (_ for _ in ()).throw(Diverged("it was changed")))
    text = fair_play.transcript(host, game)
    assert "partial" in text
    verdict = fair_play.checked(text)
    assert (verdict.faults, verdict.seals > 0) == ([], True)
    assert list(checker.check(text)) == []
