"""A season stays whole when one of its people is forgotten: it replays, it verifies, and its hashes hold."""

from pathlib import Path

import pytest

from engine.kernel import Achievement, Reader, format_text
from engine.notation import parse_transcript, replay_text
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from engine.season7.catalogue import SEASON7_ACHIEVEMENTS, SEASON7_TALLIES
from engine.season7.rules import SEASON7
from host.core import statistics
from host.core.events import MedalEarned, OwnMedalEarned
from host.core.session import FORMER
from host.doors.command.operate.open_games import format_transcript
from host.people import accounts, privacy
from host.shown import views

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.whole
def test_a_season_stays_whole_when_one_is_forgotten(season):
    played = season().play()
    before, standings = format_transcript(played.host, played.game), played.standings()
    accounts.forget_account(played.host, played.people["ann"])
    after = format_transcript(played.host, played.game)
    assert after == before
    assert played.standings() == standings
    assert replay_text(after, RULESETS) == []
    assert verify_chance(parse_transcript(after, RULESETS)).faults == []
    kept = "".join(f"{item.pk} {item.sk} {item.body!r}" for item in played.host.store.table.every())
    assert "t:ann" not in kept
    assert played.people["ann"] not in kept
    assert views.load_game_view(played.host, played.game).names["p1"] == FORMER


def test_a_running_season_goes_on_with_a_computer(season):
    played = season().play(25)
    accounts.forget_account(played.host, played.people["bob"])
    session = played.session
    assert (session.players[1].bot, session.players[1].person, session.stage) == (True, "", "running")
    assert replay_text(format_transcript(played.host, played.game, secrets=True), RULESETS) == []


def test_the_page_about_privacy_says_what_the_host_says():
    page = " ".join((DOCS / "privacy.md").read_text("utf-8").split())
    assert all(paragraph in page for paragraph in privacy.format_privacy_paragraphs(Reader()))


# -- what is counted in a season


def test_a_season_is_counted_for_its_people_and_its_group(season):
    played = season().play()
    person = f"person:{played.people['ann']}"
    own = statistics.load_tally(played.host, person, SEASON7).counts
    group = statistics.load_tally(played.host, "chat:t:group", SEASON7).counts
    said = [told for _, told in views.list_told_lines(played.host, played.game)]
    gains = [told.facts["amount"] for told in said if told.deed == "won" and told.facts["who"] == "p1"]
    losses = [told.facts["amount"] for told in said if told.deed == "lost" and told.facts["who"] == "p1"]
    total = next(line.total for line in played.standings() if line.who == "p1")
    assert own.get("won", 0) == sum(gains)
    assert own.get("won", 0) - own.get("lost", 0) == sum(gains) - sum(losses) == total
    assert own.get("won", 0) == sum(amount for name, amount in own.items() if name.startswith("won "))
    assert own["seasons"] == 1
    assert group["seasons"] == 3
    assert group["seasons_won"] >= 1
    assert group["rounds"] > group["rounds_won"] > 0
    assert own.get("bombs", 0) <= group["bombs"]


def test_what_is_earned_is_announced_once_and_kept(season, monkeypatch):
    first = Achievement("Home Straight", "A season played to its end.", "seasons", 1)
    monkeypatch.setattr(type(SEASON7), "achievements", [*SEASON7_ACHIEVEMENTS, first])
    played = season().play()
    earned = statistics.load_tally(played.host, f"person:{played.people['ann']}", SEASON7).earned
    told = [
        told for _, told in views.list_told_lines(played.host, played.game, limit=2_000) if told.kind is MedalEarned
    ]
    mine = [(line.facts["name"], line.facts["why"]) for line in told if line.facts["who"] == "p1"]
    assert sorted(mine) == sorted(earned)
    assert ("Home Straight", "A season played to its end.") in earned
    said = views.list_told_lines(played.host, played.game, limit=2_000)
    private = [told for _, told in said if told.kind is OwnMedalEarned]
    assert len([line for line in private if line.to == "p1"]) == len(earned)


def test_achievements_are_ten_rare_ones_each_of_its_own():
    names = [each.name for each in SEASON7_ACHIEVEMENTS]
    assert len(names) == len(set(names)) == 10
    assert all(each.threshold > 0 and each.sentence.endswith(".") for each in SEASON7_ACHIEVEMENTS)


def test_what_everybody_hears_of_an_achievement_speaks_to_nobody_in_particular():
    assert not [each for each in SEASON7_ACHIEVEMENTS if {"you", "your"} & {*each.sentence.lower().split()}]


def test_statistics_are_lines_for_people(season):
    played = season().play()
    lines = statistics.format_statistics(played.host, f"person:{played.people['ann']}", Reader())
    assert lines[0] == SEASON7.title
    assert "1 season played" in lines
    assert format_text(SEASON7_TALLIES["rounds"], {"n": 1000}, Reader(comma=".")) == "1.000 rounds played"
