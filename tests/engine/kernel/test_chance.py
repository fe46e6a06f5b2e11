"""Chance is fair, can be repeated by anybody who knows the secret, and by nobody else."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from struct import unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.kernel.chance import (
    SEALED_WORDS,
    Drawn,
    Sealed,
    compute_commitment,
    draw_outcomes,
    list_pinned_outcomes,
    pin_positions,
)
from engine.kernel.errors import Unpinnable
from tests.rulesets.tiny import begin

TIMES = 6000


def drawn(number, size, k, weights=None, *, again=False):
    return tuple(draw_outcomes("secret", f"draw|{number}", size, k, weights, again=again))


def far_off(counts, expected):
    """Pearson's sum of squares; for up to 23 degrees of freedom 60 is beyond one in 10,000."""
    return sum((counts[key] - share) ** 2 / share for key, share in expected.items()) > 60


def test_every_side_of_a_die_comes_up_as_often():
    counts = Counter(drawn(n, 6, 1)[0] for n in range(TIMES))
    assert not far_off(counts, dict.fromkeys(range(6), TIMES / 6))
    assert set(counts) == set(range(6))


def test_every_order_comes_up_as_often():
    counts = Counter(drawn(n, 4, 4) for n in range(TIMES))
    assert not far_off(counts, dict.fromkeys(permutations(range(4)), TIMES / 24))


def test_every_pair_comes_up_as_often():
    counts = Counter(drawn(n, 4, 2) for n in range(TIMES))
    assert not far_off(counts, dict.fromkeys(permutations(range(4), 2), TIMES / 12))


def test_weights_are_kept():
    weights = [1, 0, 2, 5]
    counts = Counter(drawn(n, 4, 1, weights)[0] for n in range(TIMES))
    assert not far_off(counts, {0: TIMES / 8, 2: TIMES / 4, 3: TIMES * 5 / 8})
    assert counts[1] == 0


def test_what_is_drawn_again_is_independent():
    counts = Counter(drawn(n, 3, 2, again=True) for n in range(TIMES))
    assert not far_off(counts, {(a, b): TIMES / 9 for a in range(3) for b in range(3)})


def test_the_measure_would_notice_a_bent_die():
    bent = Counter({0: TIMES // 6 + 300, 1: TIMES // 6 - 300, **dict.fromkeys(range(2, 6), TIMES // 6)})
    assert far_off(bent, dict.fromkeys(range(6), TIMES / 6))


@given(st.integers(1, 60), st.data())
def test_without_repetition_all_are_different(size, data):
    k = data.draw(st.integers(0, size))
    weights = data.draw(st.none() | st.lists(st.integers(1, 9), min_size=size, max_size=size))
    drew = draw_outcomes("s", "name", size, k, weights, again=False)
    assert len(set(drew)) == len(drew) == k
    assert all(0 <= place < size for place in drew)


def test_another_secret_number_key_or_entropy_draws_otherwise():
    cards = Drawn(1, "cards", 52, 52, None, again=False, entropy="e", drew=[])
    order = cards.compute_expected("secret")
    assert cards.compute_expected("secret") == order
    assert cards.compute_expected("another") != order
    for change in ({"number": 2}, {"entropy": "f"}, {"key": "deck"}):
        assert replace(cards, **change).compute_expected("secret") != order


DRAWN = Drawn(7, "die", 1000, 2, (3,) * 1000, again=True, entropy="entropy", drew=[])
HONEST = replace(DRAWN, drew=DRAWN.compute_expected("secret"))
TAMPERED = [
    {"number": 8},
    {"key": "dice"},
    {"size": 999, "weights": (3,) * 999},
    {"k": 1},
    {"weights": None},
    {"weights": (1, *[3] * 999)},
    {"again": False},
    {"entropy": ""},
    {"drew": HONEST.drew[::-1]},
    {"pinned": True},
]


def test_an_honest_draw_follows_from_the_secret():
    assert HONEST.is_honest("secret")
    assert not HONEST.is_honest("another")


@pytest.mark.parametrize("change", TAMPERED, ids=str)
def test_whatever_is_tampered_with_shows(change):
    assert not replace(HONEST, **change).is_honest("secret")


def test_a_commitment_binds_and_tells_nothing():
    assert compute_commitment("secret") != compute_commitment("secret2")
    assert "secret" not in compute_commitment("secret")


def test_a_receipt_fits_one_name_and_one_choice_only():
    receipt = Sealed("Q1|Ann", "12").compute_receipt("secret")
    others = [Sealed("Q1|Ann", "13"), Sealed("Q1|Bob", "12"), Sealed("Q1", "Ann|12")]
    assert all(other.compute_receipt("secret") != receipt for other in others)
    assert Sealed("Q1|Ann", "12").compute_receipt("another") != receipt


async def sealing(t):
    choice = await t.ask("seal", "Ann", "Where?", [1, 2], lapse=1, secret=True)
    t.whisper("Ann", "Receipt: {receipt}", receipt=t.game.seal_choice(f"main|{t.state.steps}|Ann", str(choice)))
    t.tell("It is {n}.", n=t.draw_one("number", range(10**6)))


def numbers(choice, method=1):
    game = begin(sealing)
    game.method = method
    question = game.list_questions()[0]
    game.answer("Ann", question.id, choice)
    return game.sealed, game.drawn


def test_what_players_seal_changes_nothing_that_is_drawn():
    (one, first), (two, second) = numbers(1, SEALED_WORDS), numbers(2, SEALED_WORDS)
    assert [sealed.what for sealed in one + two] == ["1", "2"]
    assert first == second
    assert first[0].is_honest("secret")


def test_by_older_methods_what_players_seal_changes_what_is_drawn():
    (one, first), (two, second) = numbers(1), numbers(2)
    assert [sealed.what for sealed in one + two] == ["1", "2"]
    assert first[0].drew != second[0].drew
    assert first[0].entropy == one[0].mix_into_entropy("")
    assert first[0].is_honest("secret")
    assert second[0].is_honest("secret")


def test_pins_name_what_could_be_drawn():
    assert list_pinned_outcomes("die", ["a", "b", "a"], ["a", "a"], 2, None, again=False) == [0, 2]
    assert list_pinned_outcomes("die", ["a", "b"], ["b", "b"], 2, None, again=True) == [1, 1]


UNPINNABLE = [
    (["c"], 1, None, "cannot draw “c” here. It can draw: a | b"),
    (["a", "a"], 2, None, "cannot draw “a” once more: nothing is drawn twice"),
    (["a"], 2, None, "draws 2, and 1 stand here"),
    (["b"], 1, [1, 0], "cannot draw “b” here: it has no chance. It can draw: a"),
]


@pytest.mark.parametrize(("labels", "k", "weights", "why"), UNPINNABLE)
def test_a_pin_that_could_never_come_up_is_no_pin(labels, k, weights, why):
    with pytest.raises(Unpinnable, match="die " + why.replace("|", "[|]")):
        list_pinned_outcomes("die", ["a", "b"], labels, k, weights, again=False)


def test_single_places_of_a_draw_can_be_named():
    assert pin_positions("die", "abcde", {2: "e"}, [0, 1, 2], None, again=False) == [0, 4, 2]
    assert pin_positions("die", "abcde", {2: "a"}, [0, 1, 2], None, again=False) == [1, 0, 2]  # they change places
    assert pin_positions("die", "abcde", {1: "b", 2: "a"}, [0, 1, 2], None, again=False) == [1, 0, 2]
    assert pin_positions("die", "aab", {1: "a", 2: "a"}, [2, 0], None, again=False) == [0, 1]
    assert pin_positions("die", "ab", {1: "a", 2: "a"}, [1, 1], None, again=True) == [0, 0]


@pytest.mark.parametrize(("wanted", "why"), [({3: "a"}, "draws 2, so there is no @3"), ({1: "a", 2: "a"}, "once more")])
def test_a_place_that_is_not_there_is_no_pin(wanted, why):
    with pytest.raises(Unpinnable, match=why):
        pin_positions("die", "ab", wanted, [0, 1], None, again=False)


@pytest.mark.parametrize("secret", ["", "short", "s" * 64, "s" * 128, "long " * 60])
def test_seals_are_salted_with_a_standard_hmac(secret):
    salt = hmac.digest(secret.encode(), b"salt|Q1|Ann", "sha256").hex()
    assert (
        Sealed("Q1|Ann", "12").compute_receipt(secret)
        == hashlib.sha256(f"sealed|{salt}|Q1|Ann|12".encode()).hexdigest()
    )


@pytest.mark.parametrize("secret", ["", "short", "s" * 128, "long " * 60])
def test_draws_follow_a_standard_hmac(secret):
    (word,) = unpack(">Q", hmac.digest(secret.encode(), b"name|0", "sha512")[:8])
    assert draw_outcomes(secret, "name", 2**32, 1, None, again=True) == [word % 2**32]
