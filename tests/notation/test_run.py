"""The runner finds every kind of difference, and says where and what."""

from pathlib import Path

import pytest

from engine.kernel import Illegal
from engine.notation import bless_text, replay_text
from engine.race.table import RacePlay
from engine.rulesets import RULESETS
from engine.season7 import rules

OPEN = "Square 3 is already open. You can choose: 1 to 2 or 5 to 6."
HEADER = """\
rtab     1 season7
title    A small board
players  Ann Bob Cat
bank     Bob £1,000,000
booster  Bob 50%
holds    Cat Defuse, Shut the Box
round    Q1 Ann Bob Cat
board    Q1
    £100,000 | £50,000 +Revive | Bomb@Cat
    [£250,000 by Bob] | 45% Booster | £1,000,000
"""
PLAYED = (
    HEADER
    + """
~        bomb.mutates no
Ann      select 3
>        Ann opens square 3: a Bomb!
>        Ann is out of the round.
>*       nothing
=        Ann -£500,000; Ann out; Q1 closed 4; Cat holds Shut the Box, Defuse

Bob      select 3
!        Square 3 is already open. You can choose: 1 to 2 or 5 to 6.

Bob      select 2
>Bob     You now have the hidden square Revive. Only you know.
>Cat     nothing
=        Bob £1,075,000; Bob booster 50%; Bob holds Revive
:        Q1.turn Cat
:        Q1.3.open true
?        Cat select
"""
)
LINES = PLAYED.split("\n")


def line_of(text):
    return next(number for number, line in enumerate(LINES, 1) if line == text)


def changed(old, new):
    assert PLAYED.count(old) == 1
    return replay_text(PLAYED.replace(old, new), RULESETS)


def test_what_holds_is_no_difference():
    assert replay_text(PLAYED, RULESETS) == []


# What is expected, what is written instead, and what the difference says.
OTHERWISE = [
    (">        Ann is out of the round.", ">        Ann is fine.", "not said", "+ > Ann is out of the round."),
    (
        ">Bob     You now have the hidden square Revive. Only you know.",
        ">        You now have the hidden square Revive. Only you know.",
        "not said",
        "+ >Bob You now have the hidden square Revive. Only you know.",
    ),
    (
        ">        Ann is out of the round.",
        ">        Ann is out of the round.\n>  Ann loses £500,000.",
        "not said",
        "no",
    ),
    (
        ">Cat     nothing",
        ">Bob     nothing",
        "something was said",
        "+ >Bob You now have the hidden square Revive. Only you know.",
    ),
    (f"!        {OPEN}", "!        No.", "refusal reads", f"+ ! {OPEN}"),
    (f"!        {OPEN}\n", "", "move is refused", f"+ ! {OPEN}"),
    (">Cat     nothing", "!        No.", "not refused", "- ! No."),
    ("?        Cat select", "?        Cat select, Bob stake", "pending", "+ ? Cat select"),
    ("?        Cat select", "?        nothing", "pending", "+ ? Cat select"),
    ("?        Cat select", "# that is all", "ends with", "?"),
    ("Bob £1,075,000", "Bob £1,000,000", "otherwise", "+ Bob £1,075,000; Bob booster 50%; Bob holds Revive"),
    ("Bob booster 50%", "Bob booster 55%", "otherwise", "Bob booster 50%"),
    ("Bob holds Revive", "Bob holds nothing", "otherwise", "Bob holds Revive"),
    ("Ann out", "Ann in", "otherwise", "Ann out"),
    ("Q1 closed 4", "Q1 closed 5", "otherwise", "Q1 closed 4"),
    ("Q1.turn Cat", "Q1.turn Bob", "otherwise", '+ Q1.turn "Cat"'),
    ("~        bomb.mutates no", "~ bomb.mutates no\n~ bomb.mutation Fizzle", "never came into play", "bomb.mutation"),
    ("Ann      select 3", "Bob      select 3", "move is refused", "+ ! Only Ann can answer that question."),
]


@pytest.mark.parametrize(("old", "new", "why", "got"), OTHERWISE)
def test_a_difference_is_told(old, new, why, got):
    told = "\n".join(map(str, changed(old, new)))
    assert why in told
    assert got in told


def test_a_difference_names_its_line():
    text = "=        Bob £1,075,000; Bob booster 50%; Bob holds Revive"
    (difference,) = changed("Bob £1,075,000", "Bob £0")
    assert difference.line == line_of(text)
    assert str(difference).startswith(f"line {difference.line}: ")


# A line that cannot be read, and the hint.
MALFORMED = [
    ("rtab     1 season7", "rtab     2 season7", "starts with “rtab 1 RULESET”"),
    ("rtab     1 season7", "rtab     1 season", "no rules “season”. Did you mean “season7”?"),
    ("bank     Bob", "bnak     Bob", "“bnak” is neither a player nor a word of the notation. Did you mean “bank”?"),
    ("bank     Bob", "bank     Bib", "nobody called “Bib” plays. Did you mean “Bob”?"),
    ("£1,000,000\nbooster", "a lot\nbooster", "“a lot” is no amount of money"),
    ("Bob 50%\nholds", "Bob half\nholds", "“half” is no whole number"),
    ("Cat Defuse,", "Cat Defuze,", "“Defuze” is nothing that can be held. Did you mean “Defuse”?"),
    ("round    Q1 Ann", 'round    Q1 "Gold" Ann', "no wildcard round “Gold”. Did you mean “Gold Mine”?"),
    ("board    Q1", "board    Q2", "there is no round “Q2”"),
    ("45% Booster |", "45% Boost |", "there is no square “45% Boost”. Did you mean “45% Booster”?"),
    ("+Revive", "+Revise", "there is no hidden square “Revise”. Did you mean “Revive”?"),
    ("Bomb@Cat", "Bomb@Kat", "nobody called “Kat” plays. Did you mean “Cat”?"),
    ("| 45% Booster ", "", "rows of equally many cells"),
    ("title    A small board", "title    A small board\n    x | y", "only the rows below a header line"),
    ("players  Ann Bob Cat", "players  Ann Bob Bob", "two players have the same name"),
    ("players  Ann Bob Cat", "players  Ann Bob set", "“set” means something else"),
    ("players  Ann Bob Cat", "players  Ann Bob ~at", "“~at” means something else"),
    ("title    A small board", "option   colour blue\noption   target many", "There is no option"),
    ("title    A small board", "set      cycel 3", "there is no field “cycel”. Did you mean “cycle”?"),
    ("title    A small board", "set      cycle many", "cycle cannot be that"),
    ("bank     Bob £1,000,000", f"bank     Bob £{'9' * 5000}", "is no amount of money"),
    ("booster  Bob 50%", f"booster  Bob {'5' * 5000}%", "is no whole number"),
    ("| £1,000,000", f"| £{'9' * 5000}", "there is no square"),
    ("£100,000 |", "£10²,000 |", "there is no square “£10²,000”"),
    ("| 45% Booster", "| ²% Booster", "there is no square “²% Booster”"),
    (":        Q1.turn Cat", ":        Q1.² 7", "there is no field “²”"),
    ("board    Q1\n", "set      Q1.Ann.status gone\nboard    Q1\n", "status cannot be that"),
    ("board    Q1\n", "set      Q1.stage begun\nboard    Q1\n", "stage cannot be that"),
    ("~        bomb.mutates no", "set      Q1.turn Nobody", "cannot begin: there is no “Nobody”"),
    (":        Q1.turn Cat", ":        Q1.trun Cat", "there is no field “trun”. Did you mean “turn”?"),
    (">Bob     You", ">Bo      You", "“Bo” does not play, so nothing is said to them. Did you mean “Bob”?"),
    ("Bob      select 2", "Bib      select 2", "“Bib” is neither a player"),
    ("Bob      select 2", "Bob", "what does Bob do?"),
    ("Bob      select 2", "host     select 2", "the host is asked nothing"),
    ("Bob      select 2", "Cat      lapses", "Cat has 0 such questions open"),
    ("Bob      select 2", "Bob      2", "“2” is not the name of an open question; write “Bob select 2”."),
    ("Bob      select 2", "Bob      selct 2", "“selct” is not the name of an open question; write “Bob select 2”."),
    ("Bob      select 2", "bank     Bob £1", "belongs in the header"),
    ("Bob      select 2", "~ bomb.mutates no\n>Bob hello", "pins stand before the move"),
    ("Bob      select 2", 'Bob      select "2', 'quotes of "2 do not close'),
    ("?        Cat select", "~        bomb.mutates no", "no move follows"),
    ("~        bomb.mutates no", "~        bomb.mutates", "a pin is “~ KEY OUTCOME”"),
    ("~        bomb.mutates no", "~        bomb.mutates maybe", "cannot draw “maybe” here. It can draw: yes | no"),
    ("~        bomb.mutates no", "~        bomb.mutates no | no", "draws 1, and 2 stand here"),
    (">Cat     nothing", ">Cat", "something should follow"),
    ("Ann      select 3", "Ann      select 3\nbegin", "“begin” stands once"),
]


@pytest.mark.parametrize(("old", "new", "why"), MALFORMED)
def test_a_line_that_cannot_be_read_is_named(old, new, why):
    text = PLAYED.replace(old, new, 1)
    assert text != PLAYED
    (difference,) = replay_text(text, RULESETS)
    assert why in difference.why
    assert 1 <= difference.line <= len(text.split("\n"))


def test_the_one_line_is_named_that_sets_what_is_not_there():
    lines = ["set      Q1.turn Bob", 'set      Q1.order ["Zed"]', "set      Q1.penalty 5"]
    (difference,) = replay_text(HEADER + "\n".join([*lines, "? nothing"]), RULESETS)
    assert difference.line == (HEADER + "\n".join(lines[:2])).count("\n") + 1
    assert "there is no “Zed”" in difference.why


@pytest.mark.parametrize(
    ("game", "whole", "part"),
    [
        ("billionaire", 'Ann.orders.bids {"eurasia": [5000000, 0]}', "Ann.orders.bids.eurasia.most 3000000"),
        ("ladder", 'card ["x", 1, "History", "Who?", ["a", "b", "c", "d"], ""]', "card.answers.0 e"),
    ],
)
def test_a_part_of_what_never_changes_is_not_set_alone(game, whole, part):
    text = f"rtab 1 {game}\nplayers Ann Bob\nset {whole}\nset {part}\n? nothing"
    (difference,) = replay_text(text, RULESETS)
    *_, holder, last = part.split()[0].split(".")
    assert (difference.line, difference.why) == (4, f"“{last}” can only be set with the whole of “{holder}”.")


def test_an_empty_hand_is_laid_out_by_the_word_that_shows_it():
    lines = "cash Bob nothing\nowns Bob nothing\nholds Bob nothing\n"
    shown = "= Bob cash nothing; Bob owns nothing; Bob holds nothing\n? Ann power.drawn"
    assert replay_text(f"rtab 1 billionaire\nplayers Ann Bob\nturn Ann\n{lines}{shown}", RULESETS) == []


def test_players_that_do_not_fit_the_game_are_refused():
    (difference,) = replay_text("rtab 1 season7\nplayers Ann\n? nothing\n", RULESETS)
    assert (difference.line, difference.why) == (2, "This game is for 2 to 40 players.")


def test_a_rung_needs_cards():
    (difference,) = replay_text("rtab 1 ladder\nplayers Ann Bob\nrung 2\n? nothing\n", RULESETS)
    assert difference.line == 3
    assert "there are no cards for this rung" in difference.why


def test_only_a_board_has_rows():
    text = PLAYED.replace("booster  Bob 50%", "booster  Bob 50%\n    x | y")
    assert [difference.why for difference in replay_text(text, RULESETS)] == ["only a board has rows below it."]


def test_nothing_at_all_is_no_transcript():
    assert "starts with" in replay_text("# only a comment\n", RULESETS)[0].why


def test_a_refusal_that_changes_something_is_found(monkeypatch):
    def lock_and_refuse(table, who, square):
        table.seat(who).locked = square
        raise Illegal("No.")

    monkeypatch.setitem(rules.FREELY, "lock", RacePlay("Lock", lock_and_refuse, rules.FREELY["lock"].choices))
    told = replay_text(HEADER + "Cat play lock 1\n! No.\n? Ann select\n", RULESETS)
    assert ["something has changed" in difference.why for difference in told] == [True]


def test_a_change_behind_the_kernels_back_is_found_by_saving_and_loading(monkeypatch):
    memory = []

    def lock_with_a_memory(table, who, square):
        memory.append(square)
        table.seat(who).locked = square + len(memory)

    # After a peek the turn is half-done, so that loading plays the lock again.
    monkeypatch.setitem(rules.FREELY, "lock", RacePlay("Lock", lock_with_a_memory, rules.FREELY["lock"].choices))
    monkeypatch.setattr("engine.kernel.game.Game._snapshot_if_idle", lambda _: None)
    told = replay_text(HEADER + "Cat play lock 1\n? Ann select\n", RULESETS)
    assert any("saved and loaded" in difference.why for difference in told)


def test_rules_that_crash_say_at_which_line(monkeypatch):
    def crash(table, who, square):
        raise ZeroDivisionError(f"{table.id} {who} {square}")

    monkeypatch.setitem(rules.FREELY, "lock", RacePlay("Lock", crash, rules.FREELY["lock"].choices))
    with pytest.raises(ZeroDivisionError) as caught:
        replay_text(HEADER + "Cat play lock 1\n? Ann select\n", RULESETS)
    assert caught.value.__notes__ == ["while playing line 11: Cat play lock 1"]


def test_values_as_people_write_them():
    text = (
        HEADER
        + "Cat play list 1, 5,6\n>Cat Your list: 1, 5 and 6.\nAnn select A1\nBob lapses select@Q1\n? Ann select\n"
    )
    assert [difference.why for difference in replay_text(text, RULESETS)] == []


def test_the_longest_key_that_fits_is_meant():
    text = HEADER + "Cat play list 1\nCat play clear list yes\n>Cat Your list is empty.\n? Ann select\n"
    assert replay_text(text, RULESETS) == []


def test_blessing_writes_down_what_happens():
    lines = [line for line in PLAYED.split("\n") if line[:1] not in tuple(">!?") or not line]
    bare = "\n".join(lines).replace("-£500,000", "£0").replace("Q1.turn Cat", "Q1.turn Bob")
    blessed = bless_text(bare, RULESETS)
    assert replay_text(blessed, RULESETS) == []
    assert ">        Ann loses £500,000.\n" in blessed
    assert ">Bob     You now have the hidden square Revive. Only you know.\n" in blessed
    assert "!        Square 3 is already open. You can choose: 1 to 2 or 5 to 6.\n" in blessed
    assert "=        Ann -£500,000; Ann out; Q1 closed 4; Cat holds Shut the Box, Defuse\n" in blessed
    assert ':        Q1.turn "Cat"\n' in blessed
    assert blessed.rstrip().endswith("?        Cat select")


def test_blessing_twice_changes_nothing_more():
    once = bless_text(PLAYED, RULESETS)
    assert bless_text(once, RULESETS) == once


def test_blessing_keeps_moves_pins_and_comments():
    text = PLAYED.replace("Bob      select 2", "# why not\nBob      select 2")
    kept = [line for line in text.split("\n") if line[:1] not in tuple(">!?=:")]
    assert [line for line in bless_text(text, RULESETS).split("\n") if line in kept] == kept


def test_pinning_writes_down_what_chance_drew():
    pinned = bless_text(HEADER + "\nAnn select 3\n", RULESETS, pin=True)
    assert "~        bomb.mutates " in pinned
    assert replay_text(pinned, RULESETS) == []


def test_a_season_from_its_beginning_can_be_pinned_too():
    head, pins = "rtab 1 season7\nplayers Ann Bob\n", "~ cycle.seats Bob | Ann\nbegin\n"
    tail = '? Ann seal, Bob seal\n: Q1.order ["Bob","Ann"]\n'
    assert replay_text(head + pins + tail, RULESETS) == []
    assert replay_text(bless_text(head + tail, RULESETS, pin=True), RULESETS) == []


def test_every_header_line_lays_something_out():
    text = """\
rtab     1 season7
players  Ann Bob Cat Dan
later    Eve
secret   of another kind
option   forgive_first_miss true
cycle    3
holds    Ann Tag Along Bob, Hypercube; Bob nothing
round    SR super Ann Bob
round    W "Gold Mine" Cat Dan
board    W
    [Bomb@Dan by Cat] | £10,000 @Cat @Dan
set      Ann.access true
set      W.Dan.win_zone 8
set      W.2.hidden "Revive"
minigame Cat Shut the Box
""".replace("; Bob nothing", "")
    checks = """\
:        cycle 3
:        phase "quadrants"
:        options.forgive_first_miss true
:        Ann.access true
:        W.Dan.win_zone 8
:        W.2.hidden "Revive"
:        W.variant "Gold Mine"
:        W.2.bombs ["Cat", "Dan"]
:        W.1.shown "Bomb"
:        SR.kind "super"
:        SR.rows 8
=        Ann holds Hypercube, Tag Along Bob
"""
    header = text.removesuffix("minigame Cat Shut the Box\n")
    assert replay_text(header + checks + "? Ann seal, Bob seal, Cat select\n", RULESETS) == []


def test_the_example_of_the_manual_holds():
    manual = (Path(__file__).parent.parent.parent / "docs/notation.md").read_text("utf-8")
    example = manual.split("```\n")[1]
    assert example.startswith("rtab     1 season7\n")
    assert replay_text(example, RULESETS) == []
