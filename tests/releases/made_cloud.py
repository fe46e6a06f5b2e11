"""What a release writes in AWS: a folder that has moved into a table, and a deployment that wrote its own."""

import json
import random
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from tests.fakes import cloud
from tests.fakes.telegram import BotApi
from tests.releases import door, kept, made_exports

TAPS = 60


def table(home: Path, away: Path) -> None:
    """The folder, moved by `rtab migrate`."""
    folder = away / "moving"
    folder.mkdir()
    (folder / door.FILE).write_bytes(kept.unpack(home / "folder" / door.FILE))
    with mock_aws(), pytest.MonkeyPatch.context() as patch:
        account(patch)
        client = boto3.client("dynamodb")
        name = cloud.new_table(client)._name
        assert door.rtab(["migrate", str(folder), f"table:{name}"]) == 0
        kept.pack(home / "table.jsonl", kept.items_written(items(client, name)))


def account(patch: pytest.MonkeyPatch) -> None:
    """The keys of nobody's account."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        patch.setenv(name, "test")
    patch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    patch.setenv("POWERTOOLS_SERVICE_NAME", "rtab")


def items(client: Any, name: str) -> list[dict[str, Any]]:
    """Everything in a table, as DynamoDB keeps it."""
    return [item for page in client.get_paginator("scan").paginate(TableName=name) for item in page["Items"]]


# -- a deployment


class Deployed:
    """A deployment in which people play by what Telegram sends it, as they would."""

    def __init__(self, here: door.Cloud, api: BotApi) -> None:
        self.here, self.api, self.read, self.dice = here, api, 0, random.Random("deployed")
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
        self.accounts[0].says(group, line)
        self.speak()
        link = next(link for message in reversed(group.messages) if (link := door.link_of(message)))
        for account in self.accounts:
            account.follows(link)
            self.speak()
        self.accounts[0].says(group, "/begin")
        self.speak()
        return group

    def speak(self) -> None:
        """All is heard, and the errands that come of it are run."""
        self.hear()
        for message in self.here.errands():
            record = {
                "messageId": message["MessageId"], "receiptHandle": message["ReceiptHandle"], "body": message["Body"],
                "attributes": message["Attributes"], "eventSource": "aws:sqs",
            }  # fmt: skip
            if not door.delivery_handler({"Records": [record]}, self.here.context)["batchItemFailures"]:
                sqs = self.here.client("sqs")
                sqs.delete_message(QueueUrl=self.here.queue, ReceiptHandle=message["ReceiptHandle"])

    def tap(self) -> bool:
        """Somebody taps one of the newest buttons that answer something; is there one?"""
        found = [
            (account, message, button["callback_data"])
            for account in self.accounts
            for message in account.messages[-4:]
            for row in message.keyboard
            for button in row
            if button.get("callback_data", "").startswith("a/")
        ]
        if found:
            account, message, data = self.dice.choice(found)
            account.taps(message, data=data)
            self.speak()
        return bool(found)


def deployment(home: Path) -> None:
    """Two games in a deployment of its own, with the clocks it has set and the errands it has sent."""
    with door.deployed() as (here, api):
        playing = Deployed(here, api)
        playing.begun("Season", "/newgame season7 daily target=120000000")
        playing.begun("Ladder", "/newgame ladder daily rounds=1")
        for _ in range(TAPS):
            playing.tap()
        links = door.links([f"telegram:{account.id}" for account in playing.accounts])
        door.say_nothing_more()
        for account in playing.accounts:  # who asks for the rules has news that wait
            playing.tap()
            del account
        playing.hear()
        schedules = [{name: timer[name] for name in KEPT} for timer in here.timers()]
        found = {
            "people": [{**account.json, "link": link} for account, link in zip(playing.accounts, links, strict=True)],
            "schedules": schedules,
            "errands": [{name: message[name] for name in ("Body", "Attributes")} for message in here.errands()],
            "chats": [chat.as_json() for chat in api.world.chats.values()],
            "updates": playing.api.updates[-6:],
        }
        kept.write(home / "deployment.json", found)
        kept.write(home / "deployment_buttons.json", door.buttons(api))
        rows = items(here.client("dynamodb"), here.table._name)
        kept.pack(home / "deployment.jsonl", kept.items_written(rows))


KEPT = ("Name", "ScheduleExpression", "FlexibleTimeWindow", "ActionAfterCompletion", "Target")
__all__ = ["deployment", "made_exports", "table"]
