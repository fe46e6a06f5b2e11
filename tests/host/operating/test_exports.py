"""A game out of the store, into a text, and back."""

import json
import re

import msgspec
import pytest

from engine.kernel import LOG, Diverged, Game, Illegal, format_money
from engine.kernel.record import AnswerEntry, DrawEntry, Entry, Record
from engine.notation import parse_transcript, replay_text, run_transcript
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from engine.season7.rules import SEASON7
from host.archive import history
from host.archive.importing import import_game
from host.core import games, seats
from host.core.context import load_engine_game
from host.core.deadlines import ticking
from host.core.session import OVER, RUNNING, Command, LogEntry
from host.core.transaction import run_transaction
from host.doors.command.operate.open_games import OPERATOR, format_transcript
from host.shown import views
from tests.fair_play import checker


def accounts(season):
    return "; ".join(f"{line.who} {format_money(line.total)}" for line in season.standings())


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(3))
def test_a_season_of_three_ends_with_the_same_accounts_as_the_engines_own_replay(season, seed):
    played = season(seed).play()
    text = format_transcript(played.host, played.game)
    assert replay_text(f"{text}= {accounts(played)}\n", RULESETS) == []
    assert run_transcript(parse_transcript(text, RULESETS), RULESETS["season7"]).differences == []
    verdict = verify_chance(parse_transcript(text, RULESETS))
    assert verdict.faults == []
    assert verdict.draws > 30
    assert verdict.seals > 4


@pytest.mark.whole
def test_an_account_that_is_not_so_is_found(season):
    played = season().play()
    text = format_transcript(played.host, played.game)
    assert replay_text(f"{text}= p1 £1\n", RULESETS) != []


def test_a_running_game_is_exported_without_its_secrets(season):
    played = season().play(30)
    text = format_transcript(played.host, played.game)
    assert "\npartial" in text
    assert played.session.secret not in text
    private = {
        told.text for _, told in views.list_told_lines(played.host, played.game, played.people["ann"]) if told.to
    }
    assert any(text.startswith("Your bomb is hidden on square") for text in private)
    assert "Your bomb is hidden on square" not in text


@pytest.mark.parametrize("order", [("ann", "bob", "cat"), ("cat", "ann", "bob"), ("bob", "cat", "ann")])
def test_secret_answers_to_what_all_are_asked_at_once_stand_in_the_order_in_which_they_came(season, order):
    played = season()
    for name in order:
        player = played.session.find_player_of(played.people[name])
        (mine,) = [
            each for each in load_engine_game(SEASON7, played.session)[0].list_questions() if each.who == player.seat
        ]
        assert games.submit_answer(played.host, played.command(name), played.game, mine.id, 7).ok
    assert seats.close_table(played.host, played.command("ann"), played.game).ok
    came = [played.session.find_player_of(played.people[name]).seat for name in order]
    text = format_transcript(played.host, played.game)
    assert re.findall(r"^(p\d) +bomb\.seal 7$", text, re.MULTILINE) == came
    assert [json.loads(seal)[0].split("|")[2] for seal in re.findall(r"^seal +(.*)", text, re.MULTILINE)] == came
    assert re.findall(r"^(draw|seal) ", text, re.MULTILINE)[:5] == ["draw", "seal", "seal", "seal", "draw"]
    assert list(checker.check(text)) == []


def test_secrets_may_be_seen_but_everybody_hears_of_it(season):
    played = season().play(30)
    text = format_transcript(played.host, played.game, secrets=True)
    assert "Your bomb is hidden on square" in text
    assert played.session.secret in text
    last = list(history.iter_whole_log(played.host, played.game))[-1]
    assert (last.kind, last.by) == ("secrets", LOG)
    assert [told.text for told in last.told] == [
        ("The person who runs this host has looked at the secrets of this game.")
    ]
    assert replay_text(format_transcript(played.host, played.game, secrets=True), RULESETS) == []


@pytest.mark.parametrize("seed", [2, 16, 21])
def test_a_game_is_replayed_from_its_export_while_a_minigame_is_played(season, seed):
    """In it cards of the same name may have been drawn, and a text knows them by their names."""
    played = season(seed)
    while not (playing := load_engine_game(SEASON7, played.session)[0]).state.booths or not answered(playing.state):
        played.move()
    assert replay_text(format_transcript(played.host, played.game, secrets=True), RULESETS) == []


def answered(state):
    """Has somebody answered in a minigame, and goes it on?"""
    return any(entry.who for booth in state.booths.values() for entry in booth.tape if isinstance(entry, AnswerEntry))


def test_a_game_that_has_not_begun_has_nothing_to_tell(host):
    lobby = games.open_lobby(host, Command(by="ann"), "season7").game
    with pytest.raises(Illegal, match="has not begun"):
        format_transcript(host, lobby)


@pytest.mark.parametrize("moves", [40, 100_000])
def test_everything_that_is_kept_comes_back_under_another_id(season, elsewhere, moves):
    played = season().play(moves)
    back = import_game(elsewhere, history.load_archive(played.host, played.game).to_json().decode())
    there = elsewhere.store.load_game(back).session
    assert (back != played.game, there.stage) == (True, played.session.stage)
    assert views.load_game_view(elsewhere, back).view == views.load_game_view(played.host, played.game).view
    assert there.map_names_by_seat() == played.session.map_names_by_seat()
    if there.stage == RUNNING:
        assert there.paused
        assert elsewhere.store.list_open_game_ids(f"person:{played.people['ann']}") == [back]
        assert ticking.resume_session_clocks(elsewhere, OPERATOR, back).ok
    assert format_transcript(elsewhere, back) == format_transcript(played.host, played.game)


@pytest.mark.whole
def test_a_transcript_comes_back_and_goes_on(season, elsewhere):
    played = season().play(20)  # there is enough left to be played
    back = import_game(elsewhere, format_transcript(played.host, played.game, secrets=True))
    there = elsewhere.store.load_game(back).session
    assert there.paused
    assert all(player.bot for player in there.players)
    assert ticking.resume_session_clocks(elsewhere, OPERATOR, back).ok
    for _ in range(400):
        elsewhere.now.now += 3.0
        ticking.sweep_due_games(elsewhere)
    assert elsewhere.store.load_game(back).session.entries > there.entries + 15
    assert replay_text(format_transcript(elsewhere, back, secrets=True), RULESETS) == []


@pytest.mark.whole
def test_a_finished_transcript_comes_back_as_it_was(season, elsewhere):
    played = season().play()
    text = format_transcript(played.host, played.game)
    back = import_game(elsewhere, text)
    assert elsewhere.store.load_game(back).session.stage == OVER
    again = format_transcript(elsewhere, back)
    assert replay_text(again, RULESETS) == []
    assert [line for line in again.splitlines() if line.startswith("hash")] == [
        line for line in text.splitlines() if line.startswith("hash")
    ]


@pytest.mark.parametrize(
    "text", ["", "{}", '{"session": 3}', "rtab 1 season7\n", "rtab 1 chess\nplayers a b\n", "\x00"]
)
def test_a_file_that_is_no_game_is_refused_with_a_sentence(elsewhere, text):
    with pytest.raises(Illegal):
        import_game(elsewhere, text)


def test_a_game_whose_rules_have_changed_is_told_from_its_log(season):
    played = season().play(40)
    kept = history.load_archive(played.host, played.game)
    drew = next(entry for entry in kept.log if entry.drawn)
    drew.drawn = drew.drawn[:-1]
    drew.told[-1].what = "It was another game then."
    changed = history.build_history(kept)
    assert [was.drawn for was in changed.taken if was.drawn] == [entry.drawn for entry in kept.log if entry.drawn]
    assert any(line.text == "It was another game then." for was in changed.taken for line in was.told)


def play_until_drawn(played):
    """Play until chance has drawn in the open turn."""
    while not any(isinstance(entry, DrawEntry) for entry in Record.from_json(played.session.record).tape):
        played.move()


def undo_turn(played, monkeypatch):
    """Play until chance has drawn in the open turn; then make the host undo that turn, as when its rules changed."""
    play_until_drawn(played)
    record, kept, load = Record.from_json(played.session.record), bytes(played.session.record), Game.load_stored
    empty = msgspec.structs.replace(record, tape=[], events=[])

    def load_changed(rules, data):
        if bytes(data) == kept:
            raise Diverged("changed")
        return load(rules, data)

    def drop_tape(rules, _):
        return Game._load_record(rules, empty, mending=True), len(record.tape)

    with monkeypatch.context() as changed:
        changed.setattr(Game, "load_stored", load_changed)
        changed.setattr(Game, "salvage", drop_tape)
        while bytes(played.session.record) == kept:
            played.move()


def hear_more_money(tx):
    """Let the voice hear of money, as if the open turn had told of it."""
    heard = msgspec.json.decode(tx.session.voice, type=SEASON7.voice.memory)
    heard.totals = {who: total + 1 for who, total in heard.totals.items()}
    tx.session.voice = msgspec.Raw(msgspec.json.encode(heard))


def test_money_that_undone_steps_told_of_is_forgotten_by_the_voice(season, monkeypatch):
    played = season(2)
    play_until_drawn(played)
    assert run_transaction(played.host, played.command("ann"), played.game, hear_more_money).ok
    undo_turn(played, monkeypatch)
    heard = msgspec.json.decode(played.session.voice, type=SEASON7.voice.memory)
    assert heard.totals == {line.who: line.total for line in played.standings()}


@pytest.mark.parametrize("replayed", [True, False])
def test_a_game_is_as_fair_after_steps_were_undone_because_the_rules_changed(season, monkeypatch, replayed):
    played = season(2)
    undo_turn(played, monkeypatch)
    assert any(entry.cut for entry in history.iter_whole_log(played.host, played.game))
    played.play(20)
    assert seats.close_table(played.host, played.command("ann"), played.game).ok
    if not replayed:
        monkeypatch.setattr(history, "replay_log", lambda *_: None)
    text = format_transcript(played.host, played.game)
    assert (verify_chance(parse_transcript(text, RULESETS)).faults, list(checker.check(text))) == ([], [])


@pytest.mark.parametrize("replayed", [True, False])
def test_what_was_undone_and_done_again_leaves_no_trace_in_a_history(season, monkeypatch, replayed):
    """Every entry of a log in turn, with what it sealed and drew, is undone by its like."""
    kept = history.load_archive((played := season().play(40)).host, played.game)
    if not replayed:
        monkeypatch.setattr(history, "replay_log", lambda *_: None)
    whole = history.build_history(kept)
    moves = [n for n, entry in enumerate(kept.log) if entry.taken and entry.kind not in history.BEGINNINGS]
    assert any(kept.log[n].sealed for n in moves) and any(kept.log[n].drawn for n in moves)
    for n in moves:
        entry = kept.log[n]
        again = msgspec.structs.replace(entry, cut=len(entry.taken))
        draws: list[Entry] = [one for one in entry.taken if isinstance(one, DrawEntry)]
        drawn_again = LogEntry(entry.at, "rewound", drawn=entry.drawn, taken=draws, cut=len(draws))
        for anew in (again, drawn_again):
            log = [*kept.log[: n + 1], anew, *kept.log[n + 1 :]]
            assert history.build_history(msgspec.structs.replace(kept, log=log)) == whole


def test_every_input_of_a_log_stands_in_a_history_that_is_not_replayed(season, monkeypatch):
    """Where a computer passes for people before it answers, a log entry has several."""
    monkeypatch.setattr(history, "replay_log", lambda *_: None)
    kept = history.load_archive((played := season().play(40)).host, played.game)
    whole = history.build_history(kept)
    log = [one for one in kept.log if one.taken]
    pairs = [log[0]]
    for one, other in zip(log[1::2], log[2::2], strict=False):
        together = {name: getattr(one, name) + getattr(other, name) for name in ("taken", "drawn", "sealed", "told")}
        pairs.append(msgspec.structs.replace(one, **together))
    told = history.build_history(msgspec.structs.replace(kept, log=pairs)).taken
    assert len(told) > 20
    assert [(was.input, was.drawn, was.sealed) for was in told] == [
        (was.input, was.drawn, was.sealed) for was in whole.taken[: len(told)]
    ]
