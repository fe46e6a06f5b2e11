"""The slash commands: all that the desk offers, within Discord's limits."""

import json

import pytest

from host.doors.discord import command
from host.doors.discord.commands import build_commands, list_typed_services
from host.doors.discord.places import CLOSED_KEY, build_user_place
from host.people import accounts
from host.said.desk.menu import DESK
from host.shown.words import Catalogue, list_languages, pick_english_plural
from tests.fakes.discord import controls_of, text_of


@pytest.fixture
def setting(stage, monkeypatch):
    for name, value in stage.discord.account().items():
        monkeypatch.setenv(name, value)
    return monkeypatch


@pytest.mark.usefixtures("setting")
def test_setup_registers_all_that_the_desk_offers(stage, capsys):
    assert command.main(["setup", "https://rtab.example"]) == 0
    assert {each["name"] for each in stage.discord.commands} >= {word for word, each in DESK.items() if each.typed}
    assert len(stage.discord.commands) <= 100
    assert stage.discord.endpoint == "https://rtab.example/discord/interactions"
    assert "client_id=" + stage.discord.app in capsys.readouterr().out
    assert command.main(["doctor"]) == 0
    assert command.main(["doctor", "https://rtab.example/"]) == 0
    assert command.main(["doctor", "https://moved.example"]) == 1
    assert "rtab discord setup https://moved.example" in capsys.readouterr().out


def test_the_doctor_finds_what_is_wrong(stage, setting, capsys):
    assert command.main(["doctor"]) == 1
    assert "rtab discord setup" in capsys.readouterr().out
    setting.setenv("DISCORD_BOT_TOKEN", "x" * 40)
    assert command.main(["doctor"]) == 1
    assert "DISCORD_BOT_TOKEN" in capsys.readouterr().out
    setting.setenv("DISCORD_BOT_TOKEN", stage.discord.token)
    setting.setenv("DISCORD_PUBLIC_KEY", "0" * 64)
    assert command.main(["doctor"]) == 1
    assert "DISCORD_PUBLIC_KEY" in capsys.readouterr().out


def test_without_an_account_it_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.delenv("DISCORD_BOT_TOKEN", raising=False)
    assert command.main(["doctor"]) == 1
    assert "DISCORD_BOT_TOKEN" in capsys.readouterr().err


def test_names_of_commands_are_translated(monkeypatch):
    monkeypatch.setattr("host.doors.discord.commands.list_languages", lambda: [*list_languages(), "de"])
    german = Catalogue({"join": "beitreten", "join the game": "mitspielen"}, pick_english_plural, "de")
    monkeypatch.setattr("host.shown.words.find_catalogue", lambda _: german)
    join = next(each for each in build_commands() if each["name"] == "join")
    assert join["name_localizations"] == {"de": "beitreten"}
    assert join["description_localizations"] == {"de": "mitspielen"}


def test_every_command_answers_the_person_alone(stage, people):
    stage.begun(people.ann, people.bob)
    for word in sorted(list_typed_services().keys() - {"endgame", "leave", "forget", "standin", "export"}):
        assert people.ann.commands(stage.channel, word)["type"] in (4, 7), word
        assert text_of(people.ann.alone)


@pytest.mark.parametrize(
    ("word", "typed", "found"), [("rules", "worm", "Wormhole"), ("pick", "2", "20"), ("rules", "zzz", "")]
)
def test_words_are_suggested_while_somebody_types(stage, people, word, typed, found):
    stage.begun(people.ann, people.bob)
    names = [each["name"] for each in people.ann.completes(stage.channel, word, typed)]
    assert names == [] if not found else any(found in name for name in names)


def test_squares_are_listed_in_order(stage, people):
    stage.begun(people.ann, people.bob)
    people.ann.commands(stage.channel, "pick", words="7")
    people.bob.commands(stage.channel, "pick", words="8")
    first = people.ann if "Waiting for Ann" in text_of(stage.board) else people.bob
    stage.own_side(first)
    first.taps_label(stage.channel, first.alone, "Several squares in order")
    assert first.window
    first.types(stage.channel, "1 2 3 4 5")
    assert "Too late" not in text_of(first.alone)
    first.commands(stage.channel, "mystuff")
    assert "2" in text_of(first.alone)


def test_what_a_peek_shows_stays_with_who_peeked(stage, people):
    stage.begun(people.ann, people.bob)
    people.ann.commands(stage.channel, "pick", words="7")
    people.bob.commands(stage.channel, "pick", words="8")
    people.ann.commands(stage.channel, "peek", words="12")
    seen = next(entry for entry in stage.host.store.load_log(stage.game) if entry.key == "peek")
    (what,) = [line.facts["what"] for line in seen.told if line.to == seen.by and "what" in line.facts]
    kind = what["facts"]["name"]
    public = "\n".join(map(text_of, stage.channel.posted))
    stage.own_side(people.ann)
    assert kind in text_of(people.ann.alone)
    assert "peek" in public and kind not in public


def test_the_export_is_a_file(stage, people):
    stage.begun(people.ann, people.bob)
    data = {"id": "77", "type": 2, "data": {"name": "export"}, "user": {"id": people.ann.id, "username": "ann"}}
    status, body = stage.discord.post(json.dumps(data).encode())
    assert status == 200 and b'filename="race-to-a-billion.json"' in body and people.ann.id.encode() in body


def test_a_play_by_command_tells_what_it_found_where_private_messages_are_closed(stage, people):
    stage.begun(people.ann, people.bob, options="voice=plain")
    for each in (people.ann, people.bob):
        each.commands(stage.channel, "pick", words="3")
        stage.host.store.save_place_value(build_user_place(each.id), CLOSED_KEY, b"1")
    people.ann.commands(stage.channel, "pick", words="peek at 14 please")
    assert "Square 14 is from Category" in text_of(people.ann.alone)
    people.bob.commands(stage.channel, "peek", words="12")
    assert "Square 12 is from Category" in text_of(people.bob.alone)


@pytest.mark.parametrize(("says", "labels"), [("5 or 6", ["5", "6"]), ("can I peek at 12?", ["peek 12"]), ("peek", [])])
def test_what_is_unclear_behind_a_command_gets_buttons_for_what_it_hints_at(stage, people, says, labels):
    stage.begun(people.ann, people.bob)
    for each in (people.ann, people.bob):
        each.commands(stage.channel, "pick", words="3")
    waiting = [clock.who for clock in stage.host.store.load_game(stage.game).session.clocks.values()]
    who = {"p1": people.ann, "p2": people.bob}[waiting[0]]
    who.commands(stage.channel, "pick", words=says)
    buttons = controls_of(who.alone)
    assert [each["label"] for each in buttons] == labels
    before = stage.host.store.load_game(stage.game).session.entries
    for button in buttons[-1:]:
        who.taps(stage.channel, who.alone, button)
    assert stage.host.store.load_game(stage.game).session.entries == before + bool(labels)


def test_only_who_was_asked_about_a_code_confirms_it_in_a_channel_of_many(stage, people):
    dora = accounts.load_or_create_person(stage.host, "telegram:5", "Dora")
    code = accounts.create_account_link_code(stage.host, dora.id)
    people.ann.commands(stage.channel, "link", words=code)
    people.bob.commands(stage.channel, "link", words="yes")
    assert build_user_place(people.bob.id) not in stage.host.store.list_identities(dora.id)
    people.ann.commands(stage.channel, "link", words="yes")
    assert build_user_place(people.ann.id) in stage.host.store.list_identities(dora.id)


def test_who_is_mentioned_is_removed_and_nobody_whose_name_they_have_taken(stage, people):
    stage.begun(people.ann, people.bob, people.cat)
    people.bob.name = "Cat"
    people.bob.commands(stage.channel, "mystuff")
    people.ann.commands(stage.channel, "kick", words=f"<@{people.bob.id}>")
    players = stage.host.store.load_game(stage.game).session.players
    assert [(each.name, each.out) for each in players] == [("Ann", False), ("Bob", True), ("Cat", False)]


def test_who_links_an_account_after_stop_is_still_not_written_to_there(stage, people):
    dora = accounts.load_or_create_person(stage.host, "telegram:5", "Dora", "telegram:5")
    people.ann.commands(stage.channel, "stop")
    people.ann.commands(stage.channel, "link", words=accounts.create_account_link_code(stage.host, dora.id))
    people.ann.commands(stage.channel, "link", words="yes")
    assert build_user_place(people.ann.id) in stage.host.store.list_identities(dora.id)
    found = accounts.load_current_person(stage.host, dora.id)
    assert found and found.place == "telegram:5"
