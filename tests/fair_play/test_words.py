"""Players' own words go into the chance of every game: sealed as they sit down, opened before the first draw."""

from contextlib import suppress

import msgspec
import pytest

from engine.kernel import PUBLIC, Diverged, Game, Record, compute_commitment, format_text
from engine.kernel.chance import SAID_WORDS, SEALED_WORDS, Word, compute_word_hash
from engine.kernel.events import NoWordsStirred
from engine.notation import export as export_
from engine.notation import parse_transcript
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from host.archive import history
from host.core import games, seats
from host.core.cards import dealt_cards
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.events import WordsAwaited
from host.core.games import Guest
from host.core.session import LOBBY, OVER, RUNNING, Command
from host.core.store import MemoryTable, Store
from host.core.transaction import NothingToChange, Transaction, run_transaction
from host.people import accounts
from host.shown import views
from tests.fair_play import checker

ANN, BOB = Command(by="ann"), Command(by="bob")


OWN = [Word("p1", "tulip", own=True, sealed=compute_word_hash("tulip"))]


class Clock:
    now = 1_000_000.0


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def host(clock):
    return HostContext(Store(MemoryTable()), Config(), now=lambda: clock.now)


def opened(host, name, pace="daily"):
    game = games.open_lobby(host, Command(by="ann", place="t:group"), name, pace=pace).game
    assert games.sit_at_table(host, ANN, game, Guest("ann", "Ann", "t:ann", sealed_word=compute_word_hash("tulip"))).ok
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob", "t:bob")).ok
    assert games.add_bot(host, ANN, game).ok
    return game


def said(host, game, kind):
    (entry,) = [entry for entry in host.store.load_log(game) if entry.kind == kind]
    return entry, " ".join(format_text(told.text, told.facts) for told in entry.told if told.to == PUBLIC)


def begun(host, game):
    """Begun, and the word is opened."""
    assert games.start_game(host, ANN, game).ok
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok


def session_of(host, game):
    return host.store.load_game(game).session


@pytest.mark.parametrize("name", RULESETS)
def test_a_word_is_sealed_then_opened_and_said(host, name):
    game = opened(host, name)
    assert compute_commitment(session_of(host, game).secret) in said(host, game, "create")[1]
    assert games.start_game(host, ANN, game).ok
    assert (session_of(host, game).stage, session_of(host, game).players[0].word) == (LOBBY, "")
    assert f"p1 {compute_word_hash('tulip')}" in said(host, game, "words")[1]
    assert games.submit_sealed_word(host, ANN, game, " tu\0lip\n ").ok
    entry, words = said(host, game, "begin")
    assert "p1 tulip." in words
    began = dealt_cards.parse_game_beginning(entry.value)
    assert [(word.seat, word.what, word.own) for word in began.words] == [("p1", "tulip", True)]
    assert all((player.word, player.sealed_word) == ("", "") for player in session_of(host, game).players)
    if entry.drawn:
        assert entry.drawn[0].entropy


@pytest.mark.parametrize("name", RULESETS)
def test_a_finished_game_is_checked_from_its_transcript(host, name):
    game = opened(host, name)
    begun(host, game)
    with pytest.raises(Exception, match="until it is over"):
        history.export_transcript(host, game)
    assert seats.close_table(host, ANN, game).ok
    text = history.export_transcript(host, game)
    assert f"word     p1 own {compute_word_hash('tulip')} tulip" in text
    assert (
        list(checker.check(text))
        == verify_chance(parse_transcript(text, RULESETS)).faults
        == history.verify_transcript(text).faults
        == []
    )


def test_who_sits_already_may_still_seal_a_word_until_no_more_seats_are_taken(host):
    game = opened(host, "ladder")
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word=compute_word_hash("rose"))).ok
    assert not games.sit_at_table(host, BOB, game, Guest("bob", "Bob")).ok
    assert not games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word="rose")).ok
    assert games.start_game(host, ANN, game).ok
    assert not games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word=compute_word_hash("iris"))).ok
    assert games.submit_sealed_word(host, BOB, game, "rose").ok
    assert session_of(host, game).stage == LOBBY
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok
    assert "p1 tulip and p2 rose." in said(host, game, "begin")[1]


def test_only_the_word_that_was_sealed_opens_and_only_then(host):
    game = opened(host, "ladder")
    assert not games.submit_sealed_word(host, ANN, game, "tulip").ok  # somebody may still sit down
    assert games.start_game(host, ANN, game).ok
    assert not games.submit_sealed_word(host, ANN, game, "rose").ok
    assert not games.submit_sealed_word(host, BOB, game, "tulip").ok
    assert session_of(host, game).stage == LOBBY
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok
    assert not games.submit_sealed_word(host, ANN, game, "tulip").ok


def test_where_nobody_brings_a_word_the_game_begins_at_once_and_says_so(host):
    game = games.open_lobby(host, ANN, "season7").game
    for _ in range(3):
        games.add_bot(host, ANN, game)
    assert games.start_game(host, ANN, game).ok
    assert NoWordsStirred.says in said(host, game, "begin")[1]
    assert seats.close_table(host, ANN, game).ok
    verdict = history.verify_transcript(history.export_transcript(host, game))
    assert (verdict.method, verdict.own, verdict.withheld, verdict.faults) == (3, [], [], [])


def test_a_word_said_in_the_clear_in_a_lobby_of_an_older_release_counts_for_nothing(host):
    game = games.open_lobby(host, ANN, "season7").game
    for who in ("ann", "bob"):
        games.sit_at_table(host, Command(by=who), game, Guest(who, who.title()))
    saved = host.store.load_game(game)
    saved.session.players[0].word = "tulip"
    tx = Transaction(host, ANN, saved)
    games.begin_or_await_words(tx)
    assert tx.session.stage == RUNNING
    assert "words" not in tx.entry.value


# -- a word that is not opened


def withheld(host, pace="daily"):
    """Ann's word is opened, Bob's is not."""
    game = opened(host, "season7", pace=pace)
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word=compute_word_hash("rose"))).ok
    assert games.start_game(host, ANN, game).ok
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok
    return game


def shows(host, game):
    """It begins without it, and everybody can see that: at once, in the transcript, and in the check."""
    assert session_of(host, game).stage == RUNNING
    assert f"no effect on the random draws: p2 {compute_word_hash('rose')}" in said(host, game, "begin")[1]
    assert seats.close_table(host, ANN, game).ok
    text = history.export_transcript(host, game)
    assert f"word     p2 withheld {compute_word_hash('rose')}" in text
    verdict = history.verify_transcript(text)
    assert (verdict.own, verdict.withheld, verdict.faults) == (["p1"], ["p2"], [])
    assert list(checker.check(text)) == []


@pytest.mark.parametrize(
    ("pace", "wait", "time"), [("evening", 600, "10 minutes"), ("daily", 3600, "1 hour"), ("slow", 3600, "1 hour")]
)
def test_a_word_that_is_not_opened_is_waited_for_a_turn_but_at_most_an_hour(host, clock, pace, wait, time):
    """The table is told the truth of how long that is."""
    game = withheld(host, pace)
    (awaited,) = [told for told in said(host, game, "words")[0].told if told.kind is WordsAwaited]
    assert format_text("{time}", awaited.facts) == time
    opening = views.load_game_view(host, game, "ann").opening
    assert opening and opening.due == clock.now + wait
    clock.now += wait - 10
    host.store.save_beat(clock.now)
    assert ticking.run_due_steps(host, game) == 0
    clock.now += 20
    assert ticking.run_due_steps(host, game) > 0
    shows(host, game)


def test_after_a_minute_whoever_opened_the_table_may_begin_without_it(host, clock):
    game = withheld(host)
    assert not games.start_game(host, ANN, game).ok
    clock.now += 61
    assert not games.start_game(host, BOB, game).ok
    assert games.start_game(host, ANN, game).ok
    shows(host, game)


def test_an_outage_of_the_host_takes_nobodys_time_to_open_a_word(host, clock):
    game = withheld(host)
    host.store.save_beat(clock.now)
    pace = session_of(host, game).pace
    clock.now += 10 * pace
    ticking.sweep_due_games(host)
    assert session_of(host, game).stage == LOBBY
    assert games.submit_sealed_word(host, BOB, game, "rose").ok
    assert session_of(host, game).stage == RUNNING


def test_a_clock_that_is_set_back_takes_nobodys_time_to_open_a_word(host, clock):
    game, wait = withheld(host), 3600.0
    host.store.save_beat(clock.now)
    clock.now -= 40 * 86400
    ticking.sweep_due_games(host)
    clock.now += wait - 60
    host.store.save_beat(clock.now)
    assert ticking.run_due_steps(host, game) == 0
    clock.now += 120
    assert ticking.run_due_steps(host, game) > 0
    assert session_of(host, game).stage == RUNNING


def test_whoever_asks_to_be_forgotten_meanwhile_leaves_a_seat_and_an_unopened_word(host):
    game = withheld(host)
    with suppress(NothingToChange):
        run_transaction(host, BOB, game, lambda tx: accounts._remove_from_game(tx, "bob"))
    bob = session_of(host, game).find_player_in("p2")
    assert (bob.person, bob.bot, bob.sealed_word) == ("", True, compute_word_hash("rose"))


# -- an operator who plays, and knows all that the host does


TRIES = 300


def deal(session, words, method):
    """What an operator foresees with these words: what is drawn first, and what goes into all that is drawn later."""
    rules, seats_ = RULESETS[session.ruleset], [player.seat for player in session.players]
    state = dealt_cards.build_initial_state(rules, seats_, session.options, session.secret, words=words)
    game = Game.start_from_state(rules, state, session.secret, words, method)
    return [each.drew for each in game.drawn], game.drawn[0].entropy


@pytest.mark.parametrize("name", ["season7", "billionaire"])
def test_who_sat_down_last_could_choose_the_deal_by_the_older_method(host, name):
    """The attack as it was: all other words are known, so the last one is tried until the deal is good."""
    session = session_of(host, opened(host, name))
    ann = Word("p1", "tulip", own=True)
    deals = {n: deal(session, [ann, Word("p2", f"try {n}", own=True)], SAID_WORDS) for n in range(TRIES)}
    best = max(deals, key=lambda n: deals[n])
    assert len({entropy for _, entropy in deals.values()}) == TRIES
    assert len({str(drew) for drew, _ in deals.values()}) > 1
    assert deal(session, [ann, Word("p2", f"try {best}", own=True)], SAID_WORDS) == deals[best]


@pytest.mark.parametrize("name", ["season7", "billionaire"])
def test_who_sits_down_last_cannot_foresee_the_deal_whatever_they_try(host, name):
    """The operator's own player is Bob, who has all that the host holds; none of 300 words brings what was foreseen."""
    game = opened(host, name)
    session = session_of(host, game)
    assert b"tulip" not in msgspec.json.encode([session, host.store.load_log(game)])  # nobody but Ann has it
    ann = Word("p1", session.players[0].sealed_word, own=True, sealed=session.players[0].sealed_word)
    foreseen = {n: deal(session, [ann, own(f"try {n}")], SEALED_WORDS) for n in range(TRIES)}
    best = max(foreseen, key=lambda n: foreseen[n])
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word=compute_word_hash(f"try {best}"))).ok
    assert games.start_game(host, ANN, game).ok
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok
    assert games.submit_sealed_word(host, BOB, game, f"try {best}").ok
    entry, _ = said(host, game, "begin")
    assert entry.drawn[0].entropy not in {entropy for _, entropy in foreseen.values()}


def own(word):
    return Word("p2", word, own=True, sealed=compute_word_hash(word))


def test_whoever_has_learned_a_word_can_change_nothing_any_more(host):
    """All that is left to an operator's player is to withhold their own word; and that shows."""
    game = opened(host, "season7")
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word=compute_word_hash("rose"))).ok
    assert games.start_game(host, ANN, game).ok
    assert games.submit_sealed_word(host, ANN, game, "tulip").ok
    before = session_of(host, game)
    refused = [
        games.sit_at_table(host, BOB, game, Guest("bob", "Bob", sealed_word=compute_word_hash("another"))),
        games.sit_at_table(host, Command(by="eve"), game, Guest("eve", "Eve")),
        games.submit_sealed_word(host, BOB, game, "another"),
        games.add_bot(host, ANN, game),
        games.start_game(host, ANN, game),
        seats.leave_game(host, BOB, game),
        seats.kick_from_seat(host, ANN, game, "p3"),
        seats.replace_in_seat(host, ANN, game, "p3", Guest("eve", "Eve")),
    ]
    assert [reply.ok for reply in refused] == [False] * len(refused)
    assert session_of(host, game) == before


def test_the_bomb_that_is_sealed_last_changes_no_draw():
    """What the last one seals, and how late, is the operator's to choose; nothing that chance does hangs on it."""
    drawn = set()
    for square in range(1, 26):
        game = Game.start_from_state(
            RULESETS["season7"], RULESETS["season7"].create_state(["p1", "p2"], {}), "s", OWN, SEALED_WORDS
        )
        entropy = game.entropy
        while game.entropy == entropy and game.list_questions()[0].key == "bomb.seal":
            asked = game.list_questions()[-1]
            game.answer(asked.who, asked.id, square if asked.who == "p1" else 7)
        drawn.add((game.entropy, *game.draw("next", range(10**9), 1, None)))
    assert len(drawn) == 1


def test_the_method_is_kept_in_the_record(host):
    game = opened(host, "season7")
    begun(host, game)
    record = Record.from_json(host.store.load_game(game).session.record)
    assert b'"method":3' in bytes(record.snapshot)


def test_the_log_keeps_every_seal(host):
    game = opened(host, "season7")
    begun(host, game)
    session = host.store.load_game(game).session
    asked = next(key for key, clock in session.clocks.items() if clock.who == "p1")
    assert games.submit_answer(host, ANN, game, asked, 3).ok
    last = host.store.load_log(game)[-1]
    assert [(sealed.name.split("|")[2], sealed.what) for sealed in last.sealed] == [("p1", "3")]
    assert last.sealed[0].compute_receipt(session.secret) in " ".join(
        format_text(told.text, told.facts) for told in last.told
    )


def test_what_the_rules_of_today_no_longer_play_is_checked_from_the_log(monkeypatch):
    host = HostContext(Store(MemoryTable()), Config(bot_pause=0.0))
    game = games.open_lobby(host, ANN, "season7", {"target": 5_000_000}).game
    for _ in range(3):
        games.add_bot(host, ANN, game)
    games.start_game(host, ANN, game)
    for _ in range(1_000):
        ticking.run_due_steps(host, game)
    assert views.load_saved_game(host, game).session.stage == OVER
    monkeypatch.setattr(history, "replay_log", lambda *_: None)
    monkeypatch.setattr(export_, "replay_history", lambda *_: (_ for _ in ()).throw(Diverged("it was changed")))
    text = history.export_transcript(host, game)
    assert "partial" in text
    verdict = history.verify_transcript(text)
    assert (verdict.faults, verdict.seals > 0) == ([], True)
    assert list(checker.check(text)) == []
