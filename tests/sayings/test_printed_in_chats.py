"""Law *Examples* where people play: every line that a Telegram group, a private chat there, a Discord channel, a thread
or an inbox on Reddit prints, in a game and when people ask, is written there once more, and is understood: something
happens, or it is answered by what it asks for.
"""

import random
import re

import pytest

from host.doors.discord.commands import build_commands
from host.doors.reddit import board
from host.doors.reddit.menu import MENU
from host.said import hearing
from host.said.desk import refusals
from host.shown import views
from host.shown.words import build_reader
from tests.fakes.discord import text_of
from tests.fakes.reddit import Comment, Message
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.phone_log import LINES, PEOPLE, DiscordRound, RedditRound, RedditRoundByMessage, TelegramRound, played_other
from tests.sayings.test_asked import keep, restore
from tests.sayings.test_examples import UNDOES, harvest_lines

GAMES = {"season7": "week", "deluxe": "deluxe", "billionaire": "billionaire", "ladder": "ladder"}
ASKS = (
    *("help", "menu", "use", "settings", "predict", "usual", "mystuff", "rules", "list", "link", "talk", "score"),
    *("bots", "extend", "settings zone Nowhere", "settings quiet late"),
)
TOLD_TO_WRITE = ("bots ", "extend ")  # whose examples must be among what is written back
AWAY = "I am away until Monday"
NOT_UNDERSTOOD = (
    *(text.partition("{")[0] for text in (refusals.NO_COMMAND, refusals.NO_WORD)),
    refusals.UNCLEAR_MESSAGE.partition(".")[0],
    hearing.UNCLEAR_ANSWER.partition(".")[0],
    refusals.NO_ANSWER.partition(", ")[2].partition(".")[0],
    *("I find nothing in that", "I do not understand", "Nothing in the game is called"),
)
ENDS = (
    *UNDOES,
    "/stop",
    "/again",
    "/standin",
    "/export",
)  # what changes who plays, ends what is played, or sends a file
SHORT = [pytest.param(12, marks=pytest.mark.whole), pytest.param(200, marks=pytest.mark.slow)]


ADDRESS = re.compile(r"\S+://\S+|\bt\.me/\S+")
QUOTED = re.compile(r"`([^`\n]+)`")
STANDS_FOR = re.compile(r"\b[A-Z]{3,}\b")
ELSEWHERE = ("/", "!new", "!pack")  # what is to be written at another place, or opens a game


def list_printed_lines(texts):
    """What can be written as it is printed, without what would end the game."""
    lines = harvest_lines(ADDRESS.sub("", text) for text in texts)
    return [line for line in lines if not line.startswith(ENDS) and not line.split()[-1].isupper()]


def check_understood(line, told, *, happened):
    """Fail unless something has happened, or an answer was told that does not say that nothing was understood."""
    assert not [text for text in told for no in NOT_UNDERSTOOD if no in text], line
    assert happened or any(text.strip() for text in told), line


def count_entries(played):
    return played.stage.host.store.load_game(played.game).session.entries


def play(begin, game, answers):
    """Begin a game and play it for so many answers; where it is over by then, play another one for half as many."""
    played = begin(random.Random(5), game=GAMES[game])
    played_other(played, GAMES[game], answers)
    view = views.load_game_view(played.stage.host, played.game).view
    if view and not view.over:
        return played
    played.stage.close()
    return play(begin, game, answers // 2)


def begin_in_telegram(luck, game):
    return TelegramRound(luck, line=LINES[game])


@pytest.mark.parametrize("answers", SHORT)
@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_telegram_prints_is_understood_there(game, alone, answers):
    """In the group, or in Ann's private chat."""
    played = play(begin_in_telegram, game, answers)
    stage, group, ann = played.stage, played.group, played.people["Ann"]
    says = ann.writes if alone else lambda text: ann.says(group, text)
    for word in ASKS:
        says(f"/{word}")
        stage.pass_by(5)
    if alone:
        ann.writes(AWAY)
        stage.pass_by(5)
    chat = ann.chat if alone else group
    lines = list_printed_lines([text for each in chat.messages if each.from_bot for text in (*each.earlier, each.text)])
    assert len(lines) >= 10
    told_to_write = ("extend ", "settings vacation ") if alone else (*TOLD_TO_WRITE, "usual ")
    assert [each for each in told_to_write if not any(line.startswith(f"/{each}") for line in lines)] == []
    for line in lines:
        stage.api.advance(60)
        before = len(ann.messages), len(group.messages), count_entries(played)
        texts = {id(each): each.text for each in chat.messages}
        says(line)
        stage.pass_by(5)
        told = [each.text for each in (*ann.messages[before[0] :], *group.messages[before[1] :]) if each.from_bot]
        edited = any(texts.get(id(each), each.text) != each.text for each in chat.messages)
        check_understood(line, told, happened=edited or count_entries(played) > before[2])
    assert stage.api.violations == []
    stage.close()


@pytest.mark.parametrize("answers", SHORT)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_a_discord_channel_prints_is_understood_there(game, answers):
    """Behind the command that it names, of those that Discord knows."""
    played = play(DiscordRound, game, answers)
    stage, channel, ann = played.stage, played.stage.channel, played.people[PEOPLE[0]]
    known = {each["name"] for each in build_commands()}
    for word in (each for each in ASKS if each in known):
        ann.commands(channel, word)
    texts = [text_of(each) for person in played.people.values() for each in person.own]
    texts += [text_of(each) for each in (*channel.posted, *stage.discord.direct(ann.id))]
    lines = list_printed_lines(texts)
    assert len(lines) >= 10
    assert {line[1:].split()[0] for line in lines} <= known
    for line in lines:
        word, _, rest = line[1:].partition(" ")
        before = ann.alone
        ann.commands(channel, word, **({"words": rest} if rest else {}))
        assert ann.alone is not before, line
        check_understood(line, [text_of(ann.alone)], happened=bool(ann.alone["components"]))
    assert stage.discord.violations == []
    stage.close()


def list_written(played):
    site = played.stage.site
    return [*(each for each in played.thread.tree() if each.author == site.bot), *site.by_bot(Message)]


@pytest.mark.parametrize("answers", SHORT)
@pytest.mark.parametrize("place", [RedditRound, RedditRoundByMessage])
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_reddit_prints_is_understood_there(game, place, answers):
    """In reply to the bot in the thread, or in a message."""
    played = play(place, game, answers)
    stage, site = played.stage, played.stage.site

    def says(text):
        stage.clock.advance(700)
        stage.settle()
        if played.by_message:
            site.writes("ann", text)
        else:
            site.says("ann", site.replies(played.thread, by=site.bot)[-1], text)
        stage.settle()

    for word in (*ASKS, AWAY):
        says(word)
    lines = {line for each in list_written(played) for line in QUOTED.findall(each.body)}
    ends = tuple(each[1:] for each in ENDS)
    choices = {line for line in lines if line.split()[0].lstrip("!") not in MENU}  # which only who is asked may write
    lines -= {line for line in lines if line.startswith((*ELSEWHERE, *ends)) or STANDS_FOR.search(line)} | choices
    assert len(lines) >= 15
    assert [each for each in TOLD_TO_WRITE if not any(line.startswith(each) for line in lines)] == []
    for line in sorted(lines - {"pick"}):  # “pick and your choice”
        before = {id(each): each.body for each in list_written(played)}, count_entries(played)
        says(line)
        written = list_written(played)
        edited = any(before[0].get(id(each), each.body) != each.body for each in written)
        told = [each.body for each in written if id(each) not in before[0]]
        check_understood(line, told, happened=edited or count_entries(played) > before[1])
    assert site.violations == []
    stage.close()


@pytest.mark.whole
@pytest.mark.parametrize("answers", [4, 12])
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_reddit_prints_is_taken_from_who_is_asked(game, answers):
    played = play(RedditRound, game, answers)
    stage, site = played.stage, played.stage.site
    found = [(name.lower(), asked) for name in PEOPLE for asked in played.asked(name)]
    assert found
    for name, asked in found[:3]:
        shown = views.load_game_view(stage.host, played.game, stage.person(name))
        printed = QUOTED.findall(board.format_comment_help(asked, build_reader(shown.names, shown.style)))
        kept = keep(stage.host.store.table)
        for choice in printed[1:]:  # after “pick”
            restore(stage.host.store.table, kept)
            stage.clock.advance(700)
            if asked.secret:
                site.writes(name, f"pick {choice}")
            else:
                site.says(name, site.replies(played.thread, by=site.bot)[-1], f"pick {choice}")
            before = count_entries(played)
            stage.settle()
            assert count_entries(played) > before, choice
        restore(stage.host.store.table, kept)
    stage.close()


@pytest.mark.whole
@pytest.mark.parametrize("asks", ["!new", "!new season7"])
def test_every_way_to_open_a_game_that_reddit_prints_opens_one_or_leads_to_it(asks):
    stage = RedditStage()
    stage.says("ann", stage.site.thread("What shall we play?", by="ann"), asks)
    lines = {line for each in stage.site.by_bot(Comment) for line in QUOTED.findall(each.body)}
    lines = {line for line in lines if line.startswith("!new ")}
    assert len(lines) >= 2
    for n, line in enumerate(sorted(lines)):
        thread, before = stage.site.thread(f"Game {n}", by=f"opener{n}"), len(stage.site.by_bot(Comment))
        stage.clock.advance(700)
        stage.says(f"opener{n}", thread, line)
        more = [each.body for each in stage.site.by_bot(Comment)[before:]]
        assert stage.games(thread) or any(f"`{line} " in text for text in more), line
    stage.close()
