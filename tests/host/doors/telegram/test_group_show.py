"""The group as a show: a post for each event worth it, lines under their boards' names, and captions for people."""

import random
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from engine.kernel import Phrase
from host.core import games
from host.core.session import Command, Post, ToldLine
from host.doors.telegram.messages.board import Chronicle
from host.shown import views
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_private_questions import ask_of, seal, split_by_turn
from tests.phone_log import LINES, SIX, TelegramRound, answer_something, played_other

MOST_POSTS, MOST_RINGING = 15, 6
SUM = re.compile(r"(?<![Ff]or )(?<!× )(?<!\(pays )-?[£$][\d,]*\d")  # not what a question is for, or cards


@pytest.fixture
def crowd(stage):
    people = [stage.api.user(f"P{n}") for n in range(8)]
    group = stage.api.group("Friday", *people[1:], admins=[people[0]], kind="supergroup")
    seated(stage, group, people, "/newgame season7 daily voice=plain")
    return group, people


def seal_where_asked(stage, people):
    """All seal who sit at an ordinary board; the other one begins without bombs."""
    for person in people:
        if any(": where do you hide your bomb?" in message.text for message in person.messages):
            seal(stage, [person])


def list_sums_told_twice(posts, names):
    """Sums that a line about one person tells twice, or that the next line about them tells again."""
    found = []
    for post in (post for post in posts if not post.photo):
        before = Counter[tuple[str, ...]]()
        for line in post.text.splitlines():
            sums = Counter(each for each in SUM.findall(line) if each.strip("-£$0"))
            whose = [name for name in names if name in line]
            told = Counter({(*whose, each): n for each, n in sums.items()} if len(whose) == 1 else {})
            found += [(line, *key) for key, n in told.items() if n + (key in before) > 1]
            before = told
    return found


def boards_of(group):
    return [message for message in group.messages if message.photo and not message.deleted]


def told_of(group, words):
    return [message for message in group.messages if message.from_bot and not message.photo and words in message.text]


def move(stage, group, people, n):
    turn, _ = split_by_turn(stage, group, people)
    turn.taps(ask_of(turn), n)
    stage.pass_by(90)
    return turn


def test_quiet_moves_share_a_post_and_a_bomb_has_its_own(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    movers = [move(stage, playing, people, n) for n in ("3", "8")]
    (first,) = told_of(playing, f"{movers[0].name} opens square 3")
    assert f"{movers[1].name} opens square 8" in first.text
    mover = move(stage, playing, people, "7")
    (bomb,) = told_of(playing, f"{mover.name} opens square 7")
    assert bomb is not first


def test_what_the_group_is_told_to_write_is_heard_there(stage, playing, ann):
    (told,) = told_of(playing, "rite: ")
    for line in re.findall(r"rite: (\S+)", told.text):
        before = len([message for message in playing.messages if message.from_bot])
        ann.says(playing, line)
        stage.pass_by(30)
        assert len([message for message in playing.messages if message.from_bot]) > before, line


def test_what_the_host_says_stands_by_itself(stage, playing, ann, bob, cat):
    seal(stage, [ann, bob, cat])
    before = len(playing.messages)
    ann.says(playing, "/pause")
    stage.pass_by()
    assert any(message.from_bot for message in playing.messages[before + 1 :])


def test_with_many_players_each_board_has_a_message_and_its_own_squares(stage, crowd):
    group, people = crowd
    seal_where_asked(stage, people)
    boards = boards_of(group)
    assert len(boards) == 2
    assert {"1", "25"} <= set(boards[0].buttons) & set(boards[1].buttons)
    assert boards[0].text != boards[1].text
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    asked = next(each for each in views.load_game_view(stage.host, game).asked if each.key == "select")
    mover = next(
        each
        for each in people
        if views.load_game_view(stage.host, game, stage.host.store.find_person_id(f"telegram:{each.id}", 0)).you
        == asked.who
    )
    mine = next(board for board in boards if f"Waiting for {mover.name}." in board.text)
    other = next(board for board in boards if board is not mine)
    shown, edits = other.text, len(other.earlier)
    free = next(label for label in mine.buttons if label.isdigit())
    mover.taps(mine, free)
    stage.pass_by(60)
    assert f"{mover.name}" in mine.text
    assert (other.text, len(other.earlier)) == (shown, edits)
    assert not [call for call in stage.api.calls if call.status == 400]


def test_in_private_several_boards_share_a_message_that_telegram_takes(stage, crowd):
    group, people = crowd
    seal_where_asked(stage, people)
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    place = f"telegram:{people[0].id}"
    person = stage.host.store.find_person_id(place, 0)
    assert games.show_in_place(stage.host, Command(by=person), game, place).ok
    stage.pass_by(90)
    shown = people[0].messages[-1]
    assert shown.text.startswith("Race to a Billion. Cycle 1.")
    assert shown.photo
    assert not [call for call in stage.api.calls if call.status == 400]


@pytest.mark.whole
def test_each_line_stands_under_the_name_of_its_board(stage):
    seen = TelegramRound(random.Random(5), stage, "/newgame season7 daily wildcard=no voice=plain", SIX)
    for _ in range(24):
        answer_something(seen, SIX)
    shown = views.load_game_view(stage.host, seen.game)
    assert shown.view is not None
    seats = {face.seat: face.name for face in shown.faces}
    boards = {str(panel.title): {seats[seat.who] for seat in panel.seats} for panel in shown.view.panels if panel.board}
    assert len(boards) == 2
    squares = 0
    for lines in (text.splitlines() for _, pictured, text in seen.told() if not pictured):
        above = ""
        for line in lines:
            above = line if line in boards else "" if line.startswith("News since") else above
            if opened := re.match(r"(\w+) opens square", line):
                squares += 1
                assert opened[1] in boards[above], lines
    assert squares > 10


def test_a_board_is_named_again_below_the_news_of_the_morning():
    told = Chronicle(7, "g", 0.0, ["<b>Quadrant 1</b>\nAnn opens 1."])
    told = told.append_text("<b>Quadrant 1</b>\nBob opens 2.")
    assert told.render().count("Quadrant 1") == 1
    told = told.append_text("News since yesterday: Ann leads.").append_text("<b>Quadrant 1</b>\nAnn opens 3.")
    assert told.render().endswith("\n\nNews since yesterday: Ann leads.\n\n<b>Quadrant 1</b>\nAnn opens 3.")


@pytest.mark.whole
def test_what_a_board_tells_last_stands_under_its_name_though_it_is_gone(stage, crowd, monkeypatch):
    group, people = crowd
    seal_where_asked(stage, people)
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    shown = views.load_game_view(stage.host, game)
    assert shown.view is not None
    first, second = [panel for panel in shown.view.panels if panel.board is not None][:2]

    def tell(amount):
        facts = {"who": next(iter(shown.names)), "n": 7, "amount": amount}
        line = ToldLine("Square {n} pays {amount:$}.", facts, table=second.id, rings=True)
        stage.host.store.queue_posts([Post(f"telegram:{group.id}", game, 2**44 + amount, [line])], stage.clock.now())
        stage.pass_by(90)

    tell(1)
    build = views.build_game_view
    monkeypatch.setattr(views, "build_game_view", lambda *args: drop_panel(build(*args), second.id))
    tell(2)
    last = told_of(group, "Square 7 pays")[-1]
    assert str(first.title) not in last.text
    assert str(second.title) in last.text.splitlines()


def drop_panel(shown, panel):
    """A view from which one board is gone."""
    kept = replace(shown.view, panels=[each for each in shown.view.panels if each.id != panel])
    return replace(shown, view=kept)


def test_the_caption_says_whose_turn_it_is_and_what_has_just_happened(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    mover = move(stage, playing, people, "3")
    (board,) = boards_of(playing)
    lines = board.text.splitlines()
    turn, _ = split_by_turn(stage, playing, people)
    assert lines[1] == f"Waiting for {turn.name}."
    assert lines[2].startswith(f"{mover.name} opens square 3")
    quote = next(each for each in board.entities if each["type"] == "expandable_blockquote")
    folded = board.text.encode("utf-16-le")[2 * quote["offset"] : 2 * (quote["offset"] + quote["length"])].decode(
        "utf-16-le"
    )
    assert "Row A:" in folded
    tap, due = board.text.partition(folded)[2].strip().splitlines()
    assert (tap, due[0]) == ("Tap the board.", "⏳")  # whose turn it is stands above
    assert "£" not in board.text.partition(folded)[0].partition("1. ")[0].partition(lines[2])[0]


def test_without_pictures_the_board_is_a_grid_in_letters_of_one_width(stage, group, ann, bob, cat):
    group.forbidden = {"can_send_photos"}
    people = [ann, bob, cat]
    seated(stage, group, people)
    seal(stage, people)
    move(stage, group, people, "3")
    board = next(message for message in reversed(group.messages) if "Waiting for" in message.text)
    grid = next(each for each in board.entities if each["type"] == "pre")
    rows = board.text[grid["offset"] : grid["offset"] + grid["length"]].splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["A", "B", "C", "D", "E"]
    assert rows[1].split()[1:] == ["(6)", "(7)", "(8)", "(9)", "(10)"]
    assert rows[0].split()[3] != "(3)"
    assert max(map(len, rows)) <= 32  # as wide as a phone shows


def test_a_cycle_ends_with_a_picture_of_where_all_stand(stage, playing, ann):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    shown = views.load_game_view(stage.host, game)
    facts = {"cycle": 1, "leaders": ["p1"], "n": 1, "deeds": {}, "total": 5, "short": 7}
    place = f"telegram:{playing.id}"
    over = ToldLine("season7.CycleOver", facts, rings=True)
    stage.host.store.queue_posts([Post(place, game, 2**44, [over], names=shown.names)], stage.clock.now())
    stage.pass_by()
    last = boards_of(playing)[-1]
    assert last.photo
    assert "Cycle 1 is over." in last.text
    assert ann.name in last.text


def test_quiet_news_after_a_picture_stand_below_it(stage, playing):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    names = views.load_game_view(stage.host, game).names
    facts = {"cycle": 1, "leaders": ["p1"], "n": 1, "deeds": {}, "total": 5, "short": 7}
    for n, line in enumerate(
        [ToldLine("one", {}), ToldLine("season7.CycleOver", facts, rings=True), ToldLine("two", {})]
    ):
        stage.host.store.queue_posts(
            [Post(f"telegram:{playing.id}", game, 2**44 + n, [line], names=names)], stage.clock.now()
        )
        stage.pass_by()
    one, picture, two = (
        next(n for n, each in enumerate(playing.messages) if each.text.startswith(words))
        for words in ("one", "Cycle 1 is over.", "two")
    )
    assert one < picture < two


@pytest.mark.whole
@pytest.mark.parametrize("game", ["deluxe", "billionaire", "ladder"])
def test_a_game_in_one_go_takes_few_posts_and_rings_twice(stage, game, monkeypatch):
    monkeypatch.setattr("tests.phone_log.HOUR", 20)
    seen = TelegramRound(random.Random(24), stage, LINES[game])
    assert played_other(seen, game) >= 10
    assert len(seen.posts) <= MOST_POSTS
    assert sum(not message.silent for message in seen.posts) <= 2
    assert list_sums_told_twice(seen.posts, seen.people) == []


@pytest.mark.whole
@pytest.mark.parametrize("game", ["deluxe", "billionaire"])
def test_with_an_hour_between_answers_a_round_takes_few_posts(stage, game, monkeypatch):
    monkeypatch.setattr("tests.phone_log.LONGEST", 30)
    seen = TelegramRound(random.Random(24), stage, LINES[game])
    played_other(seen, game)
    view = views.load_game_view(stage.host, seen.game).view
    assert view is not None and isinstance(view.stage, Phrase)
    whole = view.stage.facts["round"] - 1
    assert whole >= 1
    assert len(seen.posts) <= MOST_POSTS * whole
    assert sum(not message.silent for message in seen.posts) <= MOST_RINGING


@pytest.mark.whole
def test_a_minigame_beside_a_board_is_told_under_its_own_name(stage, monkeypatch):
    monkeypatch.setattr("tests.phone_log.WEEK", 45)
    seen = TelegramRound(random.Random(24), stage, LINES["week"], SIX)
    played_other(seen, "week")
    (told,) = [message.text for message in seen.posts if "Power Number" in message.text and " plays " in message.text]
    assert "Power Number" in told.splitlines()
    assert list_sums_told_twice(seen.posts, seen.people) == []


def test_a_sum_that_is_told_twice_is_seen():
    class Told:
        photo = b""

        def __init__(self, text):
            self.text = text

    twice = ["Ann wins £5.\nAnn keeps £5.", "Ann finds £7. → £7", "Ann pays £9.\nAnn has paid £9."]
    once = [
        "Ann wins £5.\nBob wins £5.",
        "Ann finds £7. → £70",
        "For £7: Ann.\nAnn, for £7, says B. → £7",
        "Ann £0. → £0",
    ]
    assert all(list_sums_told_twice([Told(text)], ["Ann", "Bob"]) for text in twice)
    assert not any(list_sums_told_twice([Told(text)], ["Ann", "Bob"]) for text in once)


def test_every_other_quiet_move_is_told_by_the_board_until_the_next_one(stage, group, ann, bob, cat):
    """An edit less; what waits is shown before news have a post of their own."""
    people, edits, moves = [ann, bob, cat], 0, ("3", "4", "5", "6", "9")
    seated(stage, group, people, "/newgame season7 daily wildcard=no")
    seal(stage, people)
    for square in moves:
        before = len(stage.api.calls)
        mover = move(stage, group, people, square)
        edits += sum(
            call.method == "editMessageText" and int(call.values["chat_id"]) == group.id
            for call in stage.api.calls[before:]
        )
        lines = [line for each in group.messages if each.from_bot for line in each.text.splitlines()]
        told = re.compile(rf"(?!Row |\d+\. ).*\b{mover.name}\b.*\b{square}\b")
        assert any(map(told.match, lines)), square
    assert edits < len(moves) - 1
