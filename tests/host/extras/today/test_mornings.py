"""The game of the day is posted every morning where a group wants it, at its hour, with its own people's table."""

import pytest
from msgspec.structs import replace

from engine.kernel import Illegal, format_text
from engine.ladder.rules import LADDER_RULESET
from host.core import games, seats
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.session import Command, WritingStyle
from host.core.store import MemoryTable, Store, items
from host.core.store.items import PutItem
from host.delivery import places
from host.extras.today import mornings
from host.extras.today.mornings import Morning
from host.people import accounts
from tests.host.said.test_desk import Asked
from tests.host.test_daily_ladder import NOON, alone, climbed

GROUP, DAY = "t:group", 86_400.0


class Admin(Asked):
    """A request of who looks after the group."""

    web = "https://play.example"

    def can_manage_place(self):
        return self.person.name == "Ann"


@pytest.fixture
def people(host):
    return {
        name: accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob", "Cat")
    }


@pytest.fixture
def says(host, people):
    def said(name, words, place=GROUP, *, private=False):
        request = Admin(host, people[name], words, "/{}", place, private=private)
        return [format_text(told.text, told.facts) for told in mornings.play_or_set_up(request).lines]

    return said


def posts(host, place=GROUP):
    """What waits to be said there, each as its lines."""
    return [[format_text(told.text, told.facts) for told in post.lines] for post in host.store.load_posts(place)]


def looks(host, hands, moment):
    hands.now = moment
    return ticking.sweep_due_games(host)


def test_it_is_posted_once_a_day_at_the_hour_of_the_groups_own_clock(host, hands, says):
    says("Ann", "7:30 Asia/Tokyo")
    seven_thirty = NOON + 10.5 * 3600  # 22:30 of UTC
    looks(host, hands, seven_thirty - 1)
    assert posts(host) == []
    for n in range(2):
        for moment in (0, 1, DAY / 2):
            looks(host, hands, seven_thirty + n * DAY + moment)
            assert len(posts(host)) == n + 1


def test_after_an_outage_it_is_posted_once_and_not_for_each_day(host, hands, says):
    says("Ann", "8 UTC")
    looks(host, hands, NOON + 5 * DAY)
    looks(host, hands, NOON + 5 * DAY + 60)
    assert len(posts(host)) == 1


def test_of_two_processes_that_look_at_once_one_posts_it(host, hands, says, monkeypatch):
    says("Ann", "8 UTC")
    hands.now = NOON + DAY
    found = mornings.build_morning_lines

    def built(*given):
        monkeypatch.setattr(mornings, "build_morning_lines", found)
        mornings.post_due_mornings(host)  # the other one is faster
        return found(*given)

    monkeypatch.setattr(mornings, "build_morning_lines", built)
    mornings.post_due_mornings(host)
    assert len(posts(host)) == 1


def test_the_hour_stays_the_same_when_clocks_are_put_forward(host, hands, says):
    hands.now = 1_774_695_600.0  # 28 March 2026, 11:00 UTC; the next night clocks go forward in Berlin
    says("Ann", "8:00 Europe/Berlin")
    looks(host, hands, 1_774_764_000.0 - 1)
    assert posts(host) == []
    looks(host, hands, 1_774_764_000.0)  # 29 March, 06:00 UTC
    assert len(posts(host)) == 1


def test_it_says_how_to_play_and_who_of_the_group_won_what_yesterday(host, hands, says, people):
    says("Ann", "8 UTC")
    says("Bob", "")
    for name in ("Bob", "Cat"):
        climb_as(host, people[name], 5 if name == "Bob" else 3)
    looks(host, hands, NOON + DAY)
    ((what, how, table),) = posts(host)
    assert "Fifteen Rungs" in what
    assert "https://play.example/" in how
    assert "/today" in how
    assert "1. Bob $1,000" in table
    assert "Cat" not in table  # of another group, as far as is known


def test_yesterdays_table_has_ten_rows_and_equal_amounts_share_a_place(host):
    rules = LADDER_RULESET
    people = [accounts.load_or_create_person(host, f"t:{n}", f"P{n}").id for n in range(mornings.MOST_ROWS + 2)]
    amounts = [900, 500, 500, 500, *(100 - n for n in range(mornings.MOST_ROWS - 2))]
    table = f"count:table:{rules.name}.{rules.dated}.2026-11-22"
    for person, amount in zip(people, amounts, strict=True):
        host.store.table.write([items.build_high_score_put(table, person, amount)])
    line = mornings._build_table_line(host, rules, "2026-11-22", {*people})
    rows = [(row.facts["n"], row.facts["name"], row.facts["amount"]) for row in line.facts["rows"]]
    assert len(rows) == mornings.MOST_ROWS
    assert [n for n, *_ in rows] == [1, 2, 2, 2, 5, 6, 7, 8, 9, 10]
    assert [(name, amount) for _, name, amount in (rows[0], rows[-1])] == [("P0", 900), ("P9", 95)]
    fewer = mornings._build_table_line(host, rules, "2026-11-22", {*people[2:]})
    assert [row.facts["n"] for row in fewer.facts["rows"]][:3] == [1, 1, 3]


def test_the_newest_games_of_a_group_say_who_belongs_to_it(host, hands, monkeypatch):
    monkeypatch.setattr(mornings, "MOST_GAMES", 2)
    for person in ("old", "newer", "newest"):
        hands.now += 60
        game = games.open_lobby(host, Command(by=person, place=GROUP), "toy").game
        games.sit_at_table(host, Command(by=person), game, games.Guest(person, person))
    assert mornings.list_people(host, GROUP, Morning(people=["asked"])) == {"newer", "newest", "asked"}


def test_of_too_many_who_have_asked_the_last_belong_to_the_group(host, monkeypatch):
    monkeypatch.setattr(mornings, "MOST_PEOPLE", 2)
    mornings.save_morning(host, GROUP, Morning())
    for person in ("a", "b", "a", "c"):
        mornings.add_person(host, GROUP, person)
    kept = mornings.load_morning(host.store, GROUP)
    assert kept is not None
    assert kept.people == ["b", "c"]


def climb_as(host, person, rungs):
    """Somebody with an account has played the ladder of the day."""
    sitter, game = alone(host, person.name, today="ladder")
    climbed(host, sitter, game, rungs)
    items.hand_over_counts(host.store.table, sitter.person.id, person.id)


def played(host, person):
    """A game in the group, of this person and a computer, that was ended early."""
    command = Command(by=person.id, place=GROUP)
    game = games.open_lobby(host, command, "toy").game
    games.sit_at_table(host, command, game, games.Guest(person.id, person.name, f"t:{person.name}"))
    games.add_bot(host, command, game)
    assert games.start_game(host, command, game).ok
    assert seats.close_table(host, command, game).ok


def test_who_played_there_lately_belongs_to_the_group(host, hands, people):
    for name in (*["Bob"] * 20, *["Ann"] * (mornings.MOST_GAMES - 1), "Cat"):
        hands.now += DAY
        played(host, people[name])
    assert mornings.list_people(host, GROUP, Morning()) == {people["Ann"].id, people["Cat"].id}
    games.open_lobby(host, Command(by=people["Ann"].id, place=GROUP), "toy")
    assert people["Cat"].id in mornings.list_people(host, GROUP, Morning())


def test_nobody_of_the_group_has_played_and_is_told_so(host, hands, says):
    says("Ann", "8 UTC")
    looks(host, hands, NOON + DAY)
    assert posts(host)[0][2] == mornings.NOBODY_YESTERDAY


def test_it_ends_when_the_group_wants_it_no_more(host, hands, says):
    says("Ann", "8 UTC")
    says("Ann", "off")
    looks(host, hands, NOON + DAY)
    assert posts(host) == []


@pytest.mark.parametrize("words", ["25:00", "8:61", "noon", "8:00 Europe/Atlantis", "\uff18"])
def test_what_is_no_hour_is_refused(says, words):
    with pytest.raises(Illegal) as no:
        says("Ann", words)
    assert no.value.code == "unclear_setting"


def test_nobody_but_an_admin_sets_it_and_everybody_may_ask(host, says):
    with pytest.raises(Illegal) as no:
        says("Bob", "8:00")
    assert no.value.code == "not_host"
    assert mornings.load_morning(host.store, GROUP) is None
    assert "/today 8:00 Europe/London" in says("Bob", "")[-1]


def test_in_private_one_plays_it_at_once(host, says, people):
    assert says("Bob", "", "t:Bob", private=True) == []
    (game,) = host.store.list_open_game_ids(f"person:{people['Bob'].id}")
    session = host.store.load_game(game).session
    assert session.options == {"day": "2026-11-22"}
    assert session.clocks


def test_who_may_not_open_a_game_reads_why(host, says, monkeypatch):
    def refuse_opening(*_):
        raise Illegal("No more games today.", code="too_many_games")

    monkeypatch.setattr(games, "check_opening_and_read_heartbeat", refuse_opening)
    assert says("Bob", "", "t:Bob", private=True) == ["No more games today."]
    assert list(host.store.iter_sessions()) == []


def test_a_place_that_moves_takes_it_along_and_one_that_is_gone_loses_it(host, hands, says):
    says("Ann", "8 UTC")
    mornings.move_morning(host, GROUP, "t:new")
    looks(host, hands, NOON + DAY)
    assert (posts(host), len(posts(host, "t:new"))) == ([], 1)
    places.move_place(host, "t:new", "")
    looks(host, hands, NOON + 2 * DAY)
    assert mornings.load_morning(host.store, "t:new") is None
    assert posts(host, "t:new") == []


def test_nothing_is_posted_where_the_extra_is_off_or_the_host_closes(host, hands, says):
    says("Ann", "8 UTC")
    off = HostContext(host.store, Config(without=("today",)), hands)
    looks(off, hands, NOON + DAY)
    assert posts(host) == []
    host.store.save_closing()
    looks(host, hands, NOON + DAY)
    assert posts(host) == []


def test_a_fault_in_it_keeps_no_game_from_its_clock(host, hands, says, monkeypatch, caplog):
    says("Ann", "8 UTC")

    def fails(*_):
        raise KeyError("secret")

    monkeypatch.setattr(mornings, "build_morning_lines", fails)
    looks(host, hands, NOON + DAY)
    assert "extra=today" in caplog.text
    assert "secret" not in caplog.text


def kept(host):
    found = mornings.load_morning(host.store, GROUP)
    assert found is not None
    return found


def test_who_goes_while_a_post_is_sent_goes_all_the_same(hands):
    hands.now = NOON

    class Busy(MemoryTable):
        """A table in which the morning post is sent just before its record is written for the first time."""

        def write(self, ops):
            if isinstance(ops[0], PutItem) and ops[0].item.pk == "morning" and ops[0].item.version == 2:
                item = self.get("morning", GROUP)
                assert item
                super().write([PutItem(replace(item, version=2, when=item.when + DAY), 1)])
            super().write(ops)

    host = HostContext(Store(Busy()), Config(), hands)
    mornings.save_morning(host, GROUP, Morning(style=WritingStyle(), people=["ann", "bob"]))
    mornings.hand_over_person_data(host.store, "bob", "eve")
    assert kept(host).people == ["ann", "eve"]


def test_a_record_is_kept_changed_handed_over_and_forgotten_on_every_table(table, hands):
    hands.now = NOON
    host = HostContext(Store(table), Config(), hands)
    mornings.save_morning(host, GROUP, Morning(style=WritingStyle(), people=["ann"]))
    mornings.add_person(host, GROUP, "bob")
    mornings.add_person(host, GROUP, "bob")
    assert kept(host).people == ["ann", "bob"]
    assert mornings.export_person_data(host.store, "bob") == [GROUP]
    mornings.hand_over_person_data(host.store, "bob", "eve")
    mornings.delete_person_data(host.store, "ann")
    assert kept(host).people == ["eve"]
    hands.now = NOON + DAY
    mornings.post_due_mornings(host)
    mornings.post_due_mornings(host)
    assert len(posts(host)) == 1
