"""A kept list of faults: each is put into the code by hand, and chaos has to find it. One let pass lacks a law.

`python -m tests.chaos --faults` puts in one after the other and says by which world and which law each was found.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

import pytest
from msgspec.structs import replace

from engine.kernel.chance import Sealed, Word, compute_word_hash
from host.core import games, posting, session, statistics, transaction
from host.core.deadlines import clocks, ticking
from host.core.store import items, sqlite, store
from host.core.store.items import DeleteItem, PutItem, build_post_key, prepare_post_put
from host.delivery import outbox
from host.doors.aws import clock
from host.doors.web.requests.http import HttpRequest
from host.doors.web.table.page_context import PageContext
from host.shown import views
from tests.chaos.broken import Broken
from tests.chaos.weather import HOUR, Weather
from tests.chaos.world import LocalWorld, RedditWorld, World, lived, ready
from tests.rulesets.toy import Toy

Patch = pytest.MonkeyPatch
MOST = 48  # worlds in which a fault has to show


class PageWorld(World):
    """Everybody plays on the page."""

    pages = (1.0,)


class LazyWorld(World):
    """Nobody looks often enough, so that the clock answers for most."""

    paces: ClassVar[Mapping[str, float]] = {"10m": 900.0}
    pages = (0.0,)


class Fault(NamedTuple):
    """What is wrong with the host, in a sentence; how it is put in; where it shows, and which law is broken then."""

    says: str
    law: str
    puts_in: Callable[[Patch], None]
    weather: dict[str, float]
    kind: type[World]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.puts_in.__name__


FAULTS: list[Fault] = []


def fault(says: str, law: str, kind: type[World] = World, **weather: float) -> Callable[[Any], Any]:
    """Notes one more."""

    def noted(puts_in: Callable[[Patch], None]) -> Callable[[Patch], None]:
        FAULTS.append(Fault(says, law, puts_in, weather, kind))
        return puts_in

    return noted


def found(fault: Fault) -> tuple[int, str]:
    """In which world it was found, and what was said of it; in none (0) if chaos lets it pass."""
    ready()
    with Patch.context() as patch:
        fault.puts_in(patch)
        for n in range(MOST):
            try:
                lived(fault.kind(f"fault {n}", Weather(**fault.weather), "toy"))
            except Broken as broken:
                return n + 1, str(broken).splitlines()[-1]
    return 0, ""


# -- what is done, is done once and is kept


@fault("What was done is forgotten, so it is done again when it comes again.", "was applied twice", again=0.3)
def forgets_what_it_did(patch: Patch) -> None:
    once = items.build_answer_put
    patch.setattr(items, "build_answer_put", lambda *args: replace(once(*args), expect=None))


@fault("No version is asked for, so others' inputs are overwritten.", "", twice=0.5, latency=0.5)
def asks_for_no_version(patch: Patch) -> None:
    careful = items.build_commit_ops

    def careless(change):
        first, *others = careful(change)
        return [replace(first, expect=None), *(replace(op, expect=None) if op.item.sk.startswith("log/") else op
                for op in others if isinstance(op, PutItem))]  # fmt: skip

    patch.setattr(items, "build_commit_ops", careless)


@fault("The file at home takes a write whatever it was to replace.", "", LocalWorld, twice=0.5, latency=0.5, busy=0.1)
def sqlite_asks_for_no_version(patch: Patch) -> None:
    patch.setattr(sqlite, "is_condition_met", lambda *_: True)


@fault("What was refused is answered with yes.", "was answered wrongly")
def says_yes_to_what_it_refused(patch: Patch) -> None:
    no = transaction.build_refusal
    patch.setattr(transaction, "build_refusal", lambda *args: replace(no(*args), ok=True))


@fault("The sweep puts games back over what was played meanwhile.", "is not what was saved|never ended", latency=0.5)
def lays_old_games_over_new_ones(patch: Patch) -> None:
    def careless(wired, early):
        for item in early:
            wired.table.write([PutItem(item)])

    patch.setattr(clock, "reindex_early_games", careless)


@fault("Anybody answers for whoever is asked.", "had no right")
def takes_anybodys_answer(patch: Patch) -> None:
    own = games.require_present_seat
    patch.setattr(
        games, "require_present_seat", lambda tx: next((asked.who for asked in tx.game.list_questions()), "") or own(tx)
    )


@fault("Everybody has the host's rights.", "had no right")
def lets_anybody_host(patch: Patch) -> None:
    patch.setattr(session, "has_host_rights", lambda *_: True)


@fault("Forms of other sites are taken for one's own.", "was forged", PageWorld)
def takes_forged_forms(patch: Patch) -> None:
    patch.setattr(HttpRequest, "foreign", property(lambda _: False))


# -- what is saved, is said, and to whom


@fault("It is noted as said first, and said later.", "was never said|was said out of turn", kill=0.02)
def notes_first_and_speaks_later(patch: Patch) -> None:
    def hasty(host, sender, posts, **_):
        host.store.mark_posts_said(posts)
        lines = [line for post in posts for line in post.lines]
        asks = [question for post in posts for question in post.asks]
        if lines or asks:
            sender.send(posts[0].chat, outbox.Message(posts[-1].game, lines, asks, stamp=posts[0].stamp))

    patch.setattr(outbox, "_send_words", hasty)


@fault("It is said before it is saved.", "was said|was never saved|was not what was saved", latency=0.5)
def speaks_before_it_saves(patch: Patch) -> None:
    keep = store.Store.commit

    def boastful(self, change):
        if change.posts:
            self.table.write([prepare_post_put(post, change.now) for post in change.posts])
        keep(self, change)

    patch.setattr(store.Store, "commit", boastful)


@fault("A platform that is silent is given up at once.", "was never said|was said out of turn", deaf=600.0)
def gives_up_on_a_silent_platform(patch: Patch) -> None:
    patch.setattr(outbox, "LONGEST_AWAY", 0.0)


@fault("What was said is noted only when it is said again.", "was repeated without need")
def forgets_what_it_said(patch: Patch) -> None:
    noted, before = store.Store.mark_posts_said, set[tuple[str, int]]()

    def forgetful(self, posts):
        if (posts[0].chat, posts[0].stamp) in before:
            noted(self, posts)
        before.add((posts[0].chat, posts[0].stamp))

    patch.setattr(store.Store, "mark_posts_said", forgetful)


@fault("A board that could not be shown is forgotten.", "is an old board", broken=0.2)
def leaves_an_old_board(patch: Patch) -> None:
    patch.setattr(store, "build_spoken_op", lambda post: DeleteItem(f"chat:{post.chat}", build_post_key(post)))


@fault("Every process says what waits.", "was repeated without need|was said out of turn", latency=0.5, late=0.5)
def says_what_others_say(patch: Patch) -> None:
    patch.setattr(store.Store, "acquire_lane_lease", lambda *_, **__: store.SpeakerLease(1))


@fault("Nobody looks for what was left unsaid.", "never said|said out of turn|still waits", LazyWorld, kill=0.05)
def never_looks_for_the_unsaid(patch: Patch) -> None:
    patch.setattr(store.Store, "iter_waiting_places", lambda *_: iter(()))


@fault("A lease that its speaker died with never ends.", "never said|still waits", kill=0.05)
def keeps_the_leases_of_the_dead(patch: Patch) -> None:
    patch.setattr(store, "LEASE", float("inf"))


@fault("The first of the public lines is kept back.", "is not meant for everybody")
def keeps_a_line_to_itself(patch: Patch) -> None:
    whole = posting._build_public_post
    patch.setattr(posting, "_build_public_post", lambda *args: replace(post := whole(*args), lines=post.lines[1:]))


@fault("Only the first place has an outbox.", "was told and never delivered|was asked and never shown")
def speaks_in_the_first_place_only(patch: Patch) -> None:
    whole = posting.build_posts

    def first(session, news, *more):
        posts, stamp = whole(session, news, *more)
        return [post for post in posts if post.chat == posts[0].chat], stamp

    patch.setattr(posting, "build_posts", first)


@fault("Private lines are told to all.", "was meant for somebody else")
def tells_everybody_everything(patch: Patch) -> None:
    whole = posting._build_public_post

    def loud(session, place, news):
        return replace(whole(session, place, news), lines=list(news.told))

    patch.setattr(posting, "_build_public_post", loud)


@fault("Private lines go to the next player.", "was meant for somebody else|was told and never delivered")
def tells_the_neighbour(patch: Patch) -> None:
    whole = posting._build_private_post

    def crossed(session, player, news):
        other = session.players[session.players.index(player) - 1]
        return replace(whole(session, player, news), lines=[line for line in news.told if line.to == other.seat])

    patch.setattr(posting, "_build_private_post", crossed)


@fault("A sealed question is asked in the group.", "was asked of somebody else")
def asks_secrets_in_the_group(patch: Patch) -> None:
    whole = posting._build_public_post
    patch.setattr(
        posting,
        "_build_public_post",
        lambda session, place, news: replace(whole(session, place, news), asks=[each.id for each in news.asks]),
    )


@fault("A sealed question is asked of nobody.", "was asked and never shown")
def never_asks_in_private(patch: Patch) -> None:
    whole = posting._build_private_post
    patch.setattr(posting, "_build_private_post", lambda *args: replace(whole(*args), asks=[]))


@fault("The page shows everybody's private lines.", "is shown to somebody else", PageWorld)
def shows_private_lines(patch: Patch) -> None:
    patch.setattr(views, "filter_steps", lambda _session, _person, log: list(log))


@fault("The page asks its viewer what others are asked.", "is asked of somebody else", PageWorld)
def shows_others_questions(patch: Patch) -> None:
    patch.setattr(
        PageContext, "asked", property(lambda context: list(context.shown.asked) if context.shown.you else [])
    )


@fault("The page shows no questions.", "is asked and not shown", PageWorld)
def shows_no_questions(patch: Patch) -> None:
    patch.setattr(PageContext, "asked", property(lambda _: []))


# -- deadlines


@fault("After an outage nothing is given back.", "came too early", down=8 * HOUR)
def gives_nothing_back(patch: Patch) -> None:
    patch.setattr(ticking, "_credit_outages", lambda *_, **__: False)


@fault("After an outage half of it is given back.", "came too early", down=8 * HOUR)
def gives_half_of_it_back(patch: Patch) -> None:
    whole = ticking._shift_people_clocks
    patch.setattr(ticking, "_shift_people_clocks", lambda tx, by: whole(tx, lambda clock: by(clock) / 2))


@fault("Clocks run thrice as long.", "came too late", LazyWorld)
def waits_thrice_as_long(patch: Patch) -> None:
    whole = clocks.compute_allowed_seconds
    patch.setattr(clocks, "compute_allowed_seconds", lambda *args: 3 * whole(*args))


@fault("Clocks run half as long.", "came too early", LazyWorld)
def waits_half_as_long(patch: Patch) -> None:
    whole = clocks.compute_allowed_seconds
    patch.setattr(clocks, "compute_allowed_seconds", lambda *args: whole(*args) / 2)


@fault("Every input winds all clocks anew.", "came too late", LazyWorld)
def winds_clocks_anew(patch: Patch) -> None:
    whole = clocks.assign_question_clocks

    def restless(host, session, *more):
        session.clocks = {}
        return whole(host, session, *more)

    patch.setattr(clocks, "assign_question_clocks", restless)


@fault("After a reminder no deadline is set any more.", "came too late|never ended", LazyWorld)
def forgets_the_deadline_after_a_reminder(patch: Patch) -> None:
    whole = clocks.compute_session_due

    def due(host, session):
        return 0.0 if any(each.rung for each in session.clocks.values()) else whole(host, session)

    patch.setattr(transaction, "compute_session_due", due)


@fault(
    "Nobody sweeps up what timers have lost.", "never ended|was never said|came too late", no_errand=1.0, no_timer=1.0
)
def never_sweeps(patch: Patch) -> None:
    patch.setattr(clock, "sweep_late", lambda _: {})


@fault("Nothing is given back for a day without Reddit.", "came too early", RedditWorld, deaf=24 * HOUR)
def gives_nothing_back_for_a_day_without_reddit(patch: Patch) -> None:
    patch.setattr(ticking, "_may_time_out", lambda *_: True)


# -- what is counted, and chance


@fault("What comes twice is counted twice.", "was counted wrongly|was earned otherwise", twice=0.5, latency=0.5)
def counts_what_came_twice(patch: Patch) -> None:
    keep = store.Store.commit

    def eager(self, change):
        if change.counts:
            self.table.write([items.build_count_op(owner, counts) for owner, counts in change.counts.items()])
        keep(self, replace(change, counts={}))

    patch.setattr(store.Store, "commit", eager)


@fault("What was done in a place is not counted there.", "was counted wrongly")
def counts_nothing_for_places(patch: Patch) -> None:
    own = statistics.build_seats_and_places
    patch.setattr(statistics, "build_seats_and_places", lambda session: own(session)._replace(places=[]))


@fault("What anybody does is counted for the first player.", "was counted wrongly")
def counts_all_for_the_first(patch: Patch) -> None:
    own = statistics.SeatsAndPlaces.list_deed_owners
    patch.setattr(statistics.SeatsAndPlaces, "list_deed_owners", lambda there, _: own(there, there.seats[0][0]))


@fault("New high scores are not kept.", "is not the best")
def keeps_no_heights(patch: Patch) -> None:
    patch.setattr(items, "build_high_score_ops", lambda _: [])


@fault("What is earned is not said.", "was earned otherwise")
def says_nothing_of_what_is_earned(patch: Patch) -> None:
    patch.setattr(statistics, "build_medal_lines", lambda *_: [])


@fault("At the end of a lap a pound goes missing.", "is not what they won")
def loses_money(patch: Patch) -> None:
    whole = Toy.handle_step_result

    def lossy(self, table, result):
        table.state.cash[next(iter(table.state.cash))] -= 1
        whole(self, table, result)

    patch.setattr(Toy, "handle_step_result", lossy)


@fault("Nobody's word or seal is stirred into chance.", "was not stirred in")
def stirs_nothing_in(patch: Patch) -> None:
    bring_words(patch)
    patch.setattr(Sealed, "mix_into_entropy", lambda _, entropy: entropy)


def bring_words(patch: Patch) -> None:
    """Let each player have sealed and opened a word, which nobody in the worlds does."""

    def build(playing: session.Session) -> list[Word]:
        return [Word(each.seat, each.seat, own=True, sealed=compute_word_hash(each.seat)) for each in playing.players]

    patch.setattr(games, "_build_sealed_words", build)
