"""A short game with all that an export can hold, for tests of exports and their commands."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.kernel import Form, Game, Option, Play, Question
from engine.notation.history import History, record_input
from tests.rulesets.tiny import Tiny

VOTE = Question(key="vote", text="?", lapse="no", secret=True)
KEPT = "a secret of this game"

WORDS = ["plain", "with, comma", "with | bar", '"quoted"', "line\nbreak", "plainer", "plain"]

LUCK = [" padded ", "", "with | bar", *map(str, range(997))]


async def evening(t):
    """A sealed number, three cards, a secret vote of both, a bid, a motto, and a private note on the way."""
    where = await t.ask("bomb.seal", "Ann", "Where?", [1, 2, 3], lapse=1, secret=True)
    receipt = t.game.seal_choice(f"{t.state.steps}|Ann", str(where))
    t.whisper("Ann", "Sealed on {n}. Receipt: {receipt}", n=where, receipt=receipt)
    t.tell("Sealed: {receipt}.", receipt=receipt)
    hand = t.draw("card.hand", WORDS, 3, weights=[1, 1, 1, 1, 1, 1, 0])
    t.note("The hand is {hand}.", hand=hand)
    for who, vote in (await t.ask_all(VOTE, ["Ann", "Bob"], lambda _: ["yes", "no"])).items():
        t.whisper(who, "You vote {vote}.", vote=vote)
    chosen = await t.ask("cards", "Bob", "Which two?", hand, lapse=hand[:2], form=Form("several", 2, 2))
    bid = await t.ask("bid", "Ann", "How much?", form=Form("number", 0, 100_000), lapse=0)
    motto = await t.ask("motto", "Bob", "A motto?", form=Form("text"), typed=str, lapse="Onwards")
    move = await t.ask("move", "Ann", "Or use something?", [1, Option("Trick 3", "Trick", private=True)], lapse=1)
    t.tell("{chosen}, {bid:£}, {motto}", chosen=chosen, bid=bid, motto=motto)
    t.state.cash["Ann"] = t.state.cash.get("Ann", 0) + bid + len(t.draw_one("luck", LUCK))
    t.state.cash["Bob"] = 1 if t.lapsed or move != 1 else 0


def shout(game, who, value):
    game.wake_table("main").tell("{who} shouts {value}.", who=who, value=value)


def tip(game, who, value):
    game.state.cash["tips"] = game.state.cash.get("tips", 0) + value
    game.wake_table("main").whisper(who, "Thank you for {value:£}.", value=value)


PLAYS = {
    "shout": (Play("shout", "Shout", [Option("hey ho", "Hey ho"), Option("ho", "Ho")]), shout),
    "shout loud": (Play("shout loud", "Shout louder"), shout),
    "tip": (Play("tip", "Tip", form=Form("number", 1, 500), secret=True), tip),
}


class TinyNotation:
    """Tiny needs no words of its own."""

    words: Mapping[str, str] = MappingProxyType({})
    once = once_each = ()

    def apply_header(self, state, header):
        raise AssertionError((state, header))

    def format_real_fact(self, game, text):
        return f"{text.split()[0]} {game.state.cash[text.split()[0]]}"

    def find(self, state, path):
        return state, path


class WrittenTiny(Tiny):
    """Tiny, with texts."""

    def load_dialect(self):
        return TinyNotation()


RULESETS = {"tiny": WrittenTiny(evening, plays=PLAYS)}


def answered(game, history, value, at=0):
    mark, question = len(game.taken), game.list_questions()[at]
    if value is None:
        game.lapse(question.id)
    else:
        game.answer(question.who, question.id, value)
    history.taken.append(record_input(game, game.taken[mark]))


def played(game, history, who, key, value=None):
    mark = len(game.taken)
    game.play(who, key, value)
    history.taken.append(record_input(game, game.taken[mark]))


def game_so_far(evenings, last=2):
    rules = RULESETS["tiny"]
    options = {"last": last}
    game = Game.start(rules, ["Ann", "Bob"], options, KEPT)
    history = History(rules.name, rules.release, ["Ann", "Bob"], options, KEPT, [record_input(game)])
    for n in range(evenings):
        answered(game, history, 3 - n)
        played(game, history, "Bob", "shout", "hey ho")
        played(game, history, "Bob", "tip", 77)
        answered(game, history, "yes", at=1)
        answered(game, history, None)
        answered(game, history, [option.value for option in game.list_questions()[0].options][1:])
        played(game, history, "Ann", "shout loud")
        answered(game, history, 12_345)
        answered(game, history, 'We, the "players" | and so on')
        answered(game, history, "Trick 3" if n else 1)
    history.over = game.over
    return game, history
