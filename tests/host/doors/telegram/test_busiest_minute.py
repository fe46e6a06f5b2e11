"""Sixteen people at one table, each of whom does something every four seconds of a minute."""

import random
from collections import Counter, defaultdict
from http import HTTPStatus

import pytest

from host.core.session import Post
from host.core.store import MemoryTable, Store
from host.delivery.outbox import list_superseded_boards
from host.doors.telegram.calls.connection import GroupMinute
from host.shown import views
from tests.host.doors.telegram.conftest import gathered
from tests.host.seasons.players import InTelegram

MANY = 16
MINUTE, STEP = 60, 0.25
GROWING = "without=Minigames,Events"  # to which squares are added, so that the minute is the same for ever
CATCHING_UP = 60  # seconds until the last word has been said, to the owners of bombs, too; nine deals took 18 to 54
GROUP = "telegram:-7"
ASIDE = ("/score", "/mystuff", "/board", "/stats", "/pick")


@pytest.fixture
def crowd(stage):
    people = [stage.api.user(f"Player {n}") for n in range(1, MANY + 1)]
    return stage.api.group("Everybody", *people[1:], admins=people[:1], kind="supergroup"), people


class Minute:
    """What is sent where, second by second."""

    def __init__(self, stage):
        self.stage = stage
        self.sent: Counter[tuple[int, bool]] = Counter()
        self.moments: dict[int, list[float]] = defaultdict(list)

    def pass_by(self, seconds):
        """A moment passes; what is due is done and said."""
        stage, before = self.stage, len(self.stage.api.calls)
        stage.hear()
        stage.dispatcher.deliver_now()
        for call in stage.api.calls[before:]:
            if call.method.startswith(("send", "edit")) and call.status == HTTPStatus.OK and "chat_id" in call.values:
                self.moments[int(call.values["chat_id"])].append(stage.clock.now())
        self.sent += Counter(
            (int(call.values["chat_id"]), call.method.startswith("edit"))
            for call in stage.api.calls[before:]
            if call.method.startswith(("send", "edit")) and "chat_id" in call.values
        )
        stage.api.advance(seconds)

    def until_all_is_said(self):
        """How long that takes."""
        waited = 0.0
        while any(self.stage.host.store.iter_waiting_places(float("inf"))):
            self.pass_by(STEP)
            waited += STEP
            assert waited <= CATCHING_UP
        return waited


def most_in_a_minute(moments):
    return max(sum(first <= each < first + 60 for each in moments) for first in moments)


@pytest.mark.whole
def test_the_busiest_minute_of_a_game_fits(stage, crowd):
    group, people = crowd
    gathered(stage, group, people, f"/newgame season7 blitz voice=plain {GROWING}")
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    people[0].says(group, "/begin")
    stage.pass_by()
    luck = random.Random(6)
    players = [InTelegram(stage.host, each, group, luck, stage.clock.now()) for each in people]
    minute, acts = Minute(stage), 0
    stage.host.store.save_beat(stage.clock.now())
    for _ in range(int(MINUTE / STEP)):
        acts += somebody_acts(group, game, players, luck)
        minute.pass_by(STEP)
    waited = minute.until_all_is_said()
    groups = {edited: n for (chat, edited), n in minute.sent.items() if chat == group.id}
    log = stage.host.store.load_log(game, limit=1000)
    assert stage.api.world.flood.refused == 0
    assert acts == MINUTE / STEP
    assert sum(entry.kind in ("answer", "play") for entry in log) > 80
    assert sum(groups.values()) <= (MINUTE + waited) / 3 + 1
    assert most_in_a_minute(minute.moments[group.id]) <= 20
    everything_public_was_said(group, log)
    view = views.load_game_view(stage.host, game)
    assert view.view is not None
    assert all(name in board_of(group).text for name in [view.names[line.who] for line in view.view.standings[:3]])


def somebody_acts(group, game, players, luck):
    """Somebody who is asked answers; everybody else looks at something, or says what they will select next."""
    for player in luck.sample(players, len(players)):
        player.game = game
        if asked := player.asked():
            player.answer(asked[0])
            return 1
    player = luck.choice(players)
    luck.choice([lambda: player.account.writes(luck.choice(ASIDE)), lambda: player.account.says(group, "/score")])()
    return 1


def everything_public_was_said(group, log):
    said = " ".join(group.said)
    for told in (told for entry in log for told in entry.told if not told.to):
        lead = told.text.partition("{")[0].strip()
        assert lead in said, told


def board_of(group):
    return next(message for message in reversed(group.messages) if message.photo)


def test_of_the_boards_of_a_game_that_wait_only_the_last_takes_a_place():
    a, b, words, later, other = (
        Post("g", "one", 1, board=True),
        Post("g", "two", 2, board=True),
        Post("g", "one", 3, asks=["T1#1"], board=True),
        Post("g", "one", 4, board=True),
        Post("g", "one", 5, asks=["T1#2"]),
    )
    assert list_superseded_boards([a, b, words, later, other]) == [a]
    assert list_superseded_boards([a, b, other]) == []


def test_posts_and_edits_together_are_at_most_twenty_in_any_sixty_seconds():
    now = [0.0]
    minute = GroupMinute(lambda: now[0])
    for _ in range(9):
        minute.note_post(GROUP)
        now[0] += 1
    for _ in range(8):
        assert minute.compute_edit_wait(GROUP) == 0
        minute.note_edit(GROUP)
    assert minute.compute_edit_wait(GROUP) == 60 - now[0]  # until the first post is a minute old
    assert minute.compute_edit_wait("telegram:-8") == 0
    for _ in range(2):
        assert minute.compute_post_wait(GROUP) == 0
        minute.note_post(GROUP)
    assert minute.compute_post_wait(GROUP) == 60 - now[0]
    assert minute.compute_post_wait(GROUP, urgent=True) == 0  # whoever is refused something does not wait for news
    minute.note_post(GROUP)
    assert minute.compute_post_wait(GROUP, urgent=True) == 60 - now[0]
    now[0] = 60.0
    assert minute.compute_post_wait(GROUP) == 1
    assert minute.compute_post_wait(GROUP, urgent=True) == 0
    assert minute.compute_edit_wait(GROUP, 8) == 9


def test_a_host_that_starts_anew_counts_what_the_one_before_it_has_sent():
    now, store = [0.0], Store(MemoryTable())
    before = GroupMinute(lambda: now[0], store)
    for _ in range(19):
        before.note_post(GROUP)
        now[0] += 1
    after = GroupMinute(lambda: now[0], store)
    assert after.compute_post_wait(GROUP) == before.compute_post_wait(GROUP) == 60 - now[0]
    assert GroupMinute(lambda: now[0]).compute_post_wait(GROUP) == 0
