"""The host's voice as the doors say it: in place of the plain sentences, which the log keeps."""

import re

import msgspec
import pytest

from engine.kernel import PUBLIC, Option, Phrase, Question, Reader, Told, build_told, compute_commitment, format_text
from engine.kernel.voice import Memory, join_phrases
from engine.rulesets import ruleset
from engine.season7 import bombs
from engine.season7.events import SealsShown
from engine.season7.voice import SEASON7_VOICE, narrator
from host.core import events, games, host_voice, posting
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.seats import close_table
from host.core.session import Clock, Command, ReachableHours, SeatedPlayer, Session, ToldLine
from host.doors.reddit import board
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.terminal import scene
from host.doors.terminal.console import TerminalStyle
from host.people import accounts
from host.said.desk import playing
from host.said.desk.menu import DESK
from host.shown import views, words
from tests.host.doors.web.visitor import Visitor
from tests.host.said.test_desk import Asked

READER = Reader({"p1": "Ann", "p2": "Bob"})
SEALS_SHOWN = SealsShown.says.partition("{")[0]


@pytest.fixture(autouse=True)
def plain_bombs(monkeypatch):
    """None fizzles, or burns out: whoever opens one is out."""
    monkeypatch.setattr(bombs, "draw_bomb_mutation", lambda *_: "")


def opened(host, **options):
    """Ann and Bob have sealed their bombs, and one of them opens a square."""
    ann, bob = (accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob"))
    command = Command(by=ann.id, place="t:group")
    game = games.open_lobby(host, command, "season7", {"wildcard": False, **options}, "daily").game
    for person in (ann, bob):
        games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.start_game(host, command, game)
    for person, n in ((ann, 3), (bob, 17)):
        (asked,) = [each for each in views.load_game_view(host, game, person.id).asked if each.key == "bomb.seal"]
        assert games.submit_answer(host, Command(by=person.id), game, asked.id, n).ok
    (asked,) = [each for each in views.load_game_view(host, game).asked if each.key == "select"]
    mover = ann if asked.who == "p1" else bob
    assert games.submit_answer(host, Command(by=mover.id), game, asked.id, 17 if mover is ann else 3).ok
    return game


def said(host, game):
    lines = [told for _, told in views.list_told_lines(host, game) if told.to == ""]
    return words.format_told_lines(lines, READER)


def test_a_bomb_is_one_line_with_whose_it_was_and_no_seal_stands_in_a_chat(host):
    game = opened(host)
    found = " | ".join(said(host, game))
    assert re.search("(Ann|Bob)’s bomb|hid (a|the) bomb", found)
    assert "opens square" not in found
    assert "Codes to check" not in found
    posted = [told for post in host.store.load_posts("t:group") for told in post.lines]
    assert words.format_told_lines(posted, READER)[-3:] == said(host, game)[-3:]


def test_the_log_and_its_fingerprint_keep_what_the_rules_have_told(host):
    game = opened(host)
    told = [each.text for entry in host.store.load_log(game) for each in entry.told]
    assert "{who} opens square {n}: a Bomb!" in told
    assert "All bombs are hidden. With these codes you can check later that nobody cheats: {receipts}." in told
    assert any(entry.voice for entry in host.store.load_log(game))
    text = Visitor(host).ask("GET", f"/g/{game}/story?seats=1").body.decode()
    first, *_ = (told for entry in host.store.load_log(game) for told in entry.told if told.to == PUBLIC and told.table)
    assert msgspec.json.encode([first.what, first.facts, first.table], order="sorted").decode() in text.splitlines()


def test_a_plain_host_says_what_is_told(host):
    game = opened(host, voice="plain")
    found = " | ".join(said(host, game))
    assert "opens square" in found
    assert not any(entry.voice for entry in host.store.load_log(game))
    assert "voice" not in host.store.load_game(game).session.options
    reply = games.open_lobby(host, Command(by="x"), "season7", {"voice": "loud"})
    assert not reply.ok


def test_every_door_says_the_line_and_not_the_sentence(host):
    told = [
        ToldLine("{who} opens square {n}: a Bomb!", {"who": "p1", "n": 3}, said=[Phrase("Bang on {n}.", {"n": 3})]),
        ToldLine("{who} is out of the round.", {"who": "p1"}, said=[], by="Bang on {n}."),
        Told("Square {n} stays.", {"n": 4}),
    ]
    assert words.format_told_lines(told, READER) == ["Bang on 3.", "Square 4 stays."]
    assert board.format_reddit_lines(told, READER) == ["Bang on 3.", "Square 4 stays."]
    assert [
        line.strip("· ") for line in scene.format_terminal_lines(told, READER, TerminalStyle(60, colour=False))
    ] == [
        "Bang on 3.",
        "Square 4 stays.",
    ]
    game = opened(host)
    page = Visitor(host).go(f"/g/{game}")
    assert "Codes to check" not in page
    assert TelegramSender.pauses


def test_whose_language_lacks_a_line_reads_the_plain_sentence_in_it():
    german = {"{who} is out of the round.": "{who} ist raus."}
    reader = Reader({"p1": "Ann"}, lambda text: german.get(text, text), language="de")
    bang = ToldLine("{who} is out of the round.", {"who": "p1"}, said=[Phrase("Bang on {n}.", {"n": 3})])
    hushed = ToldLine("{who} is out of the round.", {"who": "p1"}, said=[], by="Bang on {n}.")
    assert words.format_told_lines([bang, hushed], reader) == ["Ann ist raus.", "Ann ist raus."]
    german["Bang on {n}."] = "Bumm auf {n}."
    assert words.format_told_lines([bang, hushed], reader) == ["Bumm auf 3."]
    joined = ToldLine(
        "",
        {},
        said=[join_phrases([Phrase("Bang on {n}.", {"n": 3}), Phrase("{who}: {total:£}.", {"who": "p1", "total": 5})])],
    )
    assert words.format_told_lines([joined], READER) == ["Bang on 3. Ann: £5."]
    assert (
        words.format_told_lines([joined], reader) == []
    )  # half of it has no translation, so the plain sentence stands
    german["{who}: {total:£}."] = "{who} hat {total:£}."
    assert words.format_told_lines([joined], reader) == ["Bumm auf 3. Ann hat £5."]


@pytest.mark.parametrize(("pace", "posts"), [(86400.0, 2), (60.0, 1)])
def test_before_fate_there_is_a_moment_of_silence_where_nobody_is_in_a_hurry(pace, posts):
    session = Session("g", "season7", {}, pace, "", "", 0.0, places=["t:group"], stamp=1000)
    lines = [Told("{who} stakes it.", {"who": "p1"}), ToldLine("It doubles.", {}, said=[Phrase("Double.")], pause=True)]
    found, _ = posting.build_posts(session, posting.News(lines, [], [], {}, board=True))
    assert len(found) == posts
    assert [post.board for post in found] == [False] * (posts - 1) + [True]
    assert (found[-1].after > found[0].stamp / 1000 + 19) == (posts == 2)


def test_seals_are_shown_to_whoever_asks_for_them(host, monkeypatch):
    game = opened(host)
    ann = accounts.load_or_create_person(host, "t:Ann", "Ann", "t:Ann")
    answer = DESK["seals"].does(Asked(host, ann, ""))
    found = " ".join(words.format_told_lines(answer.lines, READER))
    session = host.store.load_game(game).session
    assert compute_commitment(session.secret) in found
    assert "All bombs are hidden. With these codes you can check later that nobody cheats: " in found
    monkeypatch.setattr(playing, "LATELY", host.store.load_game(game).session.entries - 1)
    assert DESK["seals"].does(Asked(host, ann, "")).lines == answer.lines  # a long log is read without its beginning


def test_the_house_speaks_like_its_host_and_reads_no_hash_aloud(host):
    game = opened(host)
    assert said(host, game)[:4] == [
        "A new game is open: Race to a Billion. Who joins?",
        "Ann is the first player to join.",
        "Bob joins the game.",
        "Ann against Bob. The game begins.",
    ]
    assert close_table(host, Command(by=host.store.load_game(game).session.by), game).ok
    found = " ".join(said(host, game))
    assert [line for line in said(host, game) if re.search("[0-9a-f]{20}", line)] == []
    assert "every random draw" in found


@pytest.mark.parametrize(
    ("told", "bots", "line"),
    [
        (build_told(events.SeatTaken("p2"), {}), {"p2"}, "join/bot"),
        (build_told(events.SeatTaken("p2"), {}), {"p3"}, "join/any"),
        (build_told(events.GameBegun(["p1", "p2", "p3"]), {}), {"p3"}, "begin/bot"),
        (build_told(events.GameBegun(["p1", "p2", "p3"]), {}), set(), "begin/any"),
        (build_told(events.GameBegun(["p1", "p2"]), {}), {"p2"}, "begin/two"),
    ],
)
def test_a_computer_is_called_one_as_it_sits_down_and_as_the_game_begins(told, bots, line):
    (spoken,) = host_voice.HOST_VOICE.speak(Memory(), [told], bots).lines[0]
    assert spoken.id.rpartition("/")[0] == line
    known = host_voice.HOST_VOICE.find_line(spoken.id)
    assert known
    assert format_text(known.text, spoken.facts)


def test_in_the_morning_what_was_done_is_summed_up_once_and_at_the_openers_hour(host, hands):
    hands.now += 6 * 3600
    game = opened(host)
    session = host.store.load_game(game).session
    assert session.recap == host_voice.compute_next_morning(hands.now, ReachableHours())
    hands.now = session.recap - 1
    before = len(said(host, game))
    ticking.run_due_steps(host, game)
    assert len(said(host, game)) == before
    hands.now += 2
    ticking.run_due_steps(host, game)
    head, front, *rest = said(host, game)[before:]
    assert head.startswith("News since yesterday: ")
    assert front.startswith("Leading: ")
    assert "Bob (Ann’s bomb)" in rest[0]
    assert len([head, front, *rest]) <= 6  # news, totals, who is out, what is at stake, whose turn, a memory
    assert host.store.load_game(game).session.recap == 0.0
    hands.now += 86400 / 4
    ticking.run_due_steps(host, game)
    assert sum(line.startswith("News since yesterday: ") for line in said(host, game)) == 1


def test_no_line_of_a_recap_is_told_again_within_a_week(host):
    session = host.store.load_game(opened(host)).session
    rules, lines = ruleset("season7"), [Told("Line {n}.", {"n": n}) for n in range(host_voice.WEEK_OF_LINES)]
    assert host_voice.drop_recapped_lines(rules, session, lines[:2]) == lines[:2]
    assert host_voice.drop_recapped_lines(rules, session, lines[1:3]) == lines[2:3]
    assert host_voice.drop_recapped_lines(rules, session, lines[3:]) == lines[3:]
    assert host_voice.drop_recapped_lines(rules, session, [Told("Another line.", {}), lines[0]]) == [
        Told("Another line.", {})
    ]
    assert host_voice.drop_recapped_lines(rules, session, lines[:1]) == lines[:1]


def test_who_is_asked_is_told_each_morning_in_other_words(host, hands):
    session, told = host.store.load_game(opened(host)).session, []
    session.clocks = {"q": Clock("p1", hands.now, 86_400, hands.now + 86_400)}
    for _ in range(4):
        session.recap, session.voice = hands.now, note_square(session.voice)
        lines = host_voice.compose_due_recap(ruleset("season7"), session, hands.now)
        assert lines
        told += [each.text for each in host_voice.drop_recapped_lines(ruleset("season7"), session, lines)]
    assert [text for text in told if "{time}" in text] == [*host_voice.NOW]


def note_square(voice):
    """What the voice remembers, with something new for the next recap."""
    memory = msgspec.json.decode(voice, type=SEASON7_VOICE.memory)
    memory.turns += 1
    narrator.note_any_square(memory, "p1", memory.turns)
    return msgspec.Raw(msgspec.json.encode(memory))


def test_eight_o_clock_is_told_by_the_clock_on_ones_wall():
    midnight = 1_800_000_000.0 - 1_800_000_000.0 % 86400
    assert host_voice.compute_next_morning(midnight, ReachableHours()) == midnight + 8 * 3600
    assert host_voice.compute_next_morning(midnight + 8 * 3600, ReachableHours()) == midnight + 32 * 3600
    assert host_voice.compute_next_morning(midnight, ReachableHours(zone="Asia/Tokyo")) == midnight + 23 * 3600


def test_a_plain_game_and_a_hasty_one_have_no_recap(host):
    assert host.store.load_game(opened(host, voice="plain")).session.recap == 0.0


@pytest.mark.parametrize("alone", [["Yours doubled."], []])
def test_what_one_player_is_told_or_asked_waits_until_everybody_has_seen_the_fate(alone):
    """Else a private message would give away, twenty seconds early, how it ends."""
    ann = SeatedPlayer("p1", "Ann", "Ann", "telegram:7")
    session = Session("g", "season7", {}, 86400.0, "", "", 0.0, places=["telegram:-5"], players=[ann], stamp=1000)
    lines = [
        Told("{who} stakes it.", {"who": "p1"}),
        ToldLine("It doubles.", {}, said=[Phrase("Double.")], pause=True),
        *(Told(each, {}, to="p1") for each in alone),
    ]
    asked = [Question(id="q", key="turn.pick", who="p1", text="Which square?", look=lambda: [Option(1, "1")], lapse=1)]
    found, _ = posting.build_posts(session, posting.News(lines, asked, [], {}, board=True, called=["telegram"]))
    fate = next(post for post in found if post.chat == "telegram:-5" and post.after)
    assert [post.after for post in found if post.chat == "telegram:7"] == [fate.after]
    calm, _ = posting.build_posts(session, posting.News(lines[:1], asked, [], {}, board=True, called=["telegram"]))
    assert {post.chat: post.after for post in calm} == {"telegram:-5": 0.0, "telegram:7": 0.0}
