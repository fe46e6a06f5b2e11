"""Taking answers and plays, and what happens at several tables at once."""

import pytest

from engine.kernel import LOG, Diverged, Game, Illegal, Option, Play, Question, Runaway, Withdrawn, format_text
from engine.kernel.question import NOT_ASKED
from tests.rulesets.tiny import Tiny, answer, begin, reloaded

COLOURS = ["red", "green"]
WHICH = Question(key="colour", text="Which?", lapse="red")


async def colours(t):
    got = await t.ask_all(WHICH, list(t.state.players), lambda _: COLOURS)
    t.tell("All have chosen: {got}.", got=sorted(got.values()))


async def secret_colour(t):
    await t.ask("colour", "Ann", "Which?", COLOURS, lapse="red", secret=True)


async def one_colour(t):
    t.state.cash["Ann"] = COLOURS.index(await t.ask("colour", "Ann", "Which?", COLOURS, lapse="green"))
    t.state.cash["lapsed"] = int(t.lapsed)


def refusal(game, *answer):
    before = game.save().to_json()
    with pytest.raises(Illegal) as caught:
        game.answer(*answer)
    assert game.save().to_json() == before
    return format_text(caught.value.text, caught.value.facts)


def test_only_who_is_asked_may_answer():
    game = begin(one_colour)
    assert refusal(game, "Bob", game.list_questions()[0].id, "red") == "Only Ann can answer that question."


def test_whom_a_secret_question_is_for_stays_secret():
    game = begin(secret_colour)
    stale = refusal(game, "Bob", "main#99", "red")
    assert refusal(game, "Bob", game.list_questions()[0].id, "red") == stale
    assert stale == "Nobody can answer that question any more."


@pytest.mark.parametrize("question_id", ["", "main#99", "nowhere#1", "main", None, 7, ["main#1"], "🎲" * 1000])
def test_a_question_that_nobody_asks_is_refused(question_id):
    assert refusal(begin(one_colour), "Ann", question_id, "red").startswith(NOT_ASKED)


def test_a_settled_question_stays_settled():
    game = begin(one_colour)
    first = game.list_questions()[0].id
    game.answer("Ann", first, "red")
    assert refusal(game, "Ann", first, "red").startswith(NOT_ASKED)


def test_the_clock_answers_once():
    game = begin(one_colour)
    first = game.list_questions()[0].id
    assert game.lapse(first)
    assert game.state.cash == {"Ann": 1, "lapsed": 1}
    assert not game.lapse(first)
    assert not game.lapse("nowhere#1")
    answer(game, "red")
    assert game.state.cash == {"Ann": 0, "lapsed": 0}


def test_all_are_asked_at_once_and_answer_in_any_order():
    game = begin(colours)
    assert [question.who for question in game.list_questions()] == ["Ann", "Bob"]
    answer(game, "green", at=1)
    game = reloaded(game)
    assert [question.who for question in game.list_questions()] == ["Ann"]
    answer(game, "red")
    assert [told.facts for told in game.told] == [{"got": ["green", "red"]}]


def leave(game, who, _):
    game.state.players.remove(who)


LEAVE = {"leave": (Play("leave", "Leave"), leave)}


def test_nobody_waits_for_those_who_have_left():
    game = begin(colours, plays=LEAVE)
    answer(game, "green")
    game.play("Bob", "leave")
    assert [told.facts for told in game.told] == [{"got": ["green"]}]
    assert [question.who for question in reloaded(game).list_questions()] == ["Ann"]


def test_a_question_to_who_has_left_is_withdrawn():
    heard = []

    async def asking(t):
        try:
            await t.ask("colour", t.state.players[0], "Which?", COLOURS, lapse="red")
        except Withdrawn as gone:
            heard.append(gone.who)
            raise

    game = begin(asking, plays=LEAVE)
    game.play("Ann", "leave")
    assert heard == ["Ann"]
    assert [question.who for question in game.list_questions()] == ["Bob"]


def test_what_is_not_on_offer_cannot_be_played():
    game = begin(one_colour, plays=LEAVE)
    for who, key in (("Ann", "shout"), ("Cat", "leave"), (LOG, "leave"), ("Ann", "")):
        with pytest.raises(Illegal, match="cannot do that"):
            game.play(who, key)


def test_a_play_that_is_refused_late_leaves_no_trace():
    def refuse(_game, who, _value):
        raise Illegal("{who} may not.", who=who)

    game = begin(one_colour, plays={"try": (Play("try", "Try"), refuse)})
    before, taken = game.save().to_json(), list(game.taken)
    with pytest.raises(Illegal):
        game.play("Ann", "try")
    assert (game.save().to_json(), game.taken) == (before, taken)
    answer(game, "red")
    assert reloaded(game).state == game.state


def test_a_step_that_has_not_begun_looks_again_when_its_table_is_reached_into():
    async def asking(t):
        await t.ask("pick", "Ann", "Which of {n}?", list(range(t.state.cash.get("n", 2))), lapse=0)

    def more(game, _who, _value):
        game.wake_table("main").state.cash["n"] = 5

    game = begin(asking, plays={"more": (Play("more", "More"), more)})
    game.play("Bob", "more")
    assert len(game.list_questions()[0].options) == 5
    assert [(q.id, q.options) for q in reloaded(game).list_questions()] == [
        (q.id, q.options) for q in game.list_questions()
    ]


async def picking(t):
    """The first turn is played from a list as soon as there is one; then the bank may ask, and it is Bob's turn."""
    listed = t.state.cash.pop("listed", 0)
    n = listed or await t.ask("pick", "Ann", "Which?", [1, 2, 3], lapse=1)
    if listed < 3:
        t.tell("{who} picks {n}.", who="Ann", n=n)
    if listed == 1:
        await t.ask("deal", "Ann", "Deal?", ["yes", "no"], lapse="no")


LISTS = {
    "list": (
        Play("list", "List", [Option(n, str(n)) for n in range(4)]),
        lambda game, _, n: game.wake_table("main").state.cash.update(listed=n),
    )
}


@pytest.mark.parametrize(("listed", "key"), [(1, "deal"), (2, "pick"), (3, "pick")])
def test_no_id_is_given_twice_when_a_step_that_looks_again_asks_something_else(listed, key):
    """Nobody's buttons answer another question, which has a clock of its own and is put to them as a new one."""
    game = begin(picking, plays=LISTS)
    (first,) = game.list_questions()
    game.play("Ann", "list", listed)
    (second,) = game.list_questions()
    assert second.key == key
    assert second.id != first.id
    with pytest.raises(Illegal):
        game.answer("Ann", first.id, first.options[0].value)
    assert [question.id for question in reloaded(game).list_questions()] == [second.id]
    game.answer("Ann", second.id, second.options[0].value)
    (third,) = game.list_questions()
    assert third.id not in (first.id, second.id)
    assert [question.id for question in reloaded(game).list_questions()] == [third.id]


def test_who_is_asked_the_same_again_keeps_the_buttons_for_it():
    game = begin(picking, plays=LISTS)
    (first,) = game.list_questions()
    game.play("Ann", "list", 0)
    assert [question.id for question in game.list_questions()] == [first.id]


def test_nobody_is_asked_by_the_number_that_another_had():
    """One of two is out of it now: the other's question is not what the first one's buttons answer."""

    async def asking(t):
        whom = ["Ann", "Bob"][t.state.cash.get("out", 0) :]
        await t.ask_any(WHICH, whom, lambda _: COLOURS)

    out = Play("out", "Out"), lambda game, _, __: game.wake_table("main").state.cash.update(out=1)
    game = begin(asking, plays={"out": out})
    ann, bob = game.list_questions()
    game.play("Ann", "out")
    (left,) = game.list_questions()
    assert left.who == "Bob"
    assert left.id not in (ann.id, bob.id)
    assert [question.id for question in reloaded(game).list_questions()] == [left.id]


def test_who_may_do_what_is_told_in_one_place():
    game = begin(one_colour, plays=LEAVE)
    assert [question.key for question in game.list_legal_moves("Ann").questions] == ["colour"]
    assert game.list_legal_moves("Bob").questions == []
    assert [play.key for play in game.list_legal_moves("Bob").plays] == ["leave"]


def test_what_was_said_does_not_move_on_with_the_game():
    async def seats(t):
        t.tell("Here are {players}.", players=t.state.players)
        await t.ask("colour", "Ann", "Which?", COLOURS, lapse="red")

    game = begin(seats, plays=LEAVE)
    said = game.told
    game.play("Bob", "leave")
    assert [told.facts for told in said] == [{"players": ["Ann", "Bob"]}]
    assert reloaded(game).list_questions()[0].id == game.list_questions()[0].id


# -- a private table

DICE = range(1, 1001)


async def booth(t):
    total = 0
    while await t.ask("on", "Bob", "Again?", ["yes", "no"], lapse="no") == "yes":
        total += t.draw_one("booth.die", DICE)
        t.tell("{total:n} so far.", total=total)
    return total


async def other_booth(t):
    await t.ask("other", "Bob", "Again?", ["yes", "no"], lapse="no")


def open_booth(game, _who, _value):
    game.state.booth = []


OPEN = {"open": (Play("open", "Open the booth"), open_booth)}


def at_the_booth():
    """A booth with two throws of the dice, and a main table that has gone on three steps since."""
    game = begin(one_colour, booth, plays=OPEN)
    game.play("Ann", "open")
    for _ in range(2):
        answer(game, "yes", at=1)
    for _ in range(3):
        answer(game, "red")
    return game


def test_a_private_table_keeps_nobody_from_a_snapshot():
    game = at_the_booth()
    assert game.save().tape == []
    assert [entry.key for entry in game.state.booth] == ["on", "booth.die", "on", "booth.die"]


def test_a_private_table_goes_on_where_it_stood():
    game = at_the_booth()
    loaded = reloaded(game)
    assert [question.id for question in loaded.list_questions()] == [question.id for question in game.list_questions()]
    for each in (game, loaded):
        answer(each, "no", at=1)
        assert each.state.booth is None
    assert loaded.state.cash == game.state.cash
    assert game.state.cash["booth"] > 1


def test_a_private_table_draws_with_the_same_numbers_after_loading():
    game, loaded = at_the_booth(), reloaded(at_the_booth())
    for each in (game, loaded):
        answer(each, "yes", at=1)
    assert loaded.drawn == game.drawn
    assert loaded.told == game.told


def test_a_private_script_that_has_changed_is_noticed_and_starts_over():
    record, rules = at_the_booth().save(), Tiny(one_colour, other_booth, OPEN)
    with pytest.raises(Diverged):
        Game.load(rules, record)
    salvaged, _ = Game.salvage(rules, record)
    assert [question.key for question in salvaged.list_questions()] == ["colour", "other"]
    assert salvaged.state.steps == 3
    assert [question.key for question in reloaded(salvaged).list_questions()] == ["colour", "other"]


# -- scripts that do not come to an end


async def draws_for_ever(t):
    while True:
        t.draw_one("die", [1, 2])


async def talks_for_ever(t):
    while True:
        t.tell("And another thing.")


async def ends_at_once(t):
    t.tell("Done.")


async def waits_for_nothing(t):
    while True:
        await t.wait_until(lambda: True)
        t.tell("Hm.")


@pytest.mark.parametrize("script", [draws_for_ever, talks_for_ever, ends_at_once, waits_for_nothing])
def test_a_runaway_script_is_stopped(script):
    with pytest.raises(Runaway, match="does not come to an end"):
        begin(script)


@pytest.mark.whole
def test_a_long_script_that_asks_is_no_runaway():
    async def long(t):
        for _ in range(15_000):
            t.draw_one("die", [1, 2])
        await t.ask("on", "Ann", "Go on?", ["yes"], lapse="yes")

    game = begin(long)
    for _ in range(3):
        answer(game, "yes")
    assert reloaded(game).state.steps == game.state.steps == 3


def test_python_keeps_the_attributes_of_a_game_in_place():
    game = begin(colours)
    assert len(vars(game)) < 30  # from 30 on each is looked up in a dict: a move takes 4 % longer
