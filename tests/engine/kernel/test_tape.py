"""A game that is loaded goes on where it stood, or says that the rules no longer fit and asks again."""

import msgspec
import pytest

from engine.kernel import Diverged, Game, Illegal, Play, Record
from engine.kernel.game import load_salvaged
from tests.rulesets.tiny import Tiny, answer, begin, reloaded

DICE = range(1, 7)


async def visit(t):
    """One step: a die, a choice, what came of it, another die, another choice."""
    die = t.draw_one("die", DICE)
    t.tell("The die shows {die}.", die=die)
    choice = await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)
    t.tell("{who} picks {n}.", who="Ann", n=choice)
    more = t.draw_one("more", DICE)
    again = await t.ask("again", "Bob", "And you?", [1, 2, 3], lapse=1)
    t.state.cash["Ann"] = die + more + 10 * choice + 100 * again


async def another_key(t):
    t.draw_one("dice", DICE)
    await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)


async def another_question(t):
    t.tell("The die shows {die}.", die=t.draw_one("die", DICE))
    await t.ask("choose", "Ann", "Pick one.", [1, 2, 3], lapse=1)


async def another_player(t):
    t.tell("The die shows {die}.", die=t.draw_one("die", DICE))
    await t.ask("pick", "Bob", "Pick one.", [1, 2, 3], lapse=1)


async def fewer_options(t):
    t.tell("The die shows {die}.", die=t.draw_one("die", DICE))
    await t.ask("pick", "Ann", "Pick one.", [1, 3], lapse=1)


async def another_announcement(t):
    t.tell("The die says {die}.", die=t.draw_one("die", DICE))
    await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)
    t.tell("{who} picks {n}.", who="Ann", n=2)
    t.draw_one("more", DICE)
    await t.ask("again", "Bob", "And you?", [1, 2, 3], lapse=1)


async def one_draw_more(t):
    t.tell("The die shows {die}.", die=t.draw_one("die", DICE))
    await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)
    t.tell("{who} picks {n}.", who="Ann", n=2)
    t.draw_one("more", DICE)
    t.draw_one("most", DICE)
    await t.ask("again", "Bob", "And you?", [1, 2, 3], lapse=1)


async def one_draw_less(t):
    t.tell("The die shows {die}.", die=t.draw_one("die", DICE))
    await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)
    t.tell("{who} picks {n}.", who="Ann", n=2)
    await t.ask("again", "Bob", "And you?", [1, 2, 3], lapse=1)


async def a_smaller_die(t):
    t.tell("The die shows {die}.", die=t.draw_one("die", [0]))
    await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)


# The changed rules, how much of the tape still fits them (die, answer, more), and who is asked what in the end.
CHANGES = [
    (another_key, 0, ("Ann", "pick")),
    (another_question, 1, ("Ann", "choose")),
    (another_player, 1, ("Bob", "pick")),
    (fewer_options, 1, ("Ann", "pick")),
    (another_announcement, 2, ("Bob", "again")),
    (one_draw_more, 3, ("Bob", "again")),
    (one_draw_less, 2, ("Bob", "again")),
    (a_smaller_die, 0, ("Ann", "pick")),
]


@pytest.fixture
def game():
    game = begin(visit)
    game.pins = {"die": [["4"]], "more": [["6"]]}
    fresh = Game.start_from_state(game.ruleset, game.ruleset.create_state(["Ann", "Bob"], {}), "secret", pins=game.pins)
    answer(fresh, 2)
    return fresh


def test_a_loaded_game_goes_on_with_the_same_chance(game):
    loaded = reloaded(game)
    assert [question.id for question in loaded.list_questions()] == [question.id for question in game.list_questions()]
    answer(loaded, 3)
    assert loaded.state.cash == {"Ann": 4 + 6 + 20 + 300}


def test_loading_says_and_draws_nothing_again(game):
    loaded = reloaded(game)
    assert (loaded.told, loaded.drawn, loaded.sealed) == ([], [], [])


def test_a_saved_record_does_not_move_on_with_the_game(game):
    record = game.save()
    before = record.to_json()
    answer(game, 3)
    assert record.to_json() == before


@pytest.mark.parametrize(("changed", "_fits", "_asked"), CHANGES)
def test_changed_rules_are_noticed(game, changed, _fits, _asked):
    with pytest.raises(Diverged):
        reloaded(game, Tiny(changed))


@pytest.mark.parametrize(("changed", "fits", "asked"), CHANGES)
def test_what_fits_is_kept_and_the_rest_asked_again(game, changed, fits, asked):
    rules, record = Tiny(changed), game.save()
    salvaged, cut = Game.salvage(rules, record)
    assert len(record.tape) == 3
    assert cut >= len(record.tape) - fits - 1
    assert [(question.who, question.key) for question in salvaged.list_questions()] == [asked]
    again = reloaded(salvaged, rules)
    assert [question.id for question in again.list_questions()] == [
        question.id for question in salvaged.list_questions()
    ]


def test_what_still_fits_is_not_cut(game):
    salvaged, cut = Game.salvage(game.ruleset, game.save())
    assert cut == 0
    assert salvaged.list_questions()[0].key == "again"


def test_an_early_answer_survives_a_change_further_on(game):
    async def changed(t):
        t.tell("The die shows {die}.", die=t.draw_one("die", DICE))
        choice = await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)
        t.tell("{who} picks {n}.", who="Ann", n=choice)
        await t.ask("other", "Bob", "Something else?", [choice], lapse=choice)

    salvaged, _ = Game.salvage(Tiny(changed), game.save())
    assert [(question.key, question.options[0].value) for question in salvaged.list_questions()] == [("other", 2)]


def test_a_play_that_is_no_longer_on_offer_is_noticed():
    plays = {"shout": (Play("shout", "Shout"), lambda game, who, _: game.state.cash.update({who: 1}))}
    game = begin(visit, plays=plays)
    game.play("Bob", "shout")
    assert reloaded(game).state.cash == {"Bob": 1}
    with pytest.raises(Diverged, match="can no longer play shout"):
        reloaded(game, Tiny(visit))
    assert Game.salvage(Tiny(visit), game.save())[0].state.cash == {}


def test_a_play_that_is_refused_late_now_is_noticed_and_undone():
    def refuse(*_):
        raise Illegal("Nobody may shout twice.")

    offered = Play("shout", "Shout")
    game = begin(visit, plays={"shout": (offered, lambda game, who, _: game.state.cash.update({who: 1}))})
    answer(game, 2)
    game.play("Bob", "shout")
    rules = Tiny(visit, plays={"shout": (offered, refuse)})
    with pytest.raises(Diverged, match="can no longer play shout"):
        reloaded(game, rules)
    salvaged, cut = Game.salvage(rules, game.save())
    assert (cut, salvaged.state.cash) == (1, {})
    assert [question.key for question in salvaged.list_questions()] == ["again"]
    with pytest.raises(Illegal, match="Nobody may shout twice"):
        salvaged.play("Bob", "shout")


def test_rules_that_fit_no_longer_even_without_a_tape_are_given_up(game):
    """As a game whose every open step goes wrong does: loading it must end, or it stops the host."""
    tried = 0

    async def never(_):
        nonlocal tried
        tried += 1
        assert tried < 20, "it goes on for ever"
        raise Diverged("nothing fits")

    with pytest.raises(Diverged, match="nothing fits"):
        Game.salvage(Tiny(never), game.save())


@pytest.mark.parametrize("left", [None, []])
def test_a_private_tape_that_is_empty_is_not_emptied_again(game, left):
    record, tried = game.save(), 0

    def load(_, __):
        nonlocal tried
        tried += 1
        assert tried < 20, "it goes on for ever"
        raise Diverged("nothing fits", table="booth")

    rules = Tiny(visit)
    game.state.booth = left
    with pytest.raises(Diverged, match="nothing fits"):
        load_salvaged(rules, record, load)


def test_a_snapshot_moves_on_when_nothing_is_half_done(game):
    assert len(game.save().tape) == 3
    answer(game, 3)
    tape = game.save().tape
    assert [entry.key for entry in tape] == ["die", "pick", "more", "again", "die"]
    quiet = begin(ask_only)
    answer(quiet, 1)
    assert quiet.save().tape == []
    assert msgspec.json.decode(quiet.save().snapshot)["state"]["steps"] == 1


async def ask_only(t):
    await t.ask("pick", "Ann", "Pick one.", [1, 2, 3], lapse=1)


def test_question_ids_never_come_back():
    game, seen = begin(ask_only), []
    for _ in range(5):
        seen.append(game.list_questions()[0].id)
        answer(game, 1)
        game = reloaded(game)
    assert len(set(seen)) == 5


def test_a_table_that_was_closed_half_way_and_opens_again_asks_under_new_ids():
    def set_booth(is_open):
        return lambda game, *_: setattr(game.state, "booth", [] if is_open else None)

    async def keep_asking(t):
        for key in ("pick", "again"):
            await t.ask(key, "Bob", "Pick one.", [1, 2, 3], lapse=1)

    plays = {"open": (Play("open", "Open"), set_booth(True)), "shut": (Play("shut", "Shut"), set_booth(False))}
    game, seen = begin(ask_only, keep_asking, plays=plays), list[str]()
    for _ in range(3):
        game.play("Ann", "open")
        seen.append(game.list_questions()[1].id)
        answer(game, 1, at=1)
        seen.append(game.list_questions()[1].id)
        game.play("Ann", "shut")
    assert len(set(seen)) == len(seen)


def test_old_formats_are_brought_up_to_date_one_by_one():
    record = begin(ask_only).save()
    rules = Tiny(ask_only)
    rules.format = 3
    rules.upcasts = {
        1: lambda snapshot: snapshot | {"state": snapshot["state"] | {"cash": {"Ann": 1}}},
        2: lambda snapshot: (
            snapshot | {"state": snapshot["state"] | {"cash": {"Ann": snapshot["state"]["cash"]["Ann"] + 1}}}
        ),
    }
    for game in (Game.load(rules, record), Game.load_stored(rules, record.to_json())):
        assert game.state.cash == {"Ann": 2}
        assert game.save().format == 3


def test_a_format_that_cannot_be_read_any_more_is_brought_up_to_date_too():
    record = begin(ask_only).save()
    old = {**msgspec.json.decode(record.snapshot), "state": "nothing yet"}
    record.snapshot = msgspec.Raw(msgspec.json.encode(old))
    rules = Tiny(ask_only)
    rules.format, rules.upcasts = 2, {1: lambda snapshot: snapshot | {"state": {"players": ["Ann"]}}}
    assert Game.load_stored(rules, record.to_json()).state.players == ["Ann"]


def test_read_from_what_a_store_kept_it_is_the_same_as_loaded(game):
    kept = game.save().to_json()
    read, loaded = Game.load_stored(game.ruleset, kept), Game.load(game.ruleset, Record.from_json(kept))
    assert read.save().to_json() == loaded.save().to_json() == kept
    for it in (read, loaded):
        answer(it, 3)
    assert read.save().to_json() == loaded.save().to_json()
    assert len(read.save().tape) == 5


def test_a_record_is_the_same_after_a_night_in_the_store(game):
    record = game.save()
    assert Record.from_json(record.to_json()).to_json() == record.to_json()
