"""One damaged row harms nothing beside it: whichever it is, and whatever has become of it."""

import shutil
import sqlite3
from html import escape

import pytest

from engine.rulesets import RULESETS
from host.core import games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import Store
from host.core.store.items import PERSON, Damaged, Item, PutItem
from host.core.store.sqlite import SqliteTable
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.command import main
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.people import accounts
from host.said.desk.menu import DESK
from host.said.desk.playing import find_computer_card, pick_running_game
from host.said.reading.matching import explain_no_question, list_waiting_names
from tests.fakes import cloud
from tests.host.conftest import Hands
from tests.host.doors.web.visitor import Visitor
from tests.host.said.test_desk import Asked
from tests.rulesets.toy import COLOURS, Toy

FILE = "rtab.sqlite"
BODIES = {
    "cut": lambda body: body[: len(body) // 2],
    "empty": lambda _: b"",
    "noise": lambda _: b"\xff\xfe\x00{[" * 7,
    "null": lambda _: b"null",
    "of another kind": lambda _: b'{"id": 7}',
}
COUNTS = ("", "{", '{"a": "b"}', "\x00")
HOLLOW = (  # a game that can be read, but makes no sense
    (b'"record":', b'"record":null,"was":'),
    (b'"ruleset":"toy"', b'"ruleset":"croquet"'),
    (b'"zone":"UTC"', b'"zone":"Nowhere"'),
    (b'"clocks":{', b'"clocks":{"lap#77":{"who":"p9","asked":0.0,"allowed":-1.0,"due":1.0},'),
    (b'"stage":"running"', b'"stage":"asleep"'),
    (b'"players":[', b'"players":[{"seat":"p9","habits":{"quiet":[1,1]}},'),
    (b'"state":', b'"estate":'),
)
PEOPLE = ("Ann", "Bob", "Cat")


class Said:
    """A platform where everything can be said."""

    prefix, mixes, pauses = "t:", False, True

    def __init__(self):
        self.places = set()

    def get_lane(self, chat):
        return chat

    def is_crowd(self, _):
        return False

    def send(self, chat, _):
        self.places.add(chat)
        return "1"

    def show_board(self, chat, _, message):
        self.places.add(chat)
        return message or "2"


class Home:
    """A host with a game for two in a group, one against the computer, a lobby, and one that is over."""

    def __init__(self, folder, now):
        self.folder, self.hands = folder, Hands(now)
        self.table = SqliteTable(folder / FILE)
        self.host = HostContext(Store(self.table), Config(), self.hands)

    def furnish(self):
        people = {name: accounts.load_or_create_person(self.host, f"t:{name}", name, f"t:{name}") for name in PEOPLE}
        self.links = {name: accounts.create_web_token(self.host, person.id) for name, person in people.items()}
        self.ids = {name: person.id for name, person in people.items()}
        self.two = self.opened("Ann", "Bob")
        self.alone = self.opened("Cat")
        self.past = self.opened("Cat", laps=1)
        self.lobby = games.open_lobby(self.host, Command(by=self.ids["Bob"], place="t:other"), "toy").game
        games.sit_at_table(self.host, Command(by=self.ids["Bob"]), self.lobby, Guest(self.ids["Bob"], "Bob", "t:Bob"))
        while self.session(self.past).stage == "running":
            self.answer("Cat", self.past)
            self.hands.now += 5
            ticking.sweep_due_games(self.host)
        return self

    def opened(self, *names, laps=2):
        command = Command(by=self.ids[names[0]], place="t:group")
        game = games.open_lobby(self.host, command, "toy", {"laps": laps}, "evening").game
        for name in names:
            guest = Guest(self.ids[name], name, f"t:{name}")
            assert games.sit_at_table(self.host, Command(by=self.ids[name]), game, guest).ok
        if len(names) == 1:
            assert games.add_bot(self.host, command, game).ok
        assert games.start_game(self.host, command, game).ok
        return game

    def session(self, game):
        saved = self.host.store.load_game(game)
        assert saved is not None
        return saved.session

    def answer(self, name, game):
        session = self.session(game)
        seat = session.find_player_of(self.ids[name]).seat
        for question, clock in session.clocks.items():
            if clock.who == seat:
                value = {"seal": 1, "colour": next(iter(COLOURS)), "letters": ["A", "B"], "bid": 0, "motto": "On"}
                key = question.split("#")[0]
                for each in value.values() if key not in value else [value[key]]:
                    if games.submit_answer(self.host, Command(by=self.ids[name]), game, question, each).ok:
                        return

    def rows(self):
        return [(item.pk, item.sk, item) for item in self.table.every()]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULESETS, "toy", Toy())
        home = Home(tmp_path_factory.mktemp("furnished"), 1_800_000_000.0).furnish()
    home.table.close()
    return home


def again(furnished, folder):
    """The same host once more, from its file."""
    shutil.copytree(furnished.folder, folder)
    home = Home(folder, furnished.hands.now)
    for name in ("ids", "links", "two", "alone", "past", "lobby"):
        setattr(home, name, getattr(furnished, name))
    return home


def spoilt(home, pk, sk, column, value):
    with sqlite3.connect(home.folder / FILE) as db:
        db.execute(f"update items set {column} = ? where pk = ? and sk = ?", (value, pk, sk))  # noqa: S608 - our own
    db.close()


def concerned(home, pk):
    """The games and the people that this row is about."""
    game = pk.removeprefix("game/")
    ids = {value: name for name, value in home.ids.items()}
    found = {name for value, name in ids.items() if value in pk or f"t:{name}" in pk}
    return game, found


def check(home, monkeypatch, capsys, pk):
    """All others play on, see their pages, hear their news, and are on the operator's list."""
    bad, people = concerned(home, pk)
    sender = Said()
    waiting = {chat for chat in home.host.store.iter_waiting_places(home.hands.now) if f"chat:{chat}" != pk}
    dispatcher = OutboxDispatcher(home.host, sender, Pace(TELEGRAM_LIMITS))
    for _ in range(40):
        dispatcher.deliver_now()
        home.hands.now += 5
    dispatcher.close()
    assert waiting <= sender.places
    before = {game: home.session(game).entries for game in (home.two, home.alone) if game != bad}
    for _ in range(60):
        home.hands.now += 15
        ticking.sweep_due_games(home.host)
    for game, entries in before.items():
        assert home.session(game).entries > entries, "its time is up, and its computer plays"
    for name, link in home.links.items():
        own = {"Ann": [home.two], "Bob": [home.two, home.lobby], "Cat": [home.alone, home.past]}[name]
        page = Visitor(home.host, link).ask("GET", "/")
        if name not in people and pk.partition("/")[0] != "who":
            text = page.body.decode()
            assert page.status == 200
            assert [game for game in own if f"/g/{game}" not in text and game != bad] == []
    for game in (home.two, home.alone, home.past, home.lobby):
        status = Visitor(home.host).ask("GET", f"/g/{game}").status
        assert status == 200 or (game == bad and status in (404, 500))
    monkeypatch.setenv("RTAB_HOME", str(home.folder))
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert [game for game in (home.two, home.alone, home.lobby) if game not in listed] == []


@pytest.mark.whole
def test_any_damaged_row_harms_nothing_beside_it(furnished, tmp_path, monkeypatch, capsys):
    kinds = list(BODIES.items())
    for n, (pk, sk, item) in enumerate(again(furnished, tmp_path / "rows").rows()):
        home = again(furnished, tmp_path / str(n))
        if item.body:
            spoilt(home, pk, sk, "body", kinds[n % len(kinds)][1](item.body))
        else:
            spoilt(home, pk, sk, "counts", COUNTS[n % len(COUNTS)])
        try:
            check(home, monkeypatch, capsys, pk)
        except BaseException as error:
            error.add_note(f"with {pk} {sk} damaged, {kinds[n % len(kinds)][0]}")
            raise
        home.table.close()


@pytest.mark.parametrize("how", BODIES)
@pytest.mark.parametrize("which", ["two", "alone"])
def test_a_damaged_game_stands_aside_and_is_marked(furnished, tmp_path, monkeypatch, capsys, caplog, how, which):
    home = again(furnished, tmp_path / "home")
    game = getattr(home, which)
    spoilt(home, f"game/{game}", "session", "body", BODIES[how](home.table.get(f"game/{game}", "session").body))
    check(home, monkeypatch, capsys, f"game/{game}")
    assert home.host.store.list_damaged() == [f"game/{game} session"]
    assert sum("skipping corrupt item" in line for line in caplog.messages) == 1, "and not once for each look"
    assert "1 damaged: rtab doctor says which" in Visitor(home.host).ask("GET", "/healthz").body.decode()
    assert main(["doctor"]) == 1
    assert f"game/{game} session" in capsys.readouterr().out
    name = {"two": "Bob", "alone": "Cat"}[which]
    assert "Damaged games" in Visitor(home.host, home.links[name]).go("/")
    assert "are damaged" in Visitor(home.host, home.links[name]).go(f"/g/{game}")
    reply = games.make_unasked_play(home.host, Command(by=home.ids[name]), game, "shout")
    assert (reply.ok, "damaged" in reply.lines[0].text) == (False, True)


@pytest.mark.parametrize("column", ["version", "moment", "until", "counts", "shelf"])
def test_so_does_one_whose_other_columns_are(furnished, tmp_path, monkeypatch, capsys, column):
    home = again(furnished, tmp_path / "home")
    spoilt(home, f"game/{home.two}", "session", column, "\x00nonsense")
    check(home, monkeypatch, capsys, f"game/{home.two}")


@pytest.mark.parametrize(("part", "becomes"), HOLLOW)
def test_a_game_that_makes_no_sense_stands_aside(furnished, tmp_path, monkeypatch, capsys, part, becomes):
    home = again(furnished, tmp_path / "home")
    body = home.table.get(f"game/{home.two}", "session").body
    assert part in body
    spoilt(home, f"game/{home.two}", "session", "body", body.replace(part, becomes))
    check(home, monkeypatch, capsys, f"game/{home.two}")


def test_whoever_is_damaged_is_told_so(furnished, tmp_path):
    home = again(furnished, tmp_path / "home")
    spoilt(home, f"person:{home.ids['Ann']}", "person", "body", b"{")
    page = Visitor(home.host, home.links["Ann"]).ask("GET", "/")
    assert (page.status, escape(PERSON) in page.body.decode()) == (500, True)
    with pytest.raises(Damaged):
        accounts.load_or_create_person(home.host, "t:Ann", "Ann")


WRECKS = {"row": lambda _: b"{", "rules": lambda body: body.replace(b'"state":', b'"estate":')}


@pytest.mark.parametrize("how", WRECKS)
def test_a_damaged_game_keeps_nobody_from_what_else_is_theirs(furnished, tmp_path, monkeypatch, how):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    home = again(furnished, tmp_path / "home")
    cat = accounts.load_current_person(home.host, home.ids["Cat"])
    assert cat is not None
    for game in (home.past, home.alone):
        body = home.table.get(f"game/{game}", "session").body
        spoilt(home, f"game/{game}", "session", "body", WRECKS[how](body))
    second = home.opened("Cat")
    answered = DESK["pick"].does(Asked(home.host, cat, "1", place="t:Cat", private=True))
    assert answered.ok and home.session(second).entries > 4
    assert DESK["leaders"].does(Asked(home.host, cat, "", place="t:group")).ok
    assert find_computer_card(Asked(home.host, cat, "", place="t:group"), "Toy") == ""
    kept = accounts.export_account(home.host, cat.id)
    assert {home.past, home.alone, second} == {game["id"] for game in kept["games"]}


def test_a_game_whose_rules_have_broken_down_is_not_meant_while_another_goes_on(furnished, tmp_path, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    home = again(furnished, tmp_path / "home")
    home.hands.now += 5
    second = home.opened("Ann")
    body = home.table.get(f"game/{second}", "session").body
    spoilt(home, f"game/{second}", "session", "body", WRECKS["rules"](body))
    for _ in range(30):
        home.hands.now += 30
        ticking.sweep_due_games(home.host)
    assert home.session(second).broken
    ann = accounts.load_current_person(home.host, home.ids["Ann"])
    asked = Asked(home.host, ann, "", place="t:Ann", private=True)
    assert {asked.pick_game().id, pick_running_game(asked).id} == {home.two}


def test_a_damaged_game_hides_nobodys_turn_in_the_one_beside_it(furnished, tmp_path, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    home = again(furnished, tmp_path / "home")
    bad, ann = home.opened("Ann"), home.ids["Ann"]
    body = home.table.get(f"game/{bad}", "session").body
    spoilt(home, f"game/{bad}", "session", "body", WRECKS["rules"](body))
    for name in ("Ann", "Bob", "Ann"):
        home.answer(name, home.two)
    there = [home.session(game) for game in (bad, home.two)]
    assert list_waiting_names(home.host, there) == ["Bob"]
    assert explain_no_question(home.host, there, ann).code == "not_your_turn"
    for ask in (
        lambda alone: list_waiting_names(home.host, alone),
        lambda alone: explain_no_question(home.host, alone, ann),
    ):
        with pytest.raises(Damaged):
            ask(there[:1])


def test_an_identity_that_leads_nowhere_is_no_endless_loop(furnished, tmp_path):
    home = again(furnished, tmp_path / "home")
    for body in (b"\xff", b"nobody", b""):
        spoilt(home, "who/t:Ann", "who", "body", body)
        with pytest.raises(Damaged):
            accounts.load_or_create_person(home.host, "t:Ann", "Ann")


def test_a_broken_line_of_the_log_leaves_the_page(furnished, tmp_path):
    home = again(furnished, tmp_path / "home")
    spoilt(home, f"game/{home.past}", "log/0000003", "body", b"{")
    assert "I cannot show this line of the log" in Visitor(home.host, home.links["Cat"]).go(f"/g/{home.past}/log")


def test_a_game_is_tried_again_and_goes_on_when_it_is_mended(furnished, tmp_path):
    home = again(furnished, tmp_path / "home")
    body = home.table.get(f"game/{home.two}", "session").body
    spoilt(home, f"game/{home.two}", "session", "body", b"")
    home.hands.now += 700
    ticking.sweep_due_games(home.host)
    spoilt(home, f"game/{home.two}", "session", "body", body)
    before = home.session(home.two).entries
    for _ in range(80):
        home.hands.now += 30
        ticking.sweep_due_games(home.host)
    assert home.session(home.two).entries > before


def test_in_dynamodb_what_cannot_be_unpacked_hides_nothing(moto_client):
    table = cloud.new_table(moto_client)
    for name in ("a", "b"):
        table.write([PutItem(Item(f"game/{name}", "session", b"x" * 500, 3, index="due", when=1.0))])
    values = {":packed": {"B": b"noise"}}
    key = {"pk": {"S": "game/a"}, "sk": {"S": "session"}}
    moto_client.update_item(
        TableName=table._name,
        Key=key,
        UpdateExpression="set packed = :packed",
        ExpressionAttributeValues=values,
    )
    one, other = (table.get(f"game/{name}", "session") or Item("", "") for name in "ab")
    assert (one.damaged, one.version, other.damaged, other.body) == (True, 3, False, b"x" * 500)
    assert len(table.due_before("due", 5.0)) == 2
