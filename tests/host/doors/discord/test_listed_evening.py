"""All that Discord shows while two people tap and command this and that: in the channel, to one alone, what rings."""

import pytest

from tests import listings
from tests.fakes.discord import controls_of, read_message
from tests.host.doors.discord.conftest import Stage

pytestmark = pytest.mark.as_released
GAMES = {"season7": "voice=plain", "deluxe": "target=1000000"}
WORDS = ("help", "score", "settings", "rules", "board", "mystuff", "stats", "use", "pause", "resume", "plays")
STEPS = 30
ANSWERS = "qacdt"


class Evening:
    """Two people in a channel, and what they have seen."""

    def __init__(self, game):
        self.stage, self.luck = Stage(), listings.Luck(game)
        self.people = {name: self.stage.person(name) for name in ("Ann", "Bob")}
        self.known: dict[str, list[str]] = {}
        self.stage.begun(*self.people.values(), game=game, options=GAMES[game])

    def show(self):
        """Yield every message that is new or was changed."""
        names = {person.id: name for name, person in self.people.items()}
        boxes = {"the channel": [*self.stage.channel.posted, *self.stage.channel.newest]}
        for name, person in self.people.items():
            boxes |= {f"{name} alone": person.own, f"{name} in private": self.stage.discord.direct(person.id)}
        for box, message in ((box, message) for box, messages in boxes.items() for message in messages):
            lines = [*read_message({"picture": b"", **message}, names)]
            if self.known.get(key := f"{box} {message['id']}") != lines:
                self.known[key] = lines
                yield f"  {box}{', rings' * bool(message.get('pings'))}{', picture' * bool(message.get('picture'))}"
                yield from (f"    {line}" for line in lines)

    def act(self, person):
        """Do something, and return what."""
        if not person.own or self.luck.is_lucky(30):
            self.stage.own_side(person)
            return "taps My side"
        there = controls_of(person.alone)
        if not there or self.luck.is_lucky(15):
            word = self.luck.choose(WORDS)
            person.commands(self.stage.channel, word)
            return f"commands {word}"
        answers = [each for each in there if each["custom_id"][0] in ANSWERS]
        control = self.luck.choose(answers if answers and self.luck.is_lucky(60) else there)
        values = [self.luck.choose([each["value"] for each in control["options"]])] if "options" in control else []
        person.taps(self.stage.channel, person.alone, control, values)
        if person.window:
            person.types(self.stage.channel, str(self.luck.choose(range(1, 10))))
        return f"taps {control['custom_id']} {' '.join(values)}"

    def tell(self):
        yield from self.show()
        for n in range(STEPS):
            name, person = [*self.people.items()][n % 2]
            yield f"## {name} {self.act(person)}"
            self.stage.pass_by(30)
            yield from self.show()
        assert self.stage.discord.violations == []


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_tapped_and_commanded_is_shown_as_listed(game):
    evening = Evening(game)
    try:
        listings.compare(f"discord_{game}", evening.tell())
    finally:
        evening.stage.close()
