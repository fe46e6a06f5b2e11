"""The methods that send, change and remove messages, and answer taps."""

import re
from collections.abc import Callable

from .chats import Chat, Message
from .errors import GONE_QUERY, NO_PHOTOS, UNCHANGED, bad, fault
from .fields import JSON, Call, Upload
from .markup import PAYLOAD, deep_link, read_markup
from .pictures import check_photo, check_size
from .queue import CALLBACK_LIFE
from .reach import message_to, open_chat, own_message
from .text import parse, units
from .world import BOT_ID, Alert, World

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
ALERT_LIMIT = 200
TOPIC_NAME = 128
ALONE = {"receiver_user_id", "callback_query_id", "replace_callback_query_message"}
JUST_TAPPED = 15
DELETABLE = 48 * 3600
ACTIONS = {"typing", "upload_photo", "upload_document", "choose_sticker", "find_location"}
PREVIEW = {"is_disabled", "url", "prefer_small_media", "prefer_large_media", "show_above_text"}
REPLY = {"message_id", "allow_sending_without_reply"}
MEDIA = {"type", "media", "caption", "parse_mode", "caption_entities", "has_spoiler", "show_caption_above_media"}
EMOJI = {"👍", "👎", "❤", "🔥", "👏", "👌", "🎉", "🙏", "🤝", "🫡"}  # of the 73 that ReactionTypeEmoji names
LINK = re.compile(r"https?://t(?:elegram)?\.me/\S+")

Words = tuple[str, list[JSON]]


def _text(call: Call) -> Words:
    text, entities = parse(call.get("text", ""), call.get("parse_mode", ""), call.get("entities", list[JSON]()))
    if not text:
        raise fault("message text is empty")
    if units(text) > TEXT_LIMIT:
        raise fault("message is too long")
    if set(call.get("link_preview_options", JSON())) - PREVIEW:
        raise fault("can't parse link preview options")
    return text, entities


def _caption(text: str, mode: str, entities: list[JSON]) -> Words:
    text, entities = parse(text, mode, entities)
    if units(text) > CAPTION_LIMIT:
        raise fault("message caption is too long")
    return text, entities


def _call_caption(call: Call) -> Words:
    return _caption(call.get("caption", ""), call.get("parse_mode", ""), call.get("caption_entities", list[JSON]()))


def send_message(world: World, call: Call) -> JSON:
    """Say something."""
    words = _text(call)
    chat = open_chat(world, call)
    draft = _draft(world, chat, words)
    alone = call.get("ephemeral_message_parameters", JSON())
    return _whisper(world, call, draft, alone) if alone and world.whispers else _send(world, call, draft).as_json()


def _whisper(world: World, call: Call, draft: Message, alone: JSON) -> JSON:
    """Say it to one person in a group: within a quarter of a minute of their tap or of their command that nobody else
    sees, or at any time as an admin.
    """
    chat, receiver = draft.chat, alone.get("receiver_user_id")
    if set(alone) - ALONE or not isinstance(receiver, int):
        raise fault("can't parse EphemeralMessageParameters")
    tap = world.taps.get(alone.get("callback_query_id", ""))
    tapped = tap and tap.person_id == receiver and tap.message.chat is chat and world.now() - tap.at <= JUST_TAPPED
    asked = world.asked_alone.get(call.get("reply_parameters", JSON()).get("ephemeral_message_id", 0))
    tapped = tapped or (asked and asked[:2] == (receiver, chat.id) and world.now() - asked[2] <= JUST_TAPPED)
    if chat.private or "whispers" in chat.forbidden or not (tapped or chat.statuses[BOT_ID] == "administrator"):
        raise bad("BOT_NOT_ADMIN")
    draft.keyboard = read_markup(call.get("reply_markup", JSON()), private=False)
    draft.topic = call.get("message_thread_id", 0)
    world.flood.spend(chat.id, world.now(), edit=True)  # whether they count is not published, so they do
    chat.whispers.append((receiver, draft))
    return draft.as_json() | {"ephemeral_message_id": next(world.serial), "receiver_user": world.users[receiver]}


def create_topic(world: World, call: Call) -> JSON:
    """Open a topic: in a private chat if the bot has topics there."""
    chat, name = open_chat(world, call), call.get("name", "")
    if not 1 <= units(name) <= TOPIC_NAME:
        raise fault("topic name is empty or too long")
    if not (chat.private and world.topics):
        raise bad("the chat is not a forum")
    number = world.compose(chat, world.bot).id
    chat.topics.add(number)
    return {"message_thread_id": number, "name": name, "icon_color": 7322096}


def send_photo(world: World, call: Call) -> JSON:
    """Show a picture."""
    return _send_media(world, call, "photo")


def send_document(world: World, call: Call) -> JSON:
    """Send a file."""
    return _send_media(world, call, "document")


def _send_media(world: World, call: Call, kind: str) -> JSON:
    words = _call_caption(call)
    media, upload = _media(world, kind, call.file(kind))
    message = _draft(world, open_chat(world, call), words)
    if kind == "photo" and "can_send_photos" in message.chat.forbidden:
        raise bad(NO_PHOTOS)
    if call.get("has_spoiler", False) and not world.spoilers:
        raise bad("MEDIA_SPOILER_INVALID")
    message.media, message.upload, message.hidden = media, upload, call.get("has_spoiler", False)
    return _send(world, call, message).as_json()


def _media(world: World, kind: str, given: Upload | str) -> tuple[JSON, Upload]:
    if isinstance(given, str):
        held = world.files.get(given)
        if held is None or held[0] != kind:
            raise fault("wrong file identifier/HTTP URL specified (this server fetches no URLs)")
        file_id, upload = given, held[1]
    else:
        file_id, upload = f"file-{next(world.serial)}", given
    body: JSON = {"file_id": file_id, "file_unique_id": f"unique-{file_id}", "file_size": len(upload.data)}
    media: JSON
    if kind == "photo":
        width, height = check_photo(upload)
        media = {"photo": [body | {"width": width, "height": height}]}
    else:
        check_size(upload)
        media = {"document": body | {"file_name": upload.name}}
    world.files[file_id] = (kind, upload)
    return media, upload


def _draft(world: World, chat: Chat, words: Words) -> Message:
    message = Message(0, chat, world.bot, int(world.now()))
    message.text, message.entities = words
    return message


def _send(world: World, call: Call, draft: Message) -> Message:
    chat = draft.chat
    draft.keyboard = read_markup(call.get("reply_markup", JSON()), private=chat.private)
    draft.reply_to = _replied(chat, call.get("reply_parameters", JSON()))
    draft.topic = call.get("message_thread_id", 0)
    if draft.topic and draft.topic not in chat.topics:
        raise bad("message thread not found")
    draft.silent = call.get("disable_notification", False)
    draft.effect = call.get("message_effect_id", "")
    if draft.effect and (not chat.private or not world.effects):
        raise bad("invalid message effect identifier specified")
    _check_links(world, draft)
    world.flood.spend(chat.id, world.now())
    draft.id = world.compose(chat, world.bot).id
    return world.post(draft)


def _replied(chat: Chat, parameters: JSON) -> Message | None:
    if not parameters:
        return None
    if set(parameters) - REPLY or not isinstance(parameters.get("message_id"), int):
        raise fault("can't parse reply parameters (this server models message_id and allow_sending_without_reply)")
    message = chat.find(parameters["message_id"])
    if message is None and not parameters.get("allow_sending_without_reply"):
        raise bad("message to be replied not found")
    return message


def _check_links(world: World, message: Message) -> None:
    """Telegram accepts a deep link it will never follow; players then tap it in vain, so it is a violation."""
    links = [str(button["url"]) for row in message.keyboard for button in row if "url" in button]
    links += [str(entity["url"]) for entity in message.entities if "url" in entity]
    for link in links + LINK.findall(message.text):
        found = deep_link(link, str(world.bot["username"]))
        if found and not PAYLOAD.fullmatch(found[1]):
            world.violations.append(f"deep link with a payload that is not 1-64 of A-Z a-z 0-9 _ -: {link}")


def edit_text(world: World, call: Call) -> JSON:
    """Change what a message says; a keyboard not given again is gone."""
    words = _text(call)
    message = own_message(world, call)
    if message.media:
        raise bad("there is no text in the message to edit")
    return _amend(world, call, message, _draft(world, message.chat, words))


def edit_caption(world: World, call: Call) -> JSON:
    """Change the words under a picture or file."""
    words = _call_caption(call)
    message = own_message(world, call)
    if not message.media:
        raise bad("there is no caption in the message to edit")
    draft = _draft(world, message.chat, words)
    draft.media, draft.upload = message.media, message.upload
    return _amend(world, call, message, draft)


def edit_media(world: World, call: Call) -> JSON:
    """Put another picture or file in the place of a message's own."""
    media = call.get("media", JSON())
    kind = media.get("type")
    if kind not in {"photo", "document"} or set(media) - MEDIA or not isinstance(media.get("media"), str):
        raise fault("can't parse InputMedia (this server models photo and document)")
    words = _caption(media.get("caption", ""), media.get("parse_mode", ""), media.get("caption_entities", []))
    message = own_message(world, call)
    draft = _draft(world, message.chat, words)
    draft.media, draft.upload = _media(world, str(kind), call.attached(media["media"]))
    return _amend(world, call, message, draft)


def edit_markup(world: World, call: Call) -> JSON:
    """Change only the buttons."""
    message = own_message(world, call)
    draft = _draft(world, message.chat, (message.text, message.entities))
    draft.media, draft.upload = message.media, message.upload
    return _amend(world, call, message, draft)


def _amend(world: World, call: Call, message: Message, draft: Message) -> JSON:
    draft.keyboard = read_markup(call.get("reply_markup", JSON()), private=message.chat.private, edit=True)
    if draft.content() == message.content():
        raise fault(UNCHANGED)  # a careful bot knows what its messages say
    _check_links(world, draft)
    world.flood.spend(message.chat.id, world.now(), edit=True)
    if call.method != "editMessageReplyMarkup":
        message.earlier.append(message.text)
        message.edited_at = int(world.now())
    message.text, message.entities, message.keyboard = draft.text, draft.entities, draft.keyboard
    message.media, message.upload = draft.media, draft.upload
    return message.as_json()


def delete_message(world: World, call: Call) -> bool:
    """Remove a message: within 48 hours, and in a group another's only as an admin."""
    message = message_to("delete", world, call)
    rights = message.from_bot or message.chat.private or message.chat.statuses[BOT_ID] == "administrator"
    if not rights:
        raise bad("message can't be deleted")
    if world.now() - message.date > DELETABLE:
        raise bad("message can't be deleted for everyone")
    message.deleted = True
    return True


def pin(world: World, call: Call) -> bool:
    """Keep a message at the top of its chat."""
    message = message_to("pin", world, call)
    _check_pinner(message.chat)
    if message in message.chat.pinned:
        raise bad("CHAT_NOT_MODIFIED")
    message.chat.pinned.append(message)
    notice = world.compose(message.chat, world.bot)
    notice.service = {"pinned_message": message.as_json(deep=False)}
    world.post(notice)
    return True


def unpin(world: World, call: Call) -> bool:
    """Let go of one pinned message, or of the latest."""
    chat = open_chat(world, call)
    _check_pinner(chat)
    pinned = [message for message in chat.pinned if message.id == call.get("message_id", message.id)]
    if not pinned:
        raise bad("message to unpin not found")
    chat.pinned.remove(pinned[-1])
    return True


def react(world: World, call: Call) -> bool:
    """Put a sign under somebody's message: one of those that every chat may use."""
    found = call.get("reaction", list[JSON]())
    if len(found) > 1 or any(each.get("type") != "emoji" or each.get("emoji") not in EMOJI for each in found):
        raise fault("REACTION_INVALID")
    message = message_to("react", world, call)
    if "reactions" in message.chat.forbidden:
        raise bad("REACTION_INVALID")
    message.reactions = [str(each["emoji"]) for each in found]
    return True


def _check_pinner(chat: Chat) -> None:
    if not chat.private and chat.statuses[BOT_ID] != "administrator":
        raise bad("not enough rights to manage pinned messages in the chat")


def chat_action(world: World, call: Call) -> bool:
    """Show that the bot is busy."""
    if call.get("action", "") not in ACTIONS:
        raise fault("wrong parameter action in request")
    open_chat(world, call).actions.append(call.get("action", ""))
    return True


def answer_tap(world: World, call: Call) -> bool:
    """Stop the button spinning, with or without a notice; a second answer changes nothing."""
    if units(call.get("text", "")) > ALERT_LIMIT:
        raise fault("MESSAGE_TOO_LONG")
    tap = world.taps.get(call.get("callback_query_id", ""))
    if tap is None or world.now() - tap.at > CALLBACK_LIFE:
        raise bad(GONE_QUERY)
    if tap.answer:
        return True
    url = call.get("url", "")
    if url and not deep_link(url, str(world.bot["username"])):
        raise fault("URL_INVALID")
    tap.answer = Alert(call.get("text", ""), call.get("show_alert", False), url)
    if tap.answer.text or url:
        world.alerts.setdefault(tap.person_id, []).append(tap.answer)
    return True


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "sendMessage": send_message,
    "createForumTopic": create_topic,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendChatAction": chat_action,
    "editMessageText": edit_text,
    "editMessageCaption": edit_caption,
    "editMessageMedia": edit_media,
    "editMessageReplyMarkup": edit_markup,
    "deleteMessage": delete_message,
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "setMessageReaction": react,
    "answerCallbackQuery": answer_tap,
}
