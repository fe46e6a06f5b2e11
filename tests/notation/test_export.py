"""An exported game replays to its last state, can be verified, and keeps its secrets while it is running."""

import json
import re

import msgspec
import pytest

from engine.dialects import DIALECTS as SEASONS
from engine.kernel import Form, Game, Option, Play, commitment
from engine.notation import Malformed, parse, replay
from engine.notation.export import export
from engine.notation.history import History, taken
from engine.notation.verify import verify
from engine.season7 import tables
from host.doors.command import main
from host.doors.command.cases import demo
from tests.rulesets.tiny import Tiny

KEPT = "a secret of this game"
WORDS = ["plain", "with, comma", "with | bar", '"quoted"', "line\nbreak", "plainer", "plain"]

LUCK = [" padded ", "", "with | bar", *map(str, range(997))]


async def evening(t):
    """A sealed number, three cards, a secret vote of both, a bid, a motto, and a private note on the way."""
    where = await t.ask("bomb.seal", "Ann", "Where?", [1, 2, 3], lapse=1, secret=True)
    receipt = t.game.seal(f"{t.state.steps}|Ann", str(where))
    t.whisper("Ann", "Sealed on {n}. Receipt: {receipt}", n=where, receipt=receipt)
    t.tell("Sealed: {receipt}.", receipt=receipt)
    hand = t.draw("card.hand", WORDS, 3, weights=[1, 1, 1, 1, 1, 1, 0])
    t.note("The hand is {hand}.", hand=hand)
    for who, vote in (
        await t.ask_all("vote", ["Ann", "Bob"], "?", lambda _: ["yes", "no"], lapse="no", secret=True)
    ).items():
        t.whisper(who, "You vote {vote}.", vote=vote)
    chosen = await t.ask_several("cards", "Bob", "Which two?", hand, lapse=hand[:2], low=2, high=2)
    bid = await t.ask_number("bid", "Ann", "How much?", low=0, high=100_000, lapse=0)
    motto = await t.ask_text("motto", "Bob", "A motto?", check=str, lapse="Onwards")
    move = await t.ask("move", "Ann", "Or use something?", [1, Option("Trick 3", "Trick", private=True)], lapse=1)
    t.tell("{chosen}, {bid:£}, {motto}", chosen=chosen, bid=bid, motto=motto)
    t.state.cash["Ann"] = t.state.cash.get("Ann", 0) + bid + len(t.draw_one("luck", LUCK))
    t.state.cash["Bob"] = 1 if t.lapsed or move != 1 else 0


def shout(game, who, value):
    game.table("main").tell("{who} shouts {value}.", who=who, value=value)


def tip(game, who, value):
    game.state.cash["tips"] = game.state.cash.get("tips", 0) + value
    game.table("main").whisper(who, "Thank you for {value:£}.", value=value)


PLAYS = {
    "shout": (Play("shout", "Shout", [Option("hey ho", "Hey ho"), Option("ho", "Ho")]), shout),
    "shout loud": (Play("shout loud", "Shout louder"), shout),
    "tip": (Play("tip", "Tip", form=Form("number", 1, 500), secret=True), tip),
}


class TinyNotation:
    """Tiny needs no words of its own."""

    def __init__(self, main_script=evening):
        self.words = {}
        self.ruleset = Tiny(main_script, plays=PLAYS)

    def lay(self, state, header):
        raise AssertionError((state, header))

    def fact(self, game, text):
        return f"{text.split()[0]} {game.state.cash[text.split()[0]]}"

    def find(self, state, path):
        return state, path


DIALECTS = {"tiny": TinyNotation()}


def answered(game, history, value, at=0):
    mark, question = len(game.taken), game.pending()[at]
    if value is None:
        game.lapse(question.id)
    else:
        game.answer(question.who, question.id, value)
    history.taken.append(taken(game, game.taken[mark]))


def played(game, history, who, key, value=None):
    mark = len(game.taken)
    game.play(who, key, value)
    history.taken.append(taken(game, game.taken[mark]))


def game_so_far(evenings, last=2):
    rules = DIALECTS["tiny"].ruleset
    options = {"last": last}
    game = Game.new(rules, ["Ann", "Bob"], options, KEPT)
    history = History(rules.name, rules.release, ["Ann", "Bob"], options, KEPT, [taken(game)])
    for n in range(evenings):
        answered(game, history, 3 - n)
        played(game, history, "Bob", "shout", "hey ho")
        played(game, history, "Bob", "tip", 77)
        answered(game, history, "yes", at=1)
        answered(game, history, None)
        answered(game, history, [option.value for option in game.pending()[0].options][1:])
        played(game, history, "Ann", "shout loud")
        answered(game, history, 12_345)
        answered(game, history, 'We, the "players" | and so on')
        answered(game, history, "Trick 3" if n else 1)
    history.over = game.over
    return game, history


@pytest.fixture(scope="module")
def finished():
    game, history = game_so_far(2)
    assert game.over
    return game, history


@pytest.fixture(scope="module")
def text(finished):
    return export(finished[1], DIALECTS["tiny"], "Two evenings")


def test_a_finished_game_replays_to_its_last_state(text):
    assert replay(text, DIALECTS) == []
    assert "hash     sha256:" in text
    assert text.count("\n~ ") == 4


def test_a_replay_of_an_export_would_notice_another_end(text):
    assert replay(text.replace("bid 12345", "bid 12346", 1), DIALECTS) != []
    head, _, tail = text.rpartition("sha256:")
    assert [difference.why for difference in replay(f"{head}sha256:{tail[::-1].strip()}\n", DIALECTS)] == [
        "it is otherwise"
    ]


def test_a_history_is_the_same_after_a_night_in_a_file(finished, text):
    again = History.from_json(finished[1].to_json())
    assert export(again, DIALECTS["tiny"], "Two evenings") == text


def test_a_game_laid_out_by_hand_is_exported_with_its_first_state():
    rules = DIALECTS["tiny"].ruleset
    state = rules.new(["Ann", "Bob"], {"last": 1})
    state.cash["Ann"] = 1_000_000
    start = msgspec.Raw(msgspec.json.encode(state))
    game = Game.begin(rules, state, KEPT)
    history = History("tiny", "1", ["Ann", "Bob"], {}, KEPT, [taken(game)], over=True, start=start)
    answered(game, history, 2)
    exported = export(history, DIALECTS["tiny"])
    assert '"cash":{"Ann":1000000}' in exported
    assert replay(exported, DIALECTS) == []


def test_what_was_promised_is_verified_without_any_rules(text):
    verdict = verify(parse(text, {"tiny": TinyNotation(None)}))
    assert (verdict.draws, verdict.seals, verdict.faults) == (4, 2, [])


def faults(text):
    return [fault.why for fault in verify(parse(text, DIALECTS)).faults]


def lines(text, head):
    return [line for line in text.split("\n") if line.startswith(head)]


def test_another_secret_is_found_out(text):
    assert "the secret is not the one that was committed to" in faults(text.replace(KEPT, "another"))
    lie = text.replace(KEPT, "another").replace(commitment(KEPT), commitment("another"))
    assert any("does not follow from the secret" in why for why in faults(lie))
    assert any("belongs to no sealed choice" in why for why in faults(lie))


def test_a_draw_that_is_missing_is_found_out(text):
    second = lines(text, "draw ")[1]
    assert "draw 1 should stand here, not draw 2" in faults(text.replace(second + "\n", ""))


def test_a_draw_that_is_repeated_until_it_suits_is_found_out(text):
    first = lines(text, "draw ")[0]
    assert any("should stand here, not draw 0" in why for why in faults(text.replace(first, f"{first}\n{first}")))


def test_an_outcome_that_was_changed_is_found_out(text):
    line = lines(text, "draw ")[1]
    proof = json.loads(line.removeprefix("draw"))
    proof[7] = [(proof[7][0] + 1) % 1000]
    assert "draw 1, luck, does not follow from the secret" in faults(text.replace(line, f"draw {json.dumps(proof)}"))


def test_a_draw_under_weights_of_ones_own_is_found_out(text):
    line = lines(text, "draw ")[0]
    proof = json.loads(line.removeprefix("draw"))
    assert proof[4] == [[1, 6], [0, 1]]
    proof[4] = [[1, 1], [0, 3], [1, 3]]
    assert any("does not follow" in why for why in faults(text.replace(line, f"draw {json.dumps(proof)}")))


def test_outcomes_shown_that_were_not_drawn_are_found_out(text):
    pin = lines(text, "~ ")[1]
    assert "these outcomes are not those of the draws recorded below" in faults(text.replace(pin, f"{pin} | 3"))


PROMISED = f"""rtab 1 season7
players Ann Bob
commitment {commitment(KEPT)}
secret {KEPT}
~ cycle.seats {{seats}}
begin
? Ann seal, Bob seal
"""


def test_a_replay_notices_outcomes_that_the_secret_does_not_draw():
    found = [replay(PROMISED.format(seats=seats), SEASONS) for seats in ("Ann | Bob", "Bob | Ann")]
    (wrong,) = [difference for differences in found for difference in differences]
    assert wrong.line == 5
    assert wrong.why == "the secret that was committed to does not draw this under cycle.seats"
    laid_out = "\n".join(line for line in PROMISED.split("\n") if not line.startswith("commitment"))
    assert all(replay(laid_out.format(seats=seats), SEASONS) == [] for seats in ("Ann | Bob", "Bob | Ann"))


def test_a_bomb_that_was_moved_is_found_out(text):
    seal = lines(text, "seal ")[0]
    moved = faults(text.replace(seal, seal.replace('"3"', '"2"')))
    assert "no receipt of this seal was given out" in moved
    assert any("belongs to no sealed choice" in why for why in moved)
    assert any("not just what was sealed before it was stirred" in why for why in moved)


def test_a_bomb_that_was_left_out_is_found_out(text):
    seal = lines(text, "seal ")[0]
    left_out = faults(text.replace(seal + "\n", ""))
    assert any("belongs to no sealed choice" in why for why in left_out)
    assert any("was stirred" in why for why in left_out)


def test_a_name_is_sealed_once_only(text):
    seal = lines(text, "seal ")[1]
    assert "1|Ann was sealed more than once" in faults(text.replace(seal, f"{seal}\n{seal}"))


@pytest.mark.parametrize("bad", ["draw 7", "draw [1,2,3]", 'draw [0,"k",2,1,[[1]],true,"",[0]]', "seal 7", "draw {"])
def test_a_proof_that_cannot_be_read_is_named(text, bad):
    with pytest.raises(Malformed, match="as `rtab export` writes it"):
        verify(parse(text.replace(lines(text, "draw ")[0], bad), DIALECTS))


# -- a running game


def test_a_running_game_keeps_its_secrets():
    game, history = game_so_far(1)
    answered(game, history, 2)
    told = export(history, DIALECTS["tiny"])
    for secret in (
        KEPT,
        "seal 3",
        "seal 2",
        "Sealed on",
        "vote",
        "The hand",
        "tip",
        "Thank you",
        "\n~",
        "\ndraw",
        "\nseal",
        "hash",
    ):
        assert secret not in told
    for public in ("Bob      play shout hey ho", "> Bob shouts hey ho.", "Ann      bid 12345", commitment(KEPT)):
        assert public in told.replace(">        ", "> ")
    assert "the game goes on" in replay(told, DIALECTS)[0].why
    with pytest.raises(Malformed, match="only the export of a finished game"):
        verify(parse(told, DIALECTS))


def test_what_only_its_owner_saw_on_offer_is_not_told_either():
    _, history = game_so_far(2)
    history.over = False
    assert "Trick" not in export(history, DIALECTS["tiny"])


# -- a game whose rules have changed since


async def other_evening(t):
    await t.ask("else", "Ann", "?", [1], lapse=1)


@pytest.fixture(scope="module")
def changed(finished):
    return export(finished[1], TinyNotation(other_evening))


def test_a_game_of_other_rules_can_still_be_verified(changed):
    verdict = verify(parse(changed, DIALECTS))
    assert (verdict.draws, verdict.seals, verdict.faults) == (4, 2, [])


def test_a_game_of_other_rules_says_why_it_cannot_be_replayed(changed):
    (difference,) = replay(changed, DIALECTS)
    assert "played with release 1, and release 1 differs: input 1 is refused now" in difference.why
    assert "Ann      lapses vote" in changed or "Bob      lapses vote" in changed


def test_a_running_game_of_other_rules_keeps_its_secrets_too():
    _, history = game_so_far(1)
    told = export(history, TinyNotation(other_evening))
    assert KEPT not in told
    assert "Sealed on" not in told
    assert "bid" not in told


# -- the commands


@pytest.fixture
def exported(monkeypatch, tmp_path, finished, capsys):
    monkeypatch.setattr("host.doors.command.operate.export.DIALECTS", DIALECTS)
    monkeypatch.setattr("host.doors.command.operate.verify.DIALECTS", DIALECTS)
    monkeypatch.setattr("host.doors.command.cases.replay.DIALECTS", DIALECTS)
    (tmp_path / "game.json").write_bytes(finished[1].to_json())
    assert main(["export", str(tmp_path / "game.json"), "--title", "Two evenings"]) == 0
    (tmp_path / "game.rtab").write_text(capsys.readouterr().out, "utf-8")
    return tmp_path / "game.rtab"


def test_export_replay_and_verify_are_commands(exported, text, capsys):
    assert exported.read_text("utf-8") == text
    assert main(["replay", str(exported.parent)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main(["verify", str(exported)]) == 0
    assert "4 draws and 2 seals checked; all as promised" in capsys.readouterr().out


def test_verify_says_what_is_wrong(exported, capsys):
    exported.write_text(exported.read_text("utf-8").replace(KEPT, "another"), "utf-8")
    assert main(["verify", str(exported), str(exported.with_name("none.rtab"))]) == 1
    out = capsys.readouterr().out
    assert "the secret is not the one that was committed to" in out
    assert "No such file" in out


def test_verify_shows_the_first_of_many_faults(exported, capsys, monkeypatch):
    monkeypatch.setattr("host.doors.command.operate.verify.SHOWN", 2)
    exported.write_text(exported.read_text("utf-8").replace(KEPT, "another"), "utf-8")
    assert main(["verify", str(exported)]) == 1
    first, _, more, end = capsys.readouterr().out.splitlines()
    assert "the secret is not the one" in first
    assert re.search(r"… and \d+ more$", more)
    assert "not as promised" in end


def test_replay_says_what_is_wrong_and_blesses(exported, capsys):
    right = exported.read_text("utf-8")
    exported.write_text(right.replace("bid 12345", "bid 12346", 1), "utf-8")
    assert main(["replay", str(exported)]) == 1
    out = capsys.readouterr().out
    assert f"{exported}: line " in out
    assert out.endswith("0 passed, 1 failed\n")
    assert main(["replay", "--bless", str(exported)]) == 0
    assert main(["replay", str(exported)]) == 0
    assert "£12,346" in exported.read_text("utf-8")


def test_replay_of_nothing_is_a_failure(tmp_path, capsys):
    assert main(["replay", str(tmp_path)]) == 1
    assert "no transcript" in capsys.readouterr().err


def test_replay_tells_which_transcript_crashes_the_rules(exported, monkeypatch, capsys):
    monkeypatch.setattr("tests.rulesets.tiny.TinyState.__post_init__", lambda _: 1 / 0, raising=False)
    monkeypatch.setitem(PLAYS, "shout", (PLAYS["shout"][0], lambda *_: 1 / 0))
    assert main(["replay", str(exported)]) == 1
    out = capsys.readouterr().out
    assert "the rules crash" in out
    assert "ZeroDivisionError" in out
    assert "while playing line" in out


def test_a_file_that_is_not_there_is_named_once(tmp_path, capsys):
    path = tmp_path / "nope.rtab"
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{path} cannot be read: No such file or directory."
    assert main(["export", str(path)]) == 1
    assert capsys.readouterr().err.splitlines()[0].startswith(f"There is no file {path}.")
    assert main(["export", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path} cannot be read: Is a directory.\n"


@pytest.mark.parametrize("content", ["", "[]", "{"])
def test_what_is_no_history_is_refused(content, tmp_path, capsys):
    (tmp_path / "game.json").write_text(content)
    assert main(["export", str(tmp_path / "game.json")]) == 1
    assert "is not a history" in capsys.readouterr().err


def test_rules_nobody_knows_are_refused(finished, tmp_path, capsys):
    (tmp_path / "game.json").write_bytes(finished[1].to_json())
    assert main(["export", str(tmp_path / "game.json")]) == 1
    assert "There are no rules “tiny”." in capsys.readouterr().err


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 5), (3, 9)])
def test_a_whole_season_replays_and_is_verified(seed, players):
    dialect = SEASONS["season7"]
    options = {"target": 50_000_000, "without": [*tables.MINIGAMES[12:], *tables.VINTAGE_MINIGAMES]}  # to be brief
    history = demo.played(dialect.ruleset, seed, players, options, demo.MOST_MOVES)
    text = export(history, dialect)
    assert history.over
    assert replay(text, SEASONS) == []
    verdict = verify(parse(text, SEASONS))
    assert (verdict.draws > 20, verdict.seals > 1, verdict.faults) == (True, True, [])


def test_a_demo_is_the_same_each_time(capsys):
    command = ["export", "--demo", "1", "2", "--moves", "12"]
    assert [main(command), main(command)] == [0, 0]
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]
    assert "partial" in out
