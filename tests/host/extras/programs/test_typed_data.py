"""A game as data: it is as its schema says, in every game, and holds nothing that its reader may not know."""

import hashlib
import itertools
import json
import random

import jsonschema
import pytest

from engine.rulesets import RULESETS
from host.core import games, seats
from host.core.context import Config, HostContext
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.shown import views
from tests.host.doors.web.conftest import Season
from tests.host.doors.web.visitor import Visitor
from tests.host.extras.programs.client import Chance
from tests.host.extras.programs.conftest import ProgramTable

GAMES = [name for name in RULESETS if name != "toy"]


def read_json(visitor, path, **headers):
    response = visitor.ask("GET", path, **headers)
    assert response.status == 200
    return json.loads(response.body)


@pytest.mark.parametrize("ruleset", GAMES)
def test_what_is_published_is_as_the_schemas_say(host, ruleset):
    table = ProgramTable(host, ruleset)
    table.begin()
    visitor, ada = Visitor(host), table.programs[0]
    players = [Chance(program, table.game, seed) for seed, program in enumerate(table.programs)]
    view = jsonschema.Draft202012Validator(read_json(visitor, "/view"))
    events = jsonschema.Draft202012Validator(read_json(visitor, f"/events/{ruleset}"))
    answers = {tool["name"]: tool["outputSchema"] for tool in ada.ask("tools/list")["tools"]}
    for _ in range(3):
        for player in players:
            player.move()
        for key in ("", ada.key):
            headers = {"authorization": f"Bearer {key}"} if key else {}
            view.validate(read_json(visitor, f"/g/{table.game}/view", **headers))
    for line in visitor.ask("GET", f"/g/{table.game}/events", authorization=f"Bearer {ada.key}").body.splitlines():
        events.validate(json.loads(line))
    for tool, arguments in (
        ("tables", {}),
        ("look", {"game": table.game, "typed": True}),
        ("legal", {"game": table.game}),
    ):
        jsonschema.validate(ada.call(tool, **arguments), answers[tool], jsonschema.Draft202012Validator)


def test_the_schema_tells_of_questions_plays_and_the_view(visitor):
    schema = read_json(visitor, "/view")
    assert {"QuestionData", "PlayData", "View", "Board", "Grid", "SeatData"} <= set(schema["$defs"])
    assert visitor.ask("GET", "/view/season7").status == 404
    assert visitor.ask("GET", "/view").headers["Content-Type"].startswith("application/schema+json")


def seal_bomb(hands, square):
    """A season that is the same each time, but that Ann's bomb lies on this square."""
    count = itertools.count()
    token = lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size]  # noqa: E731 - said in a line
    season = Season(HostContext(Store(MemoryTable()), Config(), hands, token, random.Random))
    pending = views.list_pending_questions(season.host, season.game, season.ann.id)
    (asked,) = [each for each in pending if each.who == "p1"]
    assert games.submit_answer(season.host, Command(by=season.ann.id), season.game, asked.id, square).ok
    return season


def test_what_others_may_not_know_changes_nothing_in_what_they_read(hands):
    """Twins: the same evening, but Ann's bomb lies elsewhere. Bob and strangers read the same, and Ann does not."""
    twins = [seal_bomb(hands, square) for square in (7, 8)]
    for part in ("view", "events"):
        ann, bob, nobody = (
            [visitor.ask("GET", f"{season.path}/{part}").body for season, visitor in zip(twins, readers, strict=True)]
            for readers in (
                [season.visitor(season.ann) for season in twins],
                [season.visitor(season.bob) for season in twins],
                [Visitor(season.host) for season in twins],
            )
        )
        assert (bob[0], nobody[0]) == (bob[1], nobody[1])
        assert ann[0] != ann[1]


def test_a_lobby_does_not_tell_its_invitation(host):
    table = ProgramTable(host)
    seats.restrict_seats_to_invited(host, table.command, table.game)
    assert table.session().invited not in Visitor(host).ask("GET", f"/g/{table.game}/view").body.decode()
