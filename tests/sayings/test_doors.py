"""Laws *Examples* and *No silence*: what the product prints is understood where it is printed, and whoever is asked
something, and writes to us, is answered.
"""

import re
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from engine.kernel import Game, Record
from engine.notation import parse_transcript, run_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from host.core.session import RUNNING, Command, SeatedPlayer
from host.core.transaction import run_transaction
from host.people import accounts
from host.said.desk.menu import DESK
from host.said.reading import readable
from host.said.reading.reader import read_text
from host.shown import views
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.sayings.measure import PLAYERS, PLAYS, QUESTIONS

ROOT = Path(__file__).parents[2]
QUOTED = re.compile(r"“([^”{}]+)”")
EXAMPLE = re.compile(r"(?:such as|[Ww]rite,? say|[Ff]or example):?,? ([^\"]*)")
PLACES = (readable.PRIVATE, readable.REPLY, readable.PAGE)


def harvest():
    """Every example of a question to the host that the rules print."""
    text = re.sub(r'"\s*\n\s*"', "", (ROOT / "engine/season7/host_answers.py").read_text("utf-8"))
    text += re.sub(r'"\s*\n\s*"', "", (ROOT / "engine/season7/host_questions.py").read_text("utf-8"))
    text = re.sub(r'"{3}.*?"{3}', "", text, flags=re.DOTALL).replace("{who}", "Ann")  # docstrings are printed nowhere
    return sorted({said for found in EXAMPLE.finditer(text) for said in QUOTED.findall(found[1])})


def harvest_plays():
    """Every line that an event tells people to write, and every example of the menu of plays."""
    told = re.findall(r"Write, say: ([a-z]+(?: \d+)+)", (ROOT / "engine/race/table.py").read_text("utf-8"))
    return [*told, *(f"{word} {DESK[word].takes}" for word in ("pick", "lock", "peek", "list"))]


@pytest.mark.parametrize("place", PLACES)
def test_every_printed_question_to_the_host_is_read_as_one(place):
    assert len(harvest()) >= 4
    for said in harvest():
        assert read_text(said, place, [QUESTIONS["host"]], PLAYS).kind == readable.ASK_HOST, said


HOW_PEOPLE_ASK = """
    is there a bomb next to 14? | is 14 next to a bomb? | is there a bomb in a corner | is there a bomb in the middle?
    is there more than £500,000 in row B? | does any square hold more than £7.5m? | are 2, 3 and 6 safe?
    is Bob immune? | is Bob richer than Ann? | is Bob eliminated? | does Bob have more than £5m? | is there a bomb on 4?
"""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "said", [each.strip() for line in HOW_PEOPLE_ASK.splitlines() for each in line.split("|") if each.strip()]
)
def test_how_people_ask_the_host_is_read_as_a_question_to_it(place, said):
    read = read_text(said, place, [QUESTIONS["host"]], PLAYS, PLAYERS)
    assert read.kind == readable.ASK_HOST


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("line", harvest_plays())
def test_every_printed_play_is_read_as_one(place, line):
    kind = readable.ANSWER if line.startswith("pick") else readable.PLAY
    assert read_text(line, place, [QUESTIONS["square"]], PLAYS).kind == kind
    assert read_text(f"{line} please", place, [QUESTIONS["square"]], PLAYS).kind == kind


# -- at the doors


def stand_before(rules, key):
    """A game as it stood before this question was first answered in some transcript, and who was asked."""
    found: dict[str, tuple[str, str]] = {}
    take = Game._take_input

    def taking(game, entry):
        if entry.key == key:
            found.setdefault("it", (game.save().to_json(), entry.who))
        take(game, entry)

    paths = [
        path
        for path in sorted((ROOT / "tests/transcripts").rglob("*.rtab"))
        if key.split(".")[0] in path.read_text("utf-8")
    ]
    with patch.object(Game, "_take_input", taking), patch.object(_Replay, "_check_saving", lambda *_: None):
        for path in paths:
            if "it" not in found:
                run_transcript(parse_transcript(path.read_text("utf-8"), RULESETS), RULESETS[rules])
    return found["it"]


def lay(host, game, person, key="ask_the_host.question", others=()):
    """Put a table where this question is asked, of this person; `others` are the names of the first other players."""
    record, asked = stand_before("season7", key)

    def laid(move):
        session = move.session
        seats = RULESETS["season7"].list_players(Game.load(RULESETS["season7"], Record.from_json(record)).state)
        by_seat = {seat: person.id if seat == asked else f"x{seat}" for seat in seats}
        named = dict(zip([seat for seat in seats if seat != asked], others, strict=False))
        session.players = [SeatedPlayer(seat, by_seat[seat], named.get(seat, seat), "") for seat in seats]
        session.stage, session.record = RUNNING, msgspec.Raw(record)
        move.log("begin", "")
        move.reload_questions()

    run_transaction(host, Command(operator=True), game, laid)


def count_questions(host, game, person, key="ask_the_host"):
    shown = views.load_game_view(host, game, person.id)
    return sum(each.key.startswith(key) for each in shown.asked if each.who == shown.you)


PRINTED = ["bomb in row B", "Gift Card anywhere", "Is there a bomb in row B?", "is a Gift Card anywhere?", "nothing"]


@pytest.fixture
def reddit():
    stage = RedditStage()
    yield stage
    stage.close()


@pytest.fixture
def telegram():
    stage = TelegramStage()
    yield stage
    stage.close()


@pytest.mark.parametrize("aloud", [True, False])
@pytest.mark.parametrize("said", PRINTED)
def test_reddit_asks_the_host_in_the_words_that_it_prints(reddit, said, aloud):
    thread = reddit.open("ann", "bob", line="!new season7 pace daily voice=plain")
    game, person = reddit.session(thread).id, accounts.load_current_person(reddit.host, reddit.person("ann"))
    lay(reddit.host, game, person)
    assert count_questions(reddit.host, game, person) == 1
    reddit.clock.advance(5)
    if aloud:
        top = reddit.site.replies(thread, by=reddit.site.bot)[-1]
        reddit.says("ann", top, said)
    else:
        reddit.site.writes("ann", said)
        reddit.settle()
    assert count_questions(reddit.host, game, person) == 0


@pytest.mark.parametrize("said", PRINTED)
def test_telegram_asks_the_host_in_the_words_that_it_prints(telegram, said):
    ann = telegram.api.user("Ann")
    group = telegram.api.group("Friends", ann)
    ann.writes("/start")
    telegram.pass_by(5)
    ann.says(group, "/newgame season7 daily voice=plain")
    telegram.pass_by(5)
    host = telegram.host
    person = accounts.load_or_create_person(host, f"telegram:{ann.id}", "Ann")
    (game,) = host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    lay(host, game, person)
    ann.writes(said)
    telegram.pass_by(5)
    assert count_questions(host, game, person) == 0


@pytest.mark.parametrize(
    "said", ["list 5 12 7", "my list: 5, 12, 7", "what's the score?", "whose turn is it?", "help me", "5 or 6"]
)
def test_a_message_on_reddit_is_answered(reddit, said):
    reddit.sealed("ann", "bob", line="!new season7 pace daily voice=plain")
    before = len(reddit.written())
    reddit.site.writes("ann", said)
    reddit.settle()
    assert len(reddit.written()) > before


def test_what_is_unclear_gets_two_buttons_in_telegram(telegram):
    ann, bob = telegram.api.user("Ann"), telegram.api.user("Bob")
    group = telegram.api.group("Friends", ann, bob)
    for person in (ann, bob):
        person.writes("/start")
    ann.says(group, "/newgame season7 daily voice=plain")
    telegram.pass_by(5)
    for person in (ann, bob):
        person.says(group, "/join")
    telegram.pass_by(5)
    ann.says(group, "/begin")
    telegram.pass_by(30)
    ann.writes("5 or 6")
    telegram.pass_by(5)
    hint = ann.chat.messages[-1]
    assert [button["text"] for row in hint.keyboard for button in row][:2] == ["5", "6"]
    ann.writes("My bomb goes on 5")
    telegram.pass_by(5)
    (game,) = telegram.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    person = accounts.load_or_create_person(telegram.host, f"telegram:{ann.id}", "Ann")
    shown = views.load_game_view(telegram.host, game, person.id)
    assert not [each for each in shown.asked if each.who == shown.you and each.secret]
