"""The right that the desk's table names is the right that counts: for every word of it."""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.kernel import Illegal
from host.core import session
from host.people import accounts
from host.said.desk import invitations, playing, settings
from host.said.desk.menu import ANYBODY, DESK, HOST, KEEPER, PLAYER
from host.said.reading import matching
from tests.host.said.test_desk import Asked

REFUSALS = {
    HOST: {session.NOT_HOST},
    PLAYER: {
        session.NO_SEAT,
        playing.NO_SEAT_HERE,
        matching.NOT_ASKED_ANYTHING,
        invitations.NOT_THEIRS,
    },
    KEEPER: {settings.NOT_YOU},
}
HAS = {ANYBODY: "stranger", PLAYER: "ann", HOST: "opener", KEEPER: "keeper"}  # it, and no other right
LACK = {ANYBODY: (), PLAYER: ("stranger",), HOST: ("ann", "stranger"), KEEPER: ("opener", "ann", "stranger")}
LOBBY, RUNNING, OVER = "lobby", "running", "over"


class Case(NamedTuple):
    """When something is asked for that nothing but its right keeps anybody from, and with which words."""

    stage: str
    words: str = ""
    of: str = ""  # whose seat or word it is about
    place: str = ""
    private: bool = True


GROUP, ELSEWHERE = "t:group", "t:elsewhere"
CASES = {
    "new": Case(LOBBY, "toy 1h", place=ELSEWHERE),
    "join": Case(LOBBY),
    "word": Case(LOBBY, "tulip"),
    "invite": Case(LOBBY),
    "begin": Case(LOBBY),
    "pick": Case(RUNNING, "3"),
    "use": Case(RUNNING, "shout"),
    "board": Case(RUNNING),
    "lock": Case(RUNNING, "1"),
    "peek": Case(RUNNING, "1"),
    "list": Case(RUNNING, "1 2"),
    "score": Case(RUNNING),
    "mystuff": Case(RUNNING),
    "rules": Case(RUNNING),
    "report": Case(RUNNING),
    "seals": Case(RUNNING),
    "check": Case(RUNNING),
    "stats": Case(RUNNING),
    "leaders": Case(RUNNING),
    "next": Case(RUNNING, place=GROUP, private=False),
    "usual": Case(RUNNING, "toy daily", place=GROUP, private=False),
    "games": Case(RUNNING),
    "vote": Case(RUNNING, "Bob"),
    "admit": Case(RUNNING, "Cat"),
    "leave": Case(RUNNING, "yes"),
    "standin": Case(RUNNING, "Bob"),
    "bots": Case(LOBBY, "1"),
    "pause": Case(RUNNING),
    "resume": Case(RUNNING),
    "extend": Case(RUNNING, "1h"),
    "kick": Case(RUNNING, "Bob"),
    "replace": Case(RUNNING, "Bob"),
    "here": Case(RUNNING, "{game}", place=ELSEWHERE, private=False),
    "endgame": Case(RUNNING, "yes"),
    "again": Case(OVER),
    "settings": Case(RUNNING),
    "link": Case(RUNNING),
    "claim": Case(RUNNING),
    "unlink": Case(RUNNING),
    "revoke": Case(RUNNING),
    "stop": Case(RUNNING),
    "start": Case(RUNNING),
    "privacy": Case(RUNNING),
    "export": Case(RUNNING),
    "forget": Case(RUNNING, "yes"),
    "help": Case(RUNNING),
}
OF_ONES_OWN = {"standin": Case(RUNNING)}
ADDED = [
    import_module(f"tests.host.extras.{path.parent.name}.desk_cases")
    for path in sorted((Path(__file__).parents[1] / "extras").glob("*/desk_cases.py"))
]
for extra in ADDED:
    CASES |= {word: Case(*case) for word, case in extra.DESK_CASES.items()}
    OF_ONES_OWN |= {word: Case(*case) for word, case in getattr(extra, "OF_ONES_OWN", {}).items()}
    for right, text in getattr(extra, "REFUSALS", {}).items():
        REFUSALS[right].add(text)


class AtTable(Asked):
    """A request about one game, in whatever state it is, as on its page."""

    game = ""

    def list_games(self):
        saved = self.host.store.load_game(self.game)
        return [saved.session] if saved else []

    def can_manage_place(self):
        return self.person.name == "Keeper"


class Evening:
    """A game that somebody has opened who does not play, two who play, and others."""

    def __init__(self, host, stage):
        self.host = host
        everybody = ("opener", "ann", "bob", "cat", "stranger", "keeper")
        self.people = {
            name: accounts.load_or_create_person(host, f"t:{name}", name.title(), f"t:{name}") for name in everybody
        }
        self.game = ""
        self.game = self.does("opener", "new", Case(LOBBY, "toy 1h")).game
        for name in ("ann", "bob"):
            self.does(name, "join", Case(LOBBY))
        if stage == LOBBY:
            return
        self.does("opener", "bots", Case(LOBBY, "1"))
        self.does("opener", "begin", Case(LOBBY))
        self.does("cat", "join", Case(RUNNING))  # who asks for the seat that a computer keeps
        for extra in ADDED:
            getattr(extra, "prepare", lambda _: None)(self)
        if stage == OVER:
            self.does("opener", "endgame", Case(RUNNING, "yes"))

    case = Case

    def does(self, name, word, case):
        words, chosen = case.words.format(game=self.game), self._said_by(case.of) if case.of else ""
        newcomer = self.people["cat"] if word == "replace" else None
        door = {"place": case.place, "private": case.private, "chosen": chosen, "newcomer": newcomer}
        request = AtTable(self.host, self.people[name], words, **door)
        request.game = self.game
        return DESK[word].does(request)

    def _said_by(self, name):
        (find_said,) = [extra.find_said for extra in ADDED if hasattr(extra, "find_said")]
        return find_said(self, self.people[name].id)

    def refused(self, name, word, case):
        """What keeps them from it, if anything does."""
        try:
            answer = self.does(name, word, case)
        except Illegal as no:
            return {no.text}
        return set() if answer.ok else {told.text for told in answer.lines}


def reasons(service):
    """How those are refused who lack the right; where it may be about one's own, a seat comes first."""
    return REFUSALS[service.right] | (REFUSALS[service.own] if service.own else set())


def test_every_word_is_asked_for():
    assert CASES.keys() == DESK.keys()
    assert OF_ONES_OWN.keys() == {word for word, service in DESK.items() if service.own}


@pytest.mark.parametrize("word", [word for word, service in DESK.items() if service.right != ANYBODY])
def test_whoever_lacks_the_right_is_refused_for_that_reason(host, word):
    evening = Evening(host, CASES[word].stage)
    for name in LACK[DESK[word].right]:
        why = evening.refused(name, word, CASES[word])
        assert why, name
        assert why <= reasons(DESK[word]), name


@pytest.mark.parametrize("word", DESK)
def test_whoever_has_the_right_is_not_refused_for_lack_of_it(host, word):
    evening = Evening(host, CASES[word].stage)
    assert not evening.refused(HAS[DESK[word].right], word, CASES[word]) & set().union(*REFUSALS.values())


@pytest.mark.parametrize("word", OF_ONES_OWN)
def test_about_something_of_ones_own_another_right_counts(host, word):
    evening = Evening(host, OF_ONES_OWN[word].stage)
    assert not evening.refused(HAS[DESK[word].own], word, OF_ONES_OWN[word]) & reasons(DESK[word])
