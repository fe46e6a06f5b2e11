"""Odd values at every page, in every parameter, field and header, and in chats: no fault, no line in the log.

Pages, parameters, fields and headers are those that the page's own code names. The slow form is a hostile hour.
"""

import logging
import random
from urllib.parse import quote, quote_plus

import pytest

from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.doors.web import app
from host.doors.web.app import GAME_FORM_ACTIONS
from host.said.desk.menu import ALIASES, DESK
from tests.attacks.shapes import UNITS, shaped
from tests.attacks.test_price_of_a_request import ADDRESSES, FIELDS, HEADERS, PARAMS
from tests.attacks.test_price_of_a_saying import WORDS
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.web.asking import answered
from tests.players.hostile import RUBBISH

SCRIPT = "<script>alert(1)</script>"
ODD = [
    *RUBBISH, SCRIPT, "+5", " 7 ", "infinity", "9" * 4301, "²", "①", "½", "1_000", "0x10", "p100", "Q1#²", "##", "{0}",
    "{who}", "true", "\u2028", "\ufdfa" * 300, "\r\nSet-Cookie: a=b", "javascript:alert(1)", "//evil.test",
    "question:Q1#1", "play:shout", "list 1 2 3", "!", "\\", "season7", "ladder", "20s", "99999999999d", "a@b.c", "@",
    "a@" + "b." * 100 + "com", "Europe/London", "../Europe/London", "de", "2026-11-22", "9999-99-99", "25:61", "-",
    ",".join(map(str, range(400))),
]  # fmt: skip
LOOKS = ("", *app.GAME_PAGES, *app.GAME_PARTS)
POSTS = (*ADDRESSES, *app.PAGES, "/me/forget", "/operator/x", "/mail/yes/x", "/mail/off/x")
RULESETS = ("season7", "ladder", "deluxe", "billionaire")
SHORT, LONG = [(seed, 100) for seed in range(2)], [(seed, 3000) for seed in range(2, 12)]
SOME = [*SHORT, *(pytest.param(*each, marks=pytest.mark.slow) for each in LONG)]


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog):
    yield
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert told == []


def odd(luck):
    """An odd value, sometimes one of a hostile shape, sometimes two in one."""
    value = shaped(luck.choice([*UNITS]), luck.choice([50, 500, 5000])) if luck.random() < 0.15 else luck.choice(ODD)
    return value + luck.choice(ODD) if luck.random() < 0.1 else value


def encoded(pairs):
    return "&".join(f"{name}={quote_plus(value.encode('utf-8', 'surrogatepass'))}" for name, value in pairs)


def some_of(names, luck, most):
    return [(name, odd(luck)) for name in luck.sample(names, luck.randint(0, most))]


class Visit:
    """One odd request to one of these games."""

    def __init__(self, luck, tables, cookies):
        self.method, self.body, game = "GET", b"", luck.choice(tables)
        self.headers = {"host": "table.test", "cookie": f"rtab={luck.choice(cookies)}"}
        if luck.random() < 0.2:
            self.headers[luck.choice(HEADERS)] = odd(luck).replace("\x00", "").encode("utf-8", "ignore").decode()
        self.query = encoded(some_of(PARAMS, luck, 3))
        kind = luck.random()
        if kind < 0.35:
            self.path = f"/g/{game}/{luck.choice(LOOKS)}".rstrip("/")
        elif kind < 0.5:
            self.path = luck.choice([*app.PAGES])
        elif kind < 0.6:
            self.path = f"/{luck.choice([*app.FOLDERS])}/{quote(odd(luck).encode('utf-8', 'surrogatepass'))[:3000]}"
        else:
            self.method = luck.choice(["POST"] * 20 + ["HEAD", "PUT", "TRACE"])
            self.path = luck.choice([f"/g/{game}/{luck.choice([*GAME_FORM_ACTIONS])}", luck.choice(POSTS)])
            self.body = encoded([("once", f"{luck.getrandbits(128):032x}"), *some_of(FIELDS, luck, 6)]).encode()[
                :16_000
            ]


@pytest.mark.parametrize(("seed", "many"), SOME)
def test_no_odd_request_is_answered_by_a_fault(season, hands, seed, many):
    luck, by, tables = random.Random(seed), Command(by=season.ann.id), [season.game]
    for rules in (RULESETS[seed % 4], "season7"):  # one is under way, and one stays open
        tables.append(games.open_lobby(season.host, by, rules).game)
        for person in (season.ann, season.bob):
            games.sit_at_table(season.host, Command(by=person.id), tables[-1], Guest(person.id, person.name))
        if len(tables) == 2:
            assert games.start_game(season.host, by, tables[-1]).ok
    cookies = [season.visitor(season.ann).cookie, season.visitor(season.bob).cookie, ""]
    for _ in range(many):
        hands.now += luck.choice([0, 0, 1, 30, 600])
        visit = Visit(luck, tables, cookies)
        seen = answered(season.host, visit.method, visit.path, visit.query, visit.headers, visit.body)
        assert seen.status < 500, vars(visit)
        assert SCRIPT.encode() not in seen.body, vars(visit)


def odd_text(luck, most):
    """A text of at most so many characters, as somebody types it who means no good."""
    kind, words = luck.random(), [*DESK, *ALIASES]
    if kind < 0.3:
        text = luck.choice(ODD)
    elif kind < 0.5:
        text = shaped(luck.choice([*UNITS]), most)
    elif kind < 0.65:
        text = luck.choice(WORDS) * most
    else:
        text = " ".join(
            luck.choice([*words, *ODD, "pick", "peek", "row a", "12.5m"]) for _ in range(luck.randint(1, 12))
        )
    if luck.random() < 0.5:
        text = f"{luck.choice(['/', '!', ''])}{luck.choice(words)} {text}"
    return text.encode("utf-8", "ignore").decode()[:most].strip() or "."


@pytest.mark.parametrize(("seed", "many"), SOME)
def test_no_odd_text_in_telegram_is_a_fault(seed, many):
    luck, stage = random.Random(seed), TelegramStage()
    ann, bob = stage.api.user("Ann"), stage.api.user("Bob")
    group = stage.api.group("Friday", bob, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, bob], line=f"/newgame {RULESETS[seed % 4]} daily")
    for _ in range(many // 2):
        who, text = luck.choice([ann, bob]), odd_text(luck, 4096)
        if luck.random() < 0.1 and who.messages and who.messages[-1].buttons:
            who.taps(who.messages[-1], data=odd_text(luck, 16))
        elif luck.random() < 0.5:
            who.writes(text)
        else:
            who.says(group, text)
        stage.hear()
    assert stage.api.violations == []
    stage.close()


@pytest.mark.parametrize(("seed", "many"), SOME)
def test_no_odd_text_on_reddit_is_a_fault(seed, many):
    luck, stage = random.Random(seed), RedditStage()
    thread = stage.open("ann", "bob", line=f"!new {RULESETS[seed % 4]} pace daily", messages=bool(seed % 2))
    for _ in range(many // 20):
        text = odd_text(luck, luck.choice([300, 10_000]))
        if luck.random() < 0.3:
            stage.site.writes(luck.choice(["ann", "zoe"]), text)
        else:
            stage.site.says(luck.choice(["ann", "bob", "zoe"]), luck.choice([thread, *thread.tree()]), text)
    stage.pass_by(120, 30)
    assert stage.site.violations == []
    stage.close()
