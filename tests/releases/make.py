"""Make what a release leaves behind, to be kept: `python -m tests.releases.make 2026-11-22`, with that release's code.

A folder of games at every kind of moment, the same in DynamoDB, a deployment of its own, and all exports.
"""

import random
import shutil
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.releases import door, kept, made_cloud, made_exports, ways

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lea")
IN_TELEGRAM = 8  # so many of them have an account there
SHORT, LONGER = {"target": 120_000_000}, {"target": 400_000_000}
HOUR, DAY = 3600.0, 86400.0
MINIGAMES = {
    "Accelerator", "Biscuit Risk-It", "Digital Fortress", "For the Rest of Your Game", "Fractioniser", "High Stakes",
    "Higher or Lower", "Hypercube", "Leap of Faith", "Make Your Mark", "Math Time", "Megagrid", "Mystery Chance",
    "Penalty Shootout", "Postcode Lottery", "Power Number", "Punch-a-Bunch", "Shut the Box", "Smash for Cash",
    "Spectrum", "Split Decision", "Tic Tac Dough", "Times Table", "Treble Chance",
}  # fmt: skip


class Tokens:
    """The house's tokens: always the same ones, and a game's secret the one it is wanted to have."""

    def __init__(self):
        self.dice, self.secret = random.Random("tokens"), ""

    def __call__(self, size):
        if size == 32 and self.secret:
            secret, self.secret = self.secret, ""
            return secret
        return self.dice.randbytes(size).hex()


class Making:
    """One host with its Telegram, in which games are brought to where they are to be kept."""

    def __init__(self, began: float) -> None:
        self.tokens, self.count, self.dice = Tokens(), 0, random.Random("making")
        self.stage = door.Stage()
        self.stage.api.advance(began - self.stage.clock.now())
        self.host = self.stage.host
        object.__setattr__(self.host, "token", self.tokens)
        object.__setattr__(self.host, "luck", random.Random)
        self.accounts = [self.stage.api.user(name) for name in NAMES[:IN_TELEGRAM]]
        for account in self.accounts:
            account.writes("/start")
            self.stage.pass_by()
        here = [self.host.store.find_person_id(f"telegram:{each.id}", began) for each in self.accounts]
        web = [door.people.load_or_create_person(self.host, f"visit:{name}", name).id for name in NAMES[IN_TELEGRAM:]]
        self.people = [*here, *web]
        self.games: dict[str, str] = {}
        self.groups: dict[str, int] = {}
        self.tokens_of: dict[str, dict[str, str]] = {}

    def command(self, person: str) -> door.Command:
        self.count += 1
        return door.Command("" if self.count % 10 else f"make {self.count}", person)

    # -- games

    def on_the_web(self, name, rules, options, seats, secret=""):
        """A game of so many that has begun, and is shown nowhere but on the page."""
        self.opened(name, rules, options, seats, secret)
        assert door.games.start_game(self.host, self.command(self.people[0]), self.games[name]).ok

    def opened(self, name, rules, options, seats, secret=""):
        self.tokens.secret = secret
        first = self.people[0]
        game = door.games.open_lobby(self.host, self.command(first), rules, dict(options), "daily").game
        for n, person in enumerate(self.people[:seats]):
            assert door.games.sit_at_table(self.host, self.command(person), game, door.Guest(person, NAMES[n])).ok
        self.games[name] = game

    def in_telegram(self, name, rules, options, seats, secret="", *, begin=True):
        """The same in a group of its own."""
        sitting = self.accounts[:seats]
        group = self.stage.api.group(f"Friday {name}", *sitting[1:], admins=sitting[:1], kind="supergroup")
        self.tokens.secret = secret
        sitting[0].says(group, " ".join([f"/newgame {rules} daily", *(f"{key}={options[key]}" for key in options)]))
        self.stage.pass_by()
        link = next(link for message in reversed(group.messages) if (link := door.link_of(message)))
        for account in sitting:
            account.follows(link)
            self.stage.pass_by()
        (self.games[name],) = self.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
        self.groups[name] = group.id
        if begin:
            sitting[0].says(group, "/begin")
            self.stage.pass_by()
        return group

    def go(self, name, steps):
        """Do what has been done on the way there."""
        game = self.games[name]
        for n, step in enumerate(steps):
            person = self.people[int(step.who[1:]) - 1]
            if step.question:
                reply = door.games.submit_answer(self.host, self.command(person), game, step.question, step.value)
            else:
                reply = door.games.make_unasked_play(self.host, self.command(person), game, step.key, step.value)
            assert reply.ok, (name, n, step, reply.lines)
            if name in self.groups and n % 5 == 0:
                self.stage.pass_by()
        if name in self.groups:
            self.stage.pass_by()

    def drive(self, name, until):
        """Anything is done, until this is so."""
        while not until(game := door.engine(self.host, self.games[name])):
            question = self.dice.choice(game.list_questions())
            value = ways.some(question.form, question.options, question.lapse, self.dice)
            person = self.people[int(question.who[1:]) - 1]
            reply = door.games.submit_answer(self.host, self.command(person), self.games[name], question.id, value)
            assert reply.ok, (name, question, reply.lines)
            if door.session(self.host, self.games[name]).stage == door.OVER:
                return

    def season(self, name, seats, options, there, **how):
        """A season on the web, up to there."""
        way = ways.to(name, seats, options, there, **how)
        self.on_the_web(name, "season7", options, seats, way.secret)
        self.go(name, way.steps)

    # -- what is kept

    def everything(self):
        """All games, in their order: those first for which time has to pass."""
        self.stand_in_vote()
        self.finished()
        self.moments()
        self.minigames()
        self.ladders()
        self.lobbies()
        self.persons()
        self.talking()
        door.LivingGame(self.host).find_or_open_game()
        for _ in range(20):
            self.stage.api.advance(3.0)
            door.ticking.sweep_due_games(self.host)
        self.host.store.save_beat(self.stage.clock.now())

    def stand_in_vote(self):
        """Two have sealed; one of them has voted about somebody who lets the others wait."""
        way = ways.to("vote", 4, SHORT, lambda game: len(game.list_questions()) == 2, plays=0.0)
        self.in_telegram("stand_in_vote", "season7", SHORT, 4, way.secret)
        self.go("stand_in_vote", way.steps)
        for _ in range(13 * 4):
            self.stage.api.advance(HOUR / 4)
            self.host.store.save_beat(self.stage.clock.now())
            door.ticking.sweep_due_games(self.host)
        self.stage.pass_by()
        game = self.games["stand_in_vote"]
        waiting = door.engine(self.host, game).pending()[0].who
        voter = next(n for n in range(4) if f"p{n + 1}" not in {q.who for q in door.engine(self.host, game).pending()})
        assert door.seats.vote_for_stand_in(self.host, self.command(self.people[voter]), game, waiting).ok

    def finished(self):
        self.in_telegram("finished_season7", "season7", {"target": 90_000_000}, 3)
        self.drive("finished_season7", lambda game: game.over)
        self.stage.pass_by(4 * HOUR)
        self.on_the_web("finished_ladder", "ladder", {"rounds": 1}, 3)
        self.drive("finished_ladder", lambda game: game.over)
        self.on_the_web("ended_early", "season7", SHORT, 3)
        assert door.seats.close_table(self.host, self.command(self.people[0]), self.games["ended_early"]).ok

    def moments(self):
        """A season at each moment that has a name."""
        self.season("remain_or_leave", 6, LONGER, ways.some_asked("remain_or_leave.vote", 3))
        self.season("super_round", 4, LONGER, ways.rounds_in_play(1, "super"))
        self.season("square00", 4, LONGER, ways.asked("square00"))
        self.season("blammo", 4, SHORT, ways.asked("blammo.square"))
        self.season("four_rounds", 12, SHORT, ways.rounds_in_play(4))
        self.season("paused_season7", 4, SHORT, ways.rounds_in_play(1))
        assert door.ticking.pause_session_clocks(
            self.host, self.command(self.people[0]), self.games["paused_season7"]
        ).ok
        lists = ways.to("lists", 4, SHORT, ways.with_lists)
        self.in_telegram("lists", "season7", SHORT, 4, lists.secret)
        self.go("lists", lists.steps)

    def minigames(self):
        """Every minigame half-way, in as few games as can be found."""
        left, n = set(MINIGAMES), 0
        while left:
            least = min(4 if len(left) > 12 else 3 if len(left) > 8 else 2 if len(left) > 3 else 1, len(left))
            self.season(f"minigames{n}", 8, SHORT, ways.half_way(set(left), least))
            left -= ways.minigames(door.engine(self.host, self.games[f"minigames{n}"]))
            n += 1
        self.season("for_two", 4, SHORT, ways.for_two)

    def ladders(self):
        lifeline = lambda game: any(q.key not in ("answer", "card") for q in game.list_questions())  # noqa: E731 - said in a line
        self.in_telegram("ladder", "ladder", {"rounds": 1}, 3)
        self.stage.pass_by()
        self.drive("ladder", lifeline)
        self.on_the_web("paused_ladder", "ladder", {"rounds": 1, "asking": "clockwise", "friend": "call"}, 4)
        self.drive("paused_ladder", lambda game: game.state.rung > 1 or game.over)
        assert door.ticking.pause_session_clocks(
            self.host, self.command(self.people[0]), self.games["paused_ladder"]
        ).ok

    def lobbies(self):
        self.in_telegram("lobby", "season7", SHORT, 3, begin=False)
        assert door.games.add_bot(self.host, self.command(self.people[0]), self.games["lobby"]).ok
        self.opened("lobby_ladder", "ladder", {"rounds": 1}, 2)
        sealing = ways.to("sealing", 4, SHORT, lambda game: len(game.list_questions()) == 2, plays=0.0)
        self.in_telegram("sealing", "season7", SHORT, 4, sealing.secret)
        self.go("sealing", sealing.steps)

    def persons(self):
        """Links, cookies, two selves that are one, settings."""
        for name, person in zip(NAMES, self.people, strict=True):
            link, visitor = door.people.create_web_token(self.host, person), door.Visitor(self.host)
            cookie = door.people.create_web_token(self.host, person)
            visitor.cookie = cookie
            visitor.go("/me")
            self.tokens_of[name] = {"link": link, "cookie": visitor.cookie}
        self.linked()
        now = self.stage.clock.now()
        style = door.person(self.host, self.people[2]).habits.style
        door.people.set_habits(self.host, self.people[2], door.Habits("Europe/London", (23 * 60, 8 * 60), style=style))
        away = (now, now + 5 * DAY)
        door.people.set_habits(self.host, self.people[3], door.Habits("America/New_York", away=away, reminders=False))

    def linked(self):
        """Bob came to the page as a stranger, and then said in Telegram that it was he."""
        other = door.Visitor(
            self.host, door.people.create_web_token(self.host, self.stranger("bob-elsewhere", "Bobby"))
        )
        object.__setattr__(self.host, "config", door.telling(self.host.config, "telegram"))
        other.go("/me")
        line = door.code_in(other.send("/me/code"))
        bob = self.accounts[1]
        bob.writes(line)
        self.stage.pass_by()
        bob.taps(bob.messages[-1], "Yes, that was me")
        self.stage.pass_by()
        assert door.whose(self.host, other.cookie) == self.people[1]
        self.tokens_of["Bob"]["linked"] = other.cookie

    def stranger(self, identity, name):
        return door.people.load_or_create_person(self.host, f"visit:{identity}", name).id

    def talking(self):
        """What is said now waits: nobody has delivered it yet."""
        for name in ("sealing", "ladder"):
            game = door.engine(self.host, self.games[name])
            question = game.list_questions()[0]
            value = ways.some(question.form, question.options, question.lapse, self.dice)
            person = self.people[int(question.who[1:]) - 1]
            assert door.games.submit_answer(self.host, self.command(person), self.games[name], question.id, value).ok
        assert list(self.host.store.iter_waiting_places(float("inf")))


def folder(making: Making, path: Path) -> None:
    """The host's folder as it lies there once the host is stopped."""
    path.mkdir()
    with tempfile.TemporaryDirectory() as away:
        file = Path(away) / door.STORE_FILE
        with door.kept(file.parent) as table:
            door.copied(making.host.store.table, table)
        connection = sqlite3.connect(file)
        connection.execute("pragma wal_checkpoint(truncate)")
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")
        connection.close()
        kept.pack(path / door.STORE_FILE, file.read_bytes())


def main(release: str) -> None:
    """Make everything anew, under the day of a release."""
    home = HERE / release
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    noon = datetime.fromisoformat(release).replace(tzinfo=UTC).timestamp() + 12 * HOUR
    making = Making(noon - 14 * HOUR)
    making.everything()
    names = dict(zip(making.people, NAMES, strict=True))
    found = {name: door.shown(making.host, game, names) for name, game in making.games.items()}
    made = {"release": release, "at": making.stage.clock.now(), "games": found, "groups": making.groups}
    people = {
        name: {"id": person, "telegram": making.accounts[n].id if n < IN_TELEGRAM else 0, **making.tokens_of[name]}
        for n, (name, person) in enumerate(zip(NAMES, making.people, strict=True))
    }
    kept.write(home / "made.json", made | {"people": people})
    kept.write(home / "buttons.json", door.buttons(making.stage.api))
    folder(making, home / "folder")
    making.stage.close()
    with tempfile.TemporaryDirectory() as away:
        made_exports.make(home, Path(away), making.games)
        made_cloud.table(home, Path(away))
    made_cloud.deployment(home)


if __name__ == "__main__":
    main(*sys.argv[1:])
