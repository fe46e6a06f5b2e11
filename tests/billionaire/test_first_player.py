"""Who begins is told with all dice, and a second throw of those who are level is told apart from the first."""

import pytest

from engine.billionaire import events
from engine.billionaire.voice import BILLIONAIRE_VOICE
from engine.kernel import build_told, format_text


@pytest.mark.parametrize(
    ("throws", "said"),
    [
        ([("Ann", 5), ("Bob", 3)], "The dice show Ann 5 and Bob 3. Ann begins."),
        (
            [("Ann", 5), ("Bob", 5), ("Ann", 2), ("Bob", 3)],
            "The dice show Ann 5 and Bob 5. The highest are equal and roll again: Ann 2 and Bob 3. Bob begins.",
        ),
    ],
)
def test_throws_for_the_beginning_are_told_in_the_order_in_which_they_were_made(throws, said):
    dealt = [events.HandDealt(who, 5, "receipt") for who in ("Ann", "Bob")]
    rolled = [events.FirstPlayerRolled(who, n) for who, n in throws]
    told = [
        build_told(each, {})
        for each in (*dealt, *rolled, events.FirstPlayerFound(max(throws[-2:], key=lambda each: each[1])[0]))
    ]
    (moment,) = BILLIONAIRE_VOICE.build_moments(BILLIONAIRE_VOICE.build_memory({}), told)
    kind = moment.strong[0]
    (line,) = [each.text for each in BILLIONAIRE_VOICE.book["bn"][kind]]
    assert format_text(line, moment.facts).endswith(said)
