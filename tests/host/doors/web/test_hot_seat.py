"""The hot seat on the page: an answer is locked in, kept beside its question, and revealed as a scene."""

import re

from engine.ladder.events import HostSaid
from host.doors.web.table.dock import GUESS
from tests.host.test_ladder import NAMES, house_state, opened

ANSWERS = re.compile(r'<li class="an(\w)">(.*?)</li>')


def part(page, name):
    """The part of a page with this id, up to the next part."""
    found = re.search(rf'id="{name}".*?(?=data-part="(?!{name})|</main>)', page, re.DOTALL)
    assert found, name
    return found[0]


def says(sitter, game, value):
    """They answer the first question they are asked."""
    asked = sitter.asked(game)[0]
    assert sitter.sends(f"/g/{game}/answer", question=asked.id, value=value).status == 303


def test_an_answer_is_marked_and_can_be_tapped_anew_with_final_beside_it(host):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    says(ann, game, "C")
    page = ann.sees(game)
    drawn = part(page, "place")
    assert re.search(r'<li class="chosen free"><button[^>]*value="C"', drawn)
    assert '<input type="hidden" name="key" value="change">' in drawn
    dock = part(page, "dock")
    assert 'value="final"' in dock
    assert "Your answer is C." in dock
    assert ann.sends(f"/g/{game}/play", key="change", value="B").status == 303
    assert re.search(r'<li class="chosen free"><button[^>]*value="B"', part(ann.sees(game), "place"))
    assert ann.sends(f"/g/{game}/play", key="final", value="").status == 303
    page = ann.sees(game)
    assert re.search(r'<li class="chosen">', part(page, "place"))
    assert 'value="final"' not in page
    assert "chosen" not in part(bob.sees(game), "place")


def test_the_bar_says_once_which_round_it_is(host):
    game, (ann,) = opened(host, NAMES[:1], rounds=3)
    (heading,) = re.findall(r'<h1 id="heading".*?</h1>', ann.sees(game))
    assert re.sub("<small.*?</small>|<.*?>", "", heading) == "Fifteen Rungs Round 1 of 3"


def test_a_receipt_vanishes_with_its_question(host):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    right = house_state(host, game).right
    says(ann, game, right)
    assert f"Your answer is {right}." in part(ann.sees(game), "dock")
    assert "A wrong answer leaves you $0." in part(ann.sees(game), "place")
    says(bob, game, right)
    assert house_state(host, game).rung == 2
    for sitter in (ann, bob):
        page = sitter.sees(game)
        assert "Your answer is" not in part(page, "dock")
        assert "Taking the money pays $100" in part(page, "place")


def test_the_reveal_is_a_scene_with_everybodys_answer_the_right_one_and_what_it_came_to(host):
    game, (ann, bob, cat) = opened(host, NAMES[:3], rounds=1, voice="plain")
    state = house_state(host, game)
    wrong = next(letter for letter in "ABCD" if letter != state.right)
    for sitter, letter in ((ann, state.right), (bob, wrong), (cat, state.right)):
        says(sitter, game, letter)
    scene = re.search(r'<div class="moment reveal".*?</ul></div></div>', cat.sees(f"{game}/part", "n=0"), re.DOTALL)
    assert scene
    assert f'class="key key{state.right}"' in scene[0]
    said = {letter: re.findall(r"<b>(\w+)</b></span>", by) for letter, by in ANSWERS.findall(scene[0])}
    given = {state.right: ["Ann", "Cat"], wrong: ["Bob"]}
    assert said == {letter: given.get(letter, []) for letter in "ABCD"}
    text = re.sub(r"<[^>]*>", " ", scene[0])
    order = [text.rindex(name) for name in ("Ann", "Cat", "Bob")]  # in whatever words the host tells what it came to
    assert order == sorted(order)


def test_what_a_friend_says_on_the_telephone_stays_with_the_question(host):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1, friend="call")
    says(ann, game, "friend")
    for key, value in (("call", "pick_up"), ("advice", "It is the Moon")):
        asked = next(asked for asked in bob.asked(game) if asked.key == key)
        bob.sends(f"/g/{game}/answer", question=asked.id, value=value)
    assert "It is the Moon" in part(ann.sees(game), "place")
    says(ann, game, house_state(host, game).right)
    assert "It is the Moon" in part(ann.sees(game), "place")
    assert "It is the Moon" not in part(bob.sees(game), "place")
    says(bob, game, "A")
    assert "It is the Moon" not in part(ann.sees(game), "place")


def test_the_first_questions_stand_one_below_the_other_each_to_be_tapped(host):
    game, (ann, _) = opened(host, NAMES[:2], rounds=1, first="together")
    page = ann.sees(game)
    values = re.findall(r'<button name="value" value="(\d\w+)"', part(page, "place"))
    assert values == [
        f"{rung}{each}" for rung in range(1, 6) for each in (*"ABCD", "take") if f"{rung}{each}" != "1take"
    ]
    second = next(asked for asked in ann.asked(game) if asked.key == "answer.2")
    ann.sends(f"/g/{game}/answer", question=second.id, value="2D")
    assert re.search(r'<li class="chosen free"><button[^>]*value="2D"', part(ann.sees(game), "place"))
    assert ann.sends(f"/g/{game}/play", key="change", value="2A").status == 303
    assert "For $200 you answer A." in part(ann.sees(game), "rest")


def test_the_audience_guesses_along_with_a_tap_on_the_question(host):
    game, (ann, bob, cat) = opened(host, NAMES[:3], rounds=1)
    state = house_state(host, game)
    wrong = next(letter for letter in "ABCD" if letter != state.right)
    for sitter, letter in ((ann, state.right), (bob, state.right), (cat, wrong)):
        says(sitter, game, letter)
    drawn = part(cat.sees(game), "place")
    assert f'action="/g/{game}/call"' in drawn
    assert GUESS in part(cat.sees(game), "dock")
    assert cat.sends(f"/g/{game}/call", key="right", value="B").status == 303
    assert re.search(r'<li class="chosen free"><button[^>]*value="B"', part(cat.sees(game), "place"))
    assert f'action="/g/{game}/call"' not in part(ann.sees(game), "place")
    assert "chosen" not in part(bob.sees(game), "place")


def test_the_host_of_a_round_sees_the_right_answer_and_the_others_as_they_come_in(host):
    game, sitters = opened(host, NAMES[:3], rounds=1, host="players")
    state, seats = house_state(host, game), host.store.load_game(game).session.players
    leads = next(n for n, player in enumerate(seats) if player.seat == state.host)
    first, second = (n for n in range(3) if n != leads)
    wrong = next(letter for letter in "ABCD" if letter != state.right)
    says(sitters[first], game, wrong)
    drawn = part(sitters[leads].sees(game), "place")
    assert re.search(rf'<li class="right"><b>{state.right}: ', drawn)
    assert re.search(rf"<b>{wrong}: [^<]*</b><small>{NAMES[first]}</small>", drawn)
    for sitter in (sitters[first], sitters[second]):
        assert 'class="right"' not in part(sitter.sees(game), "place")
    assert f"<small>{NAMES[first]}</small>" not in part(sitters[second].sees(game), "place")


def test_what_the_host_says_to_a_climber_stays_with_the_question(host):
    game, sitters = opened(host, NAMES[:2], rounds=1, host="players")
    state, seats = house_state(host, game), host.store.load_game(game).session.players
    leads = next(n for n, player in enumerate(seats) if player.seat == state.host)
    climber = sitters[1 - leads]
    sent = sitters[leads].sends(f"/g/{game}/play", key=f"word.{seats[1 - leads].seat}", value="You know this one.")
    assert sent.status == 303
    assert "You know this one." in part(climber.sees(game), "place")
    receipt = str(HostSaid.__doc__).partition("{")[0]
    assert receipt in part(sitters[leads].sees(game), "dock")
    says(climber, game, state.right)
    assert house_state(host, game).rung == 2
    assert "You know this one." not in part(climber.sees(game), "place")
    assert receipt not in part(sitters[leads].sees(game), "dock")


def test_what_is_at_stake_stands_between_the_question_and_its_answers(host):
    game, (ann, _) = opened(host, NAMES[:2], rounds=1)
    drawn = part(ann.sees(game), "place")
    assert drawn.index("A wrong answer leaves") < drawn.index('class="answers"')


def test_whoever_fell_reads_of_the_first_five_what_they_came_to(host):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1, first="together", voice="plain")
    pages = house_state(host, game).pages
    wrong = next(letter for letter in "ABCD" if letter != pages[1].letters[0])
    for sitter in (bob, ann):
        for rung in range(1, 6):
            value = wrong if sitter is bob and rung == 2 else pages[rung - 1].letters[0]
            asked = next(asked for asked in sitter.asked(game) if asked.key == f"answer.{rung}")
            sitter.sends(f"/g/{game}/answer", question=asked.id, value=f"{rung}{value}")
    assert f"Bob said {wrong}, which is wrong, and leaves with $0." in part(bob.sees(game), "lamp")
