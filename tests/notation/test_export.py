"""An exported game replays to its last state, can be verified, and keeps its secrets while it is running."""

import json

import msgspec
import pytest

from engine.kernel import Game, Illegal, compute_commitment
from engine.notation import Malformed, parse_transcript, replay_text
from engine.notation.export import export_game
from engine.notation.history import History, record_input
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS as SEASONS
from tests.notation.finished_game import (
    KEPT,
    PLAYS,
    RULESETS,
    WrittenTiny,
    answered,
    game_so_far,
)
from tests.rulesets.tiny import Tiny


def test_a_finished_game_replays_to_its_last_state(text):
    assert replay_text(text, RULESETS) == []
    assert "hash     sha256:" in text
    assert text.count("\n~ ") == 4


def test_a_replay_of_an_export_would_notice_another_end(text):
    assert replay_text(text.replace("bid 12345", "bid 12346", 1), RULESETS) != []
    head, _, tail = text.rpartition("sha256:")
    assert [difference.why for difference in replay_text(f"{head}sha256:{tail[::-1].strip()}\n", RULESETS)] == [
        "it is otherwise"
    ]


def test_a_history_is_the_same_after_a_night_in_a_file(finished, text):
    again = History.from_json(finished[1].to_json())
    assert export_game(again, RULESETS["tiny"], "Two evenings") == text


def test_a_game_laid_out_by_hand_is_exported_with_its_first_state():
    rules = RULESETS["tiny"]
    state = rules.create_state(["Ann", "Bob"], {"last": 1})
    state.cash["Ann"] = 1_000_000
    start = msgspec.Raw(msgspec.json.encode(state))
    game = Game.start_from_state(rules, state, KEPT)
    history = History("tiny", "1", ["Ann", "Bob"], {}, KEPT, [record_input(game)], over=True, start=start)
    answered(game, history, 2)
    exported = export_game(history, RULESETS["tiny"])
    assert '"cash":{"Ann":1000000}' in exported
    assert replay_text(exported, RULESETS) == []


def test_a_game_without_a_dialect_is_neither_read_nor_written(finished, text):
    unwritten = Tiny(never)
    (difference,) = replay_text(text, {"tiny": unwritten})
    assert str(difference) == "line 1: I cannot write a transcript of this game."
    with pytest.raises(Illegal, match="cannot write a transcript"):
        export_game(finished[1], unwritten)


async def never(_):
    raise AssertionError


def test_what_was_promised_is_verified_without_any_rules(text):
    verdict = verify_chance(parse_transcript(text, {"tiny": WrittenTiny(never)}))
    assert (verdict.draws, verdict.seals, verdict.faults) == (4, 2, [])


def faults(text):
    return [fault.why for fault in verify_chance(parse_transcript(text, RULESETS)).faults]


def lines(text, head):
    return [line for line in text.split("\n") if line.startswith(head)]


def test_another_secret_is_found_out(text):
    assert "the secret is not the one that was committed to" in faults(text.replace(KEPT, "another"))
    lie = text.replace(KEPT, "another").replace(compute_commitment(KEPT), compute_commitment("another"))
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
commitment {compute_commitment(KEPT)}
secret {KEPT}
~ cycle.seats {{seats}}
begin
? Ann seal, Bob seal
"""


def test_a_replay_notices_outcomes_that_the_secret_does_not_draw():
    found = [replay_text(PROMISED.format(seats=seats), SEASONS) for seats in ("Ann | Bob", "Bob | Ann")]
    (wrong,) = [difference for differences in found for difference in differences]
    assert wrong.line == 5
    assert wrong.why == "the secret that was committed to does not draw this under cycle.seats"
    laid_out = "\n".join(line for line in PROMISED.split("\n") if not line.startswith("commitment"))
    assert all(replay_text(laid_out.format(seats=seats), SEASONS) == [] for seats in ("Ann | Bob", "Bob | Ann"))


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


UNREADABLE = ["draw 7", "draw [1,2,3]", 'draw [0,"k",2,1,[[1]],true,"",[0]]', "seal 7", "draw {", f"draw {'[' * 9999}"]
IMPOSSIBLE = [
    'draw [0,"k",0,1,null,false,"",[0]]',  # of nothing
    'draw [0,"k",0,0,null,true,"",[]]',
    'draw [0,"k",2,3,null,false,"",[0,1,1]]',  # three different ones of two
    'draw [0,"k",2,1,[[0,2]],false,"",[0]]',  # without a chance
    'draw [0,"k",2,2,[[0,1],[1,1]],false,"",[0,1]]',
    'draw [0,"k",2,1,[[-1,1],[2,1]],false,"",[0]]',
    'draw [0,"k",2,1,[[1,3]],false,"",[0]]',  # two outcomes, three weights
    'draw [0,"k",2,-3,null,true,"",[0]]',
    'draw [0,"k",2,1000000000000,null,true,"",[0]]',  # more than are told
    'draw [0,"k",1000000000000,1,[[1,1000000000000]],false,"",[0]]',
    'draw [0,"k",99999999999999999999,1,null,false,"",[0]]',  # more than a word can tell apart
    'draw [0,"k",2,1,[[99999999999999999999,2]],false,"",[0]]',
]


@pytest.mark.parametrize("bad", [*UNREADABLE, *IMPOSSIBLE])
def test_a_proof_that_cannot_be_read_is_named(text, bad):
    with pytest.raises(Malformed, match="as `rtab export` writes it"):
        verify_chance(parse_transcript(text.replace(lines(text, "draw ")[0], bad), RULESETS))


# -- a running game


def test_a_running_game_keeps_its_secrets():
    game, history = game_so_far(1)
    answered(game, history, 2)
    told = export_game(history, RULESETS["tiny"])
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
    for public in (
        "Bob      play shout hey ho",
        "> Bob shouts hey ho.",
        "Ann      bid 12345",
        compute_commitment(KEPT),
    ):
        assert public in told.replace(">        ", "> ")
    assert "the game goes on" in replay_text(told, RULESETS)[0].why
    with pytest.raises(Malformed, match="only the export of a finished game"):
        verify_chance(parse_transcript(told, RULESETS))


def test_what_only_its_owner_saw_on_offer_is_not_told_either():
    _, history = game_so_far(2)
    history.over = False
    assert "Trick" not in export_game(history, RULESETS["tiny"])


# -- a game whose rules have changed since


async def other_evening(t):
    await t.ask("else", "Ann", "?", [1], lapse=1)


@pytest.fixture(scope="module")
def changed(finished):
    return export_game(finished[1], WrittenTiny(other_evening, plays=PLAYS))


def test_a_game_of_other_rules_can_still_be_verified(changed):
    verdict = verify_chance(parse_transcript(changed, RULESETS))
    assert (verdict.draws, verdict.seals, verdict.faults) == (4, 2, [])


def test_a_game_of_other_rules_says_why_it_cannot_be_replayed(changed):
    (difference,) = replay_text(changed, RULESETS)
    assert "played with release 1, and release 1 differs: input 1 is refused now" in difference.why
    assert "Ann      lapses vote" in changed or "Bob      lapses vote" in changed


def test_a_running_game_of_other_rules_keeps_its_secrets_too():
    _, history = game_so_far(1)
    told = export_game(history, WrittenTiny(other_evening, plays=PLAYS))
    assert KEPT not in told
    assert "Sealed on" not in told
    assert "bid" not in told


# -- the commands
