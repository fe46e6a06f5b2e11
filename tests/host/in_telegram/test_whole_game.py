import random

from engine.kernel import Game
from engine.rulesets import ruleset
from host import showing
from host.session import Entry
from tests.host.in_telegram.conftest import seated


class Table:
    """Three people who do what their screens say: they tap what they see, or type what the words below it say."""

    def __init__(self, stage, group, people, seed):
        self.stage, self.group, self.people = stage, group, people
        self.luck = random.Random(seed)
        self.moves = 0

    def game(self):
        (found,) = self.stage.house.store.games_of(f"chat:telegram:{self.group.id}") or self.over()
        return found

    def over(self):
        return self.stage.house.store.past_of(f"chat:telegram:{self.group.id}")

    def asked(self, person):
        identity = self.stage.house.store.who(f"telegram:{person.id}", self.stage.clock.now())
        shown = showing.view(self.stage.house, self.game(), identity)
        return [each for each in shown.asked if each.who == shown.you]

    def move(self):
        """Somebody who is asked answers; is there anybody?"""
        waiting = [(person, asked) for person in self.people for asked in self.asked(person)]
        if not waiting:
            return False
        person, asked = self.luck.choice(waiting)
        self.moves += 1
        if self.moves % 2 or not self._tapped(person, asked):
            self._typed(person, asked)
        self.stage.pass_by(600, 3)
        assert asked.id not in [each.id for each in self.asked(person)], (person.name, asked, person.messages[-1].text)
        return True

    def _tapped(self, person, asked):
        chats = [person.chat] if asked.secret else [self.group, person.chat]
        for message in (message for chat in chats for message in reversed(chat.messages)):
            data = [button["callback_data"] for row in message.keyboard for button in row if "callback_data" in button]
            mine = [each for each in data if each.startswith("a/") and each.split("/")[2] == asked.id]
            if mine:
                person.taps(message, data=self.luck.choice(mine))
                return True
        return False

    def _typed(self, person, asked):
        form, values = asked.form, [str(option.value) for option in asked.options]
        if form.kind == "number":
            words = str(form.low + form.step * self.luck.randint(0, (form.high - form.low) // form.step))
        elif form.kind == "several":
            words = ", ".join(self.luck.sample(values, self.luck.randint(form.low, min(form.high, len(values)))))
        else:
            words = self.luck.choice(values) if values else "a word"
        if asked.secret:
            person.writes(f"/pick {words}")
        else:
            person.says(self.group, f"/pick {words}")


def replayed(stage, session):
    """The engine's own game from what was logged, answer for answer, without any host."""
    log: list[Entry] = []
    while more := stage.house.store.log(session.id, len(log)):
        log += more
    game = Game.new(ruleset(session.ruleset), ["p1", "p2", "p3"], session.options, session.secret)
    for entry in log:
        if entry.kind == "play":
            game.play(entry.by, entry.key, entry.value)
        elif entry.kind in ("answer", "lapse"):
            question = next(q for q in game.pending() if (q.who, q.key) == (entry.by, entry.key))
            game.answer(entry.by, question.id, entry.value) if entry.kind == "answer" else game.lapse(question.id)
    return game


def test_a_season_of_three_is_played_to_its_end_within_the_limits(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    seated(stage, group, people, "/newgame season7 daily target=4000000")
    table = Table(stage, group, people, 1)
    while table.move():
        assert table.moves < 2000
    (game,) = table.over()
    session = stage.house.store.game(game).session
    engine = replayed(stage, session)
    assert engine.over
    shown = showing.view(stage.house, game).view
    assert shown
    assert shown.standings == engine.view("").standings
    assert any("The game is over." in message.text for message in group.messages)
    assert stage.api.world.flood.refused == 0
    assert all(not person.spinning for person in people)
