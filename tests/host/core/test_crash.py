"""A host killed at random moments comes to the same end as one that is left in peace."""

import multiprocessing
import random
import signal
from itertools import groupby

import msgspec
import pytest

from engine.kernel import PUBLIC
from host.core.session import ToldLine
from host.core.store import MemoryTable, Store
from host.core.store.sqlite import SqliteTable
from host.shown import views
from tests.host.core import crashing

FEW, MANY = {"season": 40, "toy": 20}, {"season": 100, "toy": 40}


class Deaf:
    """A platform for the calm run."""

    prefix = "none:"
    mixes = True
    pauses = True


@pytest.mark.whole
@pytest.mark.parametrize(
    ("kind", "kills"), [*FEW.items(), *(pytest.param(*each, marks=pytest.mark.slow) for each in MANY.items())]
)
@pytest.mark.as_released
def test_killed_again_and_again_it_goes_on_where_it_was(tmp_path, kind, kills):
    kill_again_and_again(tmp_path, kind, kills)
    table = SqliteTable(tmp_path / "host.db")
    store, calm = Store(table), Store(MemoryTable())
    last = crashing.first_unfinished(store)
    crashing.play(kind, store, crashing.Scribe(tmp_path / "said"), last)
    for n in range(last + 1):
        crashing.play(kind, calm, Deaf(), n)
        assert story(store, n) == story(calm, n)
    assert everything_was_said_once(store, last, said(tmp_path)) <= kills
    table.close()


def kill_again_and_again(folder, kind, kills):
    """Each life goes on where the one before it ended."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.host.core.crashing"])
    luck = random.Random(7)  # a test wants the same moments again
    for _ in range(kills):
        child = context.Process(target=crashing.live, args=(kind, folder, luck.uniform(0.001, 0.03)))
        child.start()
        child.join()
        assert child.exitcode == -signal.SIGPROF, "the child ended by itself"


def story(store, n):
    """What matters of a game at its end: its result, and all that was said and drawn, whoever was first."""
    host = crashing.host_of(store, n)
    game = host.token(4)
    log = store.load_log(game, limit=10_000)
    assert [entry.n for entry in log] == list(range(len(log)))
    shown = views.load_game_view(host, game)
    told = sorted(msgspec.json.encode(told) for entry in log for told in entry.told)
    drawn = [drawn.drew for entry in log for drawn in entry.drawn]
    return shown.stage, shown.view, told, drawn, sorted((entry.kind, entry.by, entry.key) for entry in log)


def said(folder):
    """All messages, by place, each with its name."""
    lines = [msgspec.json.decode(line) for line in (folder / "said").read_bytes().splitlines()]
    return {
        chat: [(name, msgspec.convert(told, list[ToldLine])) for place, name, told in lines if place == chat]
        for chat in ("t:group", "t:ann")
    }


def plain(told):
    """What was told, without the words in which it is said."""
    return told.what, told.facts, told.to, told.table


def everything_was_said_once(store, last, messages):
    """How often a message had to be repeated. What is said of one game comes in order; of two that follow one another
    at once, the opening of the next may overtake the last news of the one before.
    """
    repeated = 0
    for n in range(last + 1):
        game = crashing.host_of(store, n).token(4)
        log = store.load_log(game, limit=10_000)
        for chat, seat in (("t:group", PUBLIC), ("t:ann", "p1")):
            once = []
            of_it = [message for message in messages[chat] if message[0].endswith(f"/{game}")]
            for _, same in groupby(of_it, key=lambda message: message[0]):
                tries = [told for _, told in same]
                # A message that was on its way is said again, perhaps with later news merged into it.
                assert all(tries[-1][: len(told)] == told for told in tries)
                repeated += len(tries) - 1
                once += tries[-1]
            # The second beat of what one sentence tells is a line of its own, and has no sentence.
            once = [told for told in once if told.what]
            log_lines = [told for entry in log for told in entry.told if told.to == seat]
            assert [plain(told) for told in once] == [plain(told) for told in log_lines]
    return repeated
