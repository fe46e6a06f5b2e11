"""A tap in private is answered by what it brought, in the pop-up and in the message that asked."""

import re

import pytest

from engine.kernel import Told
from engine.kernel.text import PLAIN_READER
from host.core.session import InputOutcome, ToldLine
from host.doors.telegram.messages import asking
from host.shown import views
from tests.host.conftest import begun
from tests.host.doors.telegram.conftest import seated


def ask_of(person):
    return next(message for message in reversed(person.messages) if "7" in message.buttons)


def test_a_private_tap_turns_its_message_into_the_result(stage, playing, ann, bob, cat):
    for person in (ann, bob, cat):
        person.taps(ask_of(person), "7")
        stage.pass_by()
    game = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")[0]
    (turn,) = views.load_game_view(stage.host, game).asked
    first = next(
        each
        for each in (ann, bob, cat)
        if views.load_game_view(stage.host, game, stage.host.store.find_person_id(f"telegram:{each.id}", 0)).you
        == turn.who
    )
    asked, before = ask_of(first), len(stage.api.calls)
    first.taps(asked, "9")
    stage.pass_by()
    assert asked.buttons == []
    assert "9" in first.alerts[-1].text
    assert first.alerts[-1].text.splitlines()[0] in asked.text
    view = views.load_game_view(stage.host, game).view
    assert view is not None
    total = next(line.total for line in view.standings if line.who == turn.who)
    changed = re.findall(r"^Your total: £0 → (-?£\S+), (\d\w\w)$", asked.text, re.MULTILINE)
    assert bool(changed) == bool(total)
    assert all(line in first.alerts[-1].text for line in asked.text.splitlines()[-1:] if changed)
    assert asked.text.count(" → ") == len(changed)  # each total once
    edits = [
        call
        for call in stage.api.calls[before:]
        if call.method.startswith("editMessage") and str(call.values.get("message_id")) == str(asked.id)
    ]
    assert len(edits) == 1


@pytest.mark.usefixtures("playing")
def test_a_pop_up_has_the_beginning_of_a_receipt_and_the_message_all_of_it(stage, ann):
    asked = ask_of(ann)
    ann.taps(asked, "7")
    stage.pass_by()
    (receipt,) = re.findall(r"\b[0-9a-f]{64}\b", asked.text)
    assert f" {receipt[:8]}…" in ann.alerts[-1].text
    assert receipt not in ann.alerts[-1].text


def test_a_question_with_buttons_does_not_say_how_to_write(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat])
    assert "/pick" not in ask_of(ann).text


def test_what_follows_a_tap_at_once_does_not_ring(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat])
    asked = ask_of(ann)
    assert not asked.silent
    before = len(ann.messages)
    ann.taps(asked, "7")
    stage.pass_by(9)
    assert all(message.silent for message in ann.messages[before:] if message.from_bot)


@pytest.mark.parametrize("fate", range(4))
def test_a_pop_up_ends_where_the_group_is_kept_in_suspense_and_tells_no_total_then(host, fate):
    """The pause comes before the line of this number; the last case has none."""
    saved = views.load_saved_game(host, begun(host))
    before = views.build_game_view(host, saved, "ann")
    mine = views.find_own_standing(before)
    assert mine
    mine.total -= 5000
    told: list[Told] = [ToldLine(f"Line {n}", {}, pause=n == fate) for n in range(3)]
    result = asking.format_tap_result(
        host, before, InputOutcome(saved.session, saved.version, told), "ann", PLAIN_READER
    ).splitlines()
    assert [line for line in result if line.startswith("Line")] == [line.what for line in told[:fate]]
    assert any("total" in line for line in result) == (fate == len(told))
