"""Predictions lie beside a game: private until told, settled by what everybody was told, once, whatever dies when."""

import msgspec
import pytest

from engine.kernel import Forecast, Option, Outcome, format_text
from host.core import games, seats
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import Store
from host.extras.predictions import prediction_slips, services
from host.extras.predictions import services as shown
from host.people import account_linking, accounts
from host.said.desk import refusals
from host.shown import views
from tests.host.conftest import begun
from tests.host.people.test_account_merging import Killed, Mortal
from tests.rulesets.toy import Toy


@pytest.fixture
def zoe(host):
    return accounts.load_or_create_person(host, "t:zoe", "Zoe").id


def says(host, who, game, key, value, once=""):
    reply = services.submit_prediction(host, Command(once, who), game, key, value)
    return " ".join(format_text(told.text, told.facts) for told in reply.lines)


def session(host, game):
    return host.store.load_game(game).session


def slip(host, game, who):
    return services.load_settled_slip(host, session(host, game), who)[0]


def shout(host, game, who):
    assert games.make_unasked_play(host, Command(by=who), game, "shout").ok


def test_who_is_right_has_points_for_the_choices_and_for_the_run(host, playing, zoe):
    assert says(host, zoe, playing, "lap/shouts", "p1").startswith("Your prediction: p1.")
    shout(host, playing, "ann")
    assert slip(host, playing, zoe).score == prediction_slips.Score(2, 1, 1, 1, 1)  # two choices, no run before
    for _ in range(2):
        says(host, zoe, playing, "lap/shouts", "Bob")
        shout(host, playing, "bob")
    assert slip(host, playing, zoe).score == prediction_slips.Score(2 + 3 + 4, 3, 3, 3, 3)
    says(host, zoe, playing, "lap/shouts", "p1")
    shout(host, playing, "bob")
    assert slip(host, playing, zoe).score == prediction_slips.Score(9, 3, 4, 0, 3)
    assert [each.points for each in slip(host, playing, zoe).told] == [2, 3, 4, 0]


def test_what_was_told_before_settles_nothing_and_a_new_word_replaces_the_old(host, playing, zoe):
    shout(host, playing, "ann")
    says(host, zoe, playing, "lap/shouts", "p1")
    assert list(slip(host, playing, zoe).open) == ["lap/shouts"]
    says(host, zoe, playing, "lap/shouts", "p2")
    shout(host, playing, "ann")
    assert (slip(host, playing, zoe).score.settled, slip(host, playing, zoe).score.right) == (1, 0)


def test_who_has_a_hand_in_it_may_not_and_nobody_what_is_not_offered(host, playing, zoe):
    assert says(host, "ann", playing, "wins", "p1") == services.A_HAND
    assert "wins" not in [each.key for each in views.load_game_view(host, playing, "ann").forecasts]
    assert "wins" in [each.key for each in views.load_game_view(host, playing, zoe).forecasts]
    assert says(host, zoe, playing, "rains", "p1") == refusals.NOT_PREDICTABLE
    assert says(host, zoe, playing, "wins", "p7") == "“p7” is not one of the choices: p1 or p2."
    assert says(host, zoe, "00000000", "wins", "p1") == "I cannot find this game. Perhaps it has been closed."


def test_who_has_left_still_knows_what_they_have_sealed(host, monkeypatch):
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {}).game
    for person in ("ann", "bob", "cat"):
        assert games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), f"t:{person}")).ok
    assert games.start_game(host, Command(by="ann"), game).ok
    seats_now = [Option(seat, seat) for seat in ("p1", "p2")]
    monkeypatch.setattr(
        Toy, "list_forecasts", lambda *_: [Forecast("next", "What hides?", seats_now, ["p1", "p2", "p3"])]
    )
    assert seats.leave_game(host, Command(by="ann"), game).ok
    assert session(host, game).find_player_of("ann").out
    assert says(host, "ann", game, "next", "p1") == services.A_HAND


def test_whoever_is_called_as_a_choice_is_takes_nothing_from_it(host):
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {}).game
    for person, name in (("ann", "Ann"), ("bob", "p1")):
        assert games.sit_at_table(host, Command(by=person), game, Guest(person, name, f"t:{person}")).ok
    assert games.start_game(host, Command(by="ann"), game).ok
    says(host, "zoe", game, "lap/shouts", "p1")
    assert slip(host, game, "zoe").open["lap/shouts"].value == "p1"  # the button of Ann's seat
    says(host, "zoe", game, "lap/shouts", "Ann")
    assert slip(host, game, "zoe").open["lap/shouts"].value == "p1"


def test_in_a_tie_both_are_right_and_where_nobody_is_the_run_is_over(host, playing, zoe, monkeypatch):
    yan = accounts.load_or_create_person(host, "t:yan", "Yan").id
    for right, scores in ((["p1", "p2"], [(2, 1), (2, 1)]), ([], [(2, 0), (2, 0)])):
        monkeypatch.setattr(Toy, "list_outcomes", lambda *_, right=right: [Outcome("lap/shouts", right)])
        says(host, zoe, playing, "lap/shouts", "p1")
        says(host, yan, playing, "lap/shouts", "p2")
        shout(host, playing, "ann")
        found = [slip(host, playing, who).score for who in (zoe, yan)]
        assert [(each.points, each.run) for each in found] == scores


def test_a_pause_takes_no_prediction_and_hinders_none(host, playing, zoe):
    says(host, zoe, playing, "wins", "p1")
    assert ticking.pause_session_clocks(host, Command(by="ann"), playing).ok
    assert says(host, zoe, playing, "lap/shouts", "p1").startswith("Your prediction: p1.")
    assert ticking.resume_session_clocks(host, Command(by="ann"), playing).ok
    shout(host, playing, "ann")
    assert (slip(host, playing, zoe).score.right, list(slip(host, playing, zoe).open)) == (1, ["wins"])


def test_a_game_that_the_operator_has_removed_takes_none(host, playing, zoe):
    assert ticking.remove_game(host, Command(operator=True), playing).ok
    assert "has removed this game" in says(host, zoe, playing, "lap/shouts", "p1")
    assert not slip(host, playing, zoe).open


def test_the_same_prediction_twice_counts_once(host, playing, zoe):
    for _ in range(2):
        assert says(host, zoe, playing, "lap/shouts", "p1").startswith("Your prediction: p1.")
    shout(host, playing, "ann")
    assert slip(host, playing, zoe).score == prediction_slips.Score(2, 1, 1, 1, 1)


def test_a_run_brings_more_within_its_game_and_the_list_of_all_times_goes_on_with_it(host, playing, zoe):
    for game in (playing, begun(host)):
        says(host, zoe, game, "lap/shouts", "p1")
        shout(host, game, "ann")
        assert slip(host, game, zoe).score.points == 2  # begins anew in each game
    assert shown.list_all_time_points(host, session(host, playing), zoe)[0].score == prediction_slips.Score(
        4, 2, 2, 2, 2
    )


def test_nothing_comes_of_what_can_no_longer_come_nor_of_what_a_game_leaves_open(host, zoe):
    game = begun(host)
    says(host, zoe, game, "lap/shouts", "p1")
    says(host, zoe, game, "wins", "p1")
    assert seats.leave_game(host, Command(by="bob"), game).ok  # the toy needs two, so it is over
    found = slip(host, game, zoe)
    assert [each.void for each in found.told] == [True, True]
    assert (found.score, found.open) == (prediction_slips.Score(), {})
    assert says(host, zoe, game, "wins", "p1") == "The game has not begun yet, or it is over."


@pytest.mark.parametrize("waits", [False, True])
def test_who_sits_down_after_speaking_has_nothing_of_it(host, playing, zoe, monkeypatch, waits):
    """Also if sitting down is the very next that happens in the game."""
    monkeypatch.setattr(Toy, "can_hand_over_seat", lambda *_, **__: True)
    if not waits:
        says(host, zoe, playing, "lap/shouts", "p2")
    accounts.forget_account(host, "bob")
    games.sit_at_table(host, Command(by=zoe, place="t:group"), playing, Guest(zoe, "Zoe", "t:zoe"))
    if waits:
        says(host, zoe, playing, "lap/shouts", "p2")
    seats.admit_to_seat(host, Command(by="ann"), playing, "1")
    assert session(host, playing).find_player_of(zoe).since > 0
    shout(host, playing, zoe)
    assert slip(host, playing, zoe).told[-1].void


def test_there_is_a_limit_to_how_much_one_predicts(host, hands, playing, zoe, monkeypatch):
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    says(host, zoe, playing, "wins", "p1")
    assert says(host, zoe, playing, "lap/shouts", "p1").startswith(
        "You have made 1 predictions here that have no result yet"
    )
    monkeypatch.setattr(services, "MOST_A_DAY", 2)
    assert says(host, zoe, playing, "wins", "p2").startswith("Your prediction: p2")
    assert says(host, zoe, playing, "wins", "p1") == services.TOO_MANY
    hands.now += 86400
    assert says(host, zoe, playing, "wins", "p1").startswith("Your prediction: p1")
    monkeypatch.setattr(prediction_slips, "MOST_PREDICTORS", 1)
    assert says(host, "yan", playing, "wins", "p1") == services.CROWD


def test_the_same_input_again_says_the_same_and_changes_nothing(host, playing, zoe):
    first = says(host, zoe, playing, "lap/shouts", "p1", once="k")
    shout(host, playing, "ann")
    assert says(host, zoe, playing, "lap/shouts", "p1", once="k") == first
    assert slip(host, playing, zoe).open == {}
    assert slip(host, playing, zoe).score.settled == 1


def test_nobody_sees_it_and_the_game_does_not_change(host, playing, zoe):
    before = host.store.load_game(playing)
    seen = [msgspec.to_builtins(views.load_game_view(host, playing, who)) for who in ("", "ann", "bob")]
    says(host, zoe, playing, "wins", "p1")
    assert host.store.load_game(playing) == before
    assert [msgspec.to_builtins(views.load_game_view(host, playing, who)) for who in ("", "ann", "bob")] == seen
    assert shown.list_game_points(host, session(host, playing), "ann") == []


def test_tables_of_the_game_and_of_all_times_where_it_is_shown(host, playing, zoe):
    yan = accounts.load_or_create_person(host, "t:yan", "Yan").id
    for who, value in ((zoe, "p1"), (yan, "p2")):
        says(host, who, playing, "lap/shouts", value)
    shout(host, playing, "ann")
    now = shown.list_game_points(host, session(host, playing), zoe)
    assert [(each.n, each.name, each.score.points, each.you) for each in now] == [
        (1, "Zoe", 2, True),
        (2, "Yan", 0, False),
    ]
    ever = shown.list_all_time_points(host, session(host, playing), yan)
    assert [(each.name, each.score.points) for each in ever] == [("Zoe", 2), ("Yan", 0)]
    second = begun(host)
    says(host, zoe, second, "lap/shouts", "p1")
    shout(host, second, "ann")
    assert [each.score.points for each in shown.list_game_points(host, session(host, second), zoe)] == [2]
    assert [each.score.points for each in shown.list_all_time_points(host, session(host, second), zoe)] == [4, 0]
    other = msgspec.structs.replace(session(host, second), ruleset="season7")
    assert shown.list_all_time_points(host, other, zoe) == []


def test_titles_by_how_many_were_right_and_by_the_longest_run():
    assert [str(each) for each in shown.list_titles(prediction_slips.Score(right=10, best=5))] == [
        "Reader of Tea Leaves",
        "Hot Hand",
    ]
    assert [str(each) for each in shown.list_titles(prediction_slips.Score(right=300, best=12))] == [
        "Oracle",
        "Second Sight",
    ]
    assert shown.list_titles(prediction_slips.Score(right=9, best=4)) == []


def test_what_one_predicted_goes_with_them_and_is_forgotten_with_them(host, playing, zoe):
    says(host, zoe, playing, "lap/shouts", "p1")
    shout(host, playing, "ann")
    says(host, zoe, playing, "lap/shouts", "p2")
    slip(host, playing, zoe)
    kept = accounts.export_account(host, zoe)["predictions"]
    assert list(kept["games"][0]["open"]) == ["lap/shouts"]
    assert kept["lists"] == {"chat:t:group": {"toy": {"points": 2, "right": 1, "settled": 1, "run": 1, "best": 1}}}
    accounts.forget_account(host, zoe)
    assert zoe not in "".join(f"{item.pk} {item.sk} {item.body!r}" for item in host.store.table.every())
    assert shown.list_all_time_points(host, session(host, playing), "") == []


def dying(host, left):
    """The same host whose process dies after so many writes."""
    table = Mortal()
    table.__dict__.update(vars(host.store.table))
    table.left = left
    return HostContext(Store(table), host.config, host.now, host.token)


@pytest.mark.parametrize("left", range(8))
def test_two_who_turn_out_to_be_one_keep_all_of_it_once_wherever_it_breaks_off(host, playing, zoe, left):
    other = accounts.load_or_create_person(host, "r:zoe", "zoe").id
    for who, value in ((zoe, "p1"), (other, "p2")):
        says(host, who, playing, "lap/shouts", value)
    shout(host, playing, "ann")
    says(host, other, playing, "wins", "p2")
    for who in (zoe, other):
        slip(host, playing, who)
    try:
        account_linking.merge_accounts(dying(host, left), zoe, "r:zoe")
    except Killed:
        account_linking.merge_accounts(host, zoe, "r:zoe")
    assert (slip(host, playing, zoe).score.settled, slip(host, playing, zoe).score.points) == (2, 2)
    assert list(slip(host, playing, zoe).open) == ["wins"]
    ever = shown.list_all_time_points(host, session(host, playing), zoe)
    assert [(each.score.settled, each.score.points) for each in ever] == [(2, 2)]


def test_only_as_many_as_predict_in_a_game_now_count_for_its_limit(host, playing, zoe, monkeypatch):
    monkeypatch.setattr(prediction_slips, "MOST_PREDICTORS", 2)
    other = accounts.load_or_create_person(host, "r:zoe", "zoe").id
    for who in (zoe, other):
        says(host, who, playing, "wins", "p1")
    assert says(host, "yan", playing, "wins", "p1") == services.CROWD
    account_linking.merge_accounts(host, zoe, "r:zoe")
    assert says(host, "yan", playing, "wins", "p1").startswith("Your prediction: p1")
    assert says(host, "xia", playing, "wins", "p1") == services.CROWD
    accounts.forget_account(host, zoe)
    assert says(host, "xia", playing, "wins", "p1").startswith("Your prediction: p1")
    assert says(host, "wes", playing, "wins", "p1") == services.CROWD


def test_settled_once_however_many_look_and_whoever_dies(host, playing, zoe):
    says(host, zoe, playing, "lap/shouts", "p1")
    shout(host, playing, "ann")
    with pytest.raises(Killed):
        services.load_settled_slip(dying(host, 0), session(host, playing), zoe)
    for _ in range(3):
        assert slip(host, playing, zoe).score.points == 2
        assert [each.score.points for each in shown.list_game_points(host, session(host, playing), "")] == [2]
    assert prediction_slips.load_slip(host.store, playing, zoe)[0].score.settled == 1
