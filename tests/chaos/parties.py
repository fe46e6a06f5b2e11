"""People who mean to play: each looks at how things stand now and then, and hands in what they want."""

from functools import partial
from typing import Any

from engine.kernel import Game, Play
from engine.rulesets import ruleset
from host.core import stand_ins
from host.core.context import load_engine_game
from host.core.session import LOBBY, RUNNING, Command, SeatedPlayer, Session
from host.core.store import MemoryTable, Store
from tests.chaos.mail import Mail
from tests.chaos.outside import Outside
from tests.chaos.pages import FORMS, Bring, Browsers, key
from tests.chaos.table import Witness

# So much of one person is brought at a time. What waits longer than it takes to bring it only piles up, for a day.
UNDER_WAY = 10
LOOKS, FORGED = 8, 9  # in so many thoughts of those who play on the page they look at it once, and others forge a form


def load_session(store: Store, game: str) -> Session:
    """A game that is there."""
    saved = store.load_game(game)
    assert saved is not None
    return saved.session


class Party:
    """Some people who want to play one game together."""

    def __init__(self, rules: str, options: dict[str, Any], pace: str, people: list[str], computers: int) -> None:
        self.rules, self.options, self.pace, self.people, self.computers = rules, options, pace, people, computers
        self.place = ""
        self.created = 0  # the number of the update that opens the game
        self.game = ""
        self.over = False


class Crowd:
    """Everybody, and what they think of doing."""

    browsers: Browsers
    browse: Bring

    def __init__(self, outside: Outside, mail: Mail, table: MemoryTable, witness: Witness) -> None:
        self.outside, self.mail, self.witness = outside, mail, witness
        self.store = Store(table)
        self.parties: list[Party] = []
        self._games: dict[str, tuple[int, Game[Any]]] = {}
        self._sessions: dict[str, tuple[bytes, Session]] = {}  # as they were when somebody last looked
        self._sent: dict[tuple[str, str], int] = {}  # the last update of each person in each game

    def add(self, party: Party, pause: float) -> None:
        """A party comes in; each of them looks about once in so many seconds."""
        self.parties.append(party)
        luck = self.outside.sim.luck
        for person in party.people:
            every = pause * luck.choice([0.3, 1.0, 1.0, 3.0])
            self.outside.sim.after(luck.uniform(0.0, every), lambda p=person, e=every: self._think(party, p, e))  # type: ignore[misc]

    @property
    def busy(self) -> bool:
        """Is anybody still playing?"""
        return any(not party.over for party in self.parties)

    def _think(self, party: Party, person: str, every: float) -> None:
        if party.over:
            return
        self.outside.sim.after(
            every * self.outside.sim.luck.expovariate(1.0), lambda: self._think(party, person, every)
        )
        if self.mail.count_waiting(person) >= UNDER_WAY:
            return
        self._browse(party, person)
        waiting = self._sent.get((party.place + party.game, person))
        if waiting and waiting not in self.mail.settled and not self.outside.sim.chance(0.1):
            return
        session = self._session(party)
        if session is None:
            self._open(party, person)
        elif session.stage == LOBBY:
            self._gather(party, person, session)
        elif session.stage == RUNNING:
            self._play(party, person, session)
        else:
            party.over = True

    def _browse(self, party: Party, person: str) -> None:
        """Now and then they look at the page, or watch it as anybody might; and pages of others send forms for them."""
        chance, share = self.outside.sim.chance, self.browsers.share
        if party.game and self.id_of(person):
            if chance(share / LOOKS):
                self.browsers.look(party.game, "" if chance(0.3) else self.id_of(person), self.browse)
            if chance(share / FORGED):
                page = partial(self.browsers.form, person=self.id_of(person))
                self.mail.post(person, do="leave", by=person, game=party.game, page=page, forged=True)

    def _session(self, party: Party) -> Session | None:
        if not party.game and party.created:
            update = self.mail.issued[party.created]
            party.game = self.witness.games.get(self.mark(update), "")
        found = self.store.table.get(f"game/{party.game}", "session") if party.game else None
        if found is None:
            return None
        known = self._sessions.get(party.game)
        if known is None or known[0] != found.body:
            known = self._sessions[party.game] = found.body, load_session(self.store, party.game)
        return known[1]

    def _want(self, party: Party, person: str, do: str, **more: Any) -> int:
        number = self.mail.post(person, **self._wish(party, person, do, more))
        self._sent[party.place + party.game, person] = number
        return number

    def _wish(self, party: Party, person: str, do: str, more: dict[str, Any]) -> dict[str, Any]:
        """It may be wished for on the page, once they have one."""
        wish = {"do": do, "by": person, "place": party.place, "game": party.game, **more}
        here = do in FORMS and self.id_of(person) and self.outside.sim.chance(self.browsers.share)
        return {**wish, "page": partial(self.browsers.form, person=self.id_of(person))} if here else wish

    def id_of(self, person: str) -> str:
        """Under which id the host knows them."""
        return person

    def name_of(self, update: dict[str, Any]) -> str:
        """By which key the host knows this update."""
        return f"u:{update['id']}"

    def mark(self, update: dict[str, Any]) -> str:
        """Under which name the store remembers it."""
        name = key(update["page"]) if "page" in update else self.name_of(update)
        return Command(name, self.id_of(update["by"])).idempotency_key

    # -- before the game

    def _open(self, party: Party, person: str) -> None:
        if person == party.people[0] and (not party.created or party.created in self.mail.settled):
            party.created = self._want(
                party, person, "create", rules=party.rules, options=party.options, pace=party.pace
            )

    def _gather(self, party: Party, person: str, session: Session) -> None:
        computers = sum(player.bot for player in session.players)
        if session.find_player_of(self.id_of(person)) is None:
            self._want(party, person, "join")
        elif person == party.people[0] and computers < party.computers:
            self._want(party, person, "computer")
        elif person == party.people[0] and all(session.find_player_of(self.id_of(each)) for each in party.people):
            self._want(party, person, "begin")

    # -- during the game

    def _play(self, party: Party, person: str, session: Session) -> None:
        luck, player = self.outside.sim.luck, session.find_player_of(self.id_of(person))
        if player is None or player.out:
            return
        if player.bot:
            self._want(party, person, "join")
        elif session.paused and person == party.people[0]:
            self._want(party, person, "resume")
        elif luck.random() < 0.8:
            self._answer(party, person, session, player)
        elif luck.random() < 0.8:
            self._do_something(party, person, session, player)
        else:
            self._meddle(party, person, session)

    def _answer(self, party: Party, person: str, session: Session, player: SeatedPlayer) -> None:
        luck = self.outside.sim.luck
        asked = self._game(session).list_questions()
        mine = [question for question in asked if question.who == player.seat]
        if not mine and asked and luck.random() < 0.1:
            mine = asked  # they cannot wait
        if not mine:
            return
        question = luck.choice(mine)
        for _ in range(2 if luck.random() < 0.1 else 1):  # some tap twice
            value = stand_ins.pick_random_answer(question, luck)
            self._want(party, person, "answer", question=question.id, value=value, kind=question.form.kind,
                       secret=question.secret)  # fmt: skip

    def _do_something(self, party: Party, person: str, session: Session, player: SeatedPlayer) -> None:
        plays = self._game(session).list_legal_moves(player.seat).plays
        if plays:
            play = self.outside.sim.luck.choice(plays)
            self._want(party, person, "play", key=play.key, value=self._value(play), secret=play.secret)

    def _value(self, play: Play) -> Any:
        luck, form = self.outside.sim.luck, play.form
        if play.options:
            return luck.choice(play.options).value
        return luck.randint(form.low, form.high) if form and form.kind == "number" else None

    def _meddle(self, party: Party, person: str, session: Session) -> None:
        luck = self.outside.sim.luck
        do = luck.choice(["pause", "extend", "stand_in", "stand_in", "kick", "leave"])
        if do in ("kick", "leave") and len(session.players) < 3:
            return
        other = luck.choice(session.players)
        self._want(party, person, do, seat=other.seat, name=other.name)

    def _game(self, session: Session) -> Game[Any]:
        known = self._games.get(session.id)
        if known is None or known[0] != session.entries:
            known = session.entries, load_engine_game(ruleset(session.ruleset), session)[0]
            self._games[session.id] = known
        return known[1]

    def look(self) -> None:
        """See which games are over."""
        for party in self.parties:
            session = self._session(party)
            party.over = session is not None and session.stage not in (LOBBY, RUNNING)
