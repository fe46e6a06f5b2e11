"""What a release writes in AWS: a folder that has moved into a table, and a deployment that wrote its own."""

import json
import random
import time
from pathlib import Path
from typing import Any

from tests.fakes.telegram import BotApi
from tests.releases import door, kept

TAPS = 40


def table(home: Path, away: Path) -> None:
    """The folder as `rtab migrate` moves it into a table."""
    (away / "moving").mkdir()
    (away / "moving" / door.STORE_FILE).write_bytes(kept.unpack(home / "folder" / door.STORE_FILE))
    kept.pack(home / "table.jsonl", kept.items_written(door.moved_into_dynamo(away / "moving")))


def items(client: Any, name: str) -> list[dict[str, Any]]:
    """Everything in a table, as DynamoDB keeps it."""
    return [item for page in client.get_paginator("scan").paginate(TableName=name) for item in page["Items"]]


# -- a deployment


class Deployed:
    """A deployment in which people play by what Telegram sends it, as they would."""

    def __init__(self, here: door.Cloud, api: BotApi) -> None:
        self.here, self.api, self.read, self.dice = here, api, 0, random.Random("deployed")
        self.groups: list[Any] = []
        self.errands: dict[str, Any] = {}
        self.accounts = [api.user(name) for name in ("Ann", "Bob", "Cat")]

    def hear(self) -> None:
        """Every update goes to the webhook, and every errand to the delivery."""
        while self.read < len(self.api.updates):
            update = self.api.updates[self.read]
            self.read += 1
            event = self.here.event("telegram_update") | {"body": json.dumps(update)}
            assert door.telegram_handler(event, self.here.context)["statusCode"] == 200

    def begun(self, title: str, line: str) -> Any:
        """A game in a group of its own."""
        group = self.api.group(title, *self.accounts[1:], admins=self.accounts[:1], kind="supergroup")
        self.groups.append(group)
        self.accounts[0].says(group, line)
        self.speak()
        while not (found := [link for message in group.messages if (link := door.link_of(message))]):
            time.sleep(0.5)  # a group is spoken to at its pace
            self.speak()
        for account in self.accounts:
            account.follows(found[-1])
            self.speak()
        self.accounts[0].says(group, "/begin")
        self.speak()
        return group

    def speak(self) -> None:
        """All is heard, and the errands that come of it are run."""
        self.hear()
        for message in self.here.errands():
            self.errands[message["MessageId"]] = message
            record = {
                "messageId": message["MessageId"], "receiptHandle": message["ReceiptHandle"], "body": message["Body"],
                "attributes": message["Attributes"], "eventSource": "aws:sqs",
            }  # fmt: skip
            if not door.delivery_handler({"Records": [record]}, self.here.context)["batchItemFailures"]:
                del self.errands[message["MessageId"]]
                sqs = self.here.client("sqs")
                sqs.delete_message(QueueUrl=self.here.queue, ReceiptHandle=message["ReceiptHandle"])

    def left(self) -> list[Any]:
        """The errands that are still to be run: some are new, and some have been put off."""
        return [
            *self.errands.values(),
            *(each for each in self.here.errands() if each["MessageId"] not in self.errands),
        ]

    def tap(self) -> None:
        """Somebody taps one of the newest buttons that answer something."""
        found = [
            (account, message, button["callback_data"])
            for account in self.accounts
            for message in [*account.messages[-4:], *(m for chat in self.groups for m in chat.messages[-4:])]
            for row in message.keyboard
            for button in row
            if button.get("callback_data", "").startswith("a/")
        ]
        if not found:
            time.sleep(0.3)
            self.speak()
            return
        account, message, data = self.dice.choice(found)
        account.taps(message, data=data)
        self.speak()


def deployment(home: Path) -> None:
    """Two games in a deployment of its own, with the clocks it has set and the errands it has sent."""
    with door.deployed() as (here, api):
        playing = Deployed(here, api)
        playing.begun("Season", "/newgame season7 daily target=120000000")
        for _ in range(TAPS):
            playing.tap()
        playing.begun("Ladder", "/newgame ladder daily rounds=1")
        for _ in range(20):  # until everything has been said
            time.sleep(0.5)
            playing.speak()
        links = door.links([f"telegram:{account.id}" for account in playing.accounts])
        kept.write(home / "deployment_buttons.json", door.buttons(api))
        door.say_nothing_more()
        first = playing.accounts[0]
        first.taps(first.messages[-1], data=first.messages[-1].keyboard[0][0]["callback_data"])
        playing.hear()
        schedules = [{name: timer[name] for name in KEPT} for timer in here.timers()]
        found = {
            "at": time.time(),
            "people": [{**account.json, "link": link} for account, link in zip(playing.accounts, links, strict=True)],
            "schedules": schedules,
            "errands": [{name: message[name] for name in ("Body", "Attributes")} for message in playing.left()],
            "chats": [chat.as_json() for chat in api.world.chats.values()],
            "updates": playing.api.updates[-6:],
        }
        kept.write(home / "deployment.json", found)
        rows = items(here.client("dynamodb"), here.table._name)
        kept.pack(home / "deployment.jsonl", kept.items_written(rows))


KEPT = ("Name", "ScheduleExpression", "FlexibleTimeWindow", "ActionAfterCompletion", "Target")
