"""Two selves become one, and nothing that either has done is lost or counts twice."""

import itertools

import pytest

from engine.kernel import Illegal, Told
from host.core import games, seats
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import FORMER, Command, Post, ReachableHours, SeatWish, WritingStyle
from host.core.store import MemoryTable, Store
from host.core.store.items import Item, PutItem, build_count_op, build_high_score_put
from host.core.transaction import run_transaction
from host.people import account_linking, accounts
from host.shown import views
from tests.host.core.timing import wait

MANY = {f"toy.deed{n}": n for n in range(60)}


class Killed(Exception):
    pass


class Mortal(MemoryTable):
    """A table whose process dies after so many writes."""

    left = float("inf")

    def write(self, ops):
        if self.left <= 0:
            raise Killed
        self.left -= 1
        super().write(ops)


def met(host, name, identity, place=""):
    return accounts.load_or_create_person(host, identity, name, place)


def kept(host, person_id):
    return accounts.load_current_person(host, person_id)


def opened(host, token):
    return accounts.find_person_by_token(host, token)


def played(host, hands, person):
    """A game that this person has played to its end."""
    game = games.open_lobby(host, Command(f"c{person.id}", person.id), "toy", {"laps": 1}).game
    games.sit_at_table(host, Command(f"j{person.id}", person.id), game, Guest(person.id, person.name))
    games.add_bot(host, Command(f"b{person.id}", person.id), game)
    games.start_game(host, Command(f"g{person.id}", person.id), game)
    seats.request_stand_in(host, Command(f"t{person.id}", person.id), game, "p1")
    wait(host, hands, 120, 5)
    assert views.load_game_view(host, game).stage == "over"
    return game


def told_apart(host, hands):
    """Ann on the web and Ann in Telegram, each with a past of her own."""
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1", "telegram:1")
    past = {played(host, hands, each) for each in (web, far)}
    for each, n in ((web, 1), (far, 10)):
        owner = f"person:{each.id}"
        host.store.table.write([build_count_op(owner, MANY), build_count_op(f"seen:{owner}", {"card": n})])
        host.store.table.write(
            [build_high_score_put(f"count:{owner}", "toy.best", n * 100), build_count_op(owner, {"toy.own": n})]
        )
    return web, far, past


def all_of(host, person):
    owner = f"person:{person}"
    (met_cards,) = host.store.load_counts_of_owners([f"seen:{owner}"])
    return (
        host.store.load_counts(owner),
        met_cards["card"],
        host.store.load_and_prune_bests(owner),
        set(host.store.list_past_game_ids(owner)),
    )


def check(host, web, far, past, before):
    """All that either had is with the one who is left, once, and nothing is anywhere else."""
    counts, cards, bests, games_past = all_of(host, web.id)
    assert {name: counts[name] for name in MANY} == {name: 2 * n for name, n in MANY.items()}
    assert counts == {name: before[0].get(name, 0) + before[1].get(name, 0) for name in {**before[0], **before[1]}}
    assert (counts["toy.own"], cards, bests["toy.best"], games_past) == (11, 11, 1000, past)
    assert (
        host.store.find_person_id("telegram:1", host.now())
        == host.store.find_person_id("visit:a", host.now())
        == web.id
    )
    assert [item for item in host.store.table.every() if far.id in f"{item.pk} {item.sk} {item.body!r}"] == []
    assert all(host.store.load_game(game).session.find_player_of(web.id) for game in past)


def test_a_game_that_the_operator_has_removed_is_handed_over(host):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = games.open_lobby(host, Command("c", far.id), "toy").game
    games.sit_at_table(host, Command("j", far.id), game, Guest(far.id, far.name))
    games.add_bot(host, Command("b", far.id), game)
    games.start_game(host, Command("g", far.id), game)
    ticking.remove_game(host, Command(operator=True), game)
    assert account_linking.merge_accounts(host, web.id, "telegram:1") == web.id
    ticking.restore_game(host, Command(operator=True), game)
    assert ticking.resume_session_clocks(host, Command("r", web.id), game).ok
    assert views.load_game_view(host, game, web.id).you == "p1"
    assert host.store.list_open_game_ids(f"person:{web.id}") == [game]
    assert [item for item in host.store.table.every() if far.id in f"{item.pk} {item.sk} {item.body!r}"] == []


def begin_toy(host, *people, laps=9, opener=None):
    """A running game of these people, and of a computer if there is but one of them."""
    first = opener or people[0]
    game = games.open_lobby(host, Command("c", first.id), "toy", {"laps": laps}).game
    for each in people:
        games.sit_at_table(host, Command(f"j{each.id}", each.id), game, Guest(each.id, each.name))
    if len(people) == 1:
        games.add_bot(host, Command("b", first.id), game)
    games.start_game(host, Command("g", first.id), game)
    return game


def win(tx):
    """The player in the first seat wins."""
    tx.say("{who} wins {amount:£}.", who="p1", amount=5)


def test_deeds_in_a_removed_game_that_were_not_counted_yet_go_along(host):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = begin_toy(host, far, met(host, "Bob", "visit:b"))
    for _ in range(2):  # the first brings a medal, and is counted at once
        assert run_transaction(host, Command(operator=True), game, win).ok
    ticking.remove_game(host, Command(operator=True), game)
    assert host.store.load_counts(f"person:{far.id}")["toy.wins"] == 1
    account_linking.merge_accounts(host, web.id, "telegram:1")
    assert host.store.load_counts(f"person:{web.id}")["toy.wins"] == 2


def wish_for(host, game, wishes="", takeovers=""):
    """Have these people ask for a seat, and be promised the second one."""

    def change(tx):
        for book, key, person in ((tx.session.wishes, "1", wishes), (tx.session.takeovers, "p2", takeovers)):
            if person:
                book[key] = SeatWish(person.id, person.name)

    assert run_transaction(host, Command(operator=True), game, change).ok


def list_wishes(host, game):
    session = host.store.load_game(game).session
    return [{key: wish.person for key, wish in book.items()} for book in (session.wishes, session.takeovers)]


@pytest.mark.parametrize("promised", [True, False])
def test_a_wish_in_a_removed_game_is_handed_over(host, promised):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = begin_toy(host, met(host, "Bob", "visit:b"))
    wish_for(host, game, **{"takeovers" if promised else "wishes": far})
    ticking.remove_game(host, Command(operator=True), game)
    account_linking.merge_accounts(host, web.id, "telegram:1")
    assert list_wishes(host, game) == ([{}, {"p2": web.id}] if promised else [{"1": web.id}, {}])
    assert [item for item in host.store.table.every() if far.id in f"{item.pk} {item.sk} {item.body!r}"] == []


def test_whoever_wished_as_two_in_a_removed_game_wishes_once(host):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = begin_toy(host, met(host, "Bob", "visit:b"))
    wish_for(host, game, wishes=web, takeovers=far)
    ticking.remove_game(host, Command(operator=True), game)
    account_linking.merge_accounts(host, web.id, "telegram:1")
    assert list_wishes(host, game) == [{}, {"p2": web.id}]


@pytest.mark.parametrize("first", [True, False])
def test_whoever_is_out_in_one_seat_and_plays_in_another_plays_on_in_that_alone(host, first):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    both = (far, web) if first else (web, far)
    game = begin_toy(host, *both, met(host, "Bob", "visit:b"), opener=web)
    assert seats.leave_game(host, Command(by=far.id), game).ok
    assert account_linking.merge_accounts(host, web.id, "telegram:1") == web.id
    players = {each.name: (each.person, each.out, each.bot) for each in host.store.load_game(game).session.players[:2]}
    assert players == {"Ann": (web.id, False, False), FORMER: ("", True, True)}
    assert views.load_game_view(host, game, web.id).you == ("p2" if first else "p1")
    assert host.store.list_open_game_ids(f"person:{web.id}") == [game]


@pytest.mark.parametrize("promised", [True, False])
def test_whoever_is_out_in_one_seat_wishes_for_no_other(host, promised):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = begin_toy(host, met(host, "Bob", "visit:b"), far, met(host, "Cat", "visit:c"))
    assert seats.leave_game(host, Command(by=far.id), game).ok
    wish_for(host, game, **{"takeovers" if promised else "wishes": web})
    account_linking.merge_accounts(host, web.id, "telegram:1")
    assert list_wishes(host, game) == [{}, {}]
    assert [each.person for each in host.store.load_game(game).session.players if each.out] == [web.id]


def test_whoever_was_two_in_a_removed_game_keeps_one_seat(host):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = begin_toy(host, web, far)
    ticking.remove_game(host, Command(operator=True), game)
    account_linking.merge_accounts(host, web.id, "telegram:1")
    players = host.store.load_game(game).session.players
    assert [(each.person, each.bot) for each in players] == [(web.id, False), ("", True)]


def test_a_game_in_two_lists_is_named_once(host):
    """An older release restores a removed game, and leaves the heading behind."""
    web = met(host, "Ann", "visit:a")
    game = begin_toy(host, web)
    host.store.table.write([PutItem(Item(f"person:{web.id}", f"gone/{game}"))])
    assert host.store.list_all_game_ids(f"person:{web.id}") == [game]


@pytest.mark.whole
def test_all_that_both_have_done_is_added_up(table, hands):
    host = HostContext(Store(table), now=hands)
    web, far, past = told_apart(host, hands)
    before = [host.store.load_counts(f"person:{each.id}") for each in (web, far)]
    assert account_linking.merge_accounts(host, web.id, "telegram:1") == web.id
    check(host, web, far, past, before)


def test_killed_at_any_write_and_begun_again_nothing_is_lost_and_nothing_counts_twice(hands):
    for writes in itertools.count():
        table = Mortal()
        host = HostContext(Store(table), now=hands)
        web, far, past = told_apart(host, hands)
        before = [host.store.load_counts(f"person:{each.id}") for each in (web, far)]
        ticket = accounts.hash_link_code(accounts.create_account_link_code(host, web.id))
        table.left = writes
        try:
            account_linking.redeem_link_code(host, ticket, "telegram:1")
        except Killed:
            table.left = float("inf")
            if host.store.find_person_id("telegram:1", host.now()) != web.id:
                account_linking.redeem_link_code(host, ticket, "telegram:1")
            check(host, web, far, past, before)
        else:
            break
    assert writes > 10


def test_what_somebody_set_stays_and_what_they_never_set_is_taken_over(host, hands):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1", "telegram:1")
    accounts.set_habits(host, web.id, ReachableHours("Europe/London", reminders=False, style=WritingStyle(comma=".")))
    away = (hands.now, hands.now + 60)
    accounts.set_habits(
        host, far.id, ReachableHours("Europe/Paris", quiet=(0, 60), away=away, style=WritingStyle("de", " "))
    )
    hands.now += 3600
    account_linking.merge_accounts(host, web.id, "telegram:1")
    now = kept(host, web.id)
    assert now.habits == ReachableHours("Europe/London", quiet=(0, 60), reminders=False, style=WritingStyle("de", "."))
    assert now.place == "telegram:1"


def test_every_way_in_leads_to_the_one_who_is_left_for_as_long_as_it_would_have(host, hands):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    token = accounts.create_web_token(host, far.id)
    hands.now += 60 * 86400
    account_linking.merge_accounts(host, web.id, "telegram:1")
    assert opened(host, token).id == web.id
    hands.now += 31 * 86400
    assert accounts.find_person_by_token(host, token) is None


def test_nobody_who_plays_under_both_names_becomes_one(host):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    for each in (web, far):
        game = games.open_lobby(host, Command(each.id, each.id), "toy").game
        games.sit_at_table(host, Command(f"j{each.id}", each.id), game, Guest(each.id, each.name))
    with pytest.raises(Illegal):
        account_linking.merge_accounts(host, web.id, "telegram:1")
    assert host.store.find_person_id("telegram:1", host.now()) == far.id


def test_whoever_was_two_in_one_game_is_forgotten_in_both_seats(host, hands):
    web, far = met(host, "Ann", "visit:a"), met(host, "Ann T", "telegram:1")
    game = games.open_lobby(host, Command("c", web.id), "toy", {"laps": 1}).game
    for each in (web, far):
        games.sit_at_table(host, Command(f"j{each.id}", each.id), game, Guest(each.id, each.name))
    games.start_game(host, Command("g", web.id), game)
    for seat, each in (("p1", web), ("p2", far)):
        seats.request_stand_in(host, Command(f"t{seat}", each.id), game, seat)
    wait(host, hands, 240, 5)
    account_linking.merge_accounts(host, web.id, "telegram:1")
    accounts.forget_account(host, web.id)
    assert views.load_game_view(host, game).names == {"p1": FORMER, "p2": FORMER}


def test_one_account_alone_keeps_all_and_everything_else_is_shut_out(host):
    web = met(host, "Ann", "visit:a")
    for identity in ("telegram:1", "reddit:a-b", "quiet-reddit:a-b"):
        accounts.link_identity(host, web.id, identity)
    token = accounts.create_web_token(host, web.id)
    account_linking.drop_other_identities(host, web.id, "reddit:a-b")
    assert host.store.list_identities(web.id) == ["quiet-reddit:a-b", "reddit:a-b"]
    assert accounts.find_person_by_token(host, token) is None


def test_without_a_platform_its_accounts_are_nobodys(host):
    web = met(host, "Ann", "visit:a", "reddit:@a-b")
    for identity in ("telegram:1", "reddit:a-b", "quiet-reddit:a-b"):
        accounts.link_identity(host, web.id, identity)
    account_linking.unlink_person_from_platform(host, web.id, "reddit")
    assert host.store.list_identities(web.id) == ["telegram:1", "visit:a"]
    assert kept(host, web.id).place == ""


def test_what_is_queued_for_the_private_place_is_not_said_there_once_its_account_is_unlinked(host):
    web = met(host, "Ann", "visit:a", "reddit:@a-b")
    host.store.queue_posts([Post(place, "g", 1, [Told("Secret.", {})]) for place in ("reddit:@a-b", "telegram:1")], 0.0)
    account_linking.unlink_person_from_platform(host, web.id, "reddit")
    assert [*host.store.iter_waiting_places(host.now())] == ["telegram:1"]


def test_a_code_is_for_another_account_and_once(host):
    web = met(host, "Ann", "visit:a")
    ticket = accounts.hash_link_code(accounts.create_account_link_code(host, web.id))
    with pytest.raises(Illegal) as no:
        account_linking.redeem_link_code(host, ticket, "visit:a")
    assert no.value.code == "same_person"
    assert account_linking.redeem_link_code(host, ticket, "telegram:1").id == web.id
    with pytest.raises(Illegal) as no:
        account_linking.redeem_link_code(host, ticket, "telegram:2")
    assert no.value.code == "stale_link"
    assert not host.store.find_person_id("telegram:2", host.now())


def test_an_account_merged_with_itself_stays_as_it_is(host):
    web = met(host, "Ann", "visit:a")
    before = [*host.store.table.every()]
    assert account_linking.merge_accounts(host, web.id, "visit:a") == web.id
    assert [*host.store.table.every()] == before


def test_an_identity_is_one_persons_alone(host):
    web, far = met(host, "Ann", "visit:a"), met(host, "Bob", "telegram:1")
    accounts.link_identity(host, web.id, "telegram:1")
    assert host.store.find_person_id("telegram:1", host.now()) == web.id
    assert host.store.list_identities(far.id) == []
    accounts.link_identity(host, "nobody", "visit:a")
    assert host.store.find_person_id("visit:a", host.now()) == web.id


def test_a_browsers_code_may_be_typed_with_capitals_and_spaces(host):
    bob = met(host, "Bob", "telegram:1")
    code, secret = account_linking.create_browser_code(host)
    account_linking.record_code_author(host, f" {code.upper()} ", bob.id, "telegram:1", "Bob")
    claim = account_linking.find_browser_claim(host, code, secret)
    assert claim is not None
    assert claim.person == bob.id


def test_nobody_confirms_a_browser_for_another_or_with_a_code_of_nobody(host):
    ann, bob = met(host, "Ann", "visit:a"), met(host, "Bob", "telegram:1")
    code, secret = account_linking.create_browser_code(host)
    with pytest.raises(Illegal):  # nobody has posted it
        account_linking.confirm_browser_claim(host, code, secret, ann)
    account_linking.record_code_author(host, code, bob.id, "telegram:1", "Bob")
    with pytest.raises(Illegal):
        account_linking.record_code_author(host, code, ann.id, "visit:a", "Ann")
    with pytest.raises(Illegal):
        account_linking.confirm_browser_claim(host, code, "guessed", ann)
    claim = account_linking.find_browser_claim(host, code, secret)
    assert claim is not None
    assert claim.person == bob.id
    token = account_linking.confirm_browser_claim(host, code, secret, bob)
    assert opened(host, token).id == bob.id
    with pytest.raises(Illegal):  # once
        account_linking.confirm_browser_claim(host, code, secret, bob)
