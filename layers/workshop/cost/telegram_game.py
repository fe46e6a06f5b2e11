"""People in a Telegram group who play a season, each input an update as Telegram sends it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.kernel import Game, Question
from engine.rulesets import ruleset
from host.core import computer_player
from host.core.caches import load_engine_game
from host.core.session import RUNNING, Session
from host.doors.telegram.messages import answer_buttons, asking
from host.doors.telegram.messages.screens import encode_button_data
from host.shown import views
from host.shown.views import GameView, QuestionView
from host.shown.words import build_reader
from workshop.cost.deployment import Invocation, SimulatedDeployment

ROUND, BETWEEN = "round", "between rounds"  # parts of a game
GROUP = -5000
FIRST_USER_ID = 1001
LOBBY_GAP = 60.0

EVENING_NAMES = (
    "Ann",
    "Bob",
    "Cat",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lou",
    "Mia",
    "Ned",
    "Oda",
    "Pat",
)


class TelegramGroupGame:
    """A game of so many people in a Telegram group, with about `gap` seconds between one decision and the next."""

    def __init__(
        self, cloud: SimulatedDeployment, people: int, gap: float, rules: str = "season7 daily", seed: int = 1
    ) -> None:
        self.cloud, self.gap, self.luck = cloud, LOBBY_GAP, Random(seed)  # noqa: S311 - players need no cryptography
        self.pauses = Random(seed)  # noqa: S311 - nor do they
        self.inputs: list[tuple[str, Invocation]] = []
        self.users = {
            FIRST_USER_ID + n: EVENING_NAMES[n % len(EVENING_NAMES)] + str(n // len(EVENING_NAMES) or "")
            for n in range(people)
        }
        self._open_game(rules)
        self.gap = gap

    def _open_game(self, rules: str) -> None:
        first, *_ = self.users
        for user in self.users:
            self.send_text("first contact", user, "/start", user)
        self.send_text("open", first, f"/newgame {rules}", GROUP)
        (self.game,) = self.cloud.aside.store.list_open_game_ids(f"chat:telegram:{GROUP}")
        for user in self.users:
            self.send_text("join", user, f"/start j_{self.game}", user)
        self.send_text("begin", first, "/begin", GROUP)
        self.seats = dict(zip([player.seat for player in self.session.players], self.users, strict=True))

    @property
    def session(self) -> Session:
        """Return the session as it is stored."""
        return views.load_saved_game(self.cloud.aside, self.game).session

    def iter_decisions(self) -> Iterator[tuple[str, Game[Any]]]:
        """Let a random person who is asked answer, again and again, and yield the question's key and the game before
        the answer.
        """
        while (session := self.session).stage == RUNNING:
            game = load_engine_game(ruleset(session.ruleset), session)[0]
            question = self.luck.choice(game.list_questions())
            user = self.seats[question.who]
            person = self.cloud.aside.store.find_person_id(f"telegram:{user}", self.cloud.now)
            shown = views.load_game_view(self.cloud.aside, self.game, person)
            self.cloud.part = ROUND if is_on_board(shown, question) else BETWEEN
            asked = next(each for each in shown.asked if each.id == question.id)
            value = computer_player.pick_random_answer(question, self.luck)
            if self._answer_question(
                user,
                asked,
                value,
                [each.value for each in asking.list_tap_choices(asked, build_reader(shown.names, shown.style))],
            ):
                yield question.key, game

    def _answer_question(self, user: int, asked: QuestionView, value: object, offered: list[object]) -> bool:
        before, place = self.session.entries, user if asked.secret else GROUP
        if value in offered:
            self.send_tap(
                "tap", user, encode_button_data(*answer_buttons.build_answer_words(self.game, asked, value)), place
            )
        else:
            words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            self.send_text("command", user, f"/pick {words}", place)
        return self.session.entries > before

    # -- what Telegram sends

    def send_text(self, kind: str, user: int, text: str, chat: int) -> None:
        """Send the update of somebody who writes a message."""
        self._send_update(
            kind, {"message": {"from": self._build_user(user), **self._build_message(chat), "text": text}}
        )

    def send_tap(self, kind: str, user: int, data: str, chat: int) -> None:
        """Send the update of somebody who taps a button."""
        tap = {
            "id": str(self.cloud.updates),
            "from": self._build_user(user),
            "message": self._build_message(chat),
            "data": data,
        }
        self._send_update(kind, {"callback_query": tap})

    def _build_user(self, user: int) -> dict[str, object]:
        return {"id": user, "first_name": self.users[user]}

    def _build_message(self, chat: int) -> dict[str, object]:
        return {"message_id": self.cloud.updates, "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"}}

    def _send_update(self, kind: str, what: dict[str, object]) -> None:
        self.cloud.updates += 1
        self.inputs.append((kind, self.cloud.handle_update({"update_id": self.cloud.updates, **what})))
        self.cloud.wait(self.gap * self.pauses.uniform(0.5, 1.5))


def is_on_board(shown: GameView, question: Question) -> bool:
    """Return whether a question is asked at a panel that has a board."""
    panels = shown.view.panels if shown.view else []
    return any(panel.board is not None for panel in panels if panel.id == question.table)
