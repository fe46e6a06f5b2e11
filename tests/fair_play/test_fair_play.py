"""Anybody can check the chance of a game: with our checker, and with one that was written from the document alone."""

import ast
import re
import sys
from pathlib import Path

import pytest

from engine.kernel import Game
from engine.kernel.chance import Sealed, compute_word_hash, list_sealed_words
from engine.kernel.record import AnswerEntry
from engine.notation import parse_transcript, replay_text
from engine.notation.export import export_game
from engine.notation.history import History, record_input
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from host.doors.command.operate import export
from tests.fair_play import checker

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-play.md").read_text("utf-8")
(EXAMPLE,) = re.findall(r"```\n(.*?)```", DOCUMENT, re.DOTALL)
OLDER = (Path(__file__).parent / "method2.rtab").read_text("utf-8")
OPTIONS = {"season7": {"target": 50_000_000}}  # a season of a few cycles


def played(name, seed=1, players=3):
    history = export.play_demo_game(RULESETS[name], seed, players, OPTIONS.get(name, {}), 400)
    history.over = True
    return history


def text_of(name, seed=1, players=3):
    return export_game(played(name, seed, players), RULESETS[name])


def faults(text):
    """What the two checkers say."""
    return [str(fault) for fault in verify_chance(parse_transcript(text, RULESETS)).faults], list(checker.check(text))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_game_can_be_checked_by_a_stranger(name, players):
    text = text_of(name, players, players)
    assert faults(text) == ([], [])
    assert text.count("\ndraw ") > 5
    assert text.count("\nword ") == players // 2


@pytest.mark.parametrize("name", RULESETS)
def test_what_was_exported_plays_again(name):
    assert replay_text(text_of(name), RULESETS) == []


def test_the_checker_knows_nothing_of_ours_and_is_short():
    source = Path(checker.__file__).read_text("utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports}
    assert names <= sys.stdlib_module_names
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    written = "\n".join(ast.get_source_segment(source, node) or "" for node in functions)
    assert sum(bool(line.strip()) and '"""' not in line for line in written.splitlines()) <= 50


def test_the_example_of_the_document_is_right():
    assert faults(EXAMPLE) == ([], [])
    secret, ann = "open sesame", checker.stirred("", "word|Ann", "tulip")
    first = next(checker.numbers(secret, f"draw|0|{ann}|die"))
    stream = checker.numbers(secret, f"draw|1|{ann}|cards")
    assert [next(stream) % limit for limit in (5, 4, 3)] == [4, 0, 1]
    last = next(checker.numbers(secret, f"draw|2|{ann}|prize"))
    salt = checker.keyed(secret, "salt|Q1|1|Ann|0").hexdigest()
    for said in (ann, f"{first:#x}; its remainder by 6 is {first % 6}", f"{last} leaves {last % 7} by 7", salt):
        assert said in DOCUMENT


# -- a host that cheats

CHEATS = {
    "a draw of its liking": (r'(draw .*"die".*)\[2\]', r"\1[3]"),
    "another secret": ("secret   open sesame", "secret   open barley"),
    "a draw left out": (r"draw .*cards.*\n", ""),
    "a seal left out": (r"seal .*\n", ""),
    "a seal that was another": (r'"7"\]', '"8"]'),
    "a receipt not given": (r"Code to check this later: .*", ""),
    "a receipt of nothing": (r"\Z", f">        {'0' * 64}\n"),
    "a word changed": (r"tulip", "rose"),
    "a word left out": (r"word     Ann.*\n", ""),
    "a word that was not opened, opened all the same": (r"(word     Bob) withheld (\w+)", r"\1 own \2 rose"),
    "a word that was opened, withheld all the same": (r"(word     Ann) own (\w+) tulip", r"\1 withheld \2"),
    "an unopened word left out": (r"word     Bob.*\n", ""),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_both_checkers_find_a_cheat(cheat):
    text = re.sub(*CHEATS[cheat], EXAMPLE)
    assert text != EXAMPLE
    ours, theirs = faults(text)
    assert ours
    assert theirs


@pytest.mark.parametrize("key", ["bomb.seal", "bomb.seal@Q1"])
def test_a_move_that_is_not_what_was_sealed_shows(key):
    ours, _ = faults(EXAMPLE.replace("bomb.seal 7", f"{key} 8"))
    assert any("Ann has sealed another answer" in fault for fault in ours)


@pytest.mark.parametrize("name", ["season7", "billionaire"])
def test_every_answer_of_a_game_is_compared_with_its_seal(name):
    text = text_of(name, players=4)
    move = re.search(r"^(\w+ +(?:bomb\.seal|bid)(?:@\S+)? )(\d+)$", text, re.MULTILINE)
    assert move
    changed = text[: move.start()] + f"{move[1]}{int(move[2]) + 1}" + text[move.end() :]
    assert any("has sealed another answer" in fault for fault in faults(changed)[0])


def test_a_word_that_was_never_said_shows():
    ours, _ = faults(EXAMPLE.replace("player joined: Ann tulip", "player joined: Ann"))
    assert any("the word of Ann was not said" in fault for fault in ours)


def test_what_was_not_opened_is_no_fault_and_is_named():
    verdict = verify_chance(parse_transcript(EXAMPLE, RULESETS))
    assert (verdict.own, verdict.withheld, verdict.faults) == (["Ann"], ["Bob"], [])


def test_words_in_another_order_show():
    text = text_of("season7", players=4)
    swapped = re.sub(r"(word     Ann.*\n)(word     Cat.*\n)", r"\2\1", text)
    assert swapped != text
    assert any(
        "in the order of the players" in str(fault)
        for fault in verify_chance(parse_transcript(swapped, RULESETS)).faults
    )


def test_a_host_that_stirs_a_seal_in_fails(monkeypatch):
    def stirs(game, name, what):
        game.sealed.append(Sealed(name, what))
        game.entropy = game.sealed[-1].mix_into_entropy(game.entropy)
        return game.sealed[-1].compute_receipt(game.secret)

    monkeypatch.setattr(Game, "seal_choice", stirs)
    assert all(faults(text_of("season7")))


def test_a_host_that_leaves_the_seals_out_of_its_books_fails(monkeypatch):
    monkeypatch.setattr(Game, "seal_choice", lambda game, name, what: Sealed(name, what).compute_receipt(game.secret))
    assert all(faults(text_of("season7")))


# -- what is drawn follows from the players' words


@pytest.mark.parametrize("name", RULESETS)
def test_one_word_changes_all_that_is_drawn(name, monkeypatch):
    one = played(name)
    monkeypatch.setattr(
        export, "list_sealed_words", lambda *_: list_sealed_words({"Ann": compute_word_hash("mine")}, {"Ann": "mine"})
    )
    two = played(name)
    assert one.secret == two.secret
    assert one.taken[0].drawn[0].drew != two.taken[0].drawn[0].drew


def of_the_first_method():
    """The export of a game without words."""
    rules = RULESETS["season7"]
    game = Game.start(rules, ["Ann", "Bob"], {}, "old")
    history = History(rules.name, rules.release, ["Ann", "Bob"], {}, "old", [record_input(game)])
    while len(history.taken) < 60:
        question = game.list_questions()[0]
        game.lapse(question.id)
        put_in = AnswerEntry(question.table, question.key, question.who, question.lapse, lapsed=True)
        history.taken.append(record_input(game, put_in))
    history.over = True
    assert game.save().snapshot
    assert game.method == 1
    text = export_game(history, RULESETS["season7"])
    assert "\nchance " not in text
    return text


def test_a_game_without_words_is_checked_by_the_method_it_began_with():
    text = of_the_first_method()
    seals_first = re.sub(r"((?:draw .*\n)+)((?:seal .*\n)+)", r"\2\1", text)
    assert seals_first != text
    assert (
        verify_chance(parse_transcript(text, RULESETS)).faults
        == verify_chance(parse_transcript(seals_first, RULESETS)).faults
        == []
    )


def test_what_a_partial_export_of_the_first_method_does_not_keep_is_not_followed_and_no_fault():
    text = of_the_first_method()
    partial = text.replace("\ncommitment", "\npartial  played with another release.\ncommitment", 1)
    unsaid, untold = forgotten(partial), without(partial, r"^seal .*\n")
    whole, lines, seals = (verify_chance(parse_transcript(each, RULESETS)) for each in (partial, unsaid, untold))
    assert (whole.unkept, whole.faults) == (0, [])
    assert (lines.unkept, lines.faults) == (1, [])
    assert (seals.unkept, seals.faults) == (1, [])
    assert verify_chance(parse_transcript(forgotten(text), RULESETS)).faults


def forgotten(text):
    """The same, which keeps nothing of the first receipt."""
    receipt = re.search(r"Code to check this later: ([0-9a-f]{64})", text)
    assert receipt
    return text.replace(receipt[1], "not kept")


def without(text, line):
    """The same without the first such line."""
    less = re.sub(line, "", text, count=1, flags=re.MULTILINE)
    assert less != text
    return less


def test_another_method_is_not_guessed_at():
    with pytest.raises(Exception, match="knows how chance is drawn"):
        verify_chance(parse_transcript(EXAMPLE.replace("chance   3", "chance   4"), RULESETS))


OLDER_CHEATS = {
    "a seal put in later": (r"(seal .*\n)(draw .*\n)", r"\2\1"),
    "a seal left out": (r"seal .*\n", ""),
    "a word of the host's choice": ("67805d40ea4b414e2750ae83488aef3b", "67805d40ea4b414e2750ae83488aef3c"),
    "a word left out": (r"word     Ann.*\n", ""),
}


def test_a_game_whose_words_were_said_in_the_clear_is_checked_by_that_method():
    verdict = verify_chance(parse_transcript(OLDER, RULESETS))
    assert (verdict.method, verdict.own, verdict.faults) == (2, ["Ann"], [])


@pytest.mark.parametrize("cheat", OLDER_CHEATS)
def test_a_cheat_in_an_older_game_is_found_as_ever(cheat):
    text = re.sub(*OLDER_CHEATS[cheat], OLDER)
    assert text != OLDER
    assert verify_chance(parse_transcript(text, RULESETS)).faults
