"""Everybody takes along a file, when they ask the operator and when the host closes for good."""

import pytest
from msgspec.structs import replace

from host.core import games, seats
from host.core.games import Guest
from host.core.session import Command
from host.core.store.items import PutItem
from host.extras.keepsakes.command import write_keepsakes
from host.people import accounts


@pytest.mark.whole
def test_everybody_takes_along_a_file_that_is_read_without_us(at_home, rtab, tmp_path):
    at_home.play()
    folder = tmp_path / "records"
    assert rtab("keepsakes", str(folder))[1] == f"3 files are in {folder}\n"
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(f"{name.title()}-{id_}.txt" for name, id_ in at_home.people.items())
    text = (folder / f"Ann-{at_home.people['ann']}.txt").read_text("utf-8")
    assert "1 season played" in text
    mine = next(line for line in at_home.standings() if line.who == "p1")
    assert f"{mine.place}. Ann {mine.total:,} *" in text
    assert "wins Race to a Billion with" in text or "win Race to a Billion" in text
    assert "Your bomb is hidden on square" not in text


@pytest.mark.usefixtures("at_home")
def test_a_host_that_closes_for_good_writes_everybody_s_file(rtab, tmp_path):
    folder = tmp_path / "all"
    assert rtab("goodbye", str(folder))[0] == 1
    assert not folder.exists()
    out = rtab("goodbye", str(folder), "--yes")[1]
    assert len(list(folder.iterdir())) == 3
    assert f"Everybody's records are in {folder}: 3 files." in out


@pytest.mark.usefixtures("at_home")
def test_a_host_without_keepsakes_closes_without_files(rtab, tmp_path, monkeypatch):
    monkeypatch.setenv("RTAB_WITHOUT", "keepsakes")
    folder = tmp_path / "all"
    code, out, _ = rtab("goodbye", str(folder), "--yes")
    assert (code, folder.exists(), "records" in out) == (0, False, False)


def finished(host, people):
    game = games.open_lobby(host, Command(by=people[0].id), "toy").game
    for person in people:
        assert games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name)).ok
    assert games.start_game(host, Command(by=people[0].id), game).ok
    assert seats.close_table(host, Command(by=people[0].id), game).ok
    return game


@pytest.mark.parametrize("wreck", [lambda _: b"{", lambda body: body.replace(b'"state":', b'"estate":')])
def test_a_game_that_cannot_be_read_keeps_nobody_from_their_file(host, tmp_path, wreck):
    people = [accounts.load_or_create_person(host, f"t:{name}", name) for name in ("Ann", "Bob")]
    lost, kept = (finished(host, people) for _ in range(2))
    item = host.store.table.get(f"game/{lost}", "session")
    host.store.table.write([PutItem(replace(item, body=wreck(item.body), version=item.version + 1), item.version)])
    assert write_keepsakes(host, tmp_path) == 2
    text = (tmp_path / f"Ann-{people[0].id}.txt").read_text("utf-8")
    assert (f"({kept})" in text, f"({lost})" in text) == (True, False)
