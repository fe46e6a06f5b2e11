"""People in a Telegram group who play a season, each input an update as Telegram sends it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.kernel import Game, Question
from engine.rulesets import ruleset
from host.core import computer_player
from host.core.loading import loaded
from host.core.session import RUNNING, Session
from host.doors.telegram.messages import asking, squares
from host.doors.telegram.messages.button_data import key
from host.shown import views
from host.shown.views import GameView, QuestionView
from host.shown.words import reader
from workshop.cost.cloud import Cloud, Run

ROUND, BETWEEN = "round", "between rounds"  # parts of a game
GROUP = -5000
FIRST = 1001
LOBBY_GAP = 60.0
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou", "Mia", "Ned", "Oda", "Pat")


class Evening:
    """A season of so many people, who take about `gap` seconds between one decision of the table and the next."""

    def __init__(self, cloud: Cloud, people: int, gap: float, rules: str = "season7 daily", seed: int = 1) -> None:
        self.cloud, self.gap, self.luck = cloud, LOBBY_GAP, Random(seed)  # noqa: S311 - players need no cryptography
        self.pauses = Random(seed)  # noqa: S311 - nor do they
        self.inputs: list[tuple[str, Run]] = []
        self.users = {FIRST + n: NAMES[n % len(NAMES)] + str(n // len(NAMES) or "") for n in range(people)}
        self._open(rules)
        self.gap = gap

    def _open(self, rules: str) -> None:
        first, *_ = self.users
        for user in self.users:
            self.writes("first contact", user, "/start", user)
        self.writes("open", first, f"/newgame {rules}", GROUP)
        (self.game,) = self.cloud.aside.store.games_of(f"chat:telegram:{GROUP}")
        for user in self.users:
            self.writes("join", user, f"/start j_{self.game}", user)
        self.writes("begin", first, "/begin", GROUP)
        self.seats = dict(zip([player.seat for player in self.session.players], self.users, strict=True))

    @property
    def session(self) -> Session:
        """The game as it is kept."""
        return views.found(self.cloud.aside, self.game).session

    def decisions(self) -> Iterator[tuple[str, Game[Any]]]:
        """Somebody who is asked something answers, again and again; gives what it was, and the game before."""
        while (session := self.session).stage == RUNNING:
            game = loaded(ruleset(session.ruleset), session)[0]
            question = self.luck.choice(game.pending())
            user = self.seats[question.who]
            person = self.cloud.aside.store.who(f"telegram:{user}", self.cloud.now)
            shown = views.view(self.cloud.aside, self.game, person)
            self.cloud.part = ROUND if on_a_board(shown, question) else BETWEEN
            asked = next(each for each in shown.asked if each.id == question.id)
            value = computer_player.at_random(question, self.luck)
            if self._answers(
                user, asked, value, [each.value for each in asking.choices(asked, reader(shown.names, shown.style))]
            ):
                yield question.key, game

    def _answers(self, user: int, asked: QuestionView, value: object, offered: list[object]) -> bool:
        before, place = self.session.entries, user if asked.secret else GROUP
        if value in offered:
            self.taps("tap", user, key(*squares.tap(self.game, asked, value)), place)
        else:
            words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            self.writes("command", user, f"/pick {words}", place)
        return self.session.entries > before

    # -- what Telegram sends

    def writes(self, kind: str, user: int, text: str, chat: int) -> None:
        """Somebody writes something somewhere."""
        self._comes(kind, {"message": {"from": self._user(user), **self._message(chat), "text": text}})

    def taps(self, kind: str, user: int, data: str, chat: int) -> None:
        """Somebody taps a button."""
        tap = {"id": str(self.cloud.updates), "from": self._user(user), "message": self._message(chat), "data": data}
        self._comes(kind, {"callback_query": tap})

    def _user(self, user: int) -> dict[str, object]:
        return {"id": user, "first_name": self.users[user]}

    def _message(self, chat: int) -> dict[str, object]:
        return {"message_id": self.cloud.updates, "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"}}

    def _comes(self, kind: str, what: dict[str, object]) -> None:
        self.cloud.updates += 1
        self.inputs.append((kind, self.cloud.update({"update_id": self.cloud.updates, **what})))
        self.cloud.wait(self.gap * self.pauses.uniform(0.5, 1.5))


def on_a_board(shown: GameView, question: Question) -> bool:
    """Is this asked where a board lies?"""
    panels = shown.view.panels if shown.view else []
    return any(panel.board is not None for panel in panels if panel.id == question.table)
