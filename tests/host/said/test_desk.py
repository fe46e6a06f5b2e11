"""The desk: whoever asks, at whatever door, is answered in the same words; only the spelling is the door's own."""

import pytest
from msgspec.structs import replace

from engine.kernel import Illegal, Told, format_text
from engine.kernel.chance import compute_word_hash
from host.core import games, seats
from host.core.deadlines import expected_lengths
from host.core.session import LOBBY, RUNNING, Command, Reply
from host.people import accounts
from host.said.answers import answer_reply
from host.said.desk.menu import DESK
from host.said.desk.request import DeskRequest
from host.said.reading.matching import OpenQuestion, match_answers
from host.shown import views

SPELLINGS = {"slash": "/{}", "quoted": "`{}`", "bare": "{}"}


class Asked(DeskRequest):
    """A request of a door that is as simple as can be."""

    def __init__(
        self,
        host,
        person,
        words,
        spelling="{}",
        place="t:group",
        *,
        private=False,
        unseen=False,
        chosen="",
        newcomer=None,
    ):
        super().__init__(host, words)
        self.chosen, self._newcomer = chosen, newcomer
        self.person, self.spelling, self._place = person, spelling, place
        self._private, self._unseen = private, private or unseen

    place = property(lambda self: self._place)
    is_direct = property(lambda self: self._private)
    is_unseen = property(lambda self: self._unseen)
    by = property(lambda self: self.person.id)
    command = property(lambda self: Command(by=self.person.id, place=self._place))

    identity = property(lambda self: f"t:{self.person.name.lower()}")

    def require_person(self):
        return self.person

    def find_newcomer(self):
        return self._newcomer

    def format_command(self, line):
        return self.spelling.format(line)

    def check_private(self):
        if not self._unseen:
            raise Illegal("Not here.")


@pytest.fixture
def ask(host):
    people = {
        name: accounts.load_or_create_person(host, f"t:{name}", name.title(), f"t:{name}")
        for name in ("ann", "bob", "cat")
    }

    def asked(name, line, **door):
        word, _, words = line.partition(" ")
        try:
            answer = DESK[word].does(Asked(host, people[name], words, **door))
        except Illegal as no:
            return format_text(no.text, no.facts)
        return "\n".join(format_text(told.text, told.facts) for told in answer.name_seats())

    return asked


@pytest.fixture
def seated(ask):
    assert ask("ann", "new toy 1h") == ""
    for name in ("ann", "bob"):
        assert ask(name, "join") == ""


@pytest.mark.usefixtures("seated")
def test_what_the_host_may_do_nobody_else_may(ask):
    for line in ("begin", "bots 2", "pause", "resume", "extend 1h", "kick Ann", "endgame yes", "invite"):
        word = line.partition(" ")[0]
        assert DESK[word].right == "host"
        assert "Only the player who opened this game" in ask("bob", line), line
    assert ask("ann", "begin") == ""
    for line in ("pause", "resume", "extend 1h"):
        assert ask("ann", line) == "", line


@pytest.mark.usefixtures("seated")
def test_who_has_left_one_of_two_games_shown_in_a_place_plays_in_the_other(ask, host, hands):
    ask("ann", "begin")
    hands.now += 60
    command = Command(by=host.store.find_person_id("t:bob", 0), place="t:group")
    newer = games.open_lobby(host, command, "toy", {}, "1h").game
    for name in ("ann", "bob", "cat"):
        ask(name, "join")
    ask("bob", "begin")
    assert "leave" not in ask("ann", f"leave {newer} yes")
    assert host.store.load_game(newer).session.find_player_of(host.store.find_person_id("t:ann", 0)).out
    assert ask("ann", "use shout") == ""


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("bots many", "bots 2"),
        ("extend soon", "extend 12h"),
        ("leave", "leave yes"),
        ("endgame", "endgame yes"),
        ("forget", "forget yes"),
        ("new", "new season7"),
        ("settings quiet", "settings quiet none"),
    ],
)
def test_a_refusal_says_how_to_write_it_in_the_spelling_of_the_door(ask, line, example):
    ask("ann", "begin")
    said = {
        name: ask("ann", line, spelling=how, private=line.startswith("settings")) for name, how in SPELLINGS.items()
    }
    for name, how in SPELLINGS.items():
        assert how.format(example) in said[name]
    assert len({said[name].replace("/", "").replace("`", "") for name in said}) == 1


def test_a_pace_may_have_its_word_before_it_and_options_follow(ask, host):
    slow = {"rounds": 2, "first": "together"}  # by which nobody who has a day for a turn waits for five
    for line, pace, options in (
        ("new ladder pace 2h rounds=2", 7200, {"rounds": 2}),
        ("new ladder 2h rounds=2", 7200, {"rounds": 2}),
        ("new ladder rounds=2", 86400, slow),
        ("new Ladder rounds=2", 86400, slow),
        ("new ladder 12h rounds=2 first=apart", 43200, {"rounds": 2, "first": "apart"}),
    ):
        assert ask("ann", line, place=f"t:{line}") == ""
        (game,) = host.store.list_open_game_ids(f"chat:t:{line}")
        session = games_session(host, game)
        assert (session.pace, session.options) == (pace, options)


def games_session(host, game):
    saved = host.store.load_game(game)
    assert saved
    return saved.session


@pytest.mark.usefixtures("seated")
def test_a_place_shows_one_game_until_that_is_over(ask):
    assert "Another game is already open here. Finish it first, or ask the player who opened it to write" in ask(
        "cat", "new toy"
    )
    assert ask("ann", "endgame yes") == ""
    assert ask("cat", "new toy") == ""


def test_of_several_tables_that_wait_the_newest_is_meant(host, hands):
    ann = accounts.load_or_create_person(host, "t:ann", "Ann", "t:ann")
    for n in range(6):
        hands.now += 60
        newest = games.open_lobby(host, Command(by=ann.id, place=f"t:{n}"), "toy").game
        assert games.sit_at_table(host, Command(by=ann.id), newest, games.Guest(ann.id, "Ann", "t:ann")).ok
        assert Asked(host, ann, "", place="t:ann", private=True).pick_lobby_or_game().id == newest


@pytest.mark.usefixtures("seated")
def test_a_word_for_chance_is_sealed_with_the_seat_and_opened_when_no_more_are_taken(ask, host):
    sealed = compute_word_hash("four leaves of clover")
    assert ask("cat", f"join {sealed}") == ""
    (game,) = host.store.list_open_game_ids("chat:t:group")
    (cat,) = [player for player in games_session(host, game).players if player.name == "Cat"]
    assert (cat.sealed_word, cat.word) == (sealed, "")
    assert ask("ann", "begin") == ""
    assert games_session(host, game).stage == LOBBY
    assert "no secret word to show" in ask("ann", "word three leaves")
    assert "not the word" in ask("cat", "word three leaves")
    assert ask("cat", "word four leaves of clover") == ""
    assert games_session(host, game).stage == RUNNING
    assert ask("cat", "word four leaves of clover") == ask("ann", "word") == "It is too late to show a secret word."


@pytest.mark.usefixtures("seated")
def test_a_word_in_the_clear_gets_a_seat_and_is_told_not_to_count(ask, host):
    assert "was not used" in ask("cat", "join with clover")
    (game,) = host.store.list_open_game_ids("chat:t:group")
    (cat,) = [player for player in games_session(host, game).players if player.name == "Cat"]
    assert cat.sealed_word == ""


@pytest.mark.usefixtures("seated")
def test_where_the_news_are_not_heard_it_says_that_it_is_done(ask):
    ask("ann", "begin")
    assert ask("ann", "pause", place="t:ann", private=True).startswith("Done.")


@pytest.mark.usefixtures("seated")
def test_a_game_is_shown_elsewhere_at_the_word_of_its_host_only(ask, host):
    (game,) = host.store.list_open_game_ids("chat:t:group")
    assert "Only the player who opened this game" in ask("cat", f"here {game}", place="t:other")
    assert ask("ann", "here", place="t:other") == ""
    assert games_session(host, game).places == ["t:group", "t:other"]
    assert "You are not in any game that can be shown here, too." in ask("cat", "here", place="t:third")


def test_who_leaves_is_asked_and_told_whether_they_can_come_back(ask):
    assert [ask("ann", "new billionaire 1h"), *(ask(name, "join") for name in ("ann", "bob"))] == [""] * 3
    assert ask("ann", "begin") == ""
    assert ask("bob", "leave").startswith("A computer then plays for you until you come back.")
    ask("bob", "leave yes")
    assert "You cannot come back" in ask("ann", "leave"), "the game ends without people"
    ask("bob", "join")
    assert ask("ann", "leave").startswith("A computer then plays for you until you come back.")


@pytest.mark.usefixtures("seated")
def test_what_only_one_may_know_is_for_private_places(ask):
    ask("ann", "begin")
    for line in ("mystuff", "settings", "export"):
        assert ask("ann", line) == "Not here."
        assert ask("ann", line, private=True) != "Not here."


@pytest.mark.usefixtures("seated")
def test_a_seat_goes_to_whoever_the_request_is_about_at_the_host_s_word(ask, host):
    dan = accounts.load_or_create_person(host, "t:dan", "Dan", "t:dan")
    assert DESK["replace"].right == "host"
    assert "Reply to a message of the new player. In your reply, write /replace" in ask(
        "ann", "replace Bob", spelling="/{}"
    )
    assert "Only the player who opened this game" in ask("bob", "replace Ann", newcomer=dan)
    assert ask("ann", "replace Bob", newcomer=dan) == ""
    (game,) = host.store.list_open_game_ids("chat:t:group")
    assert [player.name for player in games_session(host, game).players] == ["Ann", "Dan"]


@pytest.mark.usefixtures("seated")
def test_a_button_names_a_seat_exactly(ask, host):
    (game,) = host.store.list_open_game_ids("chat:t:group")
    seat = games_session(host, game).players[1].seat
    assert ask("ann", "kick", chosen="p99") == "There is no such player in this game."
    assert ask("ann", "kick", chosen=seat) == ""
    assert [player.name for player in games_session(host, game).players] == ["Ann"]


def test_two_accounts_become_one_only_after_a_yes(ask, host):
    code = ask("ann", "link", private=True).split(" ")[3].rstrip(".")
    assert ask("bob", f"link {code}") == "Not here."
    assert ask("bob", f"link {code}", private=True).startswith("This code is from Ann.")
    assert host.store.find_person_id("t:bob", host.now()) != host.store.find_person_id("t:ann", host.now())
    assert ask("bob", "link yes", private=True).startswith("Your two accounts are connected now.")
    assert host.store.find_person_id("t:bob", host.now()) == host.store.find_person_id("t:ann", host.now())


def test_whoever_wants_to_be_left_alone_is(ask, host):
    assert "To change this, write `start`" in ask("ann", "stop", spelling="`{}`")
    assert accounts.has_opted_out(host, "t:ann")
    assert not accounts.has_opted_out(host, "t:bob")
    ask("ann", "start")
    assert not accounts.has_opted_out(host, "t:ann")


def test_whoever_is_sure_is_forgotten(ask, host):
    assert ask("cat", "forget yes").startswith("I have deleted your account.")
    assert host.store.find_person_id("t:cat", host.now()) == ""


def test_a_table_for_the_time_there_is(ask, host):
    assert ask("ann", "new season7 for=month") == ""
    (game,) = host.store.list_open_game_ids("chat:t:group")
    session = host.store.load_game(game).session
    assert session.pace == 86400.0
    assert session.options == {"target": expected_lengths.parse_length_choice("season7", "month").options["target"]}
    assert "Choose one of these: " in ask("bob", "new season7 for=century", place="t:elsewhere")
    assert "for=evening" in ask("bob", "new", place="t:elsewhere")


def test_every_door_says_how_a_game_can_be_checked(ask, host, monkeypatch):
    monkeypatch.setattr(Asked, "web", "https://race.test")
    assert "No game has been played here yet" in ask("ann", "check")
    ask("ann", "new season7 daily")
    (game,) = host.store.list_open_game_ids("chat:t:group")
    secret = host.store.load_game(game).session.secret
    assert "is fixed now" in (told := ask("bob", "check"))
    assert secret not in told
    assert game in told
    session = host.store.load_game(game).session
    person = session.by
    for name in ("ann", "bob"):
        ask(name, "join")
    assert games.start_game(host, Command(by=person), game).ok
    assert seats.close_table(host, Command(by=person), game).ok
    assert f"https://race.test/g/{game}/check" in ask("cat", "check")
    assert f"https://race.test/g/{game}/check" in ask("cat", f"check {game}", place="t:elsewhere")
    assert "I do not know a game with the number" in ask("cat", "check 00000000")


def test_what_somebody_holds_is_part_of_a_refusal_only_where_they_alone_read_it():
    reply = Reply(ok=False, lines=[Told("You do not have {hidden}.", {"hidden": "Fold"}), Told("{alone}", {}, "ann")])
    assert [told.text for told in answer_reply(reply).lines] == ["You do not have {hidden}."]
    assert [told.text for told in answer_reply(reply, alone=True).lines] == ["You do not have {hidden}.", "{alone}"]


@pytest.mark.usefixtures("seated")
def test_what_may_be_done_at_any_time_is_listed_and_done_by_one_word(ask):
    ask("ann", "begin")
    assert ask("ann", "use") == "Not here."  # what one holds is nobody else's business
    assert ask("ann", "use", spelling="/{}", private=True).splitlines()[0] == "/use shout: Shout"
    assert ask("ann", "use shout") == ""


@pytest.mark.usefixtures("seated")
def test_the_board_comes_where_it_is_shown_and_elsewhere_in_words(ask, host):
    ask("ann", "begin")
    (game,) = host.store.list_open_game_ids("chat:t:group")
    ann = accounts.load_or_create_person(host, "t:ann", "Ann", "t:ann")
    assert DESK["board"].does(Asked(host, ann, "")).board == game
    assert "Lap 1" in ask("ann", "board", place="t:ann", private=True)


def test_help_lists_what_can_be_typed_as_this_door_writes_it(ask):
    lines = ask("ann", "help", spelling="/{}").splitlines()
    assert "/kick NAME: remove a player from the game" in lines
    assert len(lines) == len([word for word, service in DESK.items() if service.typed])


def test_words_said_openly_are_meant_for_the_open_question_though_they_fit_a_secret_one(host, playing):
    found = views.load_saved_game(host, playing).session
    shown = views.load_game_view(host, playing, "ann")
    secret = OpenQuestion(found, shown, shown.asked[0])
    openly = OpenQuestion(found, shown, replace(shown.asked[0], id="open", secret=False))
    assert secret.asked.secret
    for both in ([secret, openly], [openly, secret]):
        assert [match.open.asked.id for match in match_answers(both, "4", openly=True)] == ["open"]
        assert len(match_answers(both, "4", openly=False)) == 2


@pytest.mark.usefixtures("seated")
def test_where_nobody_else_reads_the_answer_secrets_are_told_and_still_the_group_is_meant(ask, host):
    ask("ann", "begin")
    assert ask("ann", "use") == "Not here."
    assert "use shout: Shout" in ask("ann", "use", unseen=True)
    assert "Another game is already open here. Finish it first, or ask the player who opened it to write" in ask(
        "ann", "new toy 1h", unseen=True
    )
    (game,) = host.store.list_open_game_ids("chat:t:group")
    assert [seal for seal in ask("ann", "seals", unseen=True).splitlines() if game or seal]
    other = ask("bob", "new toy 1h", place="t:other", unseen=True)
    assert other == ""
    (table,) = [each for each in host.store.iter_sessions() if each.places == ["t:other"]]
    assert table.players == []
