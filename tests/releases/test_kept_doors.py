"""Buttons that were sent, news that waited, timers and errands of AWS: they all still do what they were for."""

import json
from urllib.parse import urlsplit

import pytest

from tests.releases import door, kept

pytestmark = pytest.mark.whole

RELEASES = kept.releases()
# the sentence of a release before there were events, which is said as it was kept, and what is said in its place now
ANSWERED_BEFORE_EVENTS = "Your answer is in: {letter}. You may change your mind until everybody has answered."
WAITED = ("sealing", "ladder")  # the games in which something had been said and not been delivered


@pytest.fixture(params=RELEASES, ids=lambda home: home.name)
def home(request):
    return request.param


# -- Telegram, of the folder


class Stage(door.Stage):
    """A Telegram that still shows what was said."""

    def __init__(self, made, buttons):
        super().__init__()
        self.made, self.buttons = made, buttons
        self.api.advance(made["at"] + 5 - self.clock.now())
        people = {person["telegram"]: name for name, person in made["people"].items() if person["telegram"]}
        self.accounts = door.remembered(self.api, people, buttons, made["groups"].values())


@pytest.fixture
def stage(home, tmp_path):
    """The host goes on with that folder, in a Telegram that still shows what was said."""
    (tmp_path / door.STORE_FILE).write_bytes(kept.unpack(home / "folder" / door.STORE_FILE))
    stage = Stage(kept.read(home / "made.json"), kept.read(home / "buttons.json"))
    stage.host.store.table = door.in_memory(tmp_path)
    yield stage
    assert stage.api.violations == []
    stage.close()


def test_news_that_waited_are_delivered(stage):
    waiting = {chat for chat in stage.host.store.iter_waiting_places(float("inf")) if chat.startswith("telegram:")}
    assert len(waiting) >= 2
    for _ in range(5):
        stage.pass_by(120, 2)
    assert list(stage.host.store.iter_waiting_places(float("inf"))) == []
    for place in waiting:
        chat = stage.api.world.chats[int(place.split(":")[1])]
        assert [message for message in chat.messages if message.id >= door.NEW or message.edited], place


def test_every_old_button_is_answered(stage):
    """Whatever is tapped, nothing spins for ever, and nothing that is over is done again."""
    over = stage.made["games"]["finished_season7"]["id"]
    entries = door.session(stage.host, over).entries
    taps = []
    for person, message in shown(stage):
        data = [button["callback_data"] for row in message.keyboard for button in row if "callback_data" in button]
        taps += [person.taps(message, data=data[-1])] if data else []
        stage.hear()
    assert len(taps) >= 20
    assert [tap.data for tap in taps if tap.answer is None] == []
    assert door.session(stage.host, over).entries == entries


def shown(stage):
    """Every kept message, and one of those who see it."""
    for entry in stage.buttons:
        chat = stage.api.world.chats[entry["message"]["chat"]["id"]]
        message = chat.find(entry["message"]["message_id"])
        assert message
        yield stage.accounts[entry["people"][0]["id"]], message


def test_old_buttons_still_answer_what_is_still_asked(stage):
    """Whoever is still asked taps the newest button that was sent to them, and that is their answer."""
    taken = set()
    for name in stage.made["groups"]:
        game = stage.made["games"][name]["id"]
        before = door.session(stage.host, game).entries
        for account, message, data in answering(stage, name):
            tap = account.taps(message, data=data)
            stage.hear()
            assert tap.answer is not None
        if door.session(stage.host, game).entries > before:
            taken.add(name)
    assert taken >= {"sealing", "ladder", "lists"}


def answering(stage, name):
    """Buttons that once answered something in a game, and those who are still asked there and see them."""
    was = stage.made["games"][name]
    asked = {was["seats"][who] for view in was["asked"].values() for _, _, who in view}
    numbers = {stage.made["people"][one]["telegram"] for one in asked}
    for entry in stage.buttons:
        message = stage.api.world.chats[entry["message"]["chat"]["id"]].find(entry["message"]["message_id"])
        data = [button.get("callback_data", "") for row in message.keyboard for button in row]
        mine = [each for each in data if each.startswith(f"a/{was['id']}/")]
        for person in entry["people"] if mine else []:
            if person["id"] in numbers:
                yield stage.accounts[person["id"]], message, mine[0]


def test_what_people_write_still_counts_for_the_game_in_their_group(stage):
    ann = stage.accounts[stage.made["people"]["Ann"]["telegram"]]
    group = stage.api.world.chats[stage.made["groups"]["lists"]]
    ann.says(group, "/status")
    ann.writes("/settings")
    for _ in range(3):
        stage.pass_by(60, 2)
    assert [message for message in group.messages if message.id >= door.NEW and message.from_bot]
    assert [message for message in ann.messages if message.id >= door.NEW and message.from_bot]


# -- AWS


class InAws:
    """A deployment that finds the table, the schedules and the errands of another."""

    def __init__(self, home, here, api):
        self.here, self.api = here, api
        self.kept, self.buttons = kept.read(home / "deployment.json"), kept.read(home / "deployment_buttons.json")
        people = {person["id"]: person["first_name"] for person in self.kept["people"]}
        groups = [chat["id"] for chat in self.kept["chats"] if chat["type"] != "private"]
        self.accounts = door.remembered(api, people, self.buttons, groups)
        door.fill(here, kept.items_read(kept.unpack(home / "deployment.jsonl")))

    def sessions(self):
        return {item.pk: json.loads(item.body) for item in self.here.table.every() if item.sk == "session"}

    def due(self, pk):
        return self.here.table.get(pk, "session").moment

    def waiting(self, place):
        """What is to be said there and has not been said."""
        return [item for item in self.here.table.query(f"chat:{place}") if item.sk.startswith("post/")]

    def sent(self):
        """Where anything new has been said."""
        chats = self.api.world.chats.values()
        return [chat.id for chat in chats for message in chat.log if message.id >= door.NEW and message.from_bot]

    def run(self, body, attributes):
        """The queue gives out an errand; was it finished?"""
        event = self.here.event("delivery_chat")
        event["Records"][0] |= {"body": body, "attributes": attributes}
        return door.delivery_handler(event, self.here.context) == {"batchItemFailures": []}

    def entries(self):
        return {pk: session["entries"] for pk, session in self.sessions().items()}


@pytest.fixture
def aws(home):
    with door.deployed(kept.read(home / "deployment.json")["at"]) as (here, api):
        yield InAws(home, here, api)


def test_an_old_schedule_wakes_its_game_and_sets_the_next(aws):
    assert len(aws.kept["schedules"]) == 2
    for schedule in aws.kept["schedules"]:
        event = json.loads(schedule["Target"]["Input"])
        door.clock_handler(event, aws.here.context)
    assert {timer["Name"] for timer in aws.here.timers()} == {each["Name"] for each in aws.kept["schedules"]}


def test_old_errands_say_what_waited_and_say_it_once(aws):
    """Each was sent for a place where that release had left something unsaid."""
    errands = aws.kept["errands"]
    (private, of_group) = sorted((json.loads(each["Body"])["chat"] for each in errands), key=len)
    ann, group = (aws.api.world.chats[int(place.split(":")[1])] for place in (private, of_group))
    assert all(aws.waiting(place) for place in (private, of_group))
    before = len(group.log)
    as_kept = any(ANSWERED_BEFORE_EVENTS in str(item.body) for item in aws.waiting(private))
    for errand in errands:
        assert aws.run(errand["Body"], errand["Attributes"])
    (said,) = [message.text for message in ann.messages if message.id >= door.NEW]
    assert (ANSWERED_BEFORE_EVENTS if as_kept else door.AnswerNoted.says).format(letter="A") in said
    assert [message for message in group.log if message.edited] or len(group.log) > before, "the board has moved on"
    assert not any(aws.waiting(place) for place in (private, of_group))
    calls = len(aws.api.calls)
    for errand in errands:  # a queue may give an errand out again
        assert aws.run(errand["Body"], errand["Attributes"])
    assert len(aws.api.calls) == calls
    assert aws.api.violations == []


def errand_of(session, due):
    """An errand as that release sent it for what was due in a game within a minute."""
    body = json.dumps({"game": session["id"], "due": due}, separators=(",", ":"))
    return body, {"ApproximateReceiveCount": "1", "MessageGroupId": "0" * 32, "MessageDeduplicationId": "0" * 32}


def test_an_old_errand_for_a_game_waits_for_its_moment_and_does_nothing_at_another(aws):
    for pk, session in aws.sessions().items():
        due = aws.due(pk)
        assert not aws.run(*errand_of(session, due)), "it is put off"
        assert aws.run(*errand_of(session, due - 100)), "the game has moved on since"
        assert (aws.sessions()[pk], aws.sent()) == (session, [])


def test_an_old_errand_for_a_game_does_what_is_due(home):
    """Here that is to remind those who have not answered, each in private, when half of their time is over."""
    rows = kept.items_read(kept.unpack(home / "deployment.jsonl"))
    ladder = max((game for game, _, _ in door.iter_first_format_games(rows) if game.sk), key=lambda game: game.moment)
    before = json.loads(ladder.body)
    with door.deployed(ladder.moment + 1) as (here, api):
        aws = InAws(home, here, api)
        door.alive(ladder.moment)
        assert aws.run(*errand_of(before, ladder.moment))
        places = {player["seat"]: player["place"] for player in before["players"]}
        asked = [places[clock["who"]] for clock in before["clocks"].values()]
        assert sorted(f"telegram:{chat}" for chat in aws.sent()) == sorted(asked)
        rung = [{clock["rung"] for clock in each["clocks"].values()} for each in (before, aws.sessions()[ladder.pk])]
        assert rung == [{0}, {1}]
        assert api.violations == []


def test_old_links_open_the_page(aws):
    for person in aws.kept["people"]:
        event = aws.here.event("web_get")
        event["requestContext"]["http"]["path"] = f"/p/{person['link']}"
        page = door.web_handler(event, aws.here.context)
        assert page["statusCode"] in (200, 303)
        if page["statusCode"] == 303:
            event["requestContext"]["http"]["path"] = urlsplit(page["headers"]["location"]).path
            event["cookies"] = [f"rtab={person['link']}"]
            assert door.web_handler(event, aws.here.context)["statusCode"] == 200


def test_old_buttons_reach_the_webhook_and_one_of_them_is_an_answer(aws):
    before = aws.entries()
    for entry in aws.buttons:
        message = aws.api.world.chats[entry["message"]["chat"]["id"]].find(entry["message"]["message_id"])
        data = [button["callback_data"] for row in message.keyboard for button in row if "callback_data" in button]
        for person in entry["people"] if data else []:
            tap = aws.accounts[person["id"]].taps(message, data=data[0])
            event = aws.here.event("telegram_update") | {"body": json.dumps(tap.update)}
            said = door.telegram_handler(event, aws.here.context)
            assert said["statusCode"] == 200
            assert tap.answer or "answerCallbackQuery" in said["body"]
    after = aws.entries()
    assert any(after[pk] > before[pk] for pk in before)
    assert all(after[pk] >= before[pk] for pk in before)
