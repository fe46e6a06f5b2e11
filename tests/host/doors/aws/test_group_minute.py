"""Two processes that serve one group: what they send is counted together, and one that is slow holds up none."""

import threading
from http import HTTPStatus

import pytest

from engine.kernel import Told
from host.core.session import Post
from tests.host.doors.aws.test_several_processes import cloud, first_button, group, playing
from tests.waiting import until

__all__ = ["cloud", "group"]
SECONDS = 130
FIRST_TAPS, AGAIN = {0: 0, 1: 7}, 1  # a game, a pace; then the options, and the same one again and again


@pytest.mark.whole
def test_two_processes_keep_to_twenty_posts_and_edits_in_any_sixty_seconds(cloud, group):
    here, ann, _ = group
    place = f"telegram:{here.id}"
    ann.says(here, "/newgame")
    cloud.settle(10)
    panel = here.messages[-1]
    both, sent = [cloud.process(), cloud.process()], list[tuple[float, str]]()
    for n in range(SECONDS):
        one, other = both[n % 2], both[1 - n % 2]
        ann.taps(panel, panel.buttons[FIRST_TAPS.get(n, AGAIN)])
        before = len(cloud.api.calls)
        while cloud.read < len(cloud.api.updates):
            cloud.read += 1
            one.take(cloud.api.updates[cloud.read - 1])
        one.host.store.queue_posts([Post(place, "", n + 1, [Told("News {n}.", {"n": n})])], cloud.clock.now())
        other.run({"chat": place})
        sent += [
            (cloud.clock.now(), call.method)
            for call in cloud.api.calls[before:]
            if call.method.startswith(("send", "edit")) and call.status == HTTPStatus.OK
        ]
        cloud.api.advance(1.0)
    moments = [moment for moment, _ in sent]
    assert cloud.api.world.flood.refused == 0
    assert max(sum(first <= each < first + 60 for each in moments) for first in moments) <= 20
    assert {method for _, method in sent} == {"sendMessage", "editMessageText"}
    assert len(sent) > 30


def test_a_slow_board_in_one_process_delays_no_tap_that_another_takes(cloud, group):
    _, ann, bob = group
    here = playing(cloud, group)
    held = [cloud.api.api.hold(method, here.id) for method in ("editMessageText", "editMessageMedia")]
    ann.taps(*first_button(ann))
    slow = threading.Thread(target=cloud.process().take, args=(cloud.api.updates[-1],))
    slow.start()
    try:
        until(lambda: any(call.description == "slow" for call in cloud.api.calls))
        assert not ann.spinning  # the tap is answered before anything is edited
        bob.taps(*first_button(bob))
        cloud.process().take(cloud.api.updates[-1])
        assert not bob.spinning
    finally:
        for each in held:
            each.set()
        slow.join()
    cloud.read = len(cloud.api.updates)
    cloud.settle()
    assert cloud.waiting() == []
