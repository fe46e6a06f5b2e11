"""The host's voice as the doors say it: in place of the plain sentences, which the log keeps."""

import re

import pytest

from engine.kernel import Phrase, Reader, Told, commitment
from engine.kernel.voice import one_line
from host.core import games, posting, recap, ticking
from host.core.commands import Command
from host.core.games import Guest
from host.core.seats import close
from host.core.session import Habits, Line, Session
from host.doors.reddit import markdown
from host.doors.telegram.sender import Sender
from host.doors.terminal import scene
from host.doors.terminal.paint import Paint
from host.people import accounts
from host.said.desk.menu import DESK
from host.shown import views, words
from tests.host.doors.web.visitor import Visitor
from tests.host.said.test_desk import Asked

READER = Reader({"p1": "Ann", "p2": "Bob"})


def opened(house, **options):
    """Ann and Bob have sealed their bombs, and one of them opens a square."""
    ann, bob = (accounts.known(house, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob"))
    command = Command(by=ann.id, place="t:group")
    game = games.create(house, command, "season7", {"wildcard": False, **options}, "daily").game
    for person in (ann, bob):
        games.join(house, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.begin(house, command, game)
    for person, n in ((ann, 3), (bob, 17)):
        (asked,) = [each for each in views.view(house, game, person.id).asked if each.key == "bomb.seal"]
        assert games.answer(house, Command(by=person.id), game, asked.id, n).ok
    (asked,) = [each for each in views.view(house, game).asked if each.key == "select"]
    mover = ann if asked.who == "p1" else bob
    assert games.answer(house, Command(by=mover.id), game, asked.id, 17 if mover is ann else 3).ok
    return game


def said(house, game):
    lines = [told for _, told in views.history(house, game) if told.to == ""]
    return words.told(lines, READER)


def test_a_bomb_is_one_line_with_whose_it_was_and_no_seal_stands_in_a_chat(house):
    game = opened(house)
    found = " | ".join(said(house, game))
    assert re.search("(Ann|Bob)’s bomb|hid it|was there first|catches", found)
    assert "selects square" not in found
    assert "Sealed bombs" not in found
    posted = [told for post in house.store.posts("t:group") for told in post.lines]
    assert words.told(posted, READER)[-3:] == said(house, game)[-3:]


def test_the_log_and_its_fingerprint_keep_the_plain_sentences(house):
    game = opened(house)
    told = [each.text for entry in house.store.log(game) for each in entry.told]
    assert "{who} selects square {n}: a Bomb!" in told
    assert "Sealed bombs: {receipts}." in told
    assert any(entry.voice for entry in house.store.log(game))
    text = Visitor(house).ask("GET", f"/g/{game}/story?seats=1").body.decode()
    assert "p1 selects square" in text or "p2 selects square" in text


def test_a_plain_host_says_what_is_told(house):
    game = opened(house, voice="plain")
    found = " | ".join(said(house, game))
    assert "selects square" in found
    assert not any(entry.voice for entry in house.store.log(game))
    assert "voice" not in house.store.game(game).session.options
    reply = games.create(house, Command(by="x"), "season7", {"voice": "loud"})
    assert not reply.ok


def test_every_door_says_the_line_and_not_the_sentence(house):
    told = [
        Line("{who} selects square {n}: a Bomb!", {"who": "p1", "n": 3}, said=[Phrase("Bang on {n}.", {"n": 3})]),
        Line("{who} is out of the round.", {"who": "p1"}, said=[], by="Bang on {n}."),
        Told("Square {n} stays.", {"n": 4}),
    ]
    assert words.told(told, READER) == ["Bang on 3.", "Square 4 stays."]
    assert markdown.lines(told, READER) == ["Bang on 3.", "Square 4 stays."]
    assert [line.strip("· ") for line in scene.told(told, READER, Paint(60, colour=False))] == [
        "Bang on 3.",
        "Square 4 stays.",
    ]
    game = opened(house)
    page = Visitor(house).go(f"/g/{game}")
    assert "Sealed bombs" not in page
    assert Sender.pauses


def test_whose_language_lacks_a_line_reads_the_plain_sentence_in_it():
    german = {"{who} is out of the round.": "{who} ist raus."}
    reader = Reader({"p1": "Ann"}, lambda text: german.get(text, text), language="de")
    bang = Line("{who} is out of the round.", {"who": "p1"}, said=[Phrase("Bang on {n}.", {"n": 3})])
    hushed = Line("{who} is out of the round.", {"who": "p1"}, said=[], by="Bang on {n}.")
    assert words.told([bang, hushed], reader) == ["Ann ist raus.", "Ann ist raus."]
    german["Bang on {n}."] = "Bumm auf {n}."
    assert words.told([bang, hushed], reader) == ["Bumm auf 3."]
    joined = Line(
        "",
        {},
        said=[one_line([Phrase("Bang on {n}.", {"n": 3}), Phrase("{who}: {total:£}.", {"who": "p1", "total": 5})])],
    )
    assert words.told([joined], READER) == ["Bang on 3. Ann: £5."]
    assert words.told([joined], reader) == []  # half of it has no translation, so the plain sentence stands
    german["{who}: {total:£}."] = "{who} hat {total:£}."
    assert words.told([joined], reader) == ["Bumm auf 3. Ann hat £5."]


@pytest.mark.parametrize(("pace", "posts"), [(86400.0, 2), (60.0, 1)])
def test_before_fate_there_is_a_moment_of_silence_where_nobody_is_in_a_hurry(pace, posts):
    session = Session("g", "season7", {}, pace, "", "", 0.0, places=["t:group"], stamp=1000)
    lines = [Told("{who} stakes it.", {"who": "p1"}), Line("It doubles.", {}, said=[Phrase("Double.")], pause=True)]
    found, _ = posting.posts(session, posting.News(lines, [], [], {}, board=True))
    assert len(found) == posts
    assert [post.board for post in found] == [False] * (posts - 1) + [True]
    assert (found[-1].after > found[0].stamp / 1000 + 19) == (posts == 2)


def test_seals_are_shown_to_whoever_asks_for_them(house):
    game = opened(house)
    ann = accounts.known(house, "t:Ann", "Ann", "t:Ann")
    answer = DESK["seals"].does(Asked(house, ann, ""))
    found = " ".join(words.told(answer.lines, READER))
    session = house.store.game(game).session
    assert commitment(session.secret) in found
    assert "Sealed bombs: " in found


def test_the_house_speaks_like_its_host_and_reads_no_hash_aloud(house):
    game = opened(house)
    assert said(house, game)[:4] == [
        "A new table: Race to a Billion. Who takes a chair?",
        "Ann takes the first chair.",
        "Bob sits down.",
        "Ann against Bob. Here we go.",
    ]
    assert close(house, Command(by=house.store.game(game).session.by), game).ok
    found = " ".join(said(house, game))
    assert [line for line in said(house, game) if re.search("[0-9a-f]{20}", line)] == []
    assert "every draw" in found


def test_in_the_morning_what_was_done_is_summed_up_once_and_at_the_openers_hour(house, hands):
    hands.now += 6 * 3600
    game = opened(house)
    session = house.store.game(game).session
    assert session.recap == recap.next_morning(hands.now, Habits())
    hands.now = session.recap - 1
    before = len(said(house, game))
    ticking.tick(house, game)
    assert len(said(house, game)) == before
    hands.now += 2
    ticking.tick(house, game)
    head, front, *rest = said(house, game)[before:]
    assert head.startswith("Since yesterday: ")
    assert front.startswith("In front: ")
    assert rest[0].startswith("Out: ")
    assert len([head, front, *rest]) <= 5
    assert house.store.game(game).session.recap == 0.0
    hands.now += 86400 / 4
    ticking.tick(house, game)
    assert sum(line.startswith("Since yesterday: ") for line in said(house, game)) == 1


def test_eight_o_clock_is_told_by_the_clock_on_ones_wall():
    midnight = 1_800_000_000.0 - 1_800_000_000.0 % 86400
    assert recap.next_morning(midnight, Habits()) == midnight + 8 * 3600
    assert recap.next_morning(midnight + 8 * 3600, Habits()) == midnight + 32 * 3600
    assert recap.next_morning(midnight, Habits(zone="Asia/Tokyo")) == midnight + 23 * 3600


def test_a_plain_game_and_a_hasty_one_have_no_recap(house):
    assert house.store.game(opened(house, voice="plain")).session.recap == 0.0
