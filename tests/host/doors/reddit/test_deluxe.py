"""A whole race of the Deluxe edition in a thread: four people, who pick aloud and seal, bet and list by message."""

import random

import pytest

from engine.kernel import Reader
from host.core import games, posting
from host.core.session import OVER, Command
from host.said.answers import label_options
from host.shown import views
from tests.host.seasons.players import plays_again_alike, typed

NAMES = ("ann", "bob", "cat", "dan")


class Thread:
    """Four at a table in a thread."""

    def __init__(self, stage, line):
        self.stage, self.luck = stage, random.Random(5)
        self.thread = stage.open(*NAMES, line=line)

    @property
    def over(self):
        return self.stage.session(self.thread).stage == OVER

    def somebody_answers(self):
        """What is secret is written in a message, the rest in the thread."""
        name = self.luck.choice([name for name in NAMES if self.stage.asked(self.thread, name)])
        asked, *others = self.stage.asked(self.thread, name)
        said = f"pick {self.written(asked)}"
        if asked.secret or others:
            self.stage.site.writes(name, said)
        else:
            self.stage.site.says(name, self.thread, said)
        self.stage.settle()
        if others and asked.id in self.still(name):  # it might have meant another, so the bot has asked back
            self.on_the_page(name, asked, said.removeprefix("pick "))
        still = self.still(name)
        assert asked.id not in still, (
            name,
            asked.key,
            said,
            [each.body for each in self.stage.site.messages_to(name)][-2:],
        )

    def still(self, name):
        return [one.id for one in self.stage.asked(self.thread, name)]

    def on_the_page(self, name, asked, said):
        command, game = Command(by=self.stage.person(name)), self.stage.session(self.thread).id
        value = said.split(", ") if asked.form.kind == "several" else said
        assert games.submit_answer(self.stage.host, command, game, asked.id, value).ok

    def written(self, asked):
        """Whoever challenges somebody names them."""
        if not asked.key.startswith("odds_and_evens"):
            return typed(self.luck, asked)
        names = self.stage.session(self.thread).names()
        return self.luck.choice([option.label for option in label_options(asked.options, Reader(names))])

    def public(self):
        bodies = [each.body for each in self.thread.tree() if each.author == self.stage.site.bot]
        return "\n".join([self.thread.body, *bodies])


@pytest.mark.whole
def test_a_whole_race_of_four_in_a_thread(stage):
    table = Thread(stage, "!new deluxe pace daily target=1000000 zones=no")
    moves = 0
    while not table.over:
        table.somebody_answers()
        moves += 1
        assert moves < 1500
    assert moves > 20
    stage.pass_by(1200)
    public = table.public()
    assert "wins the Race to a Billion" in public
    assert "Your bomb is" not in public
    game = stage.session(table.thread).id
    assert (
        posting.format_fingerprint_text(stage.host.store, game).splitlines()[-1] not in public
    )  # it stands with the seals
    shown = views.load_game_view(stage.host, game)
    assert shown.view
    assert shown.view.over
    plays_again_alike(stage.host, game)
