"""A game as a PettingZoo AEC environment: seats are agents, and every decision is an action of its own.

The seat that is asked is up. Before that, each other seat that can do something unasked is up once, and may pass. What
happens follows from the seed and the actions alone.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from engine.kernel import PUBLIC, Game, Illegal, Legal, Play, Question, Reader, Ruleset, Told
from engine.kernel.view import View
from engine.rulesets import ruleset
from host.core.cards import dealt_cards
from host.shown.picture.as_text import format_picture_texts
from host.shown.text_view import format_board
from workshop.gym import menu as menus
from workshop.gym import observation as observing
from workshop.gym.menu import ACTIONS, OPENING, Draft, Menu, MenuItem, What
from workshop.gym.vocabulary import Vocabulary, load_vocabulary

MAX_STEPS = 50_000  # of all seats; a game of four at random takes some thousands
MAX_PLAYS = 2  # of a seat that is not asked, until somebody answers; so every game goes on
MAX_PLAYS_ASKED = 10  # of the seat that is asked, before it answers
WIN, MONEY = "win", "money"
REWARDS = (WIN, MONEY)


class GameEnv(AECEnv):  # type: ignore[misc] # it comes without types
    """One game for so many seats. Its agents are called seat_1, seat_2 and so on, in the game too.

    `options` are those of the game. `reward` is `win` (the winners share 1 at the end) or `money` (each step is worth
    what it brings, as a share of the target). After `max_steps` actions the game is cut off (truncated).
    """

    def __init__(
        self,
        game: str,
        seats: int = 4,
        *,
        options: Mapping[str, Any] | None = None,
        reward: str = WIN,
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        super().__init__()
        self.rules: Ruleset[Any] = ruleset(game)
        if seats not in self.rules.seats or reward not in REWARDS:
            raise ValueError(f"{game} has {self.rules.seats} seats, and rewards are {REWARDS}")
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.options = dict(options or {})
        self.rules.check_options(self.options)
        self.reward, self.max_steps, self.render_mode = reward, max_steps, render_mode
        self.possible_agents = [f"seat_{n}" for n in range(1, seats + 1)]
        words = vocabulary or load_vocabulary(game)
        self._spellers = {who: observing.Speller(words, self.possible_agents, who) for who in self.possible_agents}
        self.observation_spaces = {who: observing.build_observation_space(seats) for who in self.possible_agents}
        self.action_spaces = {who: spaces.Discrete(ACTIONS) for who in self.possible_agents}
        self._dice, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions; the mask says which of them are possible now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Begin a new game. The same seed gives the same chance; without one, the next game of the last seed begins.
        `options` are PettingZoo's, and not used.
        """
        if seed is not None:
            self._dice, _ = seeding.np_random(seed)
        secret = self._dice.bytes(16).hex()
        self.agents = [*self.possible_agents]
        state = dealt_cards.build_initial_state(self.rules, self.agents, self.options, secret)
        self.game = Game.start_from_state(self.rules, state, secret, keep=False)
        self._told = {who: deque[Told](maxlen=observing.MAX_TOLD) for who in self.agents}
        self._draft: Draft | None = None
        self._menu: Menu | None = None
        self._refused: set[tuple[str, str]] = set()
        self._plays_made: Counter[str] = Counter()
        self._offered = [*self.agents]  # who can still do something unasked before the next answer
        self._must_play = False
        self.steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {who: dict[str, Any](refused="") for who in self.agents}
        self._totals = self._list_totals() if self.reward == MONEY else {}
        self._hear()
        self._select_next(self.agents[-1])
        self._end_if_over()

    def close(self) -> None:
        """Drop the running game."""
        if "game" in self.__dict__:
            self.game.close()

    # -- what a seat knows

    def build_view(self, agent: str) -> View:
        """Build all that an agent may see of the game, as typed data with words."""
        return self.game.build_view(agent)

    def list_legal_moves(self, agent: str) -> Legal:
        """List the questions that an agent is asked, and what it can do unasked, as typed data with words."""
        return self.game.list_legal_moves(agent)

    def list_told(self, agent: str) -> list[Told]:
        """List the last announcements that an agent has heard, the newest last, as typed data with words."""
        return [*self._told[agent]]

    def list_menu(self, agent: str) -> Menu:
        """List what an agent can do next, by action; nothing unless it is up."""
        if agent != self.agent_selection or self._has_ended(agent):
            return {}
        if self._menu is None:
            refused = {name for who, name in self._refused if who == agent}
            if self._draft is not None:
                self._menu = menus.place_on_menu(self._draft.iter_items(refused))
            else:
                legal = self.list_legal_moves(agent)
                most = MAX_PLAYS_ASKED if legal.questions else MAX_PLAYS
                can_play = self._must_play or self._plays_made[agent] < most
                can_pass = not legal.questions and not self._must_play
                self._menu = menus.build_top_menu(legal, refused, can_pass=can_pass, can_play=can_play)
        return self._menu

    def find_actions(self, agent: str, asked: Question | Play, value: Any) -> list[int]:
        """Return the actions by which the agent that is up, with nothing half-done, gives this valid answer to a
        question or makes this play; raise KeyError if it is not on its menu.
        """
        refused = {name for who, name in self._refused if who == agent}
        return menus.find_actions(self.list_menu(agent), asked, asked.check(value), refused)

    def observe(self, agent: str) -> observing.Observation:
        """Return what an agent knows, as tables of numbers, and the mask of its actions."""
        up = agent == self.agent_selection
        known = observing.SeatKnowledge(
            self.build_view(agent),
            self.list_legal_moves(agent),
            self.list_menu(agent),
            self._draft if up else None,
            self._told[agent],
        )
        return observing.build_observation(known, self._spellers[agent])

    def render(self) -> str | None:
        """Return the game as everybody sees it, as text, if the render mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        view, reader = self.game.build_view(PUBLIC), Reader()
        lines = [reader.format_value(view.stage)]
        lines += [
            f"{line.place}. {line.who} {reader.format_value(line.total, view.currency)}" for line in view.standings
        ]
        for panel in view.panels:
            lines += ["", f"{reader.format_value(panel.title)}: {reader.format_value(panel.stage)}"]
            lines += format_board(panel.board, reader) if panel.board else []
            lines += format_picture_texts(view.list_pictures(panel), reader)
        return "\n".join(lines)

    # -- what a seat does

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Let the agent that is up do one thing of its menu; raise ValueError if the action is not on it."""
        agent = self.agent_selection
        if self._has_ended(agent):
            self._was_dead_step(action)
            return
        item = self.list_menu(agent).get(-1 if action is None else int(action))
        if item is None:
            raise ValueError(f"{agent} cannot do {action} now: the action mask has what it can do")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent]["refused"] = ""
        self.steps += 1
        self._menu = None
        self._do(agent, item)
        self._end_if_over()
        self._accumulate_rewards()

    def _do(self, agent: str, item: MenuItem) -> None:
        if item.what == What.PASS:
            self._offered.remove(agent)
            self._select_next(agent)
            return
        asked = item.asked
        if asked is None:
            raise ValueError(item)
        if item.what == What.LAPSE and isinstance(asked, Question):
            self.game.lapse(asked.id)
            self._handle_move(agent, answered=True)
            return
        self._draft = draft = self._draft or Draft(asked)
        if item.what not in OPENING and draft.take(item):
            self._draft = None
            self._give(agent, asked, draft.get_value())

    def _give(self, agent: str, asked: Question | Play, value: Any) -> None:
        """Give an answer or make a play; what the rules refuse is not offered again until the game moves."""
        try:
            if isinstance(asked, Question):
                self.game.answer(agent, asked.id, value)
            else:
                self.game.play(agent, asked.key, value)
        except Illegal as refusal:
            self.infos[agent]["refused"] = refusal.code or "refused"
            self._refused.add((agent, menus.name_attempt(asked)))
            self._select_next(agent)
            return
        self._plays_made[agent] += isinstance(asked, Play)
        self._handle_move(agent, answered=isinstance(asked, Question))

    def _handle_move(self, agent: str, *, answered: bool) -> None:
        """Handle that the game has moved: tell everybody, and offer plays anew after an answer."""
        self._hear()
        self._draft = None
        self._refused.clear()
        if answered or self._must_play:
            self._plays_made.clear()
            at = self.possible_agents.index(agent) + 1
            self._offered = [*self.possible_agents[at:], *self.possible_agents[:at]]
        self._select_next(agent)

    def _select_next(self, last: str) -> None:
        """Select who is up: a seat that can do something unasked and has not passed, else the first that is asked. If
        nobody is asked and all have passed, somebody must play.
        """
        self._must_play = False
        asked = [question.who for question in self.game.list_questions()]
        while self._offered:
            who = self._offered[0]
            if who not in asked and self._plays_made[who] < MAX_PLAYS and self._can_play(who):
                self.agent_selection = who
                return
            self._offered.pop(0)
        at = self.possible_agents.index(last) + 1
        order = [*self.possible_agents[at:], *self.possible_agents[:at]]
        self._must_play = not asked
        self.agent_selection = asked[0] if asked else next(filter(self._can_play, order), last)

    def _can_play(self, who: str) -> bool:
        return any((who, menus.name_attempt(play)) not in self._refused for play in self.game.list_plays(who))

    def _hear(self) -> None:
        for who, heard in self._told.items():
            heard.extend(line for line in self.game.told if line.to in (PUBLIC, who))

    # -- how it ends

    def _has_ended(self, agent: str) -> bool:
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)

    def _end_if_over(self) -> None:
        """Give rewards, and end the game for all agents if it is over, too long, or stuck."""
        if self.reward == MONEY:
            self._give_money_rewards()
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            if self.reward == WIN:
                self._give_win_rewards()
        elif self.steps >= self.max_steps or not self.list_menu(self.agent_selection):
            self.truncations = dict.fromkeys(self.agents, True)

    def _give_win_rewards(self) -> None:
        winners = [who for who in self.game.build_view(PUBLIC).winners if who in self.agents]
        for who in winners:
            self.rewards[who] = 1 / len(winners)

    def _give_money_rewards(self) -> None:
        before, self._totals = self._totals, self._list_totals()
        target = self.game.build_view(PUBLIC).target or 1
        for who in self.agents:
            self.rewards[who] = (self._totals.get(who, 0) - before.get(who, 0)) / target

    def _list_totals(self) -> dict[str, int]:
        return {line.who: line.total for line in self.game.build_view(PUBLIC).standings}


def make_env(game: str, seats: int = 4, **options: Any) -> GameEnv:
    """Make an environment of a game (season7, deluxe, ladder or billionaire); `options` are those of GameEnv."""
    return GameEnv(game, seats, **options)
