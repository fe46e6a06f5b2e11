"""Law *(bot) once*: that a player is a computer stands once in the list of seats, and nowhere else, at every door that
is a chat and in all games: neither in news and questions nor in what people look up.
"""

import random
import re

import pytest

from host.shown import views
from tests.fakes.discord import text_of
from tests.host.doors.discord.conftest import Stage as DiscordStage
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import gathered
from tests.phone_log import pick_words

MARK, ANSWERS = "(bot)", 12
SEAT = re.compile(r"\d+\\?\. \w+ ")  # Markdown writes a stroke before the point
LOOK_UPS = ("score", "mystuff", "stats", "leaders", "predict", "kick", "vote", "standin Ada", "rules Ada", "menu")
GAMES = ("season7", "deluxe", "billionaire", "ladder")


def pick_answer(host, identity, luck, chat):
    """What a person could answer to their first question, or nothing."""
    game = next(iter(host.store.list_open_game_ids(f"chat:{chat}")), "")
    if not game:  # it is over
        return ""
    shown = views.load_game_view(host, game, host.store.find_person_id(identity, 0))
    asked = next((each for each in shown.asked if each.who == shown.you), None)
    return asked and " ".join(pick_words(luck, asked.form, [str(each.value) for each in asked.options]))


def play_in_telegram(rules):
    stage, luck = TelegramStage(), random.Random(rules)
    people = [stage.api.user(name) for name in ("Ann", "Bob")]
    group = stage.api.group("Friday", people[1], admins=[people[0]], kind="supergroup")
    gathered(stage, group, people, f"/newgame {rules} 1h")
    for line in ("/bots 2", "/begin"):
        people[0].says(group, line)
        stage.pass_by()
    for _ in range(ANSWERS):
        for person in people:
            if word := pick_answer(stage.host, f"telegram:{person.id}", luck, f"telegram:{group.id}"):
                person.writes(f"/pick {word}")
                stage.pass_by()
        stage.pass_by(600)
    for word in LOOK_UPS:
        for says in (people[0].writes, lambda said: people[0].says(group, said)):
            says(f"/{word}")
            stage.pass_by(30)
    messages = [each for each in group.messages if each.from_bot]
    messages += [each for person in people for each in person.messages if each.from_bot]
    stage.close()
    return [text for each in messages for text in (*each.earlier, each.text)]


def play_on_discord(rules):
    stage, luck = DiscordStage(), random.Random(rules)
    people = [stage.person(name) for name in ("Ann", "Bob")]
    people[0].commands(stage.channel, "new", game=rules, turn="1h", options="")
    people[1].taps_label(stage.channel, stage.board, "Join")
    people[0].commands(stage.channel, "bots", words="2")
    seats = text_of(stage.board)
    people[0].taps_label(stage.channel, stage.board, "Begin")
    for _ in range(ANSWERS):
        for person in people:
            place = f"discord:{stage.channel.guild}/{stage.channel.id}"
            if word := pick_answer(stage.host, f"discord:@{person.id}", luck, place):
                person.commands(stage.channel, "pick", words=word)
        stage.pass_by(600)
    for word in LOOK_UPS[:-1]:
        verb, _, rest = word.partition(" ")
        people[0].commands(stage.channel, verb, **({"words": rest} if rest else {}))
    shown = [*stage.channel.posted, *(each for person in people for each in person.own)]
    stage.close()
    return [seats, *(text_of(each) for each in shown)]


def play_on_reddit(rules):
    stage, luck = RedditStage(), random.Random(rules)
    thread = stage.site.thread("Friday game", by="ann")
    for who, line in (("ann", f"!new {rules} pace 1h"), ("bob", "join"), ("ann", "bots 2")):
        stage.says(who, thread, line)
        stage.settle()
    seats = [each.body for each in thread.tree() if each.author == stage.site.bot]
    stage.says("ann", thread, "begin")
    for _ in range(ANSWERS):
        for who in ("ann", "bob"):
            if word := pick_answer(stage.host, f"reddit:{who}", luck, f"reddit:{thread.fullname}"):
                stage.site.writes(who, f"pick {word}")
                stage.settle()
        stage.pass_by(600, 60)
    for word in LOOK_UPS[:-1]:
        stage.site.writes("ann", word)
        stage.settle()
    found = [each.body for each in thread.tree() if each.author == stage.site.bot]
    stage.close()
    return [*seats, *found, *(each.body for each in stage.written())]


@pytest.mark.whole
@pytest.mark.parametrize("play", [play_in_telegram, play_on_discord, play_on_reddit])
@pytest.mark.parametrize("rules", GAMES)
def test_a_computer_is_marked_once_in_the_list_of_seats(rules, play):
    texts = play(rules)
    marked = [line for text in texts for line in text.splitlines() if MARK in line]
    assert marked and sum("Ada" in text for text in texts) > 3
    assert [line for line in marked if not SEAT.match(line)] == []
    assert all(line.count(MARK) == 1 for line in marked)
    assert all(text.count(MARK) <= 2 for text in texts)
