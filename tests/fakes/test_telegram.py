"""The local Telegram, met through the real client: what a bot may do, and how it is refused."""

import json

import httpx
import pytest
from telegram import (
    BotCommand,
    BotCommandScopeChat,
    BotCommandScopeDefault,
    InlineKeyboardButton,
    InputMediaPhoto,
    MenuButtonCommands,
    MessageEntity,
    ReplyParameters,
)
from telegram import InlineKeyboardMarkup as Markup
from telegram.constants import ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
)


def button(text, data):
    return InlineKeyboardButton(text, callback_data=data)


def keyboard(*texts):
    return Markup([[button(text, f"go:{text}")] for text in texts])


def refused(do, call, reason, kind=BadRequest):
    with pytest.raises(kind) as caught:
        do(call)
    assert reason.lower() in str(caught.value).lower()


def test_a_group_sees_text_and_buttons(do, bot, server, group):
    sent = do(
        bot.send_message(group.id, "<b>Round &lt;1&gt;</b> of 🎲 <i>five</i>", "HTML", reply_markup=keyboard("Go"))
    )
    seen = group.messages[-1]
    assert (seen.text, seen.buttons, seen.id) == ("Round <1> of 🎲 five", ["Go"], sent.message_id)
    assert [(e["type"], e["offset"], e["length"]) for e in seen.entities] == [("bold", 0, 9), ("italic", 16, 4)]
    assert list(sent.parse_entities().values()) == ["Round <1>", "five"]
    assert server.violations == []


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<b>open", 'can\'t find end tag corresponding to start tag "b"'),
        ("a <p>b</p>", 'unsupported start tag "p" at byte offset 2'),
        ("é <b>x</i>", 'unmatched end tag at byte offset 7, expected "</b>", found "</i>"'),
        ("1 < 2", "unclosed start tag at byte offset 2"),
        ("x</b>", "unexpected end tag at byte offset 1"),
        ("<span>x</span>", 'tag "span" must have class "tg-spoiler"'),
        ("line<br/>line", 'unsupported start tag "br"'),
    ],
)
def test_broken_html_is_refused(do, bot, server, group, html, reason):
    refused(do, bot.send_message(group.id, html, ParseMode.HTML), reason)
    assert group.messages == []
    assert len(server.violations) == 1


def test_html_as_telegram_reads_it(do, bot, group):
    text = '<a href="https://example.org/?a=1&amp;b=2">rules</a>\n<blockquote expandable>long</blockquote> &nbsp; \n'
    sent = do(bot.send_message(group.id, text, "HTML"))
    assert sent.text == "rules\nlong &nbsp;"
    assert sent.entities[0].url == "https://example.org/?a=1&b=2"
    assert sent.entities[1].type == MessageEntity.EXPANDABLE_BLOCKQUOTE


def test_entities_instead_of_html(do, bot, group):
    do(bot.send_message(group.id, "  bold", entities=[MessageEntity("bold", 2, 4)]))
    assert group.messages[-1].entities == [{"type": "bold", "offset": 0, "length": 4}]
    refused(do, bot.send_message(group.id, "x", entities=[MessageEntity("bold", 0, 2)]), "ENTITY_BOUNDS_INVALID")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": "<b> </b>", "parse_mode": "HTML"}, "message text is empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "x", "parse_mode": "MarkdownV2"}, "unsupported parse_mode"),
        ({"text": "x", "reply_markup": Markup([[button("a", "é" * 33)]])}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_markup": Markup([[button(" ", "a")]])}, "text must be non-empty"),
        ({"text": "x", "reply_markup": Markup([[InlineKeyboardButton("a")]])}, "text buttons are unallowed"),
        ({"text": "x", "reply_markup": Markup([[InlineKeyboardButton("a", "no url")]])}, "is invalid: wrong http url"),
        ({"text": "x", "reply_markup": keyboard(*map(str, range(101)))}, "REPLY_MARKUP_TOO_LONG"),
        ({"text": "x", "reply_markup": Markup([[button("a", "a")] * 9])}, "more than 8 buttons"),
        ({"text": "x", "business_connection_id": "b"}, 'parameter "business_connection_id" is unknown'),
        ({"text": "x", "api_kwargs": {"txet": "y"}}, 'parameter "txet" is unknown'),
        ({"text": "x", "api_kwargs": {"reply_markup": "[1]"}}, "expected a JSON object"),
        ({"text": "x", "api_kwargs": {"protect_content": "perhaps"}}, "expected True or False"),
    ],
)
def test_a_wrong_message_is_refused_and_kept_as_a_violation(do, bot, server, group, arguments, reason):
    refused(do, bot.send_message(group.id, **arguments), reason)
    assert reason.lower() in server.violations[0].lower()
    assert group.messages == []


def test_topics_of_a_forum(do, bot, ann, group):
    refused(do, bot.send_message(group.id, "x", message_thread_id=3), "message thread not found")
    assert ann.says(group, "/start", topic=3).update["message"]["is_topic_message"]
    sent = do(bot.send_message(group.id, "here", message_thread_id=3))
    assert (sent.message_thread_id, group.messages[-1].topic) == (3, 3)


def test_limits_are_reached_without_being_passed(do, bot, server, group):
    full = Markup([[button(f"{row}.{place}", "x" * 64) for place in range(4)] for row in range(25)])
    do(bot.send_message(group.id, "<b>" + "x" * 4096 + "</b>", "HTML", reply_markup=full))
    assert len(group.messages[-1].buttons) == 100
    assert server.violations == []


def test_unknown_methods_and_missing_fields(do, bot, server, post):
    with pytest.raises(EndPointNotFound):
        do(bot.do_api_request("sendRiddle"))
    assert post("sendMessage", text="x")["description"] == "Bad Request: chat_id is empty"
    assert 'can\'t parse parameter "chat_id"' in post("sendMessage", text="x", chat_id="a1")["description"]
    assert post("editMessageText", text="x", chat_id=1)["description"].endswith("message identifier is not specified")
    assert [line.partition(":")[0] for line in server.violations] == [
        "sendRiddle",
        *["sendMessage"] * 2,
        "editMessageText",
    ]


def test_every_way_to_pass_parameters(server, ann, post):
    base = f"{server.url}/bot{server.token}"
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    assert post("sendMessage", chat_id=ann.id, text="json", reply_markup=markup)["ok"]
    httpx.post(f"{base}/sendMessage", data={"chat_id": ann.id, "text": "form", "reply_markup": json.dumps(markup)})
    httpx.get(f"{base}/sendMessage", params={"chat_id": ann.id, "text": "query"})
    httpx.post(f"{base}/sendMessage", data={"chat_id": ann.id, "text": "parts"}, files={"unused": b"x"})
    assert ann.chat.said == ["json", "form", "query", "parts"]
    assert [message.buttons for message in ann.messages[1:3]] == [["Go"], ["Go"]]
    assert httpx.post(f"{base}/sendMessage", content=b"{").json()["error_code"] == 400


def test_wrong_and_malformed_tokens(do, server, make_bot):
    for token in ("5000000001:" + "wrong" * 7, "nonsense"):
        with pytest.raises(InvalidToken):
            do(make_bot(server, token).initialize())


def test_who_the_bot_is(do, bot, server):
    assert (bot.username, bot.bot.is_bot, bot.can_read_all_group_messages) == (server.username, True, False)
    assert do(bot.set_my_name("Race to a Billion"))
    assert do(bot.get_me()).first_name == "Race to a Billion"
    do(bot.set_my_description("d" * 512))
    do(bot.set_my_short_description("s" * 120))
    refused(do, bot.set_my_short_description("s" * 121), "short_description is too long")


def test_edits_change_what_people_see(do, bot, server, group):
    sent = do(bot.send_message(group.id, "one", reply_markup=keyboard("Go")))
    do(bot.edit_message_reply_markup(group.id, sent.message_id, reply_markup=keyboard("Stop")))
    seen = group.messages[-1]
    assert (seen.buttons, seen.edited) == (["Stop"], False)
    do(bot.edit_message_text("two", group.id, sent.message_id))
    assert (seen.text, seen.buttons, seen.edited, seen.earlier) == ("two", [], True, ["one"])
    refused(do, bot.edit_message_text("two", group.id, sent.message_id), "message is not modified: specified new")
    refused(do, bot.edit_message_reply_markup(group.id, sent.message_id), "message is not modified")
    assert [line.partition(":")[0] for line in server.violations] == ["editMessageText", "editMessageReplyMarkup"]
    refused(do, bot.edit_message_text("x", group.id, 999), "message to edit not found")
    refused(do, bot.edit_message_caption(group.id, sent.message_id, caption="x"), "no caption in the message to edit")


def test_only_its_own_messages_can_be_edited(do, bot, server, ann, group):
    said = ann.says(group, "/newgame")
    refused(do, bot.edit_message_text("mine now", group.id, said.id), "message can't be edited")
    assert server.violations == []


def test_replies(do, bot, ann, group):
    said = ann.says(group, "/roll")
    do(bot.send_message(group.id, "six", reply_parameters=ReplyParameters(said.id)))
    assert group.messages[-1].reply_to is said
    refused(do, bot.send_message(group.id, "x", reply_to_message_id=99), "message to be replied not found")
    loose = ReplyParameters(99, allow_sending_without_reply=True)
    do(bot.send_message(group.id, "seven", reply_parameters=loose))
    assert group.said == ["six", "seven"]
    do(do(bot.get_updates())[-1].message.reply_text("eight", do_quote=True))
    assert group.messages[-1].reply_to is said


def test_deleting(do, bot, server, ann, group):
    sent = do(bot.send_message(group.id, "gone soon"))
    said = ann.says(group, "/x")
    refused(do, bot.delete_message(group.id, said.id), "message can't be deleted")
    do(bot.delete_message(group.id, sent.message_id))
    assert group.messages == [said]
    refused(do, bot.delete_message(group.id, sent.message_id), "message to delete not found")
    old = do(bot.send_message(group.id, "old"))
    server.advance(48 * 3600 + 1)
    refused(do, bot.delete_message(group.id, old.message_id), "can't be deleted for everyone")


def test_pictures(do, bot, group, picture):
    sent = do(bot.send_photo(group.id, picture(40, 30), "<b>Board</b>", parse_mode="HTML", reply_markup=keyboard("Go")))
    seen = group.messages[-1]
    assert (seen.photo, seen.text, seen.buttons) == (picture(40, 30), "Board", ["Go"])
    assert (sent.photo[-1].width, sent.photo[-1].height, sent.caption) == (40, 30, "Board")
    do(bot.edit_message_media(InputMediaPhoto(picture(9, 9), caption="Next"), group.id, sent.message_id))
    assert (seen.photo, seen.text, seen.buttons) == (picture(9, 9), "Next", [])
    do(bot.edit_message_caption(group.id, sent.message_id, caption="Last"))
    assert seen.text == "Last"
    refused(do, bot.edit_message_text("x", group.id, sent.message_id), "no text in the message to edit")
    do(bot.send_photo(group.id, sent.photo[-1].file_id))
    assert group.messages[-1].photo == picture(40, 30)


def test_pictures_that_are_none(do, bot, server, group, picture):
    refused(do, bot.send_photo(group.id, b"GIF89a"), "IMAGE_PROCESS_FAILED")
    refused(do, bot.send_photo(group.id, picture(2100, 100)), "PHOTO_INVALID_DIMENSIONS")
    refused(do, bot.send_photo(group.id, b""), "file must be non-empty")
    refused(do, bot.send_photo(group.id, "nothing"), "wrong file identifier")
    refused(do, bot.send_photo(group.id, picture(9, 9), "x" * 1025), "message caption is too long")
    assert len(server.violations) == 5


def test_documents(do, bot, group):
    do(bot.send_document(group.id, b"\r\n--\0\xff\r\n", "The log", filename="game.rtab"))
    seen = group.messages[-1]
    assert (seen.document.name, seen.document.data, seen.text) == ("game.rtab", b"\r\n--\0\xff\r\n", "The log")


def test_taps_and_their_answers(do, bot, ann, group):
    do(bot.send_message(group.id, "Roll!", reply_markup=keyboard("Roll")))
    tap = ann.taps(group.messages[-1], "Roll")
    query = do(bot.get_updates(-1))[0].callback_query
    assert (query.data, query.from_user.id, query.message.text, query.id) == ("go:Roll", ann.id, "Roll!", tap.id)
    assert query.chat_instance
    assert ann.spinning == [tap]
    refused(do, query.answer("x" * 201), "MESSAGE_TOO_LONG")
    do(query.answer("You rolled 6", show_alert=True))
    do(query.answer("again"))
    assert ann.spinning == []
    assert [(alert.text, alert.popup) for alert in ann.alerts] == [("You rolled 6", True)]


def test_taps_grow_too_old_to_answer(do, bot, server, ann, group):
    do(bot.send_message(group.id, "Roll!", reply_markup=keyboard("Roll")))
    tap = ann.taps(group.messages[-1], "Roll")
    server.advance(151)
    reason = "query is too old and response timeout expired or query id is invalid"
    refused(do, bot.answer_callback_query(tap.id), reason)
    refused(do, bot.answer_callback_query("17"), reason)
    assert server.violations == []


def test_a_button_must_be_there_to_be_tapped(do, bot, ann, group):
    do(bot.send_message(group.id, "Roll!", reply_markup=keyboard("Roll")))
    with pytest.raises(LookupError, match="no button 'Run'"):
        ann.taps(group.messages[-1], "Run")
    assert ann.taps(group.messages[-1], data="old").data == "old"


def test_people_who_cannot_be_written_to(do, bot, server, ann, bob, group):
    refused(do, bot.send_message(1, "hi"), "chat not found")
    refused(do, bot.send_message(bob.id, "hi"), "can't initiate conversation with a user", Forbidden)
    bob.writes("/start")
    do(bot.send_message(bob.id, "hi"))
    ann.blocks_bot()
    refused(do, bot.send_message(ann.id, "hi"), "bot was blocked by the user", Forbidden)
    ann.unblocks_bot()
    do(bot.send_message(ann.id, "hi again"))
    group.kicks_bot()
    refused(do, bot.send_message(group.id, "hi"), "bot was kicked from the group chat", Forbidden)
    hall = server.group("All games", ann, kind="supergroup")
    do(bot.leave_chat(hall.id))
    refused(do, bot.send_message(hall.id, "hi"), "bot is not a member of the supergroup chat", Forbidden)
    assert server.violations == []


def test_a_group_moves_to_another_id(do, bot, ann, group):
    do(bot.send_message(group.id, "before"))
    new = group.upgrade()
    with pytest.raises(ChatMigrated) as caught:
        do(bot.send_message(group.id, "after"))
    assert caught.value.new_chat_id == new.id
    do(bot.send_message(new.id, "after"))
    ann.says(new, "/here")
    assert (new.kind, new.said) == ("supergroup", ["after"])
    moves = [(u.message.migrate_to_chat_id, u.message.migrate_from_chat_id) for u in do(bot.get_updates()) if u.message]
    assert (new.id, None) in moves
    assert (None, group.id) in moves


def test_commands_are_checked_and_shown_by_scope(do, bot, server, ann, bob, group):
    do(bot.set_my_commands([BotCommand("help", "Help")]))
    do(bot.set_my_commands([BotCommand("roll", "Roll")], BotCommandScopeChat(group.id)))
    assert (ann.command_menu(group), ann.command_menu(ann.chat)) == (["roll"], ["help"])
    assert do(bot.get_my_commands(BotCommandScopeDefault())) == (BotCommand("help", "Help"),)
    do(bot.delete_my_commands(BotCommandScopeChat(group.id)))
    assert bob.command_menu(group) == ["help"]
    assert server.violations == []


@pytest.mark.parametrize(
    ("commands", "reason"),
    [
        ([("Roll", "Roll")], "BOT_COMMAND_INVALID"),
        ([("r" * 33, "Roll")], "BOT_COMMAND_INVALID"),
        ([("roll", "")], "BOT_COMMAND_DESCRIPTION_INVALID"),
        ([("roll", "x" * 257)], "BOT_COMMAND_DESCRIPTION_INVALID"),
        ([("roll", "Roll")] * 101, "BOT_COMMANDS_TOO_MUCH"),
    ],
)
def test_wrong_commands_are_refused(do, bot, commands, reason):
    refused(do, bot.set_my_commands([BotCommand(*command) for command in commands]), reason)


def test_command_scopes_are_checked(do, bot, ann, post):
    commands = [BotCommand("roll", "Roll")]
    refused(do, bot.set_my_commands(commands, scope=BotCommandScopeChat(-17)), "chat not found")
    refused(do, bot.set_my_commands(commands, language_code="english"), "LANG_CODE_INVALID")
    roll = [commands[0].to_dict()]
    odd = post("setMyCommands", commands=roll, scope={"type": "everybody"})
    assert "can't parse BotCommandScope" in odd["description"]
    private = post("setMyCommands", commands=roll, scope={"type": "chat_administrators", "chat_id": ann.id})
    assert "private chat" in private["description"]


def test_what_the_bot_learns_of_a_group(do, bot, ann, bob, group):
    assert do(bot.get_chat(group.id)).title == "Friday"
    assert [member.user.id for member in do(bot.get_chat_administrators(group.id))] == [ann.id]
    assert do(bot.get_chat_member(group.id, bob.id)).status == "member"
    group.promotes_bot()
    assert do(bot.get_chat_member(group.id, bot.id)).can_pin_messages
    bob.leaves(group)
    assert do(bot.get_chat_member(group.id, bob.id)).status == "left"
    refused(do, bot.get_chat_administrators(ann.id), "no administrators in the private chat")


def test_pins_need_an_admin(do, bot, group):
    sent = do(bot.send_message(group.id, "rules"))
    refused(do, bot.pin_chat_message(group.id, sent.message_id), "not enough rights to manage pinned messages")
    group.promotes_bot()
    do(bot.pin_chat_message(group.id, sent.message_id))
    assert do(bot.get_chat(group.id)).pinned_message.text == "rules"
    do(bot.unpin_chat_message(group.id))
    assert group.pinned == []
    refused(do, bot.unpin_chat_message(group.id), "message to unpin not found")


def test_small_things(do, bot, server, ann):
    do(bot.send_chat_action(ann.id, "typing"))
    do(bot.set_chat_menu_button(ann.id, MenuButtonCommands()))
    assert (ann.chat.actions, ann.chat.menu_button) == (["typing"], {"type": "commands"})
    refused(do, bot.send_chat_action(ann.id, "thinking"), "wrong parameter action")
    assert len(server.violations) == 1


def test_deep_links(do, bot, server, ann, group):
    link = f"https://t.me/{server.username}?start="
    do(bot.send_message(group.id, "Join", reply_markup=Markup([[InlineKeyboardButton("Join", url=link + "g_1")]])))
    assert server.violations == []
    assert ann.follows(link + "g_1").text == "/start g_1"
    do(bot.send_message(group.id, f"Join at {link}{'x' * 65}"))
    assert "deep link" in server.violations[0]
    with pytest.raises(ValueError, match="does not start"):
        ann.follows(link + "x" * 65)
