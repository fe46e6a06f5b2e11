"""Every address of the page and every form of a game, in every stage, for somebody unknown, a guest, a player and the
opener: what is served, done or refused.
"""

import re
from urllib.parse import urlencode

import pytest

from host.doors.web import app
from host.people import accounts
from host.shown import views
from tests import listings
from tests.host.doors.web.test_listed_links import bring
from tests.host.doors.web.test_listed_pages import Pieces, Walk
from tests.host.doors.web.visitor import Visitor

pytestmark = pytest.mark.as_released
STAGES = ("lobby", "running", "over")
FIELDS = {
    "seat": "p2",
    "seconds": "3600",
    "words": "score",
    "question": "none",
    "key": "none",
    "do": "q/none",
    "sure": "yes",
}
SENT = urlencode(FIELDS).encode()
OWN = re.compile(r"[0-9a-f]{8}|[\w-]{22,}|\d+")  # ids and numbers
SOMEBODY = "somebody"
EVER = {"entries", "stamp", "story", "counted"}  # of a session, which change with every input
SHOWN = 100


class Crowd:
    """A game in a stage, and those who ask: somebody unknown, Dan who watches, Bob who plays, Ann who opened it."""

    def __init__(self, stage):
        self.walk = Walk("season7")
        bring(self.walk, stage)
        people = self.walk.visitors
        self.people = {name: people[name] for name in ("Dan", "Bob", "Ann")}

    def send(self, name, action):
        """Somebody sends a form: the answer, and how the game or its log is different."""
        host, visitor = self.walk.host, self.people.get(name) or Visitor(self.walk.host)
        before = views.load_saved_game(host, self.walk.game).session
        answer = visitor.ask("POST", f"{self.walk.path}/{action}", SENT, origin="http://table.test")
        now = views.load_saved_game(host, self.walk.game).session
        fields = [
            field
            for field in now.__struct_fields__
            if field not in EVER and getattr(now, field) != getattr(before, field)
        ]
        logged = [f"[{entry.kind}]" for entry in host.store.load_log(now.id, before.entries)]
        person = visitor.cookie and accounts.find_person_by_token(host, visitor.cookie)
        return answer, ["known"] * bool(person and name == SOMEBODY) + logged + fields


def describe(answer):
    """The status of an answer, where it leads, and its first words; of a refusal all."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    where = OWN.sub("#", answer.headers.get("Location", ""))
    text = answer.body.decode("utf-8", "replace") if kind.startswith(("text", "application/json")) else ""
    if kind == "text/html":
        words = [piece for piece in Pieces(text).found if not piece.startswith("<")]
        text = " | ".join(words if answer.status >= 400 else words[:3])
    return " ".join(filter(None, [str(answer.status), kind, where, OWN.sub("#", text)[:SHOWN].replace("\n", " ")]))


def grouped(title, answers):
    """Who is answered the same, in one line."""
    yield f"## {title}"
    for found in dict.fromkeys(answers.values()):
        yield f"  {', '.join(name for name, each in answers.items() if each == found)}: {found}"


def addresses(stage):
    crowd = Crowd(stage)
    everybody = {SOMEBODY: Visitor(crowd.walk.host), **crowd.people}
    pages = [*app.GAME_PARTS, *app.GAME_PAGES, "nothing"]
    for path in [f"{crowd.walk.path}/{page}" for page in pages] + ([*app.PAGES] if stage == "running" else []):
        answers = {name: describe(visitor.ask("GET", path)) for name, visitor in everybody.items()}
        yield from grouped(path.replace(crowd.walk.path, ""), answers)


def forms(stage, actions):
    """A form that changes the game is tried by each in a game of its own."""
    crowd = Crowd(stage)
    for action in actions:
        answers: dict[str, str] = {}
        for name in (SOMEBODY, *crowd.people):
            answer, changes = crowd.send(name, action)
            answers[name] = " ".join([describe(answer), *changes])
            crowd = Crowd(stage) if changes else crowd
        yield from grouped(action, answers)


@pytest.mark.parametrize("stage", STAGES)
def test_addresses_are_served_as_listed(stage):
    listings.compare(f"addresses_{stage}", addresses(stage))


@pytest.mark.parametrize("stage", STAGES)
def test_forms_of_the_page_are_answered_as_listed(stage):
    actions = [action for action in app.GAME_FORM_ACTIONS if action not in app.AT_DESK]
    listings.compare(f"forms_{stage}", forms(stage, [*actions, "nothing"]))


@pytest.mark.parametrize("stage", STAGES)
def test_forms_of_the_desk_are_answered_as_listed(stage):
    listings.compare(f"forms_desk_{stage}", forms(stage, app.AT_DESK))
