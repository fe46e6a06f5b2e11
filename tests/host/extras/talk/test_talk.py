"""Table talk on the page: reactions in one tap, words only where they are wanted, and nothing of it in the game."""

import msgspec
import pytest

from host.archive import history
from host.core import games, seats
from host.core.deadlines import ticking
from host.core.session import Command
from host.extras.talk import talking
from host.people import accounts
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.visitor import Visitor, found

ALOUD = "Well done, Bob <3"


def arranged(season, how="words", slow="0"):
    """Ann, who opened it, says how the table talks."""
    ann = season.visitor(season.ann)
    ann.go(f"{season.path}/talk")
    ann.send("/talk", how=how, slow=slow)
    assert ann.page.status == 200, ann.text
    return ann


def text(visitor, path):
    return visitor.go(f"{path}/talk")


def say(season, person, words):
    visitor = season.visitor(person)
    text(visitor, season.path)
    return visitor.post(f"{season.path}/say", text=words)


def test_anybody_reacts_in_one_tap_and_is_named(season):
    ann, bob = season.visitor(season.ann), season.visitor(season.bob)
    text(ann, season.path)
    ann.send("/react", felt="clap")
    text(bob, season.path)
    bob.send("/react", felt="clap")
    assert 'aria-label="Applause: 2"' in bob.text
    assert 'aria-pressed="true"' in bob.text
    assert "Ann, Bob" in bob.text
    bob.send("/react", felt="love")
    assert 'aria-label="Applause: 1"' in bob.text
    bob.send("/react", felt="love")
    assert 'aria-label="Love it"' in bob.text


def test_a_moment_asks_for_counts_alone_and_hears_what_others_feel(season):
    ann = season.visitor(season.ann)
    text(ann, season.path)
    entry = ann.forms[0]["fields"]["entry"]
    assert ann.ask("GET", f"{season.path}/felt?n={entry}").body == b""
    ann.send("/react", felt="clap")
    told = season.visitor(season.bob).ask("GET", f"{season.path}/felt?n={entry}")
    assert (told.body, told.headers["Content-Type"]) == (b"clap 1", "text/plain")
    for nothing in ("x", "", "99999999999"):
        assert season.visitor(season.bob).ask("GET", f"{season.path}/felt?n={nothing}").body == b""
    arranged(season, how="off")
    assert season.visitor(season.bob).ask("GET", f"{season.path}/felt?n={entry}").body == b""


def test_a_stranger_who_reacts_becomes_known_as_by_sitting_down(season):
    stranger = Visitor(season.host)
    text(stranger, season.path)
    assert not stranger.cookie
    stranger.send("/react", felt="gasp")
    assert stranger.cookie
    assert 'aria-label="Gasp: 1"' in stranger.text


@pytest.mark.parametrize("fields", [{"entry": "999999"}, {"entry": "x"}, {"entry": "-1"}, {"felt": "hate"}, {}])
def test_nobody_reacts_to_what_nobody_was_told(season, fields):
    stranger = Visitor(season.host)
    stranger.post(f"{season.path}/react", **{"entry": "0", "felt": "clap", **fields} if fields else {})
    assert stranger.page.status == 409
    assert not stranger.cookie


def test_what_was_told_to_one_alone_takes_no_reaction(season):
    log = season.host.store.load_log(season.game, limit=200)
    private = [entry.n for entry in log if all(line.to for line in entry.told)]
    ann = season.visitor(season.ann)
    text(ann, season.path)
    for entry in private:
        ann.post(f"{season.path}/react", entry=entry, felt="clap")
        assert ann.page.status == 409


def test_words_are_off_until_whoever_opened_the_table_wants_them(season):
    assert "only reactions" in say(season, season.bob, ALOUD)
    bob = season.visitor(season.bob)
    assert "talk-text" not in text(bob, season.path)
    bob.post(f"{season.path}/talk", how="words", slow="0")
    assert bob.page.status == 409
    arranged(season)
    assert "Well done, Bob &lt;3" in say(season, season.bob, ALOUD)
    assert "Well done" in text(season.visitor(season.ann), season.path)
    arranged(season, "off")
    assert "Well done" not in text(season.visitor(season.ann), season.path)
    assert "Talking is switched off in this game." in say(season, season.bob, "Hello?")


def test_whoever_opens_a_table_says_at_once_how_it_talks(season):
    ann = season.visitor(season.ann)
    for how, words in (("words", True), ("felt", False)):
        ann.go("/")
        ann.send("/new", name="Ann", ruleset="toy", how=how)
        assert talking.load_talk_settings(season.host.store, ann.at.removeprefix("/g/")).words is words


def test_a_rematch_talks_as_the_game_before_did(season):
    ann = arranged(season, slow="60")
    ann.go(season.path)
    ann.post(f"{season.path}/close", sure="1")
    ann.post(f"{season.path}/again")
    again = ann.at.removeprefix("/g/")
    assert again != season.game
    assert talking.load_talk_settings(season.host.store, again) == talking.TalkSettings(words=True, slow=60.0)


def test_who_was_shown_out_of_the_game_talks_at_its_table_no_more(season):
    arranged(season)
    assert "talk-text" in text(season.visitor(season.bob), season.path)
    say(season, season.bob, ALOUD)
    assert seats.kick_from_seat(season.host, Command(by=season.ann.id), season.game, "p2").ok
    bob = season.visitor(season.bob)
    assert "talk-text" not in text(bob, season.path)
    assert talking.NOT_SEATED in say(season, season.bob, "And another thing")
    (said,) = talking.list_talk_messages(season.host.store, season.game, season.host.now())
    bob.post(f"{season.path}/about", word=said.id, deed="remove")
    assert not talking.list_talk_messages(season.host.store, season.game, season.host.now()), "their own they take back"


def test_nobody_talks_in_a_game_that_the_operator_has_removed(season):
    arranged(season)
    text(bob := season.visitor(season.bob), season.path)
    assert ticking.remove_game(season.host, Command(operator=True), season.game).ok
    assert "has removed this game" in say(season, season.bob, ALOUD)
    bob.send("/react", felt="clap")
    assert bob.page.status == 409


def test_only_those_at_the_table_talk_in_few_words_and_with_a_breath_between(season, hands):
    arranged(season, slow="60")
    stranger = Visitor(season.host)
    stranger.post(f"{season.path}/say", text="Buy gold")
    assert talking.NOT_SEATED in stranger.text
    assert not stranger.cookie
    assert "200 characters" in say(season, season.bob, "x" * 201)
    assert "200 characters" in say(season, season.bob, " \u200b\u202e ")
    assert "one" in say(season, season.bob, "one")
    assert "Please wait" in say(season, season.bob, "two")
    hands.now += 30
    assert "Please wait" in say(season, season.bob, "two")
    hands.now += 31
    assert "two" in say(season, season.bob, "two\u202e")
    assert "\u202e" not in text(season.visitor(season.ann), season.path)


def test_a_day_has_room_for_so_many_words(season, hands, monkeypatch):
    monkeypatch.setattr(talking, "MOST_SAID", 2)
    arranged(season)
    for word in ("one", "two"):
        hands.now += 10
        assert word in say(season, season.bob, word)
    hands.now += 10
    assert "You have reached today’s limit of messages in this game." in say(season, season.bob, "three")
    hands.now += 86400
    assert "three" in say(season, season.bob, "three")


def test_one_may_hide_a_person_and_report_a_word_which_its_host_removes(season):
    ann = arranged(season)
    say(season, season.ann, "Hello Bob")
    say(season, season.bob, "You are all fools")
    bob = season.visitor(season.bob)
    text(bob, season.path)
    bob.send("/about", deed="hide")  # the first word is Ann's
    assert "Hello Bob" not in bob.text
    bob.send("/hearall")
    assert "Hello Bob" in bob.text
    ann.go(f"{season.path}/talk")
    word = found(r'name="word" value="(\w+)"', ann.text.partition("You are all fools")[2])
    ann.post(f"{season.path}/about", word=word, deed="report")
    assert "You are all fools" not in ann.text
    ann.send("/hearall")
    assert "reported" in ann.text
    assert "reported" not in text(bob, season.path)
    bob.post(f"{season.path}/about", word=found(r'name="word" value="(\w+)"', bob.text), deed="remove")
    assert bob.page.status == 409  # it is Ann's
    ann.post(f"{season.path}/about", word=word, deed="remove")
    assert "You are all fools" not in text(season.visitor(season.bob), season.path)


def test_all_of_it_is_gone_some_days_after_the_game_and_the_talk_ends_before(season, hands):
    arranged(season)
    say(season, season.bob, ALOUD)
    ann = season.visitor(season.ann)
    ann.go(season.path)
    ann.post(f"{season.path}/close", sure="1")
    hands.now += 86400
    assert "Good game" in say(season, season.bob, "Good game")
    hands.now += 2 * 86400
    assert talking.ENDED in say(season, season.bob, "Anybody there?")
    hands.now += 8 * 86400
    assert "Good game" not in text(season.visitor(season.ann), season.path)
    season.host.store.table.purge(hands.now + 14 * 86400)
    left = [item for item in season.host.store.table.every() if item.pk == f"talk/{season.game}"]
    assert [item.sk for item in left] == ["manner"]


def test_nothing_of_it_is_in_the_record_or_moves_the_game_on(season):
    before = season.host.store.load_game(season.game).version
    arranged(season)
    say(season, season.bob, ALOUD)
    ann = season.visitor(season.ann)
    text(ann, season.path)
    ann.send("/react", felt="laugh")
    assert season.host.store.load_game(season.game).version == before
    kept = [msgspec.json.encode(entry) for entry in history.iter_whole_log(season.host, season.game)]
    assert "Well done" not in b"".join(kept).decode()
    assert "Well done" not in ann.go(f"{season.path}/log") + ann.go(season.path)
    assert b"Well done" not in ann.ask("GET", f"{season.path}/part").body


def test_who_does_not_look_at_talk_is_sent_none_and_the_part_costs_what_it_did(season):
    ann = arranged(season)
    say(season, season.bob, ALOUD)
    quiet = ann.ask("GET", f"{season.path}/part")
    heard = ann.ask("GET", f"{season.path}/part?talk=1")
    assert b"talk-sheet" not in quiet.body.partition(b"<nav")[0]
    assert b"Well done" in heard.body
    mark = heard.headers["ETag"]
    assert ann.ask("GET", f"{season.path}/part?talk=1", if_none_match=mark).status == 304
    say(season, season.ann, "Thank you")
    assert ann.ask("GET", f"{season.path}/part?talk=1", if_none_match=mark).status == 200
    assert ann.ask("GET", f"{season.path}/part", if_none_match=quiet.headers["ETag"]).status == 304


def test_where_a_game_lives_in_a_group_its_players_talk_there(season):
    command = Command(by=season.ann.id, place="telegram:-1001234567890:7")
    game = games.open_lobby(season.host, command, "toy", {}).game
    page = text(season.visitor(season.ann), f"/g/{game}")
    assert 'href="https://t.me/c/1234567890/7"' in page
    assert "talk-text" not in page
    ann = season.visitor(season.ann)
    ann.go(f"/g/{game}/talk")
    ann.post(f"/g/{game}/talk", how="words", slow="0")
    ann.post(f"/g/{game}/say", text="Hello")
    assert talking.TALK_ELSEWHERE in ann.text
    thread = games.open_lobby(season.host, Command(by=season.ann.id, place="reddit:t3_abc"), "toy", {}).game
    assert "https://www.reddit.com/comments/abc" in text(ann, f"/g/{thread}")


NOWHERE = ("telegram:5", "telegram:-5", "reddit:t3", "reddit:@ann", "discord:@5", "t:group")


@pytest.mark.parametrize("place", NOWHERE)
def test_where_the_place_of_a_game_has_no_address_no_link_is_shown(season, place):
    game = games.open_lobby(season.host, Command(by=season.ann.id, place=place), "toy", {}).game
    page = text(season.visitor(season.ann), f"/g/{game}")
    assert "You can talk in the place where this game is shown." in page
    assert "Talk there" not in page


def test_what_somebody_has_said_is_in_their_export_and_goes_with_them(season):
    arranged(season)
    say(season, season.bob, ALOUD)
    bob = season.visitor(season.bob)
    text(bob, season.path)
    bob.send("/react", felt="love")
    kept = accounts.export_account(season.host, season.bob.id)["talk"]
    assert kept[0]["words"][0]["text"] == ALOUD
    assert kept[0]["reactions"][0]["felt"] == "love"
    accounts.forget_account(season.host, season.bob.id)
    left = [item for item in season.host.store.table.every() if item.pk in (f"talk/{season.game}", "reported")]
    assert not any(season.bob.id in f"{item.sk}{item.body.decode()}" for item in left)
    page = text(season.visitor(season.ann), season.path)
    assert "Well done" not in page
    assert "Love it: 1" not in page


def test_every_reaction_has_a_sign():
    from host.doors.web.files import read_static_file  # noqa: PLC0415

    for felt in talking.FELT:
        assert f'id="{felt}"'.encode() in read_static_file("talk.svg")


@pytest.fixture(scope="module")
def room():
    room = Table()
    yield room
    room.close()


BOXES = """() => ["race", "lamp", "place", "seats", "dock"].map((id) => document.getElementById(id))
  .filter(Boolean).map((el) => JSON.stringify(el.getBoundingClientRect()))"""


def test_in_a_browser_words_and_reactions_arrive_and_the_board_stays(room, chrome):
    game = scenes.Stage(room, chrome).laid(scenes.ROUND, "Zoe      select 14")
    game.goes_on()
    troubles: list[str] = []
    zoe = game.page(chrome, "Zoe", troubles, viewport=scenes.PHONE)
    desk = game.page(chrome, "Mia", troubles, viewport=scenes.DESK)
    desk.locator("#talk-sheet .felt").wait_for()
    before = desk.evaluate(BOXES)
    zoe.locator("#tab-talk-sheet").click()
    zoe.locator("#talk-sheet").get_by_label("Applause").click()
    zoe.locator("#talk-sheet [aria-pressed=true]").wait_for()
    scenes.hurry(desk)
    desk.get_by_label("Applause: 1").wait_for()
    zoe.locator("#talk-manner summary").click()
    zoe.locator("#talk-how").select_option("words")
    zoe.locator("#talk-manner button").click()
    zoe.locator("#talk-text").fill("Door fourteen, here I come")
    zoe.get_by_role("button", name="Say it").click()
    zoe.locator(".words li").wait_for()
    assert zoe.locator("#talk-text").input_value() == ""
    scenes.hurry(desk)
    desk.get_by_text("Door fourteen").wait_for()
    assert desk.evaluate(BOXES) == before
    assert zoe.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    zoe.locator("#talk-sheet .close").click()
    # a moment takes a reaction in one tap, and ends no sooner for it
    zoe.emulate_media(reduced_motion="reduce")
    game.goes_on()
    scenes.hurry(zoe)
    zoe.locator(".moment .felt [value=gasp]").click()
    zoe.locator(".moment .felt [aria-pressed=true]").wait_for()
    zoe.locator(".moment .felt [value=gasp] b", has_text="1").wait_for()  # counted while the moment stands
    scenes.hurry(desk)
    desk.locator(".moment").get_by_label("Gasp: 1").wait_for()  # in the moment that somebody else looks at
    desk.locator("#talk-sheet").get_by_label("Gasp: 1").wait_for()
    assert troubles == []


def test_without_a_script_talk_has_a_page_of_its_own(room, chrome):
    game = scenes.Stage(room, chrome).laid(scenes.ROUND)
    page = game.page(chrome, "Zoe", viewport=scenes.PHONE, java_script_enabled=False)
    page.locator("#tab-talk-sheet").click()
    page.locator("#talk-sheet a", has_text="Talk").click()
    page.get_by_label("Love it").click()
    page.get_by_label("Love it: 1").wait_for()
