"""The news of a great scene carry its picture, with the names and sums of what has happened."""

import io

import pytest
from PIL import Image, ImageDraw

from engine.kernel import Reader
from host.core.session import Post, build_told_line, build_told_lines
from host.core.store.items import Overloaded
from host.shown import views
from host.shown.picture.scene import list_heads, render_news_png
from tests.host.doors.chat_pictures import draw_chat_pictures
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.web.test_film import MOVES, TRANSCRIPTS, steps

LINE = "/newgame {game} daily voice=plain"
# What each scene's picture shows besides the names and sums of its events.
SCENES = {
    "deluxe": {
        "deluxe/failsafe_right": ["1", "3", "5", "+$6,750,000"],
        "deluxe/failsafe_dud": ["1", "3", "5", "-$87,500"],
        "deluxe/jackpot_chance": ["+$10,010,000"],
        "deluxe/zone_goes": [],
    },
    "billionaire": {
        "billionaire/bids": ["Yangtze Power", "worth $130,000,000, sold for $10,000,000", "Ann: $4,000,000", "Cat: $0"],
        "billionaire/proxy_fight_won": ["Ural Steel", "from Bob to Ann", "-$90,000,000"],
        "billionaire/goal_500m": ["$500,000,000"],
    },
    "season7": {
        "cycle/into_super_round": ["Ann", "Bob"],
        "cycle/megagrid_top": ["+£62,000,000"],
        "cycle/megagrid_last_bomb": ["£47,000,000 gone"],
        "cycle/square00_first": ["ADD MINIGAME", "+£10,500,000"],
        "cycle/square00_nothing": ["NOTHING"],
        "vintage/bankers_offer_deal": ["£16,620,000"],
        "changers/blammo_you": ["Eliminate You", "Block the Blammo", "Threshold Situation"],
    },
    "ladder": {
        "ladder/first_climb": ["Which of these is a tree?", "B: Oak", "D: Thunder", "Bob: D", "$100"],
        "ladder/million": ["$1,000,000", "$500,000", "$32,000"],
    },
}


@pytest.fixture
def painted(monkeypatch):
    """All that is written on images, in order."""
    words: list[str] = []
    write = ImageDraw.ImageDraw.text

    def write_and_note(draw, at, text, *rest):
        words.append(text)
        write(draw, at, text, *rest)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", write_and_note)
    return words


def list_scenes(name):
    """Every step of a transcript that tells a great scene: the game, its lines, and those that are scenes."""
    for game, said in steps(TRANSCRIPTS / f"{name}.rtab"):
        if heads := list_heads(game.ruleset, said.told):
            yield game, said, heads


@pytest.mark.whole
@pytest.mark.parametrize("game", SCENES)
def test_the_post_of_each_great_scene_carries_its_picture_with_its_names_and_sums(
    stage, group, ann, bob, cat, painted, game
):
    seated(stage, group, [ann, bob, cat], LINE.format(game=game))
    (table,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    for n, (name, shown) in enumerate(SCENES[game].items()):
        played, said, heads = [*list_scenes(name)][-1]
        names = {who: who for who in played.state.players}
        stage.api.advance(3600)  # in a crowded hour scenes share a post
        stage.host.store.save_beat(stage.clock.now())
        stage.pass_by(90)
        painted.clear()
        before = len(group.messages)
        lines = [build_told_line(each) for each in said.told]
        for line in lines:
            line.rings = True
        stage.host.store.queue_posts(
            [Post(f"telegram:{group.id}", table, 2**44 + n, [*lines], names=names)], stage.clock.now()
        )
        stage.pass_by(90)
        (post,) = [each for each in group.messages[before:] if each.photo]
        assert Image.open(io.BytesIO(post.photo)).height > 100
        read = " ".join(painted)
        assert all(words in read for words in shown), (name, read)
        for head in heads:
            assert all(who in read for who in head.kind.list_seats(head.facts)), (name, read)
            for _, amount in MOVES.get(head.what, lambda _: [])(head.facts):
                assert f"{abs(amount):,}" in read, (name, read)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("cycle/megagrid_last_bomb", ["15M", "12M", "5M", "Ann", "£47,000,000 gone"]),
        ("deluxe/failsafe_right", ["1", "3", "5", "Ann", "+$6,750,000"]),
        ("billionaire/bids", ["Yangtze Power", "Bob: $10,000,000", "+$120,000,000"]),
        ("ladder/first_climb", ["$1,000,000", "Ann", "Bob: D", "B: Oak"]),
    ],
)
def test_a_great_scene_is_drawn_as_its_table_was_seen_last(painted, name, shown):
    played, said, _ = [*list_scenes(name)][-1]
    reader = Reader({who: who for who in played.state.players})
    assert render_news_png(played.ruleset, said.told, [said], reader, played.build_view())
    read = " ".join(painted)
    assert [words for words in shown if words not in read] == []


@pytest.mark.parametrize("name", ["ladder/duel", "ladder/hosts_in_turn", "ladder/short_ladder"])
def test_scenes_of_several_moves_in_one_message_are_each_drawn_from_what_was_told_with_them(painted, name):
    """News that had to wait share a message."""
    scenes = [*list_scenes(name)][-3:]
    played, told = scenes[-1][0], [each for _, said, _ in scenes for each in said.told]
    reader = Reader({who: who for who in played.state.players})
    steps_told = [said for _, said, _ in scenes]
    for known in (steps_told, steps_told[-1:], []):
        painted.clear()
        assert render_news_png(played.ruleset, told, known, reader, played.build_view())
        questions = {each.facts["question"] for each in told if each.what == "ladder.AnswersShown"}
        assert len(questions) == 3
        read = " ".join(painted)
        assert [asked for asked in questions if asked not in read] == []


def queue_great_scene(stage, chat):
    """Queue news of a great scene for the chat."""
    (table,) = stage.host.store.list_open_game_ids(f"chat:telegram:{chat.id}")
    _, said, _ = [*list_scenes("cycle/megagrid_top")][-1]
    lines = [build_told_line(each) for each in said.told]
    for line in lines:
        line.rings = True
    post = Post(f"telegram:{chat.id}", table, 2**44, [*lines], names={"Ann": "Ann"})
    stage.host.store.queue_posts([post], stage.clock.now())


def test_words_are_said_where_their_picture_cannot_be_drawn(stage, playing, monkeypatch, caplog):
    def draw_and_fail(*_):
        raise StopIteration

    monkeypatch.setattr("host.shown.picture.scene.list_scene_pictures", draw_and_fail)
    before = len(playing.messages)
    queue_great_scene(stage, playing)
    stage.pass_by(90)
    assert any("the top of the Megagrid" in each.text for each in playing.messages[before:])
    assert "picture not drawn" in caplog.text


def test_a_picture_and_its_words_wait_for_a_busy_table(stage, playing, monkeypatch, caplog):
    read, busy = views.list_newest_steps, [Overloaded()]

    def read_unless_busy(*given):
        if busy:
            raise busy.pop()
        return read(*given)

    monkeypatch.setattr(views, "list_newest_steps", read_unless_busy)
    before = len(playing.messages)
    queue_great_scene(stage, playing)
    with pytest.raises(Overloaded):
        stage.pass_by(90)
    stage.pass_by(90)
    (said,) = [each for each in playing.messages[before:] if "the top of the Megagrid" in each.text]
    assert said.photo
    assert not busy
    assert "picture not drawn" not in caplog.text


def test_news_of_an_ordinary_move_carry_no_picture(stage, playing):
    (table,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    before = sum(bool(each.photo) for each in playing.messages)
    told = next(
        said.told
        for _, said in steps(TRANSCRIPTS / "rounds/bomb.rtab")
        if any(each.what == "season7.SquareOpened" for each in said.told)
    )
    post = Post(f"telegram:{playing.id}", table, 2**44, build_told_lines(told), names={"Ann": "Ann"})
    stage.host.store.queue_posts([post], stage.clock.now())
    stage.pass_by(90)
    assert sum(bool(each.photo) for each in playing.messages) == before


MOST_BYTES = 24_000  # of a picture: a second on a slow connection


def test_pictures_of_great_scenes_are_small_in_chats():
    sizes = {each.name: len(each.png) for each in draw_chat_pictures()}
    assert max(sizes.values()) <= MOST_BYTES, sizes
