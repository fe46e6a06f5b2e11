"""The page of chats of `make play-aws`, on a Telegram without a stack behind it."""

import httpx
import pytest

from tests.aws.play import Page, Table, Telegram
from tests.fakes.telegram import BotApi


@pytest.fixture
def api():
    with BotApi(limits=None) as api:
        yield api


@pytest.fixture
def page(api):
    with Page(Telegram(api), "https://there/", "http://here/") as found:
        yield found


def form(page, **fields):
    return httpx.post(page.url, data=fields, follow_redirects=True).text


def test_whoever_writes_is_heard_and_what_is_said_is_shown_as_text(page, api):
    group = page.telegram.group
    shown = form(page, who="Bob", chat=str(group.id), text="/newgame <b>")
    assert "<b>Bob</b>: /newgame &lt;b&gt;" in shown
    assert api.updates[-1]["message"]["text"] == "/newgame <b>"
    assert "you are Bob in Friday" in shown


def test_an_address_that_only_aws_has_is_told_as_another(page):
    shown = form(page, who="Ann", chat=str(page.telegram.group.id), text="see https://there/g/1")
    assert "see http://here/g/1" in shown


def test_the_table_is_handed_on_with_its_cookies_and_errors(page):
    with Table(f"{page.url}below") as table:
        assert "you are Bob" in httpx.get(f"{table.url}?who=Bob").text
        assert httpx.post(table.url, data={"who": "Ann", "chat": "1"}).status_code == 303


def test_a_private_chat_is_one_s_own(page):
    cat = page.telegram.people["Cat"]
    assert "hush" in form(page, who="Cat", chat=str(cat.id), text="hush")
    assert "hush" not in httpx.get(page.url, params={"who": "Ann", "chat": str(cat.id)}).text


def test_a_button_is_tapped_and_a_link_to_the_bot_followed(page, api):
    telegram, ann = page.telegram, page.telegram.people["Ann"]
    said = api.world.compose(telegram.group, api.world.bot, "Join?")
    link = f"https://t.me/{api.username}?start=j_1"
    said.keyboard = [[{"text": "Yes & no", "callback_data": "b/1"}, {"text": "In", "url": link}]]
    with api.world.changed:
        api.world.post(said)
    fields = {"who": "Ann", "chat": str(telegram.group.id), "message": str(said.id)}
    assert "Yes &amp; no" in form(page, **fields, tap="Yes & no")
    assert api.updates[-1]["callback_query"]["data"] == "b/1"
    form(page, **fields, follow=link)
    assert ann.chat.messages[-1].text == "/start j_1"
