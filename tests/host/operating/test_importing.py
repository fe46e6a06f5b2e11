"""What was damaged in a file is found before a game comes back from it."""

import json
import re
from dataclasses import replace

import pytest
from msgspec import structs

from engine.kernel import Illegal, format_text
from engine.rulesets import RULESETS
from host.archive import history, rehearsing
from host.archive.importing import import_game
from host.core import games, posting
from host.core.context import Config
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, Command
from host.doors.command.operate import open_games


@pytest.fixture
def kept(season):
    played = season().play(40)
    return json.loads(history.load_archive(played.host, played.game).to_json())


def why(elsewhere, kept):
    with pytest.raises(Illegal) as refusal:
        import_game(elsewhere, json.dumps(kept))
    assert list(elsewhere.store.iter_sessions()) == []
    return format_text(refusal.value.text, refusal.value.facts)


def test_a_game_that_nobody_touched_comes_back(elsewhere, kept):
    assert import_game(elsewhere, json.dumps(kept))


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("deluxe", {"mended": False, "list_skips_frozen": False, "computers": ""}),
        ("season7", {"leavers_lose_all": False}),
    ],
)
def test_a_race_from_before_a_rule_is_replayed_by_its_own_rules(elsewhere, monkeypatch, name, old):
    rules = RULESETS[name]
    before = structs.replace(rules.create_state(["p1", "p2"], {}), **old)
    with monkeypatch.context() as then:
        then.setattr(rules, "create_state", lambda *_: before)
        game = games.open_lobby(elsewhere, Command(by="ann"), name).game
        for who in ("ann", "bob"):
            games.sit_at_table(elsewhere, Command(by=who), game, Guest(who, who.title()))
        assert games.start_game(elsewhere, Command(by="ann"), game).ok
    session = elsewhere.store.load_game(game).session
    rehearsed = rehearsing.rehearse_game(elsewhere, session)
    assert (rehearsed.why_not, rehearsed.explained, rehearsed.differences) == ("", [], [])
    back = import_game(elsewhere, history.load_archive(elsewhere, game).to_json().decode())
    assert elsewhere.store.load_game(back).session.record == session.record


def test_a_game_that_has_moved_away_since_is_played_here(elsewhere, kept):
    kept["session"]["moved"] = "dynamodb:rtab"
    game = import_game(elsewhere, json.dumps(kept))
    assert ticking.resume_session_clocks(elsewhere, Command(operator=True), game).ok


def test_a_game_that_the_operator_had_removed_is_played_here(elsewhere, kept):
    kept["session"] |= {"removed": elsewhere.now(), "paused": elsewhere.now()}
    game = import_game(elsewhere, json.dumps(kept))
    assert elsewhere.store.load_log(game, 0)[-1].kind == "back"
    assert ticking.resume_session_clocks(elsewhere, Command(operator=True), game).ok


def test_nobody_has_lost_the_time_in_which_a_game_lay_in_a_file(elsewhere, kept):
    elsewhere.now.now += 30 * 86400
    elsewhere.store.save_beat(elsewhere.now())
    game = import_game(elsewhere, json.dumps(kept))
    assert ticking.resume_session_clocks(elsewhere, Command(operator=True), game).ok
    ticking.run_due_steps(elsewhere, game)
    assert not [entry for entry in elsewhere.store.load_log(game, len(kept["log"])) if entry.kind == "lapse"]


def test_a_lobby_that_comes_back_is_not_closed_at_once(elsewhere):
    game = games.open_lobby(elsewhere, Command(by="ann"), "season7").game
    kept = json.loads(history.load_archive(elsewhere, game).to_json())
    kept["session"] |= {"made": 1.0, "warned": 2.0, "opening": 3.0}
    back = import_game(elsewhere, json.dumps(kept))
    ticking.run_due_steps(elsewhere, back)
    assert games.sit_at_table(elsewhere, Command(by="bob"), back, Guest("bob", "Bob")).ok


def test_an_account_that_somebody_mended_is_found(elsewhere, kept):
    kept["session"]["record"]["snapshot"]["state"]["players"]["p1"]["total"] += 1_000_000
    assert why(elsewhere, kept) == (
        "This file is not the same as the game that was exported: I played the game again from its log, "
        "and the result is different (at state.players.p1.total). If the rules have changed since then, import it "
        "with the release in which it was played."
    )


def test_a_record_that_cannot_be_loaded_is_found(elsewhere, kept):
    del kept["session"]["record"]["snapshot"]["state"]["players"]
    assert why(elsewhere, kept).startswith(
        "This file is not the same as the game that was exported: I cannot read its data"
    )


@pytest.mark.parametrize("record", [None, {}, [], {"ruleset": "season7"}])
def test_a_running_game_without_its_record_is_found(elsewhere, kept, record):
    kept["session"]["record"] = record
    assert why(elsewhere, kept).startswith(
        "This file is not the same as the game that was exported: I cannot read its data"
    )


def test_an_answer_that_was_changed_is_found(elsewhere, kept):
    taken = next(one for entry in kept["log"] for one in entry["taken"] if one[0] == "a" and one[2] == "select")
    taken[4] = taken[4] % 25 + 1
    assert "played again" in why(elsewhere, kept)


def sealing(kept):
    """An entry of the log in which somebody answered with a bomb, its answer, and its seal."""
    return next(
        (entry, one, entry["sealed"][0])
        for entry in kept["log"]
        for one in entry["taken"]
        if one[0] == "a" and one[2] == "bomb.seal" and one[4]
    )


def test_a_bomb_that_was_changed_is_found_by_import_and_export(elsewhere, kept):
    _, taken, seal = sealing(kept)
    taken[4] = taken[4] % 25 + 1
    assert f"the log of the game does not fit the secret choice {seal[0]}." in why(elsewhere, kept)
    with pytest.raises(Illegal):
        history.build_history(history.GameArchive.from_json(json.dumps(kept).encode()))


def test_a_bomb_that_was_changed_with_its_seal_is_found_by_its_receipt(elsewhere, kept):
    _, taken, seal = sealing(kept)
    taken[4] = taken[4] % 25 + 1
    seal[1] = str(taken[4])
    assert f"the log of the game does not fit the secret choice {seal[0]}." in why(elsewhere, kept)


def test_a_bomb_that_was_changed_and_whose_seal_was_left_out_is_found(elsewhere, kept):
    entry, taken, _ = sealing(kept)
    taken[4] = taken[4] % 25 + 1
    entry["sealed"] = []
    assert f"the log of the game does not fit the secret choice bomb.seal {taken[3]}." in why(elsewhere, kept)


def test_a_bomb_that_was_changed_in_a_transcript_is_found(season, elsewhere):
    played = season().play(40)
    text = open_games.format_transcript(played.host, played.game, secrets=True)
    assert import_game(elsewhere, text)
    move = re.search(r"^\w+ +bomb\.seal (\d+)$", text, re.MULTILINE)
    assert move
    changed = f"{text[: move.start(1)]}{int(move[1]) % 25 + 1}{text[move.end(1) :]}"
    with pytest.raises(Illegal, match="not the same as the one that was exported"):
        import_game(elsewhere, changed)


def test_an_answer_that_nobody_could_give_is_found(elsewhere, kept):
    taken = next(one for entry in kept["log"] for one in entry["taken"] if one[0] == "a")
    taken[2] = "nothing.like.it"
    assert "played again" in why(elsewhere, kept)


def test_a_line_that_was_said_otherwise_is_found(elsewhere, kept):
    told = next(told for entry in kept["log"][9:] for told in entry["told"] if told[2:3] in ([], [""]))
    told[0] = "Nothing happened."
    assert why(elsewhere, kept) == (
        "This file is not the same as the game that was exported: the public messages in its log do not fit"
        " the check code of the game."
    )


@pytest.mark.parametrize(("cut", "left"), [(slice(0, 20), 20), (slice(1, None), 0), (slice(0, 0), 0)])
def test_a_log_with_a_piece_missing_is_found(elsewhere, kept, cut, left):
    should, kept["log"] = len(kept["log"]), kept["log"][cut]
    assert why(elsewhere, kept) == (
        "This file is not the same as the game that was exported: "
        f"its log is not complete: it has only the first {left} of {should} entries."
    )


def test_another_secret_is_found(elsewhere, kept):
    kept["session"]["secret"] = "0" * 64
    assert why(elsewhere, kept) == (
        "This file is not the same as the game that was exported: its secret is not the one that was fixed when the "
        "game was opened."
    )


def test_a_record_with_another_secret_is_found(elsewhere, kept):
    kept["session"]["record"]["secret"] = "0" * 64
    assert why(elsewhere, kept).endswith("its data belong to another game.")


def test_a_seat_that_is_missing_is_found(elsewhere, kept):
    kept["session"]["players"].pop()
    assert why(elsewhere, kept) == "This file is not the same as the game that was exported: no player has the seat p3."


def test_a_finished_game_is_looked_at_as_well(season, elsewhere):
    played = season().play()
    kept = json.loads(history.load_archive(played.host, played.game).to_json())
    assert import_game(elsewhere, json.dumps(kept))
    kept["session"]["record"]["snapshot"]["state"]["players"]["p2"]["total"] = 1_000_000_000
    with pytest.raises(Illegal):
        import_game(elsewhere, json.dumps(kept))


def test_a_finished_transcript_that_came_back_can_be_watched_again(season, elsewhere):
    played = season().play()
    text = open_games.format_transcript(played.host, played.game)
    back = import_game(elsewhere, text)
    assert elsewhere.store.load_game(back).session.stage == OVER
    assert rehearsing.load_replay_step(elsewhere, back, 0).last > 20


def test_the_fingerprint_of_a_game_from_a_transcript_is_of_all_that_it_says(season, elsewhere):
    played = season().play(60)
    back = import_game(elsewhere, open_games.format_transcript(played.host, played.game, secrets=True))
    fingerprint = posting.format_fingerprint_text(elsewhere.store, back).splitlines()[-1]
    assert elsewhere.store.load_game(back).session.story == fingerprint
    kept = history.load_archive(elsewhere, back).to_json().decode()
    assert import_game(elsewhere, kept) != back


def test_a_game_that_is_too_large_to_end_here_is_refused(elsewhere, kept):
    narrow = replace(elsewhere, config=Config(most_seats=2))
    assert why(narrow, kept) == "This host cannot take a game with more than 2 players."


def test_a_transcript_that_lays_out_what_no_rules_can_play_is_refused(host):
    text = 'rtab     1 deluxe\ntitle    A tie of nobody\nplayers  Ann Bob\nset      step "tie"\nbegin\n'
    with pytest.raises(Illegal, match="cannot play this transcript again") as refused:
        import_game(host, text)
    assert refused.value.code == "transcript_not_playable"
