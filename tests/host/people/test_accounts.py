import json

import msgspec
import pytest

from engine.kernel import Illegal, Reader, format_money
from host.core import games, seats, statistics, transaction
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import FORMER, Command, ReachableHours
from host.core.store.items import Item, PutItem
from host.people import account_linking, accounts
from host.shown import views
from tests.host.core.timing import wait
from tests.rulesets.toy import Toy


@pytest.fixture
def ann(host):
    return accounts.load_or_create_person(host, "t:1", "Ann", "t:ann")


@pytest.fixture
def game(host, ann):
    """Ann against a computer, begun."""
    game = games.open_lobby(host, Command("c", ann.id, "t:group"), "toy", {"laps": 1}).game
    games.sit_at_table(host, Command("j", ann.id), game, Guest(ann.id, "Ann Onymous", "t:ann"))
    games.add_bot(host, Command("b", ann.id), game)
    games.start_game(host, Command("g", ann.id), game)
    return game


def test_the_same_identity_is_the_same_person(host, ann):
    assert accounts.load_or_create_person(host, "t:1", "Ann") == ann
    assert accounts.load_or_create_person(host, "t:2", "Ann").id != ann.id
    assert accounts.load_or_create_person(host, "t:1", "Anna", "t:new").name == "Anna"
    assert accounts.load_or_create_person(host, "t:1", "Anna").place == "t:new"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ann \n B\u202e ", "Ann B"),
        ("x" * 500, "x" * 40),
        ("", "Somebody"),
        ("\x00\x07", "Somebody"),
        (None, "Somebody"),
    ],
)
def test_names_are_tamed(host, name, shown):
    assert accounts.load_or_create_person(host, "t:9", name).name == shown


def test_a_web_link_opens_ones_own_view_until_it_ends(host, hands, ann):
    token = accounts.create_web_token(host, ann.id)
    assert accounts.find_person_by_token(host, token) == ann
    hands.now += 90 * 86400 + 1
    assert accounts.find_person_by_token(host, token) is None


def test_a_revoked_link_opens_nothing_and_names_stay(host, ann):
    tokens = [accounts.create_web_token(host, ann.id) for _ in range(2)]
    accounts.revoke_tokens(host, ann.id)
    assert [accounts.find_person_by_token(host, token) for token in tokens] == [None, None]
    assert accounts.load_or_create_person(host, "t:1", "Ann").id == ann.id


@pytest.mark.parametrize("token", ["", "no", None, 7, "\ud800", "x" * 10**6, ["a"]])
def test_a_forged_link_opens_nothing(host, ann, token):
    accounts.create_web_token(host, ann.id)
    assert accounts.find_person_by_token(host, token) is None


def test_no_token_is_kept(host, ann):
    token = accounts.create_web_token(host, ann.id)
    code = accounts.create_account_link_code(host, ann.id)
    kept = b"".join(msgspec.json.encode(item) for item in host.store.table.every()).decode()
    assert token not in kept
    assert code not in kept
    assert accounts.find_person_by_token(host, code) is None


def test_a_code_links_another_identity_once_and_not_for_long(host, hands, ann):
    code = accounts.create_account_link_code(host, ann.id)
    assert account_linking.redeem_link_code(host, accounts.hash_link_code(code), "reddit:ann").id == ann.id
    assert accounts.load_or_create_person(host, "reddit:ann", "Ann").id == ann.id
    late = accounts.create_account_link_code(host, ann.id)
    hands.now += 3600
    for bad in (code, late, "nonsense", None):
        with pytest.raises(Illegal):
            account_linking.redeem_link_code(host, accounts.hash_link_code(bad), "reddit:bob")


@pytest.mark.parametrize("which", ["ann", "bob"])
def test_of_two_who_become_one_whoever_plays_stays(host, ann, game, which):
    bob = accounts.load_or_create_person(host, "w:2", "Bob")
    assert account_linking.merge_accounts(host, *{"ann": (ann.id, "w:2"), "bob": (bob.id, "t:1")}[which]) == ann.id
    assert accounts.load_or_create_person(host, "w:2", "Ann").id == ann.id
    assert accounts.load_current_person(host, bob.id) is None
    assert views.load_game_view(host, game, ann.id).you == "p1"


def test_opening_a_private_place_reaches_the_games_one_plays(host):
    eve = accounts.load_or_create_person(host, "t:5", "Eve")
    game = games.open_lobby(host, Command("c", eve.id, "t:group"), "toy").game
    games.sit_at_table(host, Command("j", eve.id), game, Guest(eve.id, "Eve"))
    accounts.load_or_create_person(host, "t:5", "Eve", "t:eve")
    assert host.store.load_game(game).session.find_player_of(eve.id).place == "t:eve"


def test_who_is_forgotten_leaves_no_trace_and_the_game_whole(host, hands, ann, game):
    token = accounts.create_web_token(host, ann.id)
    accounts.set_habits(host, ann.id, ReachableHours("Europe/Vienna"))
    accounts.forget_account(host, ann.id)
    items = [item for item in host.store.table.every() if item.pk != "chat:t:group"]  # said within a second
    kept = b"".join(msgspec.json.encode(item) + item.body for item in items)
    for trace in (ann.id, "Ann", "t:ann", "t:1", "Vienna"):
        assert trace not in kept.decode(), trace
    assert accounts.find_person_by_token(host, token) is None
    wait(host, hands, 120, 5)
    shown = views.load_game_view(host, game)
    assert (shown.stage, shown.names["p1"]) == ("over", FORMER)


def test_who_is_forgotten_disappears_from_games_long_over(host, hands, ann, game):
    seats.request_stand_in(host, Command("t", ann.id), game, "p1")
    wait(host, hands, 120, 5)
    assert host.store.list_past_game_ids(f"person:{ann.id}") == [game]
    accounts.forget_account(host, ann.id)
    assert views.load_game_view(host, game).names["p1"] == FORMER
    assert views.list_told_lines(host, game)


def test_who_is_forgotten_leaves_nothing_in_their_own_place_either(host, hands, ann):
    alone = games.open_lobby(host, Command("c", ann.id, "t:ann"), "toy", {"laps": 1}).game
    games.sit_at_table(host, Command("j", ann.id), alone, Guest(ann.id, "Ann", "t:ann"))
    games.add_bot(host, Command("b", ann.id), alone)
    games.start_game(host, Command("g", ann.id), alone)
    wait(host, hands, 120, 5)
    past = [games.open_lobby(host, Command(f"p{n}", ann.id), "toy").game for n in range(45)]
    for game in past:
        seats.close_table(host, Command(f"s{game}", ann.id), game)
    accounts.forget_account(host, ann.id)
    kept = [item for item in host.store.table.every() if "t:ann" in f"{item.pk} {item.sk} {item.body!r}"]
    assert kept == []


def test_who_is_forgotten_leaves_nothing_in_any_of_their_private_chats(host, ann):
    accounts.link_identity(host, ann.id, "d:@7")
    host.store.save_place_value("d:@7", "direct", b"55")
    accounts.forget_account(host, ann.id)
    assert [item for item in host.store.table.every() if "d:@7" in f"{item.pk} {item.sk} {item.body!r}"] == []


def test_many_games_are_all_forgotten(host, ann):
    host.store.table.write([PutItem(Item(f"person:{ann.id}", f"past/{n}")) for n in range(100)])
    host.store.table.write([PutItem(Item(f"person:{ann.id}", f"past/x{n}")) for n in range(60)])
    accounts.forget_account(host, ann.id)
    assert not [item for item in host.store.table.every() if ann.id in item.pk]


def test_who_is_forgotten_disappears_from_games_in_no_list(host, ann, game):
    """Those that the operator has removed, and lobbies closed before they began."""
    shut = games.open_lobby(host, Command("c2", ann.id, "t:group"), "toy").game
    games.sit_at_table(host, Command("j2", ann.id), shut, Guest(ann.id, "Ann", "t:ann"))
    seats.close_table(host, Command("s2", ann.id), shut)
    ticking.remove_game(host, Command(operator=True), game)
    host.store.drop_place("t:group")
    assert {each["id"] for each in accounts.export_account(host, ann.id)["games"]} == {shut, game}
    assert host.store.list_open_game_ids(f"person:{ann.id}") == []

    accounts.forget_account(host, ann.id)
    assert host.store.load_posts("t:group") == []  # of a removed game nothing is told
    kept = b"".join(msgspec.json.encode(item) + item.body for item in host.store.table.every())
    for trace in (ann.id, "Ann", "t:ann", "t:1"):
        assert trace not in kept.decode(), trace

    ticking.restore_game(host, Command(operator=True), game)
    (seat, _) = host.store.load_game(game).session.players
    assert (seat.name, seat.bot) == (FORMER, True)
    assert not [item for item in host.store.table.every() if ann.id in item.pk]


def test_who_is_forgotten_disappears_from_the_thousand_and_first_game(host, ann, game):
    host.store.table.write([PutItem(Item(f"person:{ann.id}", f"past/{n:05}")) for n in range(1001)])
    host.store.table.write([PutItem(Item(f"person:{ann.id}", f"who/x:{n:05}")) for n in range(1001)])
    seats.close_table(host, Command("s", ann.id), game)
    assert len(host.store.list_past_game_ids(f"person:{ann.id}")) == 1002
    accounts.forget_account(host, ann.id)
    assert views.load_game_view(host, game).names["p1"] == FORMER
    assert not [item for item in host.store.table.every() if ann.id in item.pk]


def test_forgetting_nobody_is_harmless(host):
    accounts.forget_account(host, "nobody")


def test_an_export_is_ones_own_and_plain(host, ann, game):
    (asked,) = views.load_game_view(host, game, ann.id).asked
    games.submit_answer(host, Command("a", ann.id), game, asked.id, 3)
    wait(host, host.now, 3, 1)
    accounts.create_web_token(host, ann.id)
    exported = accounts.export_account(host, ann.id)
    assert json.loads(json.dumps(exported))["person"]["name"] == "Ann"
    assert exported["identities"] == ["t:1"]
    (mine,) = exported["games"]
    told = [line for line in mine["told"] if line[2]]
    assert [line[2] for line in told] == ["p1"]


def test_deeds_are_counted_for_people_and_places(host, hands, ann):
    for n in range(20):
        game = games.open_lobby(host, Command(f"c{n}", ann.id, "t:group"), "toy", {"laps": 1}).game
        games.sit_at_table(host, Command(f"j{n}", ann.id), game, Guest(ann.id, "Ann"))
        games.add_bot(host, Command(f"b{n}", ann.id), game)
        games.start_game(host, Command(f"g{n}", ann.id), game)
        for m in range(6):
            wait(host, hands, 5, 5)
            for asked in views.list_pending_questions(host, game, ann.id)[:1]:
                values = {
                    "choice": asked.options[0].value if asked.options else "",
                    "several": ["A", "B"],
                    "text": "Ha",
                }
                value = values.get(asked.form.kind, 0)
                games.submit_answer(host, Command(f"a{n}.{m}", ann.id), game, asked.id, value)
    own, group = (statistics.load_tally(host, owner, Toy()) for owner in (f"person:{ann.id}", "chat:t:group"))
    past = host.store.list_past_game_ids("chat:t:group")
    wins = [
        line for game in past for _, line in views.list_told_lines(host, game) if line.text.startswith("{who} wins")
    ]
    assert len(past) == 20
    assert group.counts["wins"] == len(wins) > own.counts["wins"]
    assert own.counts["wins"] == len([line for line in wins if line.facts["who"] == "p1"]) > 0
    assert own.earned == [("Lucky", "Win once.")]
    biggest = max(line.facts["amount"] for line in wins if line.facts["who"] == "p1")
    assert own.counts["biggest"] == biggest
    lines = statistics.format_statistics(host, f"person:{ann.id}", Reader())
    wins_said = f"{own.counts['wins']} {'win' if own.counts['wins'] == 1 else 'wins'}"
    assert lines == [Toy.title, wins_said, f"biggest win: {format_money(biggest)}", "🏅 Lucky: Win once."]
    assert statistics.format_statistics(host, "chat:t:group", Reader())[0] == Toy.title
    assert statistics.format_statistics(host, "person:nobody", Reader()) == [
        ("There are no statistics of this game yet.")
    ]
    said = [line for game in past for _, line in views.list_told_lines(host, game, ann.id)]
    assert [line.to for line in said if "have earned" in line.text or "has earned" in line.text] == ["", "p1"]


def test_a_game_that_is_shown_in_the_own_chat_of_who_is_forgotten_goes_from_there(host):
    """Also one that they only opened, one that they have left, and one of others that they watch."""
    ann = accounts.load_or_create_person(host, "t:1", "Ann", "t:1")
    opened = games.open_lobby(host, Command(by=ann.id, place="t:1"), "toy").game
    left = games.open_lobby(host, Command(by="bob", place="t:1"), "toy").game
    for game in (opened, left):
        for person in ("bob", "cat"):
            assert games.sit_at_table(host, Command(by=person), game, Guest(person, person.title())).ok
    assert games.sit_at_table(host, Command(by=ann.id), left, Guest(ann.id, "Ann", "t:1")).ok
    assert games.start_game(host, Command(by="bob"), left).ok
    assert seats.leave_game(host, Command(by=ann.id), left).ok
    watched = games.open_lobby(host, Command(by="bob", place="t:1"), "toy").game
    accounts.forget_account(host, ann.id)
    assert [host.store.load_game(game).session.places for game in (opened, left, watched)] == [[], [], []]
    assert games.sit_at_table(host, Command(by="dan"), watched, Guest("dan", "Dan")).ok
    assert host.store.load_posts("t:1") == []


def test_a_link_is_made_though_something_else_of_the_person_is_saved_at_once(host, ann, monkeypatch):
    """As when two of their taps come to two processes."""
    stale = host.store.load_person(ann.id)
    accounts.create_web_token(host, ann.id)
    fresh, seen = host.store.load_person, iter([stale])
    monkeypatch.setattr(host.store, "load_person", lambda person: next(seen, None) or fresh(person))
    assert accounts.find_person_by_token(host, accounts.create_web_token(host, ann.id)) == ann
    seen = iter([stale, stale])
    accounts.link_identity(host, ann.id, "r:ann")
    assert host.store.find_person_id("r:ann", host.now()) == ann.id


def test_a_game_whose_rules_are_broken_keeps_nothing_of_who_is_forgotten(host, ann, game, monkeypatch):
    def breaks_down(*_):
        raise KeyError("sealed number 5")

    with monkeypatch.context() as patch:
        patch.setattr(transaction, "load_engine_game", breaks_down)
        accounts.forget_account(host, ann.id)
    session = host.store.load_game(game).session
    assert (session.players[0].person, session.players[0].name, session.players[0].bot) == ("", FORMER, True)
    assert (ann.id in str(session), "Ann" in str(session)) == (False, False)
