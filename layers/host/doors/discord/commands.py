"""The slash commands: all that the desk offers in words, as Discord wants it registered, and what each does."""

from __future__ import annotations

from typing import Any

from engine.kernel import Illegal, Reader
from engine.rulesets import RULESETS
from host.core.deadlines import expected_lengths
from host.core.session import Post, WritingStyle
from host.doors.discord import opening
from host.doors.discord.call import DiscordCall
from host.doors.discord.components import clip_discord_text
from host.doors.discord.own_settings import build_own_settings_reply
from host.doors.discord.places import BOARD_ASKED_KEY
from host.doors.discord.replies import SUGGESTIONS, InteractionReply, build_answer_reply, build_screen_reply
from host.doors.discord.taps import build_side_reply, carry_out_typed_words, handle_prediction_menu
from host.said.answers import DeskAnswer, answer_reply, label_options
from host.said.desk import refusals
from host.said.desk.menu import DESK, DeskService
from host.said.desk.playing import find_own_news
from host.said.reading.matching import list_person_questions
from host.shown.words import ENGLISH, build_reader, list_languages

CHAT_INPUT, TEXT_OPTION = 1, 3
MAX_DESCRIPTION, MAX_SUGGESTIONS = 100, 25
COMPLETED = ("rules", "pick")  # commands whose words are suggested while somebody types
GUILD_CONTEXT, PRIVATE_CONTEXT = 0, 1
DISCORD_LOCALES = {
    "es": "es-ES", "pt": "pt-BR", "sv": "sv-SE", "zh": "zh-CN", "no": "no",
}  # fmt: skip  # what Discord calls a language, where that is not our word
KNOWN_LOCALES = {
    *("id", "da", "de", "es-ES", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE"),
    *("vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
}
OPTION_TEXT, GAME_TEXT, TIME_TEXT, OPTIONS_TEXT = (
    "What goes with it",
    "Which game",
    "How much time there is, or how long a turn may take",
    "Options such as wits=yes",
)
MENUS = {  # what each shows that is commanded alone
    "settings": build_own_settings_reply,
    "usual": opening.build_usual_reply,
}
CHOSEN_WORDS = {  # what goes with a command that is a form elsewhere
    "talk": {"off": "Off", "felt": "Reactions", "words": "Reactions and words"}
}
OWN_TEXT = "your own side: what you are asked, hold and know"


def list_typed_services() -> dict[str, DeskService]:
    """Return, by their words, the commands shared by all platforms that people can give as slash commands on
    Discord.
    """
    return {word: service for word, service in DESK.items() if service.typed or word in CHOSEN_WORDS}


def build_commands() -> list[dict[str, Any]]:
    """Build the descriptions of all slash commands in the form in which they are registered with Discord."""
    found = [_build_command(word, service) for word, service in list_typed_services().items()]
    return [*found, _describe("side", OWN_TEXT, [])]


def _build_command(word: str, service: DeskService) -> dict[str, Any]:
    """Build the description of one slash command, with its options, in the form in which it is registered with
    Discord.
    """
    plain = build_reader({}, WritingStyle())
    summary = plain.format_value(service.summary)
    if word == "new":
        games = [{"name": plain.format_value(rules.title), "value": name} for name, rules in RULESETS.items()]
        spans = [
            {"name": plain.format_value(each.name), "value": span}
            for span, each in expected_lengths.TIME_BUDGETS.items()
        ]
        options = [
            _build_option("game", GAME_TEXT, choices=games),
            _build_option("time", TIME_TEXT, choices=spans),
            _build_option("turn", TIME_TEXT),
            _build_option("options", OPTIONS_TEXT),
        ]
        return _describe(word, summary, options)
    takes = plain.format_value(service.takes)
    if word in CHOSEN_WORDS:
        choices = [{"name": text, "value": value} for value, text in CHOSEN_WORDS[word].items()]
        return _describe(word, summary, [_build_option("words", OPTION_TEXT, choices=choices, required=True)])
    more = {"autocomplete": True} if word in COMPLETED else {}
    return _describe(word, summary, [_build_option("words", takes or OPTION_TEXT, **more)])


def _build_option(name: str, text: str, **more: Any) -> dict[str, Any]:
    """Build the description of one option of a slash command, which is a text, with its translations, as Discord
    registers it.
    """
    found = {"type": TEXT_OPTION, "name": name, "description": clip_discord_text(text, MAX_DESCRIPTION), **more}
    return {**found, **_translate_names(name, text)}


def _describe(word: str, summary: str, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Build the description of a slash command that can be given in servers and in private messages, with its
    translations, as Discord registers it.
    """
    found = {"type": CHAT_INPUT, "name": word, "description": clip_discord_text(summary, MAX_DESCRIPTION)}
    found |= {"options": options, "contexts": [GUILD_CONTEXT, PRIVATE_CONTEXT], "integration_types": [0]}
    return {**found, **_translate_names(word, summary)}


def _translate_names(name: str, text: str) -> dict[str, dict[str, str]]:
    """Return a command's or option's name and description in each language that both this host and Discord have, in the
    form in which Discord registers them; empty if there is none beside English.
    """
    names, texts = dict[str, str](), dict[str, str]()
    for language in list_languages():
        locale = DISCORD_LOCALES.get(language, language)
        if language == ENGLISH or locale not in KNOWN_LOCALES:
            continue
        reader = build_reader({}, WritingStyle(language=language))
        names[locale] = reader.format_value(name).casefold().replace(" ", "-")[:32]
        texts[locale] = clip_discord_text(reader.format_value(text), MAX_DESCRIPTION)
    return {"name_localizations": names, "description_localizations": texts} if names else {}


# -- what they do


def handle_command(call: DiscordCall) -> InteractionReply:
    """Run the slash command that a person has given and return the reply; raise Illegal with the reason if it cannot be
    done. Some commands without words reply with a menu; `/side` and `/pick` alone show the person's side of their game;
    any other that arrives twice is not run again, and gets its earlier answer.
    """
    word = call.event.data.name
    if word == "side":
        call.game = call.pick_game().id
        return build_side_reply(call, 0, told=True)
    service = list_typed_services().get(word)
    if service is None:
        raise Illegal(refusals.NO_COMMAND, code="no_command", help=call.format_command("help"))
    if word == "new":
        return _handle_new(call)
    call.words = call.event.find_option("words")
    if not call.words and word in MENUS:
        return MENUS[word](call)
    if word == "pick" and not call.words:
        call.game = call.pick_game().id
        return build_side_reply(call, 0, told=False)
    if earlier := call.find_earlier_reply():
        return build_answer_reply(call, answer_reply(earlier, alone=True))
    return _finish(call, carry_out_typed_words(call, call.words) if word == "pick" else service.does(call))


def _finish(call: DiscordCall, answer: DeskAnswer) -> InteractionReply:
    """Return a reply with this answer to a slash command or, if it names the menu of predictions, with that; queue the
    game's board to be shown again if the answer asks for it. For a move without lines, to a person who takes no private
    messages, reply with its news.
    """
    if answer.board:
        post = Post(call.place, answer.board, int(call.host.now() * 1000), board=True)
        key = f"{call.command.key}/said"
        call.host.store.save_place_value(call.place, BOARD_ASKED_KEY, call.command.key.encode())
        call.host.store.queue_answer(key, [post], call.host.now(), [(call.place, answer.board)])
    if answer.outcome is not None and not answer.lines and not call.takes_private_messages():
        answer = find_own_news(call.host, answer.game, call.by)  # which nothing else tells them
    if answer.menu == "predict" and answer.game:
        call.game = answer.game
        return handle_prediction_menu(call, [])
    return build_answer_reply(call, answer)


def _handle_new(call: DiscordCall) -> InteractionReply:
    """Return the reply to the command that opens a game: a menu of games or of times if that is still to be chosen,
    else the answer of opening the game at once. Raise Illegal if that is impossible.
    """
    game, options = call.event.find_option("game"), call.event.find_option("options")
    span, turn = call.event.find_option("time"), call.event.find_option("turn")
    if not game:
        return opening.start_opening(call)
    if not (span or turn) and game in RULESETS and not options:
        return build_screen_reply(call, opening.build_time_choice(game, "", build_reader({}, call.style)))
    return build_answer_reply(call, opening.open_game(call, game, span, turn, options))


# -- while somebody types


def suggest_words(call: DiscordCall) -> InteractionReply:
    """Return a reply, to what a person is typing in a slash command, with up to 25 completions that contain it, those
    that begin with it first: for `rules` the names of rules and computer players, else answers to the person's open
    questions.
    """
    typed = next((str(each.value) for each in call.event.data.options if each.focused), "").casefold().strip()
    found = _list_rule_names(call) if call.event.data.name == "rules" else _list_answers(call)
    names = [name for name in dict.fromkeys(found) if typed in name.casefold()]
    names.sort(key=lambda name: not name.casefold().startswith(typed))
    choices = [{"name": name[:100], "value": name[:100]} for name in names[:MAX_SUGGESTIONS]]
    return InteractionReply(SUGGESTIONS, {"choices": choices})


def _list_rule_names(call: DiscordCall) -> list[str]:
    """List the names of the computer players in the games meant here, and of all that can be looked up in their rules
    (of all games if none runs here), in the person's language.
    """
    reader: Reader = build_reader({}, call.style)
    running = [RULESETS[each.ruleset] for each in call.list_games() if each.ruleset in RULESETS]
    topics = [topic for rules in running or RULESETS.values() for topic in rules.list_topics().values()]
    computers = [player.bare_name for each in call.list_games() for player in each.players if player.bot]
    return [*computers, *(reader.format_value(name) for names in topics for name in names)]


def _list_answers(call: DiscordCall) -> list[str]:
    """List the labels of the answers among which the person can choose at their open questions."""
    mine = list_person_questions(call.host, call.list_games(), call.by)
    return [
        choice.label for each in mine for choice in label_options(each.asked.options, call.make_reader(each.session))
    ]
