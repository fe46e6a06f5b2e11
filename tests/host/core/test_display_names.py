"""Nobody is taken for somebody else at the table, for what the host calls others, or for a computer."""

import pytest

from host.core import games
from host.core.games import Guest
from host.core.session import Command, clean_display_name, make_name_distinct
from host.people import accounts


def seated(host, *names):
    """What they are called who sit down one after the other, the second being a computer."""
    game = games.open_lobby(host, Command(by="host"), "toy").game
    for n, name in enumerate(names):
        assert games.sit_at_table(host, Command(by=f"person {n}"), game, Guest(f"person {n}", name)).ok
        if not n:
            games.add_bot(host, Command(by="host"), game)
    saved = host.store.load_game(game)
    assert saved is not None
    return [player.name for player in saved.session.players if not player.bot]


ALIKE = (
    "Victim",
    "VICTIM",
    "V i c t i m",
    "V\u0456ctim",
    "V\u0131ctim",
    "V1ctim",
    "V\u00edctim",
    "Vic\u200btim",
    "Victim\u3164",
    "Victim.",
    "\u2800Victim",
    "\u2164ictim",
    "\uff36\uff49\uff43\uff54\uff49\uff4d",
)
OTHERS = (
    "a former player",
    "Everybody",
    "ever\u0443body",
    "nobody",
    "the host",
    "HOST",
    "You",
    "Chance",
    "a computer",
    "...",
    "p1",
    "p40",
)
FINE = (
    "Ann",
    "Bob",
    "Zo\u00eb",
    "\u674e\u5c0f\u9f99",
    "\u041e\u043b\u044c\u0433\u0430",
    "Robot",
    "Abbott",
    "O'Neill",
    "J.",
    "P1 Racing",
)
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize("name", ALIKE)
def test_whoever_could_be_taken_for_somebody_here_is_shown_with_a_number(host, name):
    first, second = seated(host, "Victim", name)
    assert first == "Victim"
    assert second.endswith(" (3)")


@pytest.mark.parametrize("name", OTHERS)
def test_what_stands_for_others_is_shown_with_a_number(host, name):
    (shown,) = seated(host, name)
    assert shown.endswith(" (1)")


@pytest.mark.parametrize("name", ["Ada (bot)", "Ada (BOT)", "Ada [bot]", "Ada bot", "Zoe (bot) (bot)"])
def test_nobody_is_called_a_computer(host, name):
    first, second = seated(host, "Ann", name)
    assert "bot" not in second.lower()
    assert first == "Ann"


@pytest.mark.parametrize("name", [*FINE, FAMILY])
def test_other_names_stay_as_they_are(host, name):
    assert seated(host, "Victim", name) == ["Victim", name]


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0 \u200b", "\u202e", " "])
def test_blanks_that_do_not_show_are_no_name(host, name):
    assert clean_display_name(name) == "Somebody"
    assert accounts.load_or_create_person(host, "t:1", name).name == "Somebody"


def test_a_letter_bears_so_many_accents():
    assert clean_display_name("Z\u0301\u0302\u0303\u0304\u0305\u0306oe") == "Z\u0301\u0302oe"


def test_a_long_name_keeps_its_number():
    shown = make_name_distinct("x" * 40, "12", ["x" * 40])
    assert (len(shown), shown.endswith("x (12)")) == (40, True)


def test_who_is_given_a_seat_by_the_host_is_named_alike(host):
    game = games.open_lobby(host, Command(by="host"), "toy").game
    games.sit_at_table(host, Command(by="a"), game, Guest("a", "Ann"))
    games.sit_at_table(host, Command(by="b"), game, Guest("b", "Ann"))
    saved = host.store.load_game(game)
    assert saved is not None
    assert [player.name for player in saved.session.players] == ["Ann", "Ann (2)"]
