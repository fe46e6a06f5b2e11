"""The ladder of a day: the same questions for everybody, a row of boxes to share; and one plays alone on the page."""

import re

import pytest

from engine.kernel import Illegal, Reader, format_text
from engine.ladder.rules import LADDER_RULESET
from host.core import game_options, statistics
from host.core.cards import dealt_cards
from host.core.session import LOBBY, OVER, RUNNING
from host.core.store import card_changes, items
from host.core.store.card_changes import CardChange
from host.people import accounts
from tests.host.test_ladder import Sitter, house_state

NOON = 1_795_348_800.0  # 2026-11-22, 12:00 UTC


@pytest.fixture(autouse=True)
def noon(hands):
    hands.now = NOON


def alone(host, name, **fields):
    """They play by themselves from the hall."""
    sitter = Sitter(host, name)
    response = sitter.sends("/table", name=name, **fields)
    assert response.status == 303
    (at,) = [value for key, value in response.headers.items() if key.lower() == "location"]
    return sitter, at.removeprefix("/g/")


def climbed(host, sitter, game, rungs):
    """So many right answers, with a lifeline at the second question; then a wrong one. What they were asked."""
    asked = []
    for rung in range(1, rungs + 2):
        state = house_state(host, game)
        asked.append(state.card.question)
        if rung == 2:
            question = next(each for each in sitter.asked(game) if each.key == "answer")
            sitter.sends(f"/g/{game}/answer", question=question.id, value="50:50")
        covered = next(iter(house_state(host, game).climbers.values())).covered
        wrong = next(letter for letter in "ABCD" if letter != state.right and letter not in covered)
        question = next(each for each in sitter.asked(game) if each.key == "answer")
        value = state.right if rung <= rungs else wrong
        assert sitter.sends(f"/g/{game}/answer", question=question.id, value=value).status == 303
    return asked


def test_everybody_is_asked_the_same_that_day_and_has_a_row_to_share(host):
    games = [alone(host, name, today="ladder") for name in ("Ann", "Bob")]
    asked = [climbed(host, sitter, game, 3) for sitter, game in games]
    assert asked[0] == asked[1]
    for name, (sitter, game) in zip(("Ann", "Bob"), games, strict=True):
        session = host.store.load_game(game).session
        assert (session.stage, session.options) == (OVER, {"day": "2026-11-22"})
        page, row = sitter.sees(game), f"2026-11-22, {name}: 🟩🟨🟩🟥 $0"
        assert re.search(rf'<pre id="result"[^>]*>[^<]*{re.escape(row)}\n', page)  # to be copied for friends
        assert f'<p class="boxes">{row}</p>' in page
        assert f"{name} wins" not in page[: page.index('class="boxes"')]  # nobody was there to be beaten


def test_the_next_day_asks_something_else(host, hands):
    days = []
    for _ in range(2):
        _, game = alone(host, "Ann", today="ladder")
        days.append([card.id for pack in house_state(host, game).box.values() for card in pack])
        hands.now += 86_400
    assert [len(asked) for asked in days] == [15, 15]
    assert days[0] != days[1]


def laid(host, game):
    return dict(house_state(host, game).box)


def test_what_is_mended_or_withdrawn_during_a_day_is_so_from_the_next_day_on(host, hands):
    _, first = alone(host, "Ann", today="ladder")
    before = laid(host, first)
    mended, withdrawn = before[1][0].id, before[2][0].id
    dealt_cards.correct_printed_card(host, LADDER_RULESET, mended, {"question": "A better question?"})
    dealt_cards.withdraw_printed_card(host, LADDER_RULESET, withdrawn)
    card_changes.update_card_change(host.store, "ladder", before[3][0].id, lambda _: CardChange(scored={"level": 4}))
    _, second = alone(host, "Bob", today="ladder")
    assert laid(host, second) == before
    assert all(dealt_cards.is_card_of_day(host, LADDER_RULESET, "2026-11-22", name) for name in (mended, withdrawn))
    hands.now += 86_400
    tomorrow = {card.id: card for card in dealt_cards.list_dealable_cards(host, LADDER_RULESET)}
    assert tomorrow[mended].question == "A better question?"
    assert withdrawn not in tomorrow
    assert not dealt_cards.is_card_of_day(host, LADDER_RULESET, "2026-11-23", mended)


def test_what_is_mended_or_withdrawn_before_anybody_plays_is_so_that_day(host):
    day = {
        card.id for card in LADDER_RULESET.list_cards_of_day("2026-11-22", dealt_cards.load_card_box("ladder").cards)
    }
    gone, better = sorted(day)[:2]
    dealt_cards.withdraw_printed_card(host, LADDER_RULESET, gone)
    dealt_cards.correct_printed_card(host, LADDER_RULESET, better, {"why": "Because it is so."})
    _, game = alone(host, "Ann", today="ladder")
    asked = {card.id: card for pack in laid(host, game).values() for card in pack}
    assert len(asked) == 15
    assert gone not in asked
    assert asked[better].why == "Because it is so."


def test_of_two_who_lay_a_day_at_once_the_first_has_laid_it(host):
    one, two = [{"id": "one"}], [{"id": "two"}]
    assert card_changes.save_day_cards(host.store, "ladder", "2026-11-22", one, NOON) == one
    assert card_changes.save_day_cards(host.store, "ladder", "2026-11-22", two, NOON) == one
    assert card_changes.load_day_cards(host.store, "ladder", "2026-11-23") is None


@pytest.mark.parametrize("few", [15, 40, 300, 3_000])
def test_the_cards_of_a_day_alone_make_the_same_climb(few):
    """Also of a box in which some levels have no card, and those of the others are shared out."""
    cards = sorted(dealt_cards.load_card_box("ladder").cards, key=lambda card: card.id[::-1])[:few]
    options = {"day": "2026-11-22"}
    whole = dealt_cards.build_initial_state(LADDER_RULESET, ["Ann"], options, "one", cards=cards)
    alone = dealt_cards.build_initial_state(
        LADDER_RULESET, ["Ann"], options, "two", cards=LADDER_RULESET.list_cards_of_day("2026-11-22", cards)
    )
    assert whole.box == alone.box


def test_one_plays_alone_from_the_hall(host):
    sitter, game = alone(host, "Ann", alone="ladder")
    session = host.store.load_game(game).session
    assert (session.stage, session.options, len(session.players)) == (RUNNING, {}, 1)
    assert sitter.asked(game)


@pytest.mark.parametrize("word", ["2026-11-23", "tomorrow"])
def test_no_other_day_can_be_had(word):
    with pytest.raises(Illegal) as no:
        game_options.resolve_daily_option(LADDER_RULESET, {"day": word}, NOON)
    assert format_text(no.value.text, no.value.facts) == "You can only play today’s game. Write day=today."


def test_the_ladder_of_a_day_is_the_same_for_everybody():
    for options in ({"rounds": 2, "lifelines": []}, {"categories": ["film"]}, {"host": "players"}):
        with pytest.raises(Illegal, match="same for everybody"):
            LADDER_RULESET.check_options({"day": "2026-11-22", **options})
    LADDER_RULESET.check_options({"day": "2026-11-22", "patience": "quick"})


def test_what_somebody_knows_is_counted_by_category(host):
    sitter, game = alone(host, "Ann", today="ladder")
    kinds = [pack[0].category for _, pack in sorted(house_state(host, game).box.items())][:3]
    climbed(host, sitter, game, 3)
    counts = host.store.load_counts(f"person:{sitter.person.id}")
    assert {name: counts[name] for name in counts if name.startswith("ladder.right.")} == {
        f"ladder.right.{kind}": kinds.count(kind) for kind in kinds
    }


def table(sitter, game):
    """The table of the day, as it stands on the page of a game that is over."""
    page = sitter.sees(game)
    found = re.search("Game of the day</h2>(.*?)</ol>", page, re.DOTALL)
    return re.findall(r"<b>(\w+)</b><span>([^<]*)</span>", found[1]) if found else None


def test_whoever_has_played_it_stands_in_the_table_of_the_day_until_they_are_forgotten(host):
    (ann, first), (bob, second), (cat, third) = (alone(host, name, today="ladder") for name in ("Ann", "Bob", "Cat"))
    climbed(host, ann, first, 5)
    climbed(host, bob, second, 3)
    assert table(bob, second) == [("Ann", "$1,000"), ("Bob", "$0")]
    assert table(cat, third) is None
    assert table(cat, first) is None
    accounts.forget_account(host, ann.person.id)
    assert table(bob, second) == [("Bob", "$0")]


def test_who_merges_two_accounts_stands_in_it_once(host):
    (ann, first), (bob, second) = (alone(host, name, today="ladder") for name in ("Ann", "Bob"))
    climbed(host, ann, first, 5)
    climbed(host, bob, second, 3)
    items.hand_over_counts(host.store.table, ann.person.id, bob.person.id)
    assert table(bob, second) == [("Bob", "$1,000")]


def test_a_duel_of_today_is_opened_in_the_hall_and_waits_for_the_other(host):
    ann, game = alone(host, "Ann", duel="ladder")
    session = host.store.load_game(game).session
    assert (session.stage, session.options) == (
        LOBBY,
        {"day": "2026-11-22", "duel": True, "first": "together"},
    )
    assert ann.sends(f"/g/{game}/begin").status == 409
    bob = Sitter(host, "Bob")
    bob.sends(f"/g/{game}/join", name="Bob")
    assert ann.sends(f"/g/{game}/begin").status == 303
    _, other = alone(host, "Cat", today="ladder")
    duelled, by_herself = house_state(host, game), house_state(host, other)
    assert {level: pack[0].id for level, pack in duelled.box.items()} == {
        level: pack[0].id for level, pack in by_herself.box.items()
    }


def test_what_somebody_knows_is_shown_by_category_of_what_they_were_asked(host):
    sitter, game = alone(host, "Ann", today="ladder")
    climbed(host, sitter, game, 3)
    lines = statistics.format_statistics(host, f"person:{sitter.person.id}", Reader())
    rates = [line for line in lines if " right about " in line]
    pairs = [tuple(int(word) for word in line.split()[:3:2]) for line in rates]
    assert sum(asked for _, asked in pairs) == 4
    assert sum(right for right, _ in pairs) == 3
    assert all(f"{round(100 * right / asked)} %" in line for line, (right, asked) in zip(rates, pairs, strict=True))
