"""A lifeline does not start the asker's clock anew, and three of them cannot hold a question for days."""

from host.core.deadlines import ticking
from tests.host.test_ladder import NAMES, house_state, opened

TURN = 86_400.0
LITTLE = TURN / 8


def due(host, who, key="answer"):
    (asked,) = [asked for asked in who.asked(host) if asked.key == key]
    return asked.due


def says(sitter, game, value, key="answer"):
    asked = next(asked for asked in sitter.asked(game) if asked.key == key)
    assert sitter.sends(f"/g/{game}/answer", question=asked.id, value=value).status == 303


def test_the_time_for_a_question_goes_on_through_a_50_50(host, hands):
    game, (ann, _) = opened(host, NAMES[:2], rounds=1)
    before = due(game, ann)
    hands.now += TURN / 2
    says(ann, game, "50:50")
    assert due(game, ann) == before


def test_it_goes_on_while_others_hand_in_their_cards(host, hands):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    before = due(game, ann)
    hands.now += TURN / 2
    says(ann, game, "audience")
    assert due(game, bob, "card") == hands.now + TURN / 4
    hands.now += TURN / 8
    says(bob, game, "B", "card")
    assert due(game, ann) == before


def test_whoever_comes_back_late_has_a_little_time_and_never_the_whole(host, hands):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    hands.now += TURN - 60
    says(ann, game, "audience")
    hands.now += 3600
    says(bob, game, "B", "card")
    assert due(game, ann) == hands.now + LITTLE


def test_the_one_alone_who_shows_a_card_late_still_answers(host, hands):
    game, (ann,) = opened(host, NAMES[:1], rounds=1)
    wrong = next(letter for letter in "ABCD" if letter != house_state(host, game).right)
    hands.now += TURN - 60
    says(ann, game, "friend")
    hands.now += 3600
    says(ann, game, wrong, "card")
    assert due(game, ann) == hands.now + LITTLE


def test_the_next_question_has_the_whole_time_again(host, hands):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    hands.now += TURN / 2
    right = house_state(host, game).right
    says(ann, game, "50:50")
    says(ann, game, right)
    says(bob, game, right)
    assert due(game, ann) == due(game, bob) == hands.now + TURN


def test_three_lifelines_as_late_as_can_be_hold_a_question_for_two_turns_at_most(host, hands):
    game, (ann, *others) = opened(host, NAMES[:3], rounds=1)
    began = hands.now
    right = house_state(host, game).right
    for other in others:
        says(other, game, right)

    def wait(key):
        hands.now = due(game, ann, key) - 1

    def lapse():
        hands.now = max(clock.due for clock in host.store.load_game(game).session.clocks.values()) + 1
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)

    wait("answer")
    says(ann, game, "50:50")
    says(ann, game, "audience")
    lapse()
    wait("answer")
    says(ann, game, "friend")
    hands.now = due(game, ann, "friend") - 1
    seat = next(option.value for option in ann.asked(game)[0].options)
    says(ann, game, seat, "friend")
    lapse()
    wait("answer")
    assert hands.now - began <= 2 * TURN + 10
    says(ann, game, right)
    assert house_state(host, game).rung == 2
