"""A transcript on the page: its moves are made one by one, pinned chance and all, and everybody has a browser."""

from engine.kernel import Game
from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from host.core import games
from host.core.session import RUNNING, Command, SeatedPlayer
from host.core.transaction import run_transaction
from host.people import accounts
from host.shown import views


class Staged:
    """A game that stands in the house as a text lays it out, and goes on as the text does."""

    def __init__(self, room, text, *, strict=True, pace="evening"):
        self.room, self.host, self.strict = room, room.host, strict
        transcript = parse_transcript(text, RULESETS)
        self.steps, self.running = list(transcript.steps), _Replay(transcript, RULESETS[transcript.ruleset], "")
        self.running.play_step(self.steps.pop(0))
        self.people = {
            name: accounts.load_or_create_person(self.host, f"t:{name}", name) for name in transcript.players
        }
        self.command = Command(by=next(iter(self.people.values())).id)
        self.game = games.open_lobby(self.host, self.command, transcript.ruleset, {}, pace).game
        self._move(self._begun)
        self.url = f"{room.server.url}/g/{self.game}"

    @property
    def state(self):
        return self.running.game.state

    def _begun(self, tx):
        tx.session.players += [SeatedPlayer(name, person.id, name) for name, person in self.people.items()]
        tx.session.stage = RUNNING
        tx.log("begin", "")

    def _move(self, change):
        def moved(tx):
            change(tx)
            game = self.running.game
            tx.game = Game.load(game.ruleset, game.save())  # the host lets go of what it has saved
            tx.told += game.told
            tx.entry.ended |= game.ended

        assert run_transaction(self.host, self.command, self.game, moved).ok

    def goes_on(self, moves=1):
        """The next moves of the text are made; a refused one is none."""
        for _ in range(moves):
            step = self.steps.pop(0)
            self.running.play_step(step)
            assert not (self.strict and self.running.outcome.differences), self.running.outcome.differences
            if self.running.outcome.happened[-1].refused is None:
                self._move(lambda tx, step=step: tx.log("answer", step.who, step.text.partition(" ")[0]))

    def ends(self, but=0):
        """All moves of the text, but for the last few."""
        self.goes_on(len(self.steps) - but)

    def shown(self, who=""):
        return views.load_game_view(self.host, self.game, self.people[who].id if who else "")

    def version(self):
        return self.shown().version

    def page(self, chrome, who="", troubles=None, **context):
        """The page of somebody at the table, or of nobody in particular."""
        page = chrome.page(**context)
        page.set_default_timeout(60_000)
        if troubles is not None:
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        if who:
            page.goto(f"{self.room.server.url}/p/{accounts.create_web_token(self.host, self.people[who].id)}")
        page.goto(self.url)
        return page
