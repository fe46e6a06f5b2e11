"""What our bot calls is as the Bot API is published: every call of every test here is compared, and these say how."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from telegram import Bot

from tests.fakes.telegram import published

ROOT = Path(__file__).parents[4]
DOOR = ROOT / "layers/host/doors/telegram"
BUTTON = {"text": "A", "callback_data": "a/1"}


def keyboard(*buttons):
    return {"inline_keyboard": [list(buttons)]}


def snake(method):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in method)


def called():
    """Every method of the library's bot that our door names."""
    trees = [ast.parse(path.read_text("utf-8")) for path in DOOR.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    words = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    named = {node.attr for node in nodes} | {snake(word) for word in words if isinstance(word, str) and CAMEL(word)}
    return {name for name in named if name in vars(Bot) and name.split("_")[0] in VERBS}


CAMEL = re.compile(r"[a-z]+([A-Z][a-z]+)+").fullmatch
VERBS = {"send", "edit", "pin", "unpin", "answer", "set", "get", "delete"}


@pytest.mark.whole
def test_every_method_that_the_door_names_has_been_looked_up():
    known = set(map(snake, published.PUBLISHED["methods"]))
    assert called() - known == set()
    assert len(called()) > 12


@pytest.mark.parametrize("method", published.PUBLISHED["methods"])
def test_what_was_looked_up_is_what_the_library_asks_for(method):
    """A second source: what must be there by the library's own signatures must be there by what is published."""
    if method == "getUpdates":
        return
    asked = inspect.signature(getattr(Bot, snake(method))).parameters.values()
    needed = {each.name for each in asked if each.default is each.empty and each.name != "self"}
    known = published.PUBLISHED["methods"][method]
    assert needed <= known.keys()
    assert needed - {"text"} <= {name for name, kind in known.items() if kind.endswith("!")} | {"text"}


@pytest.mark.parametrize(
    ("method", "values", "why"),
    [
        ("sendRichMessage", {}, "not published, or not looked up"),
        ("sendMessage", {"chat_id": 1}, "sendMessage.text must be there"),
        ("sendMessage", {"chat_id": 1, "text": "x" * 4097}, "4097 long"),
        ("sendMessage", {"chat_id": 1, "text": "<tg-map>x</tg-map>"}, "tags that are not published"),
        ("sendMessage", {"chat_id": 1, "text": "x", "parse_mode": "Markdown"}, "parse_mode is 'Markdown'"),
        ("sendMessage", {"chat_id": "true", "text": "x"}, "sendMessage.chat_id is True"),
        ("sendMessage", {"chat_id": 1, "text": "x", "silent": "true"}, "silent is not published"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": keyboard({"text": "A", "data": "x"})},
            "data is not",
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": keyboard(BUTTON | {"callback_data": "x" * 65})},
            "65",
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": keyboard(BUTTON | {"style": "red"})},
            "style is 'red'",
        ),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": keyboard(*[BUTTON] * 9)}, "too many buttons"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": keyboard({"text": "A", "copy_text": {"text": ""}})},
            "0",
        ),
        ("editMessageText", {"chat_id": 1, "text": "x"}, "of no message"),
        (
            "editMessageMedia",
            {"chat_id": 1, "message_id": 1, "media": {"type": "photo"}},
            "InputMediaPhoto.media must be",
        ),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "201 long"),
        ("setMessageReaction", {"chat_id": 1, "message_id": 1, "reaction": [{"type": "emoji"}]}, "emoji must be there"),
        ("setMyCommands", {"commands": [{"command": "x", "description": ""}]}, "0 long"),
        (
            "deleteMyCommands",
            {"scope": {"type": "chat_member", "chat_id": -1}},
            "BotCommandScopeChatMember.user_id must be",
        ),
        (
            "sendMessage",
            {"chat_id": -1, "text": "x", "ephemeral_message_parameters": {"callback_query_id": "1"}},
            "receiver_user_id must be there",
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": keyboard({"text": "A", "web_app": {"link": "x"}})},
            "WebAppInfo.url must be there",
        ),
    ],
)
def test_what_is_not_as_published_is_found(method, values, why):
    assert any(why in fault for fault in published.faults(method, values)), published.faults(method, values)


def test_a_text_is_measured_once_its_entities_are_parsed():
    long = f"<b>{'&amp;' * 4096}</b>"
    assert published.faults("sendMessage", {"chat_id": "5", "text": long, "parse_mode": "HTML"}) == []


def test_whatever_is_newer_than_the_copy_says_where_it_stands():
    newer = {"tg-time", "InlineKeyboardButton.style", "CopyTextButton", "EphemeralMessageParameters"}
    assert newer <= published.PUBLISHED["by hand"].keys()
    ours = {"buttons", "InlineKeyboardButton.text"}  # which nobody has published
    told = {name: text for name, text in published.PUBLISHED["by hand"].items() if name not in ours}
    assert all(re.match(r"Bot API \d+\.\d+ \(\d+ \w+ \d{4}\)", text) for text in told.values())
    assert all("core.telegram.org/bots/api#" in text for text in told.values())
    assert "machine-readable copy of Bot API 10.1 (11 June 2026)" in published.PUBLISHED["about"]
