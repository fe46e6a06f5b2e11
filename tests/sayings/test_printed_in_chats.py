"""Law *Examples* where others read: every line that a Telegram group or a Discord channel prints, in a game and when
people ask, is written there once more, and is understood.
"""

import random
import re

import pytest

from host.doors.discord.commands import build_commands
from host.said.desk import refusals
from tests import phone_log
from tests.fakes.discord import text_of
from tests.phone_log import LINES, PEOPLE, DiscordRound, TelegramRound, played_other
from tests.sayings.test_examples import UNDOES, harvest_lines

GAMES = {"season7": "week", "deluxe": "deluxe", "billionaire": "billionaire", "ladder": "ladder"}
ASKS = ("help", "menu", "use", "settings", "predict", "usual", "mystuff", "rules", "list", "link", "talk", "score")
NOT_UNDERSTOOD = (refusals.NO_COMMAND.partition("{")[0], refusals.UNCLEAR_MESSAGE.partition(".")[0])
ENDS = (
    *UNDOES,
    "/stop",
    "/again",
    "/standin",
    "/export",
)  # what changes who plays, ends what is played, or sends a file
SHORT = [pytest.param(12, marks=pytest.mark.whole), pytest.param(200, marks=pytest.mark.slow)]


ADDRESS = re.compile(r"\S+://\S+|\bt\.me/\S+")


def list_printed_lines(texts):
    """What can be written as it is printed, without what would end the game."""
    lines = harvest_lines(ADDRESS.sub("", text) for text in texts)
    return [line for line in lines if not line.startswith(ENDS) and not line.split()[-1].isupper()]


@pytest.fixture
def answers(monkeypatch, request):
    monkeypatch.setattr(phone_log, "WEEK", request.param)
    monkeypatch.setattr(phone_log, "LONGEST", request.param)


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("answers", SHORT, indirect=True)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_a_telegram_group_prints_is_understood_there(game):
    played = TelegramRound(random.Random(5), line=LINES[GAMES[game]])
    played_other(played, GAMES[game])
    stage, group, ann = played.stage, played.group, played.people["Ann"]
    for word in ASKS:
        ann.says(group, f"/{word}")
        stage.pass_by(5)
    lines = list_printed_lines(
        [text for each in group.messages if each.from_bot for text in (*each.earlier, each.text)]
    )
    assert len(lines) >= 10
    for line in lines:
        stage.api.advance(60)
        before = len(ann.messages), len(group.messages), len(stage.api.calls)
        ann.says(group, line)
        stage.pass_by(5)
        told = [each.text for each in (*ann.messages[before[0] :], *group.messages[before[1] :]) if each.from_bot]
        assert not any(no in text for text in told for no in NOT_UNDERSTOOD), line
        assert len(stage.api.calls) > before[2], line
    assert stage.api.violations == []
    stage.close()


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("answers", SHORT, indirect=True)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_a_discord_channel_prints_is_understood_there(game):
    """Behind the command that it names, of those that Discord knows."""
    played = DiscordRound(random.Random(5), GAMES[game], PEOPLE)
    played_other(played, GAMES[game])
    stage, channel, ann = played.stage, played.stage.channel, played.people["Ann"]
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
        assert not any(no in text_of(ann.alone) for no in NOT_UNDERSTOOD), line
    assert stage.discord.violations == []
    stage.close()
