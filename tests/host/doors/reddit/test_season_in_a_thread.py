"""A season of six in one thread, answered in the words that people use; told once, and equal to the engine's replay."""

import random
from collections import Counter

import pytest

from engine.kernel import format_text
from host.core import posting
from host.shown import views
from tests.host.doors.reddit.test_spoken_answers import question
from tests.host.seasons.players import plays_again_alike, typed

NAMES = ["ann", "bob", "cat", "dan", "eve", "fay"]
WAYS = ["I'll take {}!", "**{}**", "{} - feeling lucky", "let's go with {}", "my answer is {}", "pick {}"]


def said(asked, luck):
    """Squares and numbers in a sentence, all else as the bot asks for it."""
    text = typed(luck, asked)
    return luck.choice(WAYS).format(text) if text.isdigit() and not asked.form.words else f"pick {text}"


def one_move(stage, thread, luck):
    """Whoever is asked something in secret answers by message, or else somebody in the thread."""
    waiting = [(name, asked) for name in NAMES for asked in stage.asked(thread, name)]
    secret = [(name, asked) for name, asked in waiting if asked.secret]
    chosen = secret or [luck.choice(waiting)]
    for name, asked in chosen:
        words = said(asked, luck)
        if asked.secret:
            stage.site.writes(name, words)
        else:
            stage.site.says(name, question(stage, thread), words)
    stage.pass_by(45)
    return [asked.id for _, asked in chosen], chosen


@pytest.mark.whole
def test_a_season_of_six_in_a_thread_is_told_once_and_equals_the_replay(stage):
    luck = random.Random(5)
    thread = stage.open(*NAMES, line="!new season7 pace daily voice=plain target=1000000", messages=False)
    moves, openly, secretly = 0, Counter[str](), Counter[str]()
    while stage.games(thread):
        before, chosen = one_move(stage, thread, luck)
        for _ in range(6):  # a look may have to wait for its turn
            if not set(before) & {each.id for name in NAMES for each in stage.asked(thread, name)}:
                break
            stage.pass_by(45)
        else:
            raise AssertionError(chosen)
        moves += len(before)
        openly.update(name for name, asked in chosen if not asked.secret)
        secretly.update(name for name, asked in chosen if asked.secret)
        assert moves < 3_000
    stage.settle()
    game = stage.session(thread).id
    shown = views.load_game_view(stage.host, game).view
    assert shown
    assert shown.over
    plays_again_alike(stage.host, game)
    *_, sha = posting.format_fingerprint_text(stage.host.store, game).splitlines()
    written = [(each.parent.fullname, each.body) for each in thread.tree() if each.author == stage.site.bot]
    assert any(sha in body for _, body in written)
    assert len(written) == len(set(written))
    for line in shown.standings:
        assert format_text("{n:£}", {"n": line.total}) in stage.board(thread)
    phone(stage, thread, openly, secretly)


def phone(stage, thread, openly, secretly):
    """What a phone had to do: a post for each selection at most, and no sound but for what one is asked."""
    posts = [each.body for each in thread.tree() if each.author == stage.site.bot]
    told = [body for body in posts if "opens square" in body]
    assert len(told) <= sum("opens square" in line.text for line in stage.log(thread))
    for name in NAMES:
        bodies = [item.thing.body for item in stage.site.notices(name) if not item.thing.body.startswith("## ")]
        calls = [line for body in bodies for line in body.splitlines() if f"u/{name}" in line]
        assert sum("🔒" not in line for line in calls) <= openly[name]
        assert sum("🔒" in line for line in calls) <= secretly[name]
