"""The stream of events for programs: whole, in order, as its schema says, and nothing that its reader may not know."""

import json
import re

import pytest
from msgspec.structs import replace

from engine.kernel import LOG, Told
from engine.kernel.event import EVENT_KINDS
from engine.rulesets import RULESETS
from host.core import games, seats
from host.core.session import OVER, Command
from host.core.store.items import DeleteItem, build_log_entry_put
from host.shown import game_data, views
from tests.host.doors.web.visitor import Visitor


def lines(visitor, path, since=0):
    """All lines from there on, page by page, as a program reads them."""
    found = []
    while True:
        response = visitor.ask("GET", f"{path}/events?since={since}")
        assert (response.status, response.headers["Cache-Control"]) == (200, "no-store")
        assert response.headers["Content-Type"].startswith("application/x-ndjson")
        (next_,) = re.findall(r'events\?since=(\d+)>; rel="next"', response.headers["Link"])
        found += [json.loads(line) for line in response.body.splitlines()]
        if int(next_) == since:
            return found
        since = int(next_)


def answered(season, person, key):
    """Somebody takes the first choice of what they are asked."""
    asked = next(each for each in views.list_pending_questions(season.host, season.game, person.id) if each.key == key)
    reply = games.submit_answer(season.host, Command(by=person.id), season.game, asked.id, asked.options[0].value)
    assert reply.ok


def key_of(season, person):
    return views.list_pending_questions(season.host, season.game, person.id)[0].key


def test_everybody_reads_what_was_said_to_all_and_a_seat_reads_its_own_too(season):
    answered(season, season.ann, key_of(season, season.ann))
    public, ann, bob = (
        lines(each, season.path)
        for each in (Visitor(season.host), season.visitor(season.ann), season.visitor(season.bob))
    )
    assert public == bob
    assert [line for line in ann if "to" not in line] == public
    assert [line["event"] for line in ann if line not in public] == ["race.BombSealed", "host.FirstSquaresAsked"]
    assert [line["event"] for line in public[:2]] == ["host.TableOpened", "host.SeatTaken"]
    assert public[1]["says"] == "Ann joins the game."
    assert public[1]["facts"] == {"who": "p1"}
    schema = json.loads(Visitor(season.host).ask("GET", "/events/season7").body)
    parts = {each["properties"]["event"]["const"]: each["properties"]["facts"]["$ref"] for each in schema["oneOf"][:-1]}
    for line in ann:
        part = schema["$defs"][parts[line["event"]].removeprefix("#/$defs/")] if "event" in line else {}
        assert (
            set(part.get("required", ()))
            <= set(line.get("facts", ()))
            <= set(part.get("properties", line.get("facts", ())))
        )


def test_no_line_and_no_number_tells_of_what_others_were_told(season):
    """The twin of a game has other private lines before, between and after those that all may read."""
    answered(season, season.ann, key_of(season, season.ann))
    before = lines(season.visitor(season.bob), season.path)
    for entry in season.host.store.load_log(season.game):
        entry.told = whispered_between(entry.told)
        logged(season, entry)
    assert lines(season.visitor(season.bob), season.path) == before
    assert any(line["says"] == "Psst." for line in lines(season.visitor(season.ann), season.path))


def logged(season, entry):
    """This stands in the log in place of what stood there."""
    season.host.store.table.write([DeleteItem(f"game/{season.game}", f"log/{entry.n:07d}")])
    season.host.store.table.write([build_log_entry_put(season.game, entry)])


def whispered_between(told):
    """The same lines with Ann's and the host's own among them; each still belongs to what it belonged to."""
    found, places = list[Told](), list[int]()
    for line in told:
        found += [Told("Psst.", {}, "p1"), *([Told("Noted.", {}, LOG)] if len(found) % 2 else [])]
        places.append(len(found))
        found.append(replace(line, of=len(found) - places[len(places) - 1 - line.of] if line.of else 0))
    return [*found, Told("Psst.", {}, "p1")]


def test_what_belongs_to_a_cause_names_its_line_among_those_that_are_seen(season):
    entry = season.host.store.load_log(season.game)[0]
    entry.told = [Told("A.", {}), Told("B.", {}, "p2"), Told("C.", {}, of=2), Told("D.", {}, of=2)]
    logged(season, entry)
    found = lines(Visitor(season.host), season.path)
    assert [(line["says"], line["line"], line.get("of")) for line in found if line["n"] == 0] == [
        ("A.", 0, None),
        ("C.", 1, 0),
        ("D.", 2, None),
    ]


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_has_a_schema_that_knows_all_its_events(visitor, name):
    response = visitor.ask("GET", f"/events/{name}")
    assert response.status == 200
    schema = json.loads(response.body)
    known = {each["properties"]["event"]["const"] for each in schema["oneOf"] if "properties" in each}
    assert {kind for kind in EVENT_KINDS if kind.startswith((f"{name}.", "host.", "kernel."))} <= known
    for each in schema["oneOf"][:-1]:
        part = each["properties"]["facts"]["$ref"].removeprefix("#/$defs/")
        fields = schema["$defs"][part]["properties"]
        assert set(fields) == set(EVENT_KINDS[each["properties"]["event"]["const"]].__struct_fields__)


def test_a_page_is_bounded_and_nothing_is_lost_between_pages(season, monkeypatch):
    whole = lines(Visitor(season.host), season.path)
    monkeypatch.setattr(game_data, "MAX_BYTES", 1)
    assert lines(Visitor(season.host), season.path) == whole
    monkeypatch.setattr(game_data, "MAX_ENTRIES", 2)
    assert lines(Visitor(season.host), season.path) == whole


@pytest.mark.parametrize("since", ["x", "-1", "9" * 30, "٣", ""])
def test_a_senseless_place_to_go_on_from_is_the_beginning(season, since):
    response = Visitor(season.host).ask("GET", f"{season.path}/events?since={since}")
    assert json.loads(response.body.splitlines()[0])["event"] == "host.TableOpened"


def test_there_is_no_stream_of_no_game_and_no_schema_of_no_rules(visitor):
    assert visitor.ask("GET", "/g/00000000/events").status == 404
    assert visitor.ask("GET", "/events/whist").status == 404


def test_when_the_game_is_over_all_of_it_may_be_read(season):
    answered(season, season.ann, key_of(season, season.ann))
    assert seats.close_table(season.host, season.command, season.game).ok
    assert season.session().stage == OVER
    assert "race.BombSealed" in [line.get("event") for line in lines(Visitor(season.host), season.path)]
