"""Parting: from one person who has asked for it, and from everybody when a host closes for good."""

import pytest
from msgspec.structs import replace

from host.core import games
from host.core.session import CLOSED, OVER, Command
from host.core.store.items import SESSION, PutItem
from host.doors.local.process import LivingGame
from host.people import accounts
from host.shown import views


def said(season):
    return [told for _, told in views.list_told_lines(season.host, season.game)]


def test_everybody_is_listed_with_the_accounts_by_which_they_are_known(at_home, rtab):
    accounts.create_web_token(at_home.host, at_home.people["ann"])
    code, out, _ = rtab("people")
    lines = out.splitlines()
    assert (code, len(lines), lines[-1]) == (0, 4, "3 people")
    mine = next(line for line in lines if "Ann" in line)
    assert mine.startswith(f"{at_home.people['ann']}  Ann  t:ann  20")
    assert "web:" not in out
    assert rtab("people", "bo")[1].endswith("1 person\n")


@pytest.mark.parametrize("word", ["t:ann", "ann", "id"])
def test_one_person_is_forgotten_by_account_name_or_id_when_that_is_meant(at_home, rtab, word):
    asked = at_home.people["ann"] if word == "id" else word
    code, _, error = rtab("forget", asked)
    assert code == 1
    assert error == (
        f"This would remove Ann (t:ann), who plays in 1 game, for good. "
        f"If that is meant: rtab forget {at_home.people['ann']} --yes\n"
    )
    assert accounts.load_current_person(at_home.host, at_home.people["ann"])
    assert rtab("forget", asked, "--yes")[0] == 0
    assert accounts.load_current_person(at_home.host, at_home.people["ann"]) is None
    assert at_home.session.players[0].bot
    assert rtab("forget", asked, "--yes")[2] == f"Nobody here goes by {asked}. `rtab people` lists everybody.\n"


def test_nobody_is_forgotten_for_another_of_the_same_name(at_home, rtab):
    other = accounts.load_or_create_person(at_home.host, "t:other", "Ann", "t:other").id
    code, _, error = rtab("forget", "Ann", "--yes")
    assert code == 1
    assert at_home.people["ann"] in error
    assert other in error
    assert accounts.load_current_person(at_home.host, other)


@pytest.mark.whole
def test_a_farewell_is_heard_at_every_open_table(at_home, rtab):
    assert rtab("farewell", "We close on Sunday.")[1] == "Said at 1 open table.\n"
    last = said(at_home)[-1]
    assert (last.text, last.facts) == ("The person who runs this host says: {words}", {"words": "We close on Sunday."})
    at_home.play()
    assert rtab("farewell", "Anybody?")[1] == "Said at 0 open tables.\n"


@pytest.fixture
def unknown(at_home):
    """The game at home is of rules that this release does not know, and a lobby stands beside it; return the lobby."""
    table = at_home.host.store.table
    reply = games.open_lobby(at_home.host, Command("more", at_home.people["bob"], "t:group"), "season7")
    assert reply.ok
    item = table.get(f"game/{at_home.game}", SESSION)
    table.write([PutItem(replace(item, body=item.body.replace(b'"ruleset":"season7"', b'"ruleset":"croquet"')))])
    return reply.game


def test_a_farewell_is_heard_once_at_all_tables_but_those_of_unknown_rules(at_home, rtab, unknown):
    code, out, error = rtab("farewell", "We close on Sunday.")
    assert (code, out) == (1, "Said at 1 open table.\n")
    assert error.startswith(f"{at_home.game}: ")
    assert [told.text for _, told in views.list_told_lines(at_home.host, unknown)][-1].endswith("{words}")


def test_a_game_of_unknown_rules_keeps_no_other_open_and_nobody_from_their_records(at_home, rtab, tmp_path, unknown):
    folder = tmp_path / "all"
    code, out, error = rtab("goodbye", str(folder), "--yes")
    assert code == 1
    assert error.startswith(f"{at_home.game}: ")
    assert "Everybody's records are in" in out
    assert at_home.host.store.load_game(unknown).session.stage == CLOSED


@pytest.mark.whole
def test_finished_games_are_listed(at_home, rtab):
    assert rtab("games", "--over")[1] == "0 finished games\n"
    at_home.play()
    lines = rtab("games", "--over")[1].splitlines()
    assert lines[0].startswith(f"{at_home.game}  season7")
    assert lines[0].endswith("Ann, Bob, Cat")
    assert lines[1] == "1 finished game"


def test_a_host_closes_for_good_only_when_that_is_meant(at_home, rtab, tmp_path):
    folder = tmp_path / "all"
    code, _, error = rtab("goodbye", str(folder))
    assert code == 1
    assert error == (
        f"This would end 1 open game for good, and nobody could open another. "
        f"If that is meant: rtab goodbye {folder} --yes\n"
    )
    code, out, _ = rtab("goodbye", str(folder), "--yes")
    assert code == 0
    assert at_home.session.stage == OVER
    assert f"{sum(1 for _ in at_home.host.store.iter_waiting_places(9e12))} places have not heard yet" in out
    assert rtab("goodbye", str(folder))[0] == 0  # nothing can end any more: it only looks who waits


def test_after_goodbye_nobody_opens_a_game_not_even_the_show(at_home, rtab, tmp_path):
    host, show = at_home.host, LivingGame(at_home.host)
    show.pause_when_unwatched()  # somebody has looked just now
    assert len(list(accounts.list_open_sessions(host, "person:house"))) == 1
    assert rtab("goodbye", str(tmp_path / "all"), "--yes")[0] == 0
    show.note_page_view("/")
    show.pause_when_unwatched()
    assert (show.find_or_open_game(), LivingGame(host).find_or_open_game()) == ("", "")
    assert rtab("games")[1] == "0 open games\n"
    reply = games.open_lobby(host, Command("late", at_home.people["ann"], "t:group"), "season7")
    assert not reply.ok
    assert reply.lines[0].text == "This host will close soon, so you cannot open new games here."


@pytest.mark.whole
def test_a_host_without_a_game_asks_too_before_it_closes(at_home, rtab, tmp_path):
    at_home.play()
    code, _, error = rtab("goodbye", str(tmp_path / "all"))
    assert code == 1
    assert error.startswith("This would end 0 open games for good")
    assert games.open_lobby(at_home.host, Command("more", at_home.people["ann"]), "season7").ok
