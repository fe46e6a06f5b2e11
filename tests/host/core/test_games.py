import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import Game, Record, format_text
from engine.kernel.chance import build_first_snapshot
from engine.rulesets import ruleset
from host.core import games, host_voice
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.shown import views


def said(reply):
    return [told.text for told in reply.lines]


def test_a_whole_game_by_answers_alone(host, playing):
    step = 0
    while (shown := views.load_game_view(host, playing)).stage == "running":
        for person in ("ann", "bob"):
            for asked in views.list_pending_questions(host, playing, person):
                if asked.who == views.load_game_view(host, playing, person).you:
                    value = {"number": asked.form.low, "text": "Ha"}.get(asked.form.kind)
                    if asked.form.kind in ("choice", "several"):
                        value = [option.value for option in asked.options[: max(1, asked.form.low)]]
                        value = value if asked.form.kind == "several" else value[0]
                    step += 1
                    assert games.submit_answer(host, Command(f"a{step}", person), playing, asked.id, value).ok
    assert shown.stage == "over"
    assert shown.view
    assert shown.view.over


def test_an_answer_brings_what_one_is_told_alone_and_nothing_of_what_others_are(host, playing):
    """Bob's number is the last: both are told what they have sealed, each alone."""
    for n, person in enumerate(("ann", "bob"), 3):
        (asked,) = views.load_game_view(host, playing, person).asked
        reply = games.submit_answer(host, Command(f"a{n}", person), playing, asked.id, n)
    assert [(told.to, told.facts["number"]) for told in reply.lines] == [("p2", 4)]


def test_secrets_go_to_their_owner_only(host, playing):
    ann, public = views.load_game_view(host, playing, "ann"), views.load_game_view(host, playing)
    assert [asked.who for asked in ann.asked] == [ann.you]
    assert (public.asked, public.sealed) == ([], 2)


def test_the_same_key_gets_the_same_answer_and_changes_nothing(host, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    first = games.submit_answer(host, Command("k", "ann"), playing, asked.id, 3)
    version = host.store.load_game(playing).version
    assert first.ok
    again = games.submit_answer(host, Command("k", "ann"), playing, asked.id, 3)
    assert again == replace(first, outcome=None)
    assert host.store.load_game(playing).version == version


def test_a_refusal_is_remembered_too(host, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    no = games.submit_answer(host, Command("k", "ann"), playing, asked.id, 99)
    assert not no.ok
    again = games.submit_answer(host, Command("k", "ann"), playing, asked.id, 3)
    assert msgspec.json.encode(again) == msgspec.json.encode(no)


@pytest.mark.usefixtures("playing")
def test_what_is_said_waits_in_the_right_places(host):
    posts = host.store.load_posts("t:group")
    texts = [format_text(line.text, line.facts) for post in posts for line in post.lines]
    assert texts[0].startswith("The Toy: a new game is open.")
    assert all(post.board for post in posts)
    assert [post.asks for post in host.store.load_posts("t:ann")][-1]


def test_bots_play_a_whole_game_by_the_clock(host, hands):
    game = games.open_lobby(host, Command("c", "ann"), "toy", {"laps": 3}).game
    for n in range(3):
        assert games.add_bot(host, Command(f"b{n}", "ann"), game).ok
    assert games.start_game(host, Command("go", "ann"), game).ok
    for _ in range(200):
        hands.now += 3
        ticking.sweep_due_games(host)
    shown = views.load_game_view(host, game)
    assert shown.stage == "over"
    assert shown.view
    assert shown.view.over


def test_a_key_is_ones_own(host, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    assert games.submit_answer(host, Command("k", "ann"), playing, asked.id, 3).ok
    assert not games.submit_answer(host, Command("k", "bob"), playing, asked.id, 3).ok


def test_the_log_keeps_all_that_it_takes_to_play_a_game_again(host, playing, hands):
    games.make_unasked_play(host, Command("s", "ann"), playing, "shout")
    assert not games.make_unasked_play(host, Command("n", "ann"), playing, "nonsense").ok
    for _ in range(20):
        hands.now += 3 * 86400
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)
    session, rules = host.store.load_game(playing).session, ruleset("toy")
    log = host.store.load_log(playing)
    begun = next(entry for entry in log if entry.kind == "begin")
    began = dealt_cards.parse_game_beginning(begun.value)
    start = msgspec.Raw(
        msgspec.json.encode(build_first_snapshot(began.build_state(rules, session.options), began.words))
    )
    tape = [taken for entry in log for taken in entry.taken]
    again = Game.load(rules, Record("toy", 1, "1", "another secret", start, tape))
    assert session.stage == "over"
    assert again.state == Game.load(rules, Record.from_json(session.record)).state


def test_a_game_whose_id_is_taken_is_opened_under_another_with_all_that_was_wanted(hands):
    """The id is drawn, and may be that of another game."""
    ids = iter(["00000001", "00000001", "00000002"])
    host = HostContext(Store(MemoryTable()), now=hands, token=lambda size: next(ids) if size == 4 else "ab" * size)
    for _ in range(2):
        reply = games.open_lobby(
            host, Command(by="ann"), "season7", {"voice": "plain"}, open_seats=True, community="reddit:r/games"
        )
    saved = host.store.load_game(reply.game)
    assert saved
    session = saved.session
    assert reply.game == "00000002"
    assert (session.community, session.open_seats) == ("reddit:r/games", True)
    assert session.voice == host_voice.NO_VOICE_MEMORY
