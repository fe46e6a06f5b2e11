"""What the host says each morning of a week that six people play: no line comes twice, in Telegram or on the page."""

import random
from dataclasses import replace
from html import unescape

import pytest

from engine.billionaire.voice import WITHOUT_CASH
from engine.kernel.recap import AT_TARGET, SHORT_OF_TARGET
from engine.ladder.voice import PRIZE_STAKES
from engine.rulesets import ruleset
from host.core import games
from host.core.context import load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.host_voice import NOW, NOW_SEALED
from host.core.session import RUNNING, Command
from host.core.stand_ins import pick_random_answer
from host.people import accounts
from host.shown import words
from tests.host.doors.web.visitor import Visitor
from tests.phone_log import LINES, SIX, WEEK, TelegramRound, played_other

HOUR, MORNINGS = 3600, 7


def read_recaps(host, game):
    """Each recap of a game, as its lines are read."""
    session = host.store.load_game(game).session
    reader = words.build_reader(session.map_names_by_seat(), session.style)
    recaps = [entry.told for entry in host.store.load_log(game, 0, session.entries) if entry.kind == "recap"]
    return [words.format_told_lines(told, reader) for told in recaps if told]


STAKES = {*SHORT_OF_TARGET, *AT_TARGET, *PRIZE_STAKES, WITHOUT_CASH}


def hold_stakes_and_asked(host, game):
    """Each recap says what is at stake and who is asked; where all questions are secret, it names nobody."""
    entries = host.store.load_log(game, 0, host.store.load_game(game).session.entries)
    recaps = [[told.text for told in entry.told] for entry in entries if entry.kind == "recap" and entry.told]
    for texts in recaps:
        assert len(STAKES & {*texts}) == 1
        assert len({*NOW, *NOW_SEALED} & {*texts}) == 1


def hold_no_line_twice(recaps):
    """A line that comes again has seven mornings between."""
    assert any(line.startswith("News since yesterday: ") for recap in recaps for line in recap)
    for n in range(len(recaps)):
        week = [line for other in recaps[n : n + MORNINGS] for line in other]
        assert sorted({*week}) == sorted(week)


def begin_six(host, rules):
    """A game of six, or of as many as may play, each with an account."""
    people = [accounts.load_or_create_person(host, f"visit:{name}", name) for name in SIX[: ruleset(rules).seats[-1]]]
    game = games.open_lobby(host, Command(by=people[0].id), rules, {}, "daily").game
    for each in people:
        games.sit_at_table(host, Command(by=each.id), game, Guest(each.id, each.name, each.place))
    assert games.start_game(host, Command(by=people[0].id), game).ok
    return game


@pytest.mark.whole
@pytest.mark.parametrize(
    ("rules", "seed", "mornings"),
    [("season7", 24, 8), ("season7", 25, 8), ("deluxe", 24, 8), ("billionaire", 24, 4), ("ladder", 24, 2)],
)
def test_no_line_of_a_recap_comes_twice_in_a_week_on_the_page(host, hands, rules, seed, mornings):
    luck, read = random.Random(seed), list[list[str]]()
    game = begin_six(replace(host, token=lambda size: luck.randbytes(size).hex()), rules)
    for _ in range(WEEK + 2 * 24):
        session = host.store.load_game(game).session
        if session.stage != RUNNING:
            break
        question = load_engine_game(ruleset(rules), session)[0].list_questions()[0]
        command = Command(by=session.find_player_in(question.who).person)
        assert games.submit_answer(host, command, game, question.id, pick_random_answer(question, luck)).ok
        hands.now += HOUR
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)
        recaps = read_recaps(host, game)
        if len(recaps) > len(read):
            read = recaps
            page = unescape(Visitor(host).go(f"/g/{game}"))
            assert [line for line in recaps[-1] if line not in page] == []
    assert len(read) >= mornings
    hold_no_line_twice(read)
    hold_stakes_and_asked(host, game)


@pytest.mark.whole
def test_no_line_of_a_recap_comes_twice_in_a_week_in_telegram():
    seen = TelegramRound(random.Random(24), line=LINES["week"], people=SIX)
    assert played_other(seen, "week") == WEEK
    recaps = read_recaps(seen.stage.host, seen.game)
    assert len(recaps) >= MORNINGS - 1
    hold_no_line_twice(recaps)
    hold_stakes_and_asked(seen.stage.host, seen.game)
    posted = [line for _, _, text in seen.told() for line in text.splitlines()]
    for line in (line for recap in recaps for line in recap):
        assert posted.count(line) == 1
    seen.stage.close()
