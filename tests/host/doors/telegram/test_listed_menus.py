"""Every button of a game's menu, tapped in every stage by a watcher, a player and the host, in the group and alone."""

import json

import pytest

from engine.kernel import Reader
from engine.rulesets import ruleset
from host.core import game_options
from host.core.session import TURNS, ReachableHours, WritingStyle
from host.doors.telegram.menus import game_menu, settings_panels
from host.doors.telegram.menus.game_menu import GAME_MENU_LETTER
from host.said.desk.settings import GroupDefaults
from host.shown.words import build_reader
from tests import listings
from tests.host.doors.telegram.conftest import Stage, gathered
from tests.host.doors.telegram.test_places import session_of

pytestmark = pytest.mark.as_released
LOOKS = (*game_menu.LOOK_UP_VERBS, "menu", "asked", "plays", "predict", "rival", "rival p4", "myboard", "settings")
ASKS = ("vote", "kick", "leave", "endgame", "nothing")
DOES = ("extend", "extend 12h", "vote p2", "standin", "pause", "menu", "resume", "join", "kick p3")
ENDS = ("endgame yes", "menu", "score", "join", "vote p2")
LINE = "/newgame season7 daily voice=plain"


def told(calls):
    """What is shown upon a tap: notices, and what a message turns into, by its first line and its buttons."""
    for call in calls:
        values = call.values
        text = str(values.get("text") or values.get("caption") or "").strip()
        rows = json.loads(str(values.get("reply_markup") or "{}")).get("inline_keyboard", [])
        labels = " ".join(f"[{each['text']}]" for row in rows for each in row)
        if call.method == "answerCallbackQuery":
            yield f"“{' / '.join(text.splitlines())}”" if text else "nothing"
        elif call.method not in ("getChatMember", "getChatAdministrators", "sendChatAction"):
            yield " ".join(filter(None, [call.method, next(iter(text.splitlines()), ""), labels]))


def menus():
    stage = Stage()
    people = ann, bob, cat = [stage.api.user(name) for name in ("Ann", "Bob", "Cat")]
    dan = stage.api.user("Dan")
    group = stage.api.group("Friday", bob, cat, dan, admins=[ann], kind="supergroup")
    gathered(stage, group, people, LINE)
    game = session_of(stage, group).id

    def taps(person, chat, word):
        message = next((each for each in reversed(chat.messages) if each.keyboard), chat.messages[-1])
        seen = len(stage.api.calls)
        person.taps(message, data="/".join([GAME_MENU_LETTER, game, *word.split()]))
        stage.hear()
        stage.api.advance(4)
        return "; ".join(told(stage.api.calls[seen:]))

    def tapped(name, words, people=(dan, bob, ann)):
        ann.says(group, "/menu")
        for person in people:
            person.writes("/menu")
        stage.pass_by(20)
        for word in words:
            yield f"## {name}: {word}"
            answers: dict[str, list[str]] = {}
            for person in people:
                for where, chat in (("", group), (" alone", person.chat))[: 1 if person is dan else 2]:
                    answers.setdefault(taps(person, chat, word), []).append(f"{person.name}{where}")
            for answer, who in answers.items():
                yield f"  {', '.join(who)}: {answer}"

    try:
        yield from tapped("lobby", ("menu", "score", "predict", *ASKS))
        ann.says(group, "/bots 1")
        ann.says(group, "/begin")
        stage.pass_by()
        yield from tapped("running", (*LOOKS, *ASKS))
        yield from tapped("running", DOES)
        yield from tapped("running", ["leave yes"], [dan, bob])
        yield from tapped("running", ENDS)
    finally:
        stage.close()


def test_whatever_is_tapped_in_a_menu_is_answered_as_listed():
    listings.compare("menus", menus())


SAID = {"zone": ("?", "?Wed 14:00", "?Thu 01:00", "?12:45"), "quiet": ("?", "x"), "rings": ("?", "x")}
NIGHTS = (None, (0, 480), (1320, 0), (0, 1410), (1410, 1440), (15, 1425), (1380, 420))
PEOPLE = {
    "nothing is set": ReachableHours(),
    "all is set": ReachableHours(
        "Europe/London", (1380, 420), (10.0, 90.0), reminders=False, style=WritingStyle("de", "."), rings=TURNS
    ),
    "an odd comma": ReachableHours(style=WritingStyle(comma="'")),
    **{f"quiet {night}": ReachableHours(quiet=night) for night in NIGHTS if night},
}
GROUPS = [
    GroupDefaults(),
    GroupDefaults(pins=True),
    GroupDefaults("season7", "daily", {"target": 250_000_000}, pins=True),
    GroupDefaults("ladder", "blitz", {"voice": "plain"}),
    GroupDefaults("billionaire", "slow"),
]


def listed(screen):
    yield from (f"    {line}" for line in screen.text.splitlines())
    for row in screen.rows:
        yield "    " + " ".join(f"[{button.text} = {button.data or button.url}]" for button in row)


def own_settings():
    for name, habits in PEOPLE.items():
        reader = build_reader({}, habits.style)
        yield f"# {name}"
        for setting in ("all", "quiet") if "quiet" in name else ("all", *settings_panels.SETTING_SCREENS):
            for said in SAID.get(setting, "?"):
                yield f"  {setting} {said}"
                yield from listed(settings_panels.build_settings_after_tap(setting, said, habits, reader, 50.0))


def test_settings_of_ones_own_are_shown_as_listed():
    listings.compare("settings_own", own_settings())


def group_settings(host):
    for found in GROUPS:
        yield f"# {found}"
        yield from listed(settings_panels.build_group_settings_screen(host, "telegram:-7", found, Reader({})))


def test_settings_of_a_group_are_shown_as_listed(host):
    listings.compare("settings_group", group_settings(host))


def option_steps():
    """Every option of every game, tapped from its first value to beyond its last one, and back to its usual one."""
    for name in ("season7", "deluxe", "ladder", "billionaire"):
        for switch in game_options.list_tappable_options(ruleset(name)):
            yield f"# {name} {switch.name}"
            for step in "+-":
                found, values = GroupDefaults(name), []
                for _ in range(min(len(switch.values), 40) + 2):
                    found = settings_panels.GROUP_SETTING_CHANGES[step](found, switch.name)
                    values.append(found.options.get(switch.name, "usual"))
                reset = settings_panels.GROUP_SETTING_CHANGES["0"](found, switch.name)
                yield f"  {step} {' '.join(map(str, values))} 0 {reset.options}"


def test_options_of_a_group_step_as_listed():
    listings.compare("settings_steps", option_steps())
