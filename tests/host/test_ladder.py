"""Whole games on the quiz ladder through the web; who has met which question; how questions fare."""

import html
import random
import re
from urllib.parse import urlencode

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import Reader, format_text
from engine.kernel.question import quote_label
from engine.kernel.text import OR
from engine.ladder.box import BoxEntry
from engine.ladder.rules import LADDER_RULESET
from host.archive import history, rehearsing
from host.core import games
from host.core.cards import dealt_cards
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, RUNNING, Command
from host.people import accounts
from host.said.reading import matching
from host.shown import views
from tests.host.doors.web import asking

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


class Sitter:
    """Somebody at the web table, who knows some of the answers and presses buttons."""

    def __init__(self, host, name):
        self.host, self.name = host, name
        self.person = accounts.load_or_create_person(host, f"web:{name}", name)
        self.cookie = f"rtab={accounts.create_web_token(host, self.person.id)}"

    def sends(self, path, **fields):
        headers = {"host": "t", "origin": "http://t", "cookie": self.cookie}
        return asking.answered(self.host, "POST", path, "", headers, urlencode(fields).encode())

    def sees(self, game, query=""):
        headers = {"host": "t", "cookie": self.cookie}
        return asking.answered(self.host, "GET", f"/g/{game}", query, headers).body.decode()

    def asked(self, game):
        shown = views.load_game_view(self.host, game, self.person.id)
        return [asked for asked in shown.asked if asked.who == shown.you]


def opened(host, names, /, **options):  # one of which is called host
    sitters = [Sitter(host, name) for name in names]
    first = sitters[0].person.id
    game = games.open_lobby(host, Command(by=first, place="t:group"), "ladder", options).game
    for sitter in sitters:
        assert sitter.sends(f"/g/{game}/join", name=sitter.name).status == 303
    assert sitters[0].sends(f"/g/{game}/begin").status == 303
    return game, sitters


def answered(game, sitters, luck):
    """Everybody who is asked something answers; did anybody?"""
    waiting = [(sitter, asked) for sitter in sitters for asked in sitter.asked(game)]
    if not waiting:
        return False
    sitter, asked = luck.choice(waiting)
    values = [option.value for option in asked.options]
    before = sitter.sees(game)
    assert asked.id in before
    assert sitter.sends(f"/g/{game}/answer", question=asked.id, value=luck.choice(values)).status == 303
    return True


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {"host": "players", "rounds": 1}), (3, {}), pytest.param(5, {"rounds": 2}, marks=pytest.mark.whole)],
)
def test_a_whole_game_through_the_web(players, options, host):
    luck = random.Random(players)
    game, sitters = opened(host, NAMES[:players], **options)
    while answered(game, sitters, luck):
        pass
    saved = host.store.load_game(game).session
    assert saved.stage == OVER
    assert "wins the game" in sitters[0].sees(game) or "share the win" in sitters[0].sees(game)
    told = history.build_history(history.load_archive(host, game))
    assert told.over
    assert rehearsing.load_replay_step(host, game, 10**6).view.over
    assert [draw for was in told.taken for draw in was.drawn]


def test_a_page_shows_nobody_elses_answer(host):
    game, (ann, bob, cat) = opened(host, NAMES[:3])
    before = bob.sees(game)
    assert ann.sends(f"/g/{game}/answer", question=ann.asked(game)[0].id, value="B").status == 303
    assert "Your answer: B" in ann.sees(game)
    for page in (bob.sees(game), cat.sees(game)):
        assert "Your answer:" not in page
    assert before.count("Ann") == bob.sees(game).count("Ann")


def test_chance_takes_a_letter_and_no_lifeline(host):
    game, (ann, _) = opened(host, NAMES[:2], asking="together")
    shown = views.load_game_view(host, game, ann.person.id)
    (asked,) = shown.asked
    assert {option.value for option in asked.options} > {*"ABCD"}
    drawn = {matching.parse_answer_value(shown, asked, "random") for _ in range(20)}
    assert drawn <= {*"ABCD"}
    words = replace(asked, of="")  # where nothing is shown to choose among, nothing is drawn
    assert matching.parse_answer_value(shown, words, "random") == "random"


def met(host, owner):
    return {name for name in host.store.load_counts(f"seen:{owner}") if name.startswith("ladder.")}


def play_out(game, sitters):
    while waiting := [(sitter, asked) for sitter in sitters for asked in sitter.asked(game)]:
        sitter, asked = waiting[0]
        assert sitter.sends(f"/g/{game}/answer", question=asked.id, value=asked.options[0].value).status == 303


def test_nobody_meets_a_question_twice_until_the_box_is_exhausted(host):
    """A box of four questions a level: four rounds without a repeat, whoever of them plays; then they begin again."""
    shown = []
    for _ in range(5):
        game, sitters = opened(host, NAMES[:2], rounds=1, ladder=[1, 2])
        play_out(game, sitters)
        shown.append(first_card(host, game))
    assert len(set(shown[:4])) == 4
    assert shown[4] in shown[:4]
    ann = accounts.load_or_create_person(host, "web:Ann", "Ann").id
    assert {f"ladder.{card}" for card in shown} <= met(host, f"person:{ann}")
    assert met(host, "chat:t:group") == met(host, f"person:{ann}")


@pytest.mark.parametrize("at_once", [2, 3])
def test_games_at_once_of_the_same_people_share_no_question(at_once, host):
    """Two play a third game with a friend: whatever lies in one box is in no other, shown yet or not."""
    tables = [opened(host, (*NAMES[:2], friend), rounds=3) for friend in NAMES[2 : 2 + at_once]]
    boxes = [{card.id for pack in house_state(host, game).box.values() for card in pack} for game, _ in tables]
    for game, sitters in tables:
        play_out(game, sitters)
    shown = [cards_shown(host, game) for game, _ in tables]
    assert all(boxes)
    assert all(shown)
    assert sum(map(len, boxes)) == len(set().union(*boxes))
    assert sum(map(len, shown)) == len(set().union(*shown))


def test_what_lay_in_a_box_and_was_never_shown_comes_before_what_was_when_the_box_is_exhausted(host):
    """Four questions a level: after four games that end on the first rung, the hardest have lain in a box unseen."""
    for _ in range(4):
        game, sitters = opened(host, NAMES[:2], rounds=1, ladder=[1, 2])
        together(host, game, sitters, right=False)
        assert len(cards_shown(host, game)) == 1
    game, sitters = opened(host, NAMES[:2], rounds=1, ladder=[1, 2])
    together(host, game, sitters, right=True)
    hard = cards_shown(host, game) - {first_card(host, game)}
    others = [opened(host, NAMES[:2], rounds=1, ladder=[1, 2])[0] for _ in range(3)]
    tops = [house_state(host, game).box[15][0].id for game in others]
    assert len(hard) == 1
    assert len({*tops, *hard}) == 4


def together(host, game, sitters, *, right):
    """Everybody is right, or wrong, at once."""
    state = house_state(host, game)
    letter = state.right if right else next(letter for letter in "ABCD" if letter != state.right)
    for sitter in sitters:
        sitter.sends(f"/g/{game}/answer", question=sitter.asked(game)[0].id, value=letter)


def cards_shown(host, game):
    told = [told.facts for entry in host.store.load_log(game) for told in entry.told]
    return {facts["card"] for facts in told if "card" in facts and "amount" in facts}


def first_card(host, game):
    return next(
        told.facts["card"] for entry in host.store.load_log(game) for told in entry.told if "card" in told.facts
    )


@pytest.fixture(autouse=True)
def small_box(request, monkeypatch):
    """Four plain questions a level, where a test is about running out of them, or compares games."""
    if "exhausted" in request.node.name or "nothing_on_a_page" in request.node.name:
        answers = ("right", "wrong", "worse", "worst")
        cards = [
            BoxEntry(
                f"q-{level}-{n}",
                level,
                "plain",
                f"Question {level} {n}?",
                answers,
                "So it is.",
                "own",
                "CC0-1.0",
                "2025",
            )
            for level in range(1, 16)
            for n in range(4)
        ]
        monkeypatch.setattr(dealt_cards, "load_card_box", lambda *_: dealt_cards.CardBox(cards, []))


def test_who_is_forgotten_has_met_nothing(host):
    _, sitters = opened(host, NAMES[:2], rounds=1)
    ann = sitters[0].person.id
    assert met(host, f"person:{ann}")
    accounts.forget_account(host, ann)
    assert met(host, f"person:{ann}") == set()


def test_how_a_question_fares_is_counted(host):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    card = first_card(host, game)
    right = house_state(host, game).right
    wrong = next(letter for letter in "ABCD" if letter != right)
    ann.sends(f"/g/{game}/answer", question=ann.asked(game)[0].id, value=right)
    bob.sends(f"/g/{game}/answer", question=bob.asked(game)[0].id, value=wrong)
    counts = host.store.load_counts(dealt_cards.build_card_counter_name("ladder", card))
    assert counts == {"shown": 1, "asked": 2, "right": 1}


def house_state(host, game):
    record = msgspec.json.decode(host.store.load_game(game).session.record)
    return msgspec.convert(record["snapshot"]["state"], LADDER_RULESET.state_type, str_keys=True)


def test_all_that_may_be_done_with_a_question_on_the_page(host):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1)
    ann.sends(f"/g/{game}/answer", question=ann.asked(game)[0].id, value="A")
    for key, value, heard in (
        ("change", "B", "Your answer is B."),
        ("final", "", "B is your final answer."),
        ("wish", "friend", "If you are unsure, these are used, in this order: friend."),
    ):
        assert f'value="{key}"' in ann.sees(game)
        assert ann.sends(f"/g/{game}/play", key=key, value=value).status == 303
        assert heard in ann.sees(game)
        assert heard not in bob.sees(game)


def test_the_rules_own_sentence_says_why_something_is_refused(host):
    game, (ann, _) = opened(host, NAMES[:2], rounds=1)
    ann.sends(f"/g/{game}/answer", question=ann.asked(game)[0].id, value="50:50")
    asked = ann.asked(game)[0]
    left = [option.value for option in asked.options]
    fitting = Reader().format_list([str(quote_label(option.label)) for option in asked.options], OR)
    wrong = next(letter for letter in "ABCD" if letter not in left)
    why = {
        "50:50": "You have already used this lifeline.",
        wrong: f"You know already that {wrong} is wrong.",
        "take": "You have no money to take yet. You can take money from the second question on.",
        f"{left[0]}?": (
            "To mark an answer as not sure, first say which lifelines I should use when you are not sure, for "
            "example 50:50."
        ),
        "maybe": f"“maybe” is not one of the choices: {fitting}.",
    }
    for value, sentence in why.items():
        reply = games.submit_answer(host, Command(f"w{value}", ann.person.id), game, asked.id, value)
        (said,) = [format_text(line.text, line.facts) for line in reply.lines]
        assert said == (sentence if value == "maybe" else f"{sentence} You can choose: {fitting}.")


def test_nothing_on_a_page_or_in_what_is_told_shows_who_has_answered(host):
    """Ann has answered in one game and Bob in the other: whoever looks on sees the same, but for names of games."""
    pages = []
    for busy in (0, 1):
        game, sitters = opened(host, NAMES[:3], rounds=1)
        watcher = Sitter(host, "Wat")
        state = house_state(host, game)
        hide = [game, state.card.question, *state.card.answers]
        asked = sitters[busy].asked(game)[0]
        assert sitters[busy].sends(f"/g/{game}/answer", question=asked.id, value="A").status == 303
        seen = [plain(sitter.sees(game), hide) for sitter in (sitters[2], watcher)]
        public = [(told.text, told.facts) for entry in host.store.load_log(game) for told in entry.told if not told.to]
        assert "secret answer" in seen[1]  # whoever is asked has the question there
        pages.append([*seen, [text for text, facts in public if "amount" not in facts]])
    assert pages[0] == pages[1]


def plain(page, hide):
    """The words of a page, without what differs from game to game anyhow."""
    for word in hide:
        page = page.replace(word, "…").replace(html.escape(word), "…")
    page = re.sub(r"<[^>]*>", " ", page)
    return re.sub(r"[0-9a-f]{8,}|\d\d:\d\d(:\d\d)?", "…", page)


def test_reminders_in_the_group_name_nobody_who_has_not_answered(host, hands):
    game, (ann, *_) = opened(host, NAMES[:3], rounds=1)
    group = "t:group"
    ann.sends(f"/g/{game}/answer", question=ann.asked(game)[0].id, value="A")
    hands.now += host.store.load_game(game).session.pace * 0.9
    host.store.save_beat(hands.now)
    before = host.store.load_game(game).session.entries
    ticking.sweep_due_games(host)
    session = host.store.load_game(game).session
    assert {clock.rung for clock in session.clocks.values()} != {0}
    told = [line for entry in host.store.load_log(game)[before:] for line in entry.told]
    assert not [post for post in posts_in(host, group) if post.remind]
    assert not [line for line in told if not line.to]


def posts_in(host, chat):
    return list(host.store.load_posts(chat))


def test_a_call_takes_thirty_seconds_once_it_is_picked_up(host, hands):
    game, (ann, bob) = opened(host, NAMES[:2], rounds=1, friend="call")
    ann.sends(f"/g/{game}/answer", question=ann.asked(game)[0].id, value="friend")
    ringing = next(asked for asked in bob.asked(game) if asked.key == "call")
    assert ringing.due - hands.now == host.store.load_game(game).session.pace / 4
    bob.sends(f"/g/{game}/answer", question=ringing.id, value="pick_up")
    advice = next(asked for asked in bob.asked(game) if asked.key == "advice")
    assert advice.due - hands.now == 30
    hands.now += 31
    ticking.sweep_due_games(host)
    assert "The thirty seconds are over. Bob said nothing." in ann.sees(game)


def test_a_host_of_another_game_never_opens_the_box(host):
    dealt_cards.load_card_box.cache_clear()
    game = games.open_lobby(host, Command("c", "ann"), "season7", {}).game
    for person in ("ann", "bob"):
        games.sit_at_table(host, Command(f"j{person}", person), game, Guest(person, person))
    assert games.start_game(host, Command("b", "ann"), game).ok
    assert dealt_cards.load_card_box.cache_info().misses == 0
    opened(host, NAMES[:2])
    assert dealt_cards.load_card_box.cache_info().misses == 1
    opened(host, NAMES[:2])
    assert dealt_cards.load_card_box.cache_info().misses == 1


def test_silence_takes_the_money_and_the_game_goes_on(host, hands):
    game, _ = opened(host, NAMES[:3], rounds=1)
    for _ in range(60):
        if host.store.load_game(game).session.stage == OVER:
            break
        hands.now += 86_400
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)
    assert host.store.load_game(game).session.stage == OVER


def test_computers_play_it_to_the_end(host, hands):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "ladder", {"rounds": 1}).game
    for _ in range(3):
        games.add_bot(host, Command(by="ann"), game)
    games.start_game(host, Command(by="ann"), game)
    for _ in range(500):
        if host.store.load_game(game).session.stage != RUNNING:
            break
        hands.now += 5
        ticking.sweep_due_games(host)
    assert host.store.load_game(game).session.stage == OVER


WRONG = [
    ({"categories": ["gossip"]}, "There is no category called gossip. The categories are: art, everyday, film, "),
    (
        {"categories": ["film", "Gossip"]},
        "There is no category called gossip. The categories are: art, everyday, film, ",
    ),
    ({"rounds": 99}, "rounds needs a number from 1 to 12."),
    ({"colour": "red"}, "There is no option called “colour”. You can use host, "),
]


@pytest.mark.parametrize(("options", "why"), WRONG)
def test_options_that_fit_nothing_are_a_sentence_before_anybody_sits_down(host, options, why):
    reply = games.open_lobby(host, Command("c", "ann"), "ladder", options)
    assert (reply.ok, reply.game) == (False, "")
    assert format_text(reply.lines[0].text, reply.lines[0].facts).startswith(why)
    assert list(host.store.iter_sessions()) == []


def test_categories_are_understood_as_telephones_write_them(host):
    game = games.open_lobby(host, Command("c", "ann"), "ladder", {"categories": ["Film", "MUSIC"]}).game
    games.sit_at_table(host, Command("j", "ann"), game, Guest("ann", "Ann"))
    assert games.start_game(host, Command("b", "ann"), game).ok
    assert {card.category for pack in house_state(host, game).box.values() for card in pack} == {"film", "music"}


def test_the_box_stays_shut_until_a_game_begins_where_no_category_is_named(host, monkeypatch):
    monkeypatch.setattr(dealt_cards, "load_card_box", None)
    assert games.open_lobby(host, Command("c", "ann"), "ladder", {"rounds": 2}).ok


@pytest.mark.parametrize("gone", ["Bob", "Cat", "Dan"])
def test_whoever_is_asked_for_a_card_may_be_shown_out_and_the_others_still_hand_theirs_in(host, gone):
    game, (ann, *others) = opened(host, NAMES[:4])
    (asked,) = ann.asked(game)
    assert ann.sends(f"/g/{game}/answer", question=asked.id, value="audience").status == 303
    seat = next(player.seat for player in host.store.load_game(game).session.players if player.name == gone)
    assert ann.sends(f"/g/{game}/kick", seat=seat).status == 303
    for other in others:
        cards = [asked for asked in other.asked(game) if asked.key == "card"]
        assert len(cards) == (other.name != gone)
        for card in cards:
            assert other.sends(f"/g/{game}/answer", question=card.id, value="A").status == 303
    told = [told.text for _, told in views.list_told_lines(host, game, ann.person.id)]
    assert any(text.startswith("You get these cards") for text in told)


def test_where_one_looks_back_nothing_can_be_predicted(host):
    game, _ = opened(host, NAMES[:2], rounds=1)
    watcher = Sitter(host, "Eve")
    assert 'action="/g/' + game + '/call"' in watcher.sees(game)
    assert "/call" not in watcher.sees(f"{game}/replay", "n=99")
