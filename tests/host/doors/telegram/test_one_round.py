"""One round as the telephones of a group show it: how many posts there are, how many of them ring, how many words."""

import random

from host.shown import views
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_places import session_of

MOST_POSTS, MOST_RINGING, SELECTIONS = 24, 8, 24


class Round:
    """Four people who play one round, each taking an hour over everything."""

    def __init__(self, stage, seed):
        self.stage, self.luck = stage, random.Random(seed)
        self.people = [stage.api.user(name) for name in ("Ann", "Bob", "Cat", "Dan")]
        self.group = stage.api.group("Friday", *self.people[1:], admins=self.people[:1], kind="supergroup")
        seated(stage, self.group, self.people, "/newgame season7 daily")
        self.game = session_of(stage, self.group).id
        self.lobby = self.group.messages[:-2]  # but for the two posts with which the game begins
        self.selections = 0

    def play(self):
        """Until the Super Round begins."""
        while self.on():
            shown = views.view(self.stage.host, self.game)
            for person in self.people:
                own = views.view(self.stage.host, self.game, self.stage.host.store.who(f"telegram:{person.id}", 0))
                asked = next((each for each in own.asked if each.who == own.you), None)
                if asked is not None:
                    self.selections += asked.key == "select"
                    self.answer(person, asked)
                    break
            assert shown.asked or shown.sealed

    def on(self):
        view = views.view(self.stage.host, self.game).view
        return view is not None and "Super" not in str(view.panels[0].title if view.panels else "")

    def answer(self, person, asked):
        options = [str(option.value) for option in asked.options]
        person.writes(f"/pick {self.luck.choice(options)}")
        self.stage.pass_by(40)
        self.stage.api.advance(3600)
        self.stage.host.store.beat(self.stage.clock.now())

    @property
    def posts(self):
        """What the host has posted in the group since the game began."""
        return [message for message in self.group.messages[len(self.lobby) :] if message.from_bot]


def test_a_round_is_told_in_as_many_posts_as_the_style_guide_allows(stage):
    played = Round(stage, 24)
    played.play()
    assert played.selections == SELECTIONS
    assert len(played.posts) <= MOST_POSTS
    assert sum(not message.silent for message in played.posts) <= MOST_RINGING
    assert not any("/pick" in message.text for message in played.posts if not message.photo)  # nobody is asked there
    for person in played.people:  # but each is called in private, once for each turn
        asked = [message for message in person.messages if message.from_bot and "select a square" in message.text]
        assert not any(message.silent for message in asked)
