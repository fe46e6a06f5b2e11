"""All that is set, opened and played by menus and buttons, on boards of every size."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from engine.billionaire.actions import ANSWERABLE
from engine.billionaire.orders import NO_KIND, build_labelled_options
from engine.kernel import Option, Play, Reader
from engine.kernel.question import Form
from engine.rulesets import RULESETS, ruleset
from host.core.deadlines import expected_lengths
from host.core.session import NOTHING, OVER
from host.doors.discord.answering import build_play_rows, format_picked, parse_picked
from host.doors.discord.components import MAX_CUSTOM_ID, SELECT_TYPE, compute_value_mark
from host.people import accounts
from host.said.desk import settings
from host.said.desk.menu import DESK
from host.shown import views
from tests.fakes.discord import controls_of, find_button, text_of, walk
from tests.host.doors.computer_cards import list_expected_cards

MANAGES = str(1 << 4)


def menu_of(message, begins):
    """The menu whose text begins so, or in which a label does."""
    found = [each for each in walk(message["components"]) if "options" in each]
    return next(
        each
        for each in found
        if each.get("placeholder", "").startswith(begins) or each["options"][0]["label"].startswith(begins)
    )


def choose(stage, who, begins, label):
    """Choose in the newest message that this person alone sees."""
    menu = menu_of(who.alone, begins)
    value = next(each["value"] for each in menu["options"] if each["label"].startswith(label))
    who.taps(stage.channel, who.alone, menu, [value])


def session_of(stage):
    return stage.host.store.load_game(stage.game).session


def habits_of(stage, who):
    found = accounts.load_current_person(stage.host, stage.host.store.find_person_id(f"discord:@{who.id}", 0))
    assert found
    return found.habits


# -- opening


def test_a_game_is_opened_with_options_by_menus(stage, people):
    ann = people.ann
    ann.commands(stage.channel, "new", game="season7")
    ann.taps_label(stage.channel, ann.alone, "Options …")
    choose(stage, ann, "rows", "rows: 8")
    choose(stage, ann, "wits", "wits: yes")
    choose(stage, ann, "rows", "rows: 7")
    assert next(each for each in menu_of(ann.alone, "rows")["options"] if each.get("default"))["label"] == "rows: 7"
    ann.taps_label(stage.channel, ann.alone, "Back")
    assert "rows: 7" in text_of(ann.alone) and "wits: yes" in text_of(ann.alone)
    choose(stage, ann, "Race to a Billion: how much", "A week")
    found = session_of(stage).options
    assert (found["rows"], found["wits"], session_of(stage).pace) == (7, True, 86400.0)


@pytest.mark.parametrize("game", ["season7", "deluxe", "billionaire", "ladder"])
def test_the_game_that_ends_within_three_weeks_is_one_tap_away(stage, people, game):
    people.ann.commands(stage.channel, "new", game=game)
    suggested = expected_lengths.find_suggested_length(expected_lengths.list_fitting_lengths(ruleset(game)))
    assert suggested is not None
    (button,) = [each for each in controls_of(people.ann.alone) if each["custom_id"].startswith("W|")]
    people.ann.taps(stage.channel, people.ann.alone, button)
    assert session_of(stage).span == suggested.span
    assert session_of(stage).options.items() >= suggested.options.items()


@pytest.mark.parametrize("game", ["season7", "deluxe", "billionaire", "ladder"])
def test_the_options_of_every_game_fit_into_a_message(stage, people, game):
    people.ann.commands(stage.channel, "new", game=game)
    people.ann.taps_label(stage.channel, people.ann.alone, "Options …")
    assert len(controls_of(people.ann.alone)) > 5  # and the fake has found no limit broken


def test_what_is_usually_played_is_set_and_opened_by_taps(stage):
    ann, bob = stage.person("Ann", permissions=MANAGES), stage.person("Bob")
    bob.commands(stage.channel, "usual")
    choose(stage, bob, "Game", "Race")
    assert "admin" in text_of(bob.alone)
    ann.commands(stage.channel, "usual")
    choose(stage, ann, "Game", "Race to a Billion")
    choose(stage, ann, "Turn", "Up to 10 minutes")
    ann.taps_label(stage.channel, ann.alone, "Options …")
    choose(stage, ann, "columns", "columns: 4")
    ann.taps_label(stage.channel, ann.alone, "Back")
    found = settings.read_group_defaults(stage.host, f"discord:{stage.channel.guild}/{stage.channel.id}")
    assert (found.game, found.options) == ("season7", {"columns": 4})
    bob.commands(stage.channel, "new")
    bob.taps(stage.channel, bob.alone, next(each for each in controls_of(bob.alone) if each["custom_id"] == "U"))
    assert session_of(stage).options["columns"] == 4
    ann.commands(stage.channel, "usual")
    ann.taps_label(stage.channel, ann.alone, "Delete this setting")
    assert settings.read_group_defaults(stage.host, session_of(stage).places[0]).game == ""


FORGED = [
    "G",
    "L|nogame|",
    "L|season7|zz",
    "M|season7||99",
    "M|season7||²",
    "M|season7|zz|1",
    "N|x",
    "N|season7|zz",
    "T|x",
]


@pytest.mark.parametrize("custom_id", [*FORGED, "T|season7|zz", "V|game", "V|option|99", "S|x", "W|season7||x", "W|x"])
def test_an_old_or_forged_choice_is_told_so(stage, people, custom_id):
    people.ann.commands(stage.channel, "new")
    answer = people.ann.act(stage.channel, 3, {"custom_id": custom_id, "values": ["w00000000"]}, people.ann.alone)
    assert answer["type"] in (4, 7)
    assert [*stage.host.store.iter_sessions()] == []


# -- settings


def test_ones_own_settings_are_changed_by_menus(stage, people):
    ann = people.ann
    ann.commands(stage.channel, "settings")
    choose(stage, ann, "Reminders", "off")
    choose(stage, ann, "Numbers", "1.000.000")
    choose(stage, ann, "Quiet hours", "23:00")
    choose(stage, ann, "How long will you be away?", "3 days")
    choose(stage, ann, "What should I notify you about?", "nothing")
    found = habits_of(stage, ann)
    assert (found.reminders, found.style.comma, found.quiet, found.rings) == (False, ".", (1380, 480), NOTHING)
    assert found.away == (stage.now(), stage.now() + 3 * 86400)
    choose(stage, ann, "How long will you be away?", "Back")
    menu = next(each for each in controls_of(ann.alone) if each["custom_id"].startswith("S|times"))
    here = next(each for each in menu["options"] if "09:" in each["label"] or "08:" in each["label"])
    ann.taps(stage.channel, ann.alone, menu, [here["value"]])
    city = controls_of(ann.alone)[0]["options"][0]
    ann.taps(stage.channel, ann.alone, controls_of(ann.alone)[0], [city["value"]])
    assert compute_value_mark(habits_of(stage, ann).zone) == city["value"]
    assert habits_of(stage, ann).away is None


def test_talk_on_the_page_is_switched_off_and_on(stage, people):
    if "talk" not in DESK:
        pytest.skip("table talk is left out")
    stage.begun(people.ann, people.bob, game="toy")
    people.bob.commands(stage.channel, "talk", words="off")
    assert text_of(people.bob.alone) != "✓"
    assert people.ann.commands(stage.channel, "talk", words="off")["type"] == 4
    assert text_of(people.ann.alone) == "✓"
    assert people.ann.commands(stage.channel, "talk", words="felt")["type"] == 4


# -- playing


def test_squares_are_listed_in_order_by_a_menu(stage, people):
    stage.begun(people.ann, people.bob)
    for who, square in ((people.ann, "7"), (people.bob, "8")):
        who.commands(stage.channel, "pick", words=square)
    later = people.bob if "Waiting for Ann" in text_of(stage.board) else people.ann
    stage.own_side(later)
    plays = menu_of(later.alone, "At any time")
    value = next(each["value"] for each in plays["options"] if each["value"] == compute_value_mark("list"))
    before = len(stage.channel.posted)
    later.taps(stage.channel, later.alone, plays, [value])
    for square in ("12", "5"):
        menu = next(
            each for each in controls_of(later.alone) if "options" in each and "list" not in each["custom_id"][:1]
        )
        later.taps(stage.channel, later.alone, menu, [square])
    later.taps(
        stage.channel, later.alone, next(each for each in controls_of(later.alone) if each["custom_id"][0] == "d")
    )
    later.commands(stage.channel, "mystuff")
    assert "12" in text_of(later.alone) and "5" in text_of(later.alone)
    assert len(stage.channel.posted) == before  # nobody else hears of it


@pytest.mark.parametrize("play", ["lock", "list"])
def test_what_can_be_done_at_any_time_is_a_menu_away(stage, people, play):
    stage.begun(people.ann, people.bob)
    for who, square in ((people.ann, "7"), (people.bob, "8")):
        who.commands(stage.channel, "pick", words=square)
    later = people.bob if "Waiting for Ann" in text_of(stage.board) else people.ann
    stage.own_side(later)
    plays = menu_of(later.alone, "At any time")
    assert compute_value_mark(play) in [each["value"] for each in plays["options"]]
    later.taps(stage.channel, later.alone, plays, [compute_value_mark(play)])
    assert controls_of(later.alone)


def test_a_number_that_a_button_suggests_is_judged_by_the_rules(stage, people):
    stage.begun(people.ann, people.bob, game="toy")
    for who in (people.ann, people.bob):
        who.commands(stage.channel, "pick", words="3")
    for who, said in ((people.ann, "red"), (people.bob, "red"), (people.ann, "A B"), (people.ann, "500 or 600")):
        who.commands(stage.channel, "pick", words=said)
    people.ann.taps_label(stage.channel, people.ann.alone, "500")
    assert "Too late" not in text_of(people.ann.alone) and "100" in text_of(people.ann.alone)


def finish_toy(stage, people):
    """A game of two, played to its end."""
    game, luck = stage.begun(people.ann, people.bob, game="toy"), random.Random(1)
    for _ in range(60):
        if stage.host.store.load_game(game).session.stage == OVER:
            break
        if not any(stage.answer_something(who, luck) for who in (people.ann, people.bob)):
            stage.pass_by(600)
    return game


@pytest.mark.parametrize("how", ["tap", "command"])
def test_the_same_people_play_again_in_one_tap(stage, people, how):
    game = finish_toy(stage, people)
    if how == "tap":
        people.bob.taps(stage.channel, stage.board, find_button(stage.board, "Play again"))
    else:
        people.bob.commands(stage.channel, "again")
    assert stage.game != game
    people.ann.taps_label(stage.channel, stage.board, "Join")
    assert [face.name for face in session_of(stage).players] == ["Bob", "Ann"]


def test_who_taps_play_again_second_is_seated_at_the_same_table_and_after_it_was_closed_at_a_new_one(stage, people):
    finish_toy(stage, people)
    ended = stage.board
    for who in (people.bob, people.ann):
        who.taps(stage.channel, ended, find_button(ended, "Play again"))
    assert [face.name for face in session_of(stage).players] == ["Bob", "Ann"]
    closed = stage.game
    people.ann.commands(stage.channel, "endgame", words="yes")
    people.bob.taps(stage.channel, ended, find_button(ended, "Play again"))
    assert stage.game != closed and [face.name for face in session_of(stage).players] == ["Bob"]


def first_out(stage, people):
    """A round in which somebody is out, and invited in private to predict."""
    everybody = [people.ann, people.bob, people.cat]
    stage.begun(*everybody)
    for who in everybody:
        who.commands(stage.channel, "pick", words="7")
    for _ in range(30):
        for who in everybody:
            (seat,) = [face.seat for face in session_of(stage).players if face.name == who.name]
            if any(asked.who == seat for asked in views.load_game_view(stage.host, stage.game).asked):
                who.commands(stage.channel, "pick", words="7")
                stage.settle()
        out = [w for w in everybody if any("You are out" in text_of(each) for each in stage.discord.direct(w.id))]
        if out:
            return out[0]
    raise AssertionError


def test_who_is_out_predicts_by_the_menus_of_the_message_that_invites_to_it(stage, people):
    out = first_out(stage, people)
    (invited,) = [each for each in stage.discord.direct(out.id) if "You are out" in text_of(each)]
    direct = next(each for each in stage.discord.channels.values() if each.reader == out.id)
    menus = [each for each in controls_of(invited) if each["custom_id"][0] == "k"]
    assert len(menus) == 2
    for menu in menus:
        out.taps(direct, invited, menu, [menu["options"][-1]["value"]])
        assert "Too late" not in text_of(out.alone) and menu["options"][-1]["label"] in text_of(out.alone)


def test_an_old_menu_predicts_what_it_said_and_nothing_else(stage, people, monkeypatch):
    """The list of predictions changes while a menu stands; it must not count for another one."""
    out = first_out(stage, people)
    out.taps_label(stage.channel, stage.board, "Predict")
    old, real = out.alone, views.load_game_view
    first, second = [each for each in controls_of(old) if each["custom_id"][0] == "k"][:2]
    monkeypatch.setattr(
        "host.shown.views.load_game_view",
        lambda *told: replace(real(*told), forecasts=list(reversed(real(*told).forecasts))),
    )
    before = text_of(old).splitlines()
    out.taps(stage.channel, old, second, [second["options"][0]["value"]])
    said = text_of(out.alone)
    assert before[2].partition(". ")[2].rstrip("?") in said or second["options"][0]["label"] in said
    assert first["custom_id"] != second["custom_id"]


# -- boards of every size


def test_a_board_of_sixty_four_squares_is_menus_beside_its_picture_and_words(stage, people):
    stage.begun(people.ann, people.bob, options="rows=8 columns=8")
    for who, square in ((people.ann, "1"), (people.bob, "2")):
        who.commands(stage.channel, "pick", words=square)
    board, mover = stage.board, people.ann
    menus = [each for each in walk(board["components"]) if "options" in each]
    squares = [option["value"] for menu in menus for option in menu["options"]]
    assert board["picture"] and [int(each) for each in squares] == [*range(1, 65)]
    assert "8 rows" in str(board["components"]) or "64 closed" in str(board["components"])
    mover = next(who for who in (people.ann, people.bob) if f"Waiting for {who.name}" in text_of(board))
    mover.taps(stage.channel, board, menus[-1], ["64"])
    assert f"Waiting for {mover.name}" not in text_of(stage.board)


@pytest.mark.whole
@pytest.mark.parametrize("game", ["season7", "deluxe", "billionaire", "ladder"])
def test_every_game_is_played_by_taps_alone(stage, people, game):
    """Every message keeps to Discord's limits, or the fake would have said so."""
    luck, everybody, answered = random.Random(5), [people.ann, people.bob, people.cat], 0
    game_id = stage.begun(*everybody, game=game, options="rounds=1" if game == "ladder" else "")
    for _ in range(60):
        moved = sum(stage.answer_something(each, luck) for each in everybody)
        answered += moved
        if not moved:
            stage.pass_by(3600)
    assert answered > 25 or stage.host.store.load_game(game_id).session.stage == OVER
    assert max(stage.discord.answered) < 1.5


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_a_lobby_and_a_word_tell_what_each_computer_is_like(stage, people, game):
    ann = people.ann
    ann.commands(stage.channel, "new", game=game, turn="1h", options="")
    for _ in range(2):
        ann.taps_label(stage.channel, stage.board, "Add a computer player")
    cards = list_expected_cards(session_of(stage))
    assert len(cards) == 2
    for name, card in cards.items():
        assert card in text_of(stage.board)
        assert name in [each["name"] for each in ann.completes(stage.channel, "rules", name[:2])]
        ann.commands(stage.channel, "rules", words=name)
        assert card in text_of(ann.alone)


def test_as_many_things_as_a_play_takes_can_be_chosen_by_menus():
    play = Play("order answer", "l", [*build_labelled_options(ANSWERABLE), NO_KIND], Form("several", 1, 13))
    values = [option.value for option in play.options][:13]
    for n in range(len(values) + 1):
        rows = build_play_rows("a" * 8, play, Reader(), values[:n])
        ids = [each["custom_id"] for row in rows for each in row["components"]]
        assert max(map(len, ids)) <= MAX_CUSTOM_ID
        assert any(each["type"] == SELECT_TYPE for row in rows for each in row["components"]) == (n < len(values))
    assert parse_picked(format_picked(values), values) == values


def test_several_things_are_chosen_step_by_step_for_the_second_of_two_open_questions(stage, people, monkeypatch):
    ann, load = people.ann, views.load_game_view
    stage.begun(ann, people.bob, game="toy")
    letters = [Option(letter, letter) for letter in "ABCD"]

    def load_with_two(*args):
        shown = load(*args)
        asked = [
            replace(each, id=f"{n}", text=f"The {n} letters.", facts={}, form=Form("several", 2, 4), options=letters)
            for each in shown.asked
            if each.who == shown.you
            for n in ("first", "second")
        ]
        return replace(shown, asked=asked)

    monkeypatch.setattr(views, "load_game_view", load_with_two)
    stage.own_side(ann)
    ann.taps_label(stage.channel, ann.alone, "Next question")
    for label in "CA":
        assert "The second letters." in text_of(ann.alone)
        choose(stage, ann, "Choose number", label)
    assert "The second letters." in text_of(ann.alone)
    sent = find_button(ann.alone, "✓ C, A")
    assert "|?second|" in sent["custom_id"]


def test_a_word_is_told_from_numbers_and_other_words_by_its_mark():
    words = {name for rules in RULESETS.values() for names in rules.list_topics().values() for name in map(str, names)}
    marks = Counter(map(compute_value_mark, words))
    assert len(words) > 300
    assert max(marks.values()) == 1
    assert not [mark for mark in marks if mark[0] in "-0123456789"]


def test_who_finds_no_seat_at_the_rematch_is_told_so(stage, people):
    finish_toy(stage, people)
    ended = stage.board
    people.ann.taps(stage.channel, ended, find_button(ended, "Play again"))
    people.cat.commands(stage.channel, "join")
    people.ann.commands(stage.channel, "begin")
    people.bob.taps(stage.channel, ended, find_button(ended, "Play again"))
    assert "No seat is free" in str(people.bob.answers[-1])
