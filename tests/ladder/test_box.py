"""The box of cards: what it holds, what is refused, what is put on the table."""

import json
import random
import re
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import msgspec
import pytest

from engine.kernel import LOG, Game, Illegal, format_text
from engine.ladder.box import (
    BoxEntry,
    are_telling,
    build_card_id,
    find_subject,
    fold_words,
    parse_box,
    stock_ladder_box,
)
from engine.ladder.events import QuestionAsked
from engine.ladder.rules import LADDER_OPTION_VALUES, LADDER_RULESET, parse_ladder_options
from engine.ladder.state import LadderOptions
from host.core.cards import dealt_cards
from tests.properties.examples import few

GOOD = {
    "id": "own-1",
    "level": 1,
    "category": "nature",
    "question": "Which of these is a tree?",
    "answers": ["Oak", "Salmon", "Granite", "Thunder"],
    "why": "Oaks are trees.",
    "source": "own",
    "licence": "CC0-1.0",
    "date": "2025-01-31",
}


def checked(*lines):
    return parse_box((f"line {n}", json.dumps(line).encode()) for n, line in enumerate(lines, 1))


def boxed(players, **options):
    state = LADDER_RULESET.create_state(players, options)
    stock_ladder_box(state, dealt_cards.load_card_box(LADDER_RULESET.name).cards, {})
    return state


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"id": "A B"}, "line 1 (A B): its id must have 3 to 40 small letters, digits, dots and dashes"),
        ({"level": 16}, "line 1 (own-1): level 16 is not from 1 to 15"),
        ({"date": "soon"}, "line 1 (own-1): “soon” is no date such as 2025-01-31"),
        ({"question": "x" * 201}, "line 1 (own-1): its question has 201 characters, where 1 to 200 fit"),
        ({"licence": ""}, "line 1 (own-1): its licence has 0 characters, where 1 to 40 fit"),
        ({"answers": ["Oak", "x" * 51, "b", "c"]}, "line 1 (own-1): an answer has more than 50 characters"),
        ({"answers": ["Oak", "OAK.", "b", "c"]}, "line 1 (own-1): two of its answers are the same, or one is empty"),
        ({"answers": ["Oak", "", "b", "c"]}, "line 1 (own-1): two of its answers are the same, or one is empty"),
        (
            {"answers": ["Oak", "All of the above", "b", "c"]},
            "line 1 (own-1): an answer speaks of the other answers, but they are shuffled",
        ),
        ({"question": "Is an oak a tree?"}, "line 1 (own-1): the right answer stands in the question"),
        ({"why": "two\nlines"}, "line 1 (own-1): it has blanks at an end, or characters that cannot be shown"),
    ],
)
def test_a_faulty_line_is_named(change, why):
    good, faults = checked(GOOD | change)
    assert good == []
    assert [str(fault) for fault in faults] == [why]


@pytest.mark.parametrize("line", [b"{", b'{"id": "x"}', b"[]"])
def test_what_is_no_question_is_named(line):
    good, faults = parse_box([("line 1", line)])
    assert good == []
    assert str(faults[0]).startswith("line 1: is no question: ")


def test_an_id_does_not_betray_the_right_answer():
    """Players see ids, question and answers: whatever they try, the id fits each order of the answers, or none."""
    for card in dealt_cards.load_card_box(LADDER_RULESET.name).cards:
        kind = card.id.rpartition("-")[0]
        fits = {build_card_id(kind, card.question, order) == card.id for order in permutations(card.answers)}
        assert len(fits) == 1


def test_twins_are_named():
    same_words = GOOD | {"id": "own-2", "question": "Which of these is a tree ?"}
    other = GOOD | {"id": "own-3", "question": "Which of them floats best?"}
    good, faults = checked(GOOD, same_words, other, GOOD | {"question": "Quite another one?", "answers": list("abcd")})
    assert [entry.id for entry in good] == ["own-1", "own-3"]
    assert [str(fault) for fault in faults] == [
        "line 2 (own-2): is nearly the same question as line 1",
        "line 4 (own-1): has the same id as line 1",
    ]


def test_no_share_alike_question_is_in_the_box_by_default():
    assert not [
        card.id
        for card in dealt_cards.load_card_box(LADDER_RULESET.name).cards
        if "SA" in card.licence or "ODbL" in card.licence
    ]


def test_a_pack_that_wants_its_source_named_is_named_with_each_answer():
    packed = [msgspec.convert(GOOD | {"level": n, "licence": "CC-BY-SA-4.0"}, BoxEntry) for n in range(1, 16)]
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 1})
    LADDER_RULESET.stock_box(state, packed, {})
    game = Game.start_from_state(LADDER_RULESET, state, "secret")
    game.answer("Ann", game.list_questions()[0].id, game.state.right)
    said = [format_text(line.text, line.facts) for line in game.told]
    assert any(line.endswith("Oaks are trees. (own, CC-BY-SA-4.0)") for line in said)


# -- what goes together on a climb


def climbs(secret, players=("Ann", "Bob"), last=0, **options):
    """The questions of every round, where each climb ends somewhere else, or all at the `last` rung."""
    state = dealt_cards.build_initial_state(LADDER_RULESET, list(players), options, secret)
    game = Game.start_from_state(LADDER_RULESET, state, secret)
    entries = {card.id: card for card in dealt_cards.load_card_box(LADDER_RULESET.name).cards}
    asked: dict[int, dict[int, BoxEntry]] = {}
    while not game.over:
        state = game.state
        question = game.list_questions()[0]
        if question.key == "category":  # whoever hosts likes one above all
            kinds = [option.value for option in question.options]
            game.answer(question.who, question.id, "sport" if "sport" in kinds else kinds[-1])
            continue
        for rung, page in state.map_questions_in_play().items():
            asked.setdefault(state.round, {})[rung] = entries[page.card.id]
        rung = int(question.key.partition(".")[2] or state.rung)
        right = state.map_questions_in_play()[rung].letters[0]
        tired = rung == (last or 4 * state.round)
        letter = next(letter for letter in "ABCD" if letter != right) if tired else right
        game.answer(question.who, question.id, f"{rung if state.pages else ''}{letter}")
    return [list(cards.values()) for cards in asked.values()]


def keeps_the_laws(climb):
    """No topic and no subject of a fact twice, and three of a category in ten at most."""
    topics = [card.narrow for card in climb]
    subjects = [find_subject(card) for card in climb]
    assert len(set(topics)) == len(topics)
    assert len(set(subjects)) == len(subjects)
    tens = [climb[at : at + 10] for at in range(max(1, len(climb) - 9))]
    assert max(max(Counter(card.category for card in ten).values()) for ten in tens) <= 3


def giveaways(climb):
    """Pairs of which one tells the other's answer, found in the plainest way there is."""
    told = {card: f" {fold_words(' '.join([card.question, card.answers[0], card.why]))} " for card in climb}
    return [(one.id, other.id) for one in climb for other in climb if one is not other and in_words(one, told[other])]


def in_words(card, text):
    """Whether its answer stands there, whatever small word stands before it."""
    answer = fold_words(card.answers[0])
    return any(f" {part} " in text for part in (answer, re.sub(r"^((a|an|the|in|on|of|by|with) )+(?=.)", "", answer)))


@pytest.mark.parametrize("secret", few(12, 40, pytest.mark.whole))
def test_no_climb_has_two_of_a_fact_or_topic_nor_a_giveaway_nor_four_of_a_category_in_ten(secret):
    """However early the climbs before it ended."""
    for climb in climbs(str(secret), rounds=4):
        keeps_the_laws(climb)
        assert giveaways(climb) == []


CARDS = dealt_cards.load_card_box(LADDER_RULESET.name).cards
KINDS = sorted({card.category for card in CARDS})
LAID_OUT: list[dict[str, Any]] = [
    {},
    {"rounds": 1},
    {"rounds": 12},
    {"rounds": 2, "contestants": "one"},
    {"host": "players", "rounds": 2},
]


def laid_out(luck, **options):
    """All climbs that are prepared for a game, the cards shuffled by a seed."""
    entries = {card.id: card for card in CARDS}
    state = dealt_cards.build_initial_state(LADDER_RULESET, ["Ann", "Bob"], options, str(luck))
    return [[entries[card.id] for card in climb] for climb in zip(*state.box.values(), strict=True)]


def clashes(climb):
    """What two cards of a climb have in common that they must not."""
    subjects = Counter(subject for card in climb if (subject := find_subject(card)))
    return [subject for subject, times in subjects.items() if times > 1] + giveaways(climb)


OF_ONE_KIND = [
    pytest.param(kind, luck, marks=() if luck == n % 3 else pytest.mark.whole)
    for n, kind in enumerate(KINDS)
    for luck in range(3)
]


@pytest.mark.parametrize(("kind", "luck"), OF_ONE_KIND)
def test_nor_has_any_climb_of_one_category_two_of_a_fact_or_a_giveaway(kind, luck):
    """Also the last one that a category has questions for."""
    held = laid_out(luck, categories=[kind], **LAID_OUT[2 * luck])
    assert len({card.id for climb in held for card in climb}) == 15 * len(held)
    assert [clashes(climb) for climb in held] == [[]] * len(held)


@pytest.mark.parametrize("luck", range(3))
def test_nor_has_any_of_two_categories_or_of_all(luck):
    pairs = random.Random(luck).sample([*combinations(KINDS, 2)], 2)
    for kinds in [(), *pairs]:
        for climb in laid_out(luck, categories=[*kinds], **LAID_OUT[luck]):
            assert clashes(climb) == []


@pytest.mark.slow
@pytest.mark.parametrize("luck", range(8))
@pytest.mark.parametrize("options", LAID_OUT)
def test_nor_has_any_whatever_categories_are_chosen(luck, options):
    for kinds in [(), *((kind,) for kind in KINDS), *combinations(KINDS, 2)]:
        for climb in laid_out(luck, categories=[*kinds], **options):
            assert clashes(climb) == []


def test_spare_climbs_in_which_cards_would_clash_are_left_out():
    """One that is needed is laid out all the same, of cards that clash least."""
    cards = pack(about="tides")
    cards = [msgspec.structs.replace(card, answers=(f"Word{card.id}", "b", "c", "d")) for card in cards]
    for rounds, laid in ((1, 2), (3, 3)):
        state = LADDER_RULESET.create_state(["Ann"], {"rounds": rounds})
        stock_ladder_box(state, cards, {})
        assert {len(pack) for pack in state.box.values()} == {laid}


def test_a_card_that_clashes_is_exchanged_for_one_of_an_earlier_climb():
    """The second climb has to take what is left: of it and the first, cards change places until both are good."""
    cards = [msgspec.structs.replace(card, answers=(f"Word{card.id}", "b", "c", "d")) for card in pack()]
    cards = [card for card in cards if not card.id.endswith("-2")]
    for at in (1, 3):  # own-1-1 and own-2-1: both are left for the second climb
        cards[at] = msgspec.structs.replace(cards[at], about="tides")
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 2})
    stock_ladder_box(state, cards, {})
    first, second = zip(*state.box.values(), strict=True)
    assert len({card.id for card in (*first, *second)}) == 30
    for climb in (first, second):
        assert len({"own-1-1", "own-2-1"} & {card.id for card in climb}) == 1


def test_every_rung_has_as_many_cards_so_that_a_climb_that_comes_again_is_the_same():
    for kind in ("money", "television"):
        state = boxed(["Ann", "Bob"], categories=[kind], rounds=12)
        assert len({len(pack) for pack in state.box.values()}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("Tortoises", "tortoise"), ("A mosquito", "mosquitoes"), ("In a boat", "boats")]
)
def test_an_answer_is_given_away_by_its_plural_too(one, other):
    found, _ = checked(
        GOOD | {"answers": [one, "Salmon", "Granite", "Thunder"]},
        GOOD | {"id": "own-2", "question": f"What of {other} then?", "answers": ["This", "That", "These", "Those"]},
    )
    assert are_telling(*found)


@pytest.mark.parametrize("first", ["apart", "together"])
@pytest.mark.parametrize("secret", few(2, 6, pytest.mark.whole))
def test_nor_has_one_whose_host_chooses_what_is_asked_about(secret, first):
    held = climbs(str(secret), host="players", choosing="host", rounds=2, first=first)
    for climb in held:
        keeps_the_laws(climb)
    assert len({card.id for climb in held for card in climb}) == sum(map(len, held))


@pytest.mark.parametrize("kinds", [["money"], ["television", "politics"], ["art", "film", "sport"]])
def test_nor_has_one_whose_host_chooses_among_few_categories(kinds):
    """Down to the last climb that can be made of the cards dealt."""
    players = [f"p{n}" for n in range(1, 8)]
    held = climbs("few", players, host="players", choosing="host", rounds=1, categories=kinds, last=15)
    assert len(held) == 7
    assert [clashes(climb) for climb in held] == [[]] * len(held)


def test_whoever_plays_alone_climbs_by_the_same_laws():
    climbs_alone = climbs("alone", players=("Ann", "Bob"), rounds=3, contestants="one")
    assert [len(climb) for climb in climbs_alone] == [4, 8, 12, 15]
    for climb in climbs_alone:
        assert len({card.narrow for card in climb}) == len(climb)


def pack(**tags):
    """Three questions of every level; those that come first share what the tags say."""
    cards = []
    for level in range(1, 16):
        for n in range(3):
            own = {"id": f"own-{level}-{n}", "level": level, "category": f"kind {level}", "narrow": f"{level} {n}"}
            cards.append(msgspec.convert(GOOD | own | (tags if not n else {}), BoxEntry))
    return cards


@pytest.mark.parametrize("tag", ["narrow", "about"])
def test_a_card_that_does_not_go_with_those_below_it_gives_way_to_the_next(tag):
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 1})
    stock_ladder_box(state, pack(**{tag: "tides"}), {})
    firsts = [cards[0].id for cards in state.box.values()]
    assert firsts == ["own-1-0", *(f"own-{level}-1" for level in range(2, 16))]


def test_a_card_that_tells_the_answer_to_one_below_it_gives_way_to_the_next():
    cards = [msgspec.structs.replace(card, answers=(f"Word{card.id}", "b", "c", "d")) for card in pack()]
    cards[3] = msgspec.structs.replace(cards[3], why=f"Once it was called {cards[0].answers[0]}.")
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 1})
    stock_ladder_box(state, cards, {})
    assert state.box[1][0].id == "own-1-0"
    assert state.box[2][0].id == "own-2-1"


def test_two_spellings_of_a_subject_are_one():
    cards = pack()
    for at, about in ((0, "Djenné mosque | of mud"), (3, "DJENNE MOSQUE | new plaster")):
        cards[at] = msgspec.structs.replace(cards[at], about=about)
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 1})
    stock_ladder_box(state, cards, {})
    assert [cards[0].id for cards in state.box.values()][:2] == ["own-1-0", "own-2-1"]


def test_three_of_a_category_in_ten_are_enough():
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 1})
    stock_ladder_box(state, pack(category="sea"), {})
    first = [cards[0].category for cards in state.box.values()]
    assert [at for at, category in enumerate(first, 1) if category == "sea"] == [1, 2, 3, 11, 12, 13]


def test_where_no_card_goes_with_the_others_the_climb_goes_on_all_the_same():
    cards = [msgspec.structs.replace(card, narrow="tides", category="sea") for card in pack()]
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 3})
    stock_ladder_box(state, cards, {})
    assert {len(pack) for pack in state.box.values()} == {3}


def test_cards_seen_least_come_first():
    cards = dealt_cards.load_card_box(LADDER_RULESET.name).cards
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 1})
    first = [card.id for card in cards if card.level == 1]
    seen = dict.fromkeys(first[:-3], 1)
    stock_ladder_box(state, cards, seen)
    assert {card.id for card in state.box[1]} == set(first[-3:])


def test_when_all_have_been_seen_those_seen_once_come_before_those_seen_twice():
    cards = dealt_cards.load_card_box(LADDER_RULESET.name).cards
    state = LADDER_RULESET.create_state(["Ann"], {"rounds": 2})
    first = [card.id for card in cards if card.level == 1]
    stock_ladder_box(state, cards, {name: 1 if name in first[:2] else 2 for name in first})
    assert {card.id for card in state.box[1]} == set(first[:2])


@pytest.mark.parametrize("options", [{"rounds": 3}, {"rounds": 3, "host": "players"}])
def test_nobody_meets_a_question_again_while_one_of_its_level_is_new(options):
    """The last new ones of a level are too few for a whole game: they are played first."""
    cards = dealt_cards.load_card_box(LADDER_RULESET.name).cards
    first = [card.id for card in cards if card.level == 1]
    new = set(first[:2])
    for secret in "abcde":
        state = LADDER_RULESET.create_state(["Ann", "Bob"], options)
        stock_ladder_box(state, cards, {name: 1 + (at > 20) for at, name in enumerate(first) if name not in new})
        game = Game.start_from_state(LADDER_RULESET, state, secret)
        assert game.state.card is not None
        played = [game.state.card.id, *(card.id for card in game.state.box[1])]
        assert set(played[:2]) == new
        assert len(game.state.box[1]) == state.count_needed_cards()


def test_whoever_joins_a_long_game_brings_no_question_back():
    """There is room for 24 rounds: a newcomer hosts in as many as are left of it."""
    game = Game.start_from_state(LADDER_RULESET, boxed(["Ann", "Bob"], host="players", rounds=11), "secret")
    assert game.state.count_rounds() == 22
    game.play(LOG, "join", "Cat")
    assert game.state.count_rounds() == 24
    assert game.state.count_rounds() <= len(game.state.box[1])


def test_into_an_older_game_one_may_still_come_too_late():
    """Their logs and open turns have newcomers of the last round."""
    state = boxed(["Ann", "Bob"], rounds=1)
    older = {name: kept for name, kept in msgspec.to_builtins(state).items() if name != "joins_late"}
    game = Game.start_from_state(LADDER_RULESET, msgspec.convert(older, type(state), strict=False), "secret")
    game.play(LOG, "join", "Cat")
    assert game.state.here() == ["Ann", "Bob", "Cat"]
    with pytest.raises(Illegal):
        Game.start_from_state(LADDER_RULESET, state, "secret").play(LOG, "join", "Cat")


def test_only_the_categories_asked_for():
    state = LADDER_RULESET.create_state(["Ann"], {"categories": ["science", "film"]})
    stock_ladder_box(state, dealt_cards.load_card_box(LADDER_RULESET.name).cards, {})
    assert {card.category for pack in state.box.values() for card in pack} <= {"science", "film"}


@pytest.mark.parametrize("option", ["categories", "without"])
def test_an_unknown_category_is_refused(option):
    state = LADDER_RULESET.create_state(["Ann"], {option: ["Gossip"]})
    with pytest.raises(Illegal) as refusal:
        stock_ladder_box(state, dealt_cards.load_card_box(LADDER_RULESET.name).cards, {})
    said = format_text(refusal.value.text, refusal.value.facts)
    assert said.startswith("There is no category called gossip. The categories are: art, everyday, film, ")


def refused(options, cards=(), players=("Ann", "Bob")):
    """The sentence with which a game is refused."""
    with pytest.raises(Illegal) as refusal:
        stock_ladder_box(LADDER_RULESET.create_state(list(players), options), cards, {})
    return format_text(refusal.value.text, refusal.value.facts)


def test_fewer_questions_than_rungs_are_refused():
    few = [msgspec.convert(GOOD | {"id": f"own-{n}"}, BoxEntry) for n in range(14)]
    sentence = "A ladder of 15 rungs needs 15 questions, but these categories have only {}."
    assert refused({"categories": ["nature"]}, few) == sentence.format(14)
    assert refused({}, []) == sentence.format(0)


HELD = Counter(card.category for card in dealt_cards.load_card_box(LADDER_RULESET.name).cards)


@pytest.mark.parametrize("category", sorted(name for name, held in HELD.items() if held >= 15))
def test_every_category_can_be_played_alone(category):
    """To the top, though a category may have no question of some level; the questions get harder on the way."""
    state = dealt_cards.build_initial_state(LADDER_RULESET, ["Ann"], {"categories": [category], "rounds": 1}, "secret")
    game = Game.start_from_state(LADDER_RULESET, state, "secret")
    levels = []
    while not game.over:
        levels.append(game.state.card.level)
        assert game.state.card.category == category
        game.answer("Ann", game.list_questions()[0].id, game.state.right)
    assert levels == sorted(levels)
    assert game.state.players["Ann"].total == 1_000_000


@pytest.mark.parametrize("category", ["art", "music", "mythology"])
def test_a_small_category_is_shared_out_evenly_among_the_rungs(category):
    """No question comes again before all of its pack have come, however many rounds there are."""
    held = HELD[category]
    state = dealt_cards.build_initial_state(LADDER_RULESET, ["Ann"], {"categories": [category], "rounds": 8}, "secret")
    game = Game.start_from_state(LADDER_RULESET, state, "secret")
    asked = []
    while not game.over:
        asked.append(game.state.card.id)
        game.answer("Ann", game.list_questions()[0].id, next(letter for letter in "ABCD" if letter != game.state.right))
    fewest = min(8, held // 15)
    assert len(asked) == 8
    assert len(set(asked)) >= fewest
    assert all(len(set(asked[at : at + fewest])) == fewest for at in range(8 - fewest + 1))


def test_a_category_with_enough_questions_keeps_their_levels():
    state = dealt_cards.build_initial_state(LADDER_RULESET, ["Ann"], {"categories": ["sport"]}, "secret")
    assert all({card.level for card in pack} == {level} for level, pack in state.box.items())


NO_NONSENSE = (
    "There is no option called “nonsense”. You can use "
    f"{', '.join([*LADDER_OPTION_VALUES][:-1])} and {[*LADDER_OPTION_VALUES][-1]}."
)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"host": "dog"}, "host needs bot or players."),
        ({"rounds": 0}, "rounds needs a number from 1 to 12."),
        ({"rounds": 13}, "rounds needs a number from 1 to 12."),
        ({"rounds": "many"}, "rounds needs a number from 1 to 12."),
        ({"lifelines": ["flip"]}, "lifelines needs one or more of 50:50, audience and friend."),
        ({"lifelines": ["friend"] * 4}, "lifelines needs one or more of 50:50, audience and friend."),
        ({"lifelines": ["friend", "friend"]}, "Each lifeline can be chosen only once."),
        ({"lifelines_per": "week"}, "lifelines_per needs round or game."),
        ({"asking": "loudly"}, "asking needs together or clockwise."),
        ({"friend": "letter"}, "friend needs cards or call."),
        ({"contestants": "two"}, "contestants needs all or one."),
        ({"ladder": [5]}, "ladder needs 2 to 15 amounts, such as 100, 200, 500."),
        ({"ladder": list(range(1, 17))}, "ladder needs 2 to 15 amounts, such as 100, 200, 500."),
        ({"ladder": [0, 5]}, "ladder needs 2 to 15 amounts, such as 100, 200, 500."),
        ({"ladder": [5, 3]}, "Each question of a ladder must be worth more than the one before it."),
        ({"ladder": [5, 5]}, "Each question of a ladder must be worth more than the one before it."),
        ({"havens": "low"}, "havens needs rungs of the ladder."),
        ({"havens": [0]}, "For safe amounts, choose questions before the last one."),
        ({"havens": [15]}, "For safe amounts, choose questions before the last one."),
        ({"categories": 7}, "categories needs names of categories."),
        ({"patience": "none"}, "patience needs quick, turn or long."),
        (
            {"nonsense": 1},
            NO_NONSENSE,
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(options, why):
    assert refused(options) == why


def test_an_option_is_understood_however_it_is_spelt():
    chosen = parse_ladder_options({"lifelines": ["Friend", "50:50"], "host": "Players", "rounds": "2"})
    assert (chosen.lifelines, chosen.host, chosen.rounds) == (["friend", "50:50"], "players", 2)


def test_of_every_option_it_is_known_what_it_wants():
    assert list(LADDER_OPTION_VALUES) == [field.name for field in msgspec.structs.fields(LadderOptions)]


@pytest.mark.parametrize(("players", "host", "fewest"), [(0, "bot", 1), (13, "bot", 1), (1, "players", 2)])
def test_a_table_too_small_or_too_large_is_refused(players, host, fewest):
    seats = [f"p{n}" for n in range(players)]
    assert refused({"host": host}, players=seats) == f"This game is for {fewest} to 12 players."


@pytest.mark.parametrize(
    ("players", "options", "rounds"),
    [(3, {"host": "players", "rounds": 9}, 27), (12, {"contestants": "one", "rounds": 3}, 36)],
)
def test_more_rounds_than_there_is_room_for_are_refused(players, options, rounds):
    seats = [f"p{n}" for n in range(players)]
    assert refused(options, players=seats) == f"These settings make {rounds} rounds, but a game can have 24 at most."


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (8, 24), (9, 18), (12, 24)])
def test_a_large_table_plays_fewer_rounds_unless_a_number_was_agreed(players, rounds):
    assert LADDER_RULESET.create_state([f"p{n}" for n in range(players)], {"host": "players"}).count_rounds() == rounds


def test_no_question_is_asked_twice_however_many_newcomers_host_as_well():
    """Two agree on three rounds each, and six more come."""
    game = Game.start_from_state(
        LADDER_RULESET,
        dealt_cards.build_initial_state(LADDER_RULESET, ["Ann", "Bob"], {"host": "players"}, "secret"),
        "secret",
    )
    asked = [game.state.card.id]
    for n in range(6):
        game.play(LOG, "join", f"New{n}")
    while not game.over:
        first = game.list_questions()[0]
        game.answer(first.who, first.id, next(letter for letter in "ABCD" if letter != game.state.right))
        asked += [line.facts["card"] for line in game.told if line.what == QuestionAsked.id]
    assert len(asked) == len(set(asked)) == 24


@pytest.mark.parametrize(("host", "rounds"), [("bot", 12), ("players", 6)])
def test_no_question_is_asked_twice_in_the_longest_game(host, rounds):
    state = dealt_cards.build_initial_state(
        LADDER_RULESET, ["Ann", "Bob", "Cat", "Dan"], {"host": host, "rounds": rounds}, "secret"
    )
    game = Game.start_from_state(LADDER_RULESET, state, "secret")
    asked = []
    while not game.over:
        asked += [line.facts["card"] for line in game.told if line.what == QuestionAsked.id]
        first = game.list_questions()[0]
        wrong = next(letter for letter in "ABCD" if letter != game.state.right)
        game.answer(first.who, first.id, game.state.right if game.state.rung < 4 else wrong)
    assert len(asked) == len(set(asked)) == 4 * state.count_rounds()


def test_two_players_need_two_seats():
    assert refused({}, players=("Ann", "Ann")) == "Two players cannot have the same seat."
