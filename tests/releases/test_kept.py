"""What older releases have left behind opens here, shows what it showed, goes on, and can be verified."""

import random
import re
from collections import Counter

import pytest

from engine.kernel import PUBLIC, Deed, upcast_told
from engine.rulesets import RULESETS, ruleset
from host.archive.history import iter_whole_log
from host.core.context import load_engine_game
from tests.releases import door, kept, ways
from tests.releases.make import MINIGAMES

RELEASES = kept.releases()
MADE = {home.name: kept.read(home / "made.json") for home in RELEASES}
GAMES = [(home, name) for home in RELEASES for name in MADE[home.name]["games"]]
GOING = [(home, name) for home, name in GAMES if MADE[home.name]["games"][name]["stage"] in (door.RUNNING, door.LOBBY)]
QUICK = (
    "lobby",
    "sealing",
    "minigames0",
    "remain_or_leave",
    "paused_season7",
    "ladder",
    "paused_ladder",
    "lobby_ladder",
)
FEW, MOST = 12, 10_000
HOUR = 3600.0
MOMENTS = {"bomb", "remain_or_leave", "blammo", "square00", "select", "card"}


def without_bombs_beside_votes(game):
    """In Remain or Leave votes and bombs are asked for at once by now; it used to be one after the other."""
    for asked in game["asked"].values():
        asked[:] = [each for each in asked if each[1] != "bomb.seal"]
    return game


WEIGHED = {change.was.split()[1] for change in RULESETS["season7"].changes if change.was.startswith("open ")}
RULED = {"remain_or_leave": without_bombs_beside_votes}


def named(each):
    return [f"{home.name}-{name}" for home, name in each]


@pytest.fixture(params=RELEASES, ids=lambda home: home.name)
def home(request):
    return request.param


@pytest.fixture
def unpacked(home, tmp_path):
    """The folder as it lay there."""
    (tmp_path / door.STORE_FILE).write_bytes(kept.unpack(home / "folder" / door.STORE_FILE))
    return tmp_path


class Kept:
    """A host that goes on with what a release has left behind."""

    def __init__(self, home, table):
        self.made = MADE[home.name]
        self.hands = door.Hands(self.made["at"] + 5)
        self.host = door.housed(table, self.hands)
        self.dice = random.Random(home.name)

    def game(self, name):
        return self.made["games"][name]["id"]

    def session(self, name):
        return door.session(self.host, self.game(name))

    def ready(self, name):
        """A lobby is begun, and what is paused goes on."""
        session = self.session(name)
        command = door.Command(by=session.by)
        if session.stage == door.LOBBY:
            assert door.games.start_game(self.host, command, session.id).ok
        elif session.paused:
            assert door.ticking.resume_session_clocks(self.host, command, session.id).ok

    def play(self, name, moves):
        """Anything, by whoever is asked; now and then something unasked."""
        for _ in range(moves):
            session = self.session(name)
            if session.stage != door.RUNNING:
                return
            game = door.engine(self.host, session.id)
            question = self.dice.choice(game.list_questions())
            player = session.find_player_in(question.who)
            if player.bot:
                self.hands.now = max(self.hands.now, session.clocks[question.id].due)
                self.host.store.save_beat(self.hands.now)
                assert door.ticking.run_due_steps(self.host, session.id)
                continue
            command = door.Command(by=player.person)
            plays = [play for play in game.list_plays(question.who) if play.options] if self.dice.random() < 0.1 else []
            for play in plays[:1]:
                value = ways.some(play.form, play.options, None, self.dice)
                door.games.make_unasked_play(self.host, command, session.id, play.key, value)
            value = ways.some(question.form, question.options, question.lapse, self.dice)
            reply = door.games.submit_answer(self.host, command, session.id, question.id, value)
            assert reply.ok or plays, (name, question.key, value, reply.lines)

    def bob(self):
        return self.made["people"]["Bob"]


@pytest.fixture
def host(home, unpacked):
    return Kept(home, door.in_memory(unpacked))


def opened(home, tmp_path):
    (tmp_path / door.STORE_FILE).write_bytes(kept.unpack(home / "folder" / door.STORE_FILE))
    return Kept(home, door.in_memory(tmp_path))


def names(made):
    return {person["id"]: name for name, person in made["people"].items()}


# -- what is there


def test_it_holds_every_kind_of_moment(home):
    """Every minigame is half-way somewhere: this is what the fixture is for, so it may not become less."""
    games = MADE[home.name]["games"]
    assert Counter(game["ruleset"] for game in games.values()).keys() >= {"season7", "ladder"}
    keys = {key for game in games.values() for asked in game["asked"].values() for _, key, _ in asked}
    there = {key.split(".")[0] for key in keys}
    assert MOMENTS - there == set()
    assert {re.sub("[^a-z]+", "_", name.lower()) for name in MINIGAMES} - there == set()


def as_then(name, shown):
    """What a game shows, but for what a ruling since has added."""
    return somewhere_in_it(RULED.get(name, lambda game: game)(shown))


def somewhere_in_it(game):
    """A minigame that was open when it was weighed starts over: the same player is asked there, from the beginning."""
    game = {**game, "asked": {who: [*asked] for who, asked in game["asked"].items()}}
    for asked in game["asked"].values():
        for n, (number, key, who) in enumerate(asked):
            if key.split(".")[0] in WEIGHED:
                asked[n] = [number.split("#")[0], key.split(".")[0], who]
    return game


def test_each_game_shows_what_it_showed(host):
    for name, was in host.made["games"].items():
        assert as_then(name, door.shown(host.host, was["id"], names(host.made))) == somewhere_in_it(was), name


@pytest.mark.slow  # the emulator takes minutes to convert it
def test_so_it_does_in_dynamodb(home):
    rows = kept.items_read(kept.unpack(home / "table.jsonl"))
    there = Kept(home, door.of_dynamo(rows))
    for name, was in there.made["games"].items():
        assert as_then(name, door.shown(there.host, was["id"], names(there.made))) == somewhere_in_it(was), name


# -- links and pages


def test_private_links_and_cookies_still_open_ones_own_view(host):
    for name, person in host.made["people"].items():
        by_link, by_cookie = door.Visitor(host.host), door.Visitor(host.host, person["cookie"])
        by_link.go(f"/p/{person['link']}")
        by_cookie.go("/me")
        assert (by_link.page.status, by_cookie.page.status) == (200, 200)
        assert name in by_cookie.text
        assert door.whose(host.host, person["link"]) == person["id"]


def test_two_selves_are_still_one(host):
    bob = host.bob()
    assert door.whose(host.host, bob["linked"]) == bob["id"]
    assert host.host.store.find_person_id(f"telegram:{bob['telegram']}", host.hands.now) == bob["id"]
    assert "Disconnect Telegram" in door.Visitor(host.host, bob["linked"]).go("/me")


def test_everybody_sees_every_page(host):
    visitors = [door.Visitor(host.host)]
    visitors += [door.Visitor(host.host, person["cookie"]) for person in host.made["people"].values()][:3]
    for was in host.made["games"].values():
        for visitor in visitors:
            visitor.go(f"/g/{was['id']}")
            assert visitor.page.status == 200


def test_settings_and_what_people_have_done_are_still_known(host):
    cat, dan = (door.person(host.host, host.made["people"][name]["id"]) for name in ("Cat", "Dan"))
    assert (cat.habits.zone, cat.habits.quiet) == ("Europe/London", (23 * 60, 8 * 60))
    assert dan.habits.away is not None
    ann = host.made["people"]["Ann"]
    assert host.host.store.list_past_game_ids(f"person:{ann['id']}")
    assert host.host.store.load_counts(f"person:{ann['id']}")
    assert "Europe/London" in door.Visitor(host.host, host.made["people"]["Cat"]["cookie"]).go("/me")


def test_a_form_on_the_page_still_answers(host):
    """Ann answers what she is asked where bombs are being sealed, by the cookie she had."""
    found = None
    for name, was in host.made["games"].items():
        asked = [each for each in was["asked"].get("Ann", []) if was["seats"][each[2]] == "Ann"]
        if asked and not was["paused"]:
            before = host.session(name).entries
            found = door.Visitor(host.host, host.made["people"]["Ann"]["cookie"])
            found.go(f"/g/{was['id']}")
            value = door.first_answer(host.host, was["id"], asked[0][0])
            found.post(f"/g/{was['id']}/answer", question=asked[0][0], value=value)
            assert host.session(name).entries > before, name
    assert found


# -- going on


@pytest.mark.parametrize(("home", "name"), GOING, ids=named(GOING))
def test_it_goes_on(home, name, tmp_path):
    there = opened(home, tmp_path)
    there.ready(name)
    before = there.session(name).entries
    there.play(name, FEW)
    assert there.session(name).entries >= before + FEW or there.session(name).stage == door.OVER


SOME = [(home, name) for home, name in GOING if name in QUICK]
REST = [pytest.param(*each, marks=pytest.mark.slow) for each in GOING if each not in SOME]


@pytest.mark.whole
@pytest.mark.parametrize(("home", "name"), [*SOME, *REST], ids=named([*SOME, *(e for e in GOING if e not in SOME)]))
def test_it_comes_to_its_end_and_can_be_verified(home, name, tmp_path, rtab):
    there = opened(home, tmp_path)
    there.ready(name)
    there.play(name, MOST)
    assert there.session(name).stage == door.OVER
    end = tmp_path / "end"
    end.mkdir()
    with door.kept(end) as table:
        door.copied(there.host.store.table, table)
    text = rtab(end, "export", there.game(name))
    file = tmp_path / "end.rtab"
    file.write_text(text, "utf-8")
    assert "all as promised" in rtab(end, "verify", str(file))
    if "\npartial" not in text:
        rtab(end, "replay", str(file))


# -- clocks


@pytest.mark.parametrize("name", ["sealing", "lists", "ladder", "stand_in_vote"])
def test_an_armed_timer_fires_in_its_time(host, name):
    before = host.session(name)
    last = max(clock.due for clock in before.clocks.values())
    first = min(clock.due for clock in before.clocks.values())
    assert first > host.hands.now
    while host.hands.now < last + HOUR:
        host.hands.now += HOUR / 2
        host.host.store.save_beat(host.hands.now)
        door.ticking.run_due_steps(host.host, before.id)
    after = [entry.kind for entry in host.host.store.load_log(before.id, before.entries)]
    assert "lapse" in after
    assert set(host.session(name).clocks) != set(before.clocks)


def test_what_is_due_is_known_for_every_game(host):
    due = set(host.host.store.list_due_games(float("inf")))
    for name, was in host.made["games"].items():
        assert (was["id"] in due) == (was["stage"] in (door.RUNNING, door.LOBBY) and not was["paused"]), name


def test_a_lobby_that_nobody_begins_is_closed_in_its_time(host):
    lobby = host.game("lobby_ladder")
    for _ in range(30):
        host.hands.now += HOUR
        host.host.store.save_beat(host.hands.now)
        door.ticking.run_due_steps(host.host, lobby)
    assert host.session("lobby_ladder").stage == "closed"


# -- by the command


@pytest.fixture
def rtab(capsys, monkeypatch):
    def run(home, *line):
        monkeypatch.setenv("RTAB_HOME", str(home))
        code = door.rtab(list(line))
        told = capsys.readouterr()
        why = (
            ""
            if line[0] != "rehearse"
            else "a game that comes out otherwise wants a Change in the changes.py of its rules"
        )
        assert code == 0, (line, why, told.out[-2000:], told.err)
        return told.out

    return run


@pytest.mark.as_released
def test_the_operator_sees_every_game_and_none_comes_out_otherwise(home, unpacked, rtab):
    games = rtab(unpacked, "games")
    open_ = [was for was in MADE[home.name]["games"].values() if was["stage"] in (door.RUNNING, door.LOBBY)]
    assert [was["id"] for was in open_ if was["id"] not in games] == []
    rtab(unpacked, "rehearse")


@pytest.mark.as_released
@pytest.mark.parametrize("played", kept.played(), ids=lambda path: path.name.partition(".")[0])
def test_no_game_that_was_played_under_a_release_comes_out_otherwise_without_a_reason(played, tmp_path, rtab):
    (tmp_path / door.STORE_FILE).write_bytes(kept.unpack(played))
    told = rtab(tmp_path, "rehearse")
    assert len(told.splitlines()) >= 4, "each game is named"


def facts_counted(facts):
    """What these facts counted as in releases before there were events."""
    word = facts.get("deed", "")
    if word in ("won", "lost"):
        yield Deed(facts["who"], word, facts["amount"])
        yield Deed(facts["who"], f"{word} {facts['source']}", facts["amount"])
    elif word:
        yield Deed(facts["who"], word)
    for name, players in facts.get("deeds", {}).items():
        yield from (Deed(who, name) for who in players)
    for name, reached in facts.get("best", {}).items():
        yield from (Deed(who, name, amount, best=True) for who, amount in reached.items())


NEWER_DEEDS = ("fine_squares",)  # they count for medals that are newer


@pytest.mark.as_released
@pytest.mark.whole
@pytest.mark.parametrize("played", kept.played(), ids=lambda path: path.name.partition(".")[0])
def test_what_was_told_before_there_were_events_counts_as_it_did(played, tmp_path):
    (tmp_path / door.STORE_FILE).write_bytes(kept.unpack(played))
    counted = 0
    with door.kept(tmp_path) as table:
        host = door.House(door.Store(table))
        for game in sorted({item.pk[5:] for item in table.every() if item.pk.startswith("game/")}):
            rules = RULESETS[door.session(host, game).ruleset]
            for told in (told for entry in iter_whole_log(host, game) for told in entry.told if told.to == PUBLIC):
                was = [*facts_counted(told.facts)] if rules.name in ("season7", "deluxe") else []
                now = [deed for deed in rules.list_deeds(upcast_told(rules, told)) if deed.name not in NEWER_DEEDS]
                assert not was or now == was
                counted += bool(was)
    assert counted > 500


@pytest.mark.as_released
def test_an_open_turn_that_no_longer_fits_has_a_reason():
    """In each of these seasons of 22 November chance is drawn anew in the turn that was open."""
    lines = kept.unpack(kept.HERE / "played" / "open_turns.jsonl").splitlines()
    whys = [door.reasons(line) for line in lines]
    assert [why for why in whys if not why] == []
    assert len(whys) == 5


def test_what_has_changed_since_is_said_in_the_upgrade_notes():
    """Of every rule that is taken for changed, and not for a fault, players and hosts have been told."""
    told = " ".join((kept.HERE.parent.parent / "docs/upgrading.md").read_text("utf-8").split())
    for rules in RULESETS.values():
        assert [change.why for change in rules.changes if change.ruling and change.why not in told] == []
        assert {change.since for change in rules.changes} <= {home.name for home in RELEASES}


def test_no_open_turn_is_undone(host):
    for name, was in host.made["games"].items():
        if was["stage"] == door.RUNNING:
            assert load_engine_game(ruleset(host.session(name).ruleset), host.session(name))[1] == 0, name


def test_what_is_over_is_exported_and_verified_as_then(home, unpacked, tmp_path, rtab):
    games = MADE[home.name]["games"]
    for story in sorted(home.glob("exports/*.seats.story")):
        name = story.name.split(".")[0]
        assert rtab(unpacked, "export", games[name]["id"], "--story", "--seats") == story.read_text("utf-8")
        file = tmp_path / f"{name}.rtab"
        file.write_text(rtab(unpacked, "export", games[name]["id"]), "utf-8")
        assert "all as promised" in rtab(unpacked, "verify", str(file))


def test_old_transcripts_are_verified_whatever_has_changed_since(home, unpacked, rtab):
    over = [str(file)[: -len(".seats.story")] + ".rtab" for file in home.glob("exports/*.seats.story")]
    assert rtab(unpacked, "verify", *over).count("all as promised") == len(over) == 3


def test_a_transcript_that_was_touched_is_found(home, unpacked, tmp_path, rtab):
    text = (home / "exports/finished_ladder.rtab").read_text("utf-8")
    secret = next(line for line in text.splitlines() if line.startswith("secret"))
    (tmp_path / "touched.rtab").write_text(text.replace(secret, secret[:-1] + ("0" if secret[-1] != "0" else "1")))
    with pytest.raises(AssertionError, match="not as promised"):
        rtab(unpacked, "verify", str(tmp_path / "touched.rtab"))


def test_exports_are_imported(home, unpacked, tmp_path, rtab):
    packed = sorted(home.glob("exports/*.json.xz"))
    assert len(packed) >= 6
    for each in packed:
        file = tmp_path / each.name.removesuffix(".xz")
        file.write_bytes(kept.unpack(each.with_name(file.name)))
        game = rtab(unpacked, "import", str(file)).split()[0]
        assert rtab(unpacked, "show", game)


@pytest.mark.parametrize("name", ["finished_season7", "finished_ladder", "lists.open"])
def test_a_transcript_that_the_rules_of_the_day_would_play_otherwise_is_not_brought_back_as_something_else(
    home, unpacked, name, rtab
):
    with pytest.raises(AssertionError, match="Then import what"):
        rtab(unpacked, "import", str(home / f"exports/{name}.rtab"))
