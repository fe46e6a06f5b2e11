"""A game whose secrets are words nobody else would write, and all that others can be told of a game, on all sides.

Each player hides a word (as one hides a bomb), confides another without being asked, and is asked in secret whether to
keep the first. A colour is picked in the open. What a player has hidden is never laid open.
"""

import re
from html import unescape
from urllib.parse import unquote

import msgspec
from msgspec import field

from engine.kernel import Form, Illegal, Play, Told, format_text
from engine.kernel.question import Question
from host.people import accounts
from host.said.desk.menu import DESK
from host.shown import views
from tests.host.doors.web.visitor import Visitor
from tests.host.said.test_desk import Asked
from tests.rulesets.toy import COLOURS, Toy, ToyState

HIDDEN, CONFIDED, SAID = "quetzalanswer", "quetzalplay", "quetzaltalk"
CANARY = re.compile("quetzal(?:answer|play)")
KEPT = "You hide {what}."
HIDE = Question(key="hide", text="What do you hide?", form=Form("text"), typed=str.strip, lapse="a sock", secret=True)
LINK = re.compile(r"""(?:href|src|action)=["'](/[^"'#]*)""")
MOST_PAGES = 60
UNREAD = (".css", ".js", ".woff2", ".png", ".svg", ".txt", ".webmanifest")


class VaultState(ToyState):
    """What each has hidden and confided, too."""

    hidden: dict[str, str] = field(default_factory=dict)
    confided: dict[str, str] = field(default_factory=dict)


class Vault(Toy):
    """The rules."""

    title = "The Vault"
    state_type = VaultState

    def __init__(self, *, aloud=False):
        self.aloud = aloud  # does the host talk of what is hidden?

    def create_state(self, players, options):
        return msgspec.convert(msgspec.to_builtins(super().create_state(players, {"laps": 20, **options})), VaultState)

    def start_step(self, table):
        return lap(table, aloud=self.aloud)

    def list_plays(self, game, who):
        found = super().list_plays(game, who)
        confide = Play("confide", "Confide something", form=Form("text"), secret=True)
        return [*found, confide] if who in game.state.players else found

    def play(self, game, who, key, value):
        if key != "confide":
            return super().play(game, who, key, value)
        game.state.confided[who] = value
        return game.say(Told("You confide {what}.", {"what": value}, who, "lap"))

    def build_view(self, game, who):
        view, words = (
            super().build_view(game, who),
            [each.get(who) for each in (game.state.hidden, game.state.confided)],
        )
        if view.own:
            view.own.secrets[:] = [f"You have {word}." for word in words if word]
        return view


async def lap(table, *, aloud):
    """Each hides something, is asked about it alone, and picks a colour."""
    state = table.state
    for who, what in (await table.ask_all(HIDE, list(state.players), lambda _: [])).items():
        state.hidden[who] = what
        table.whisper(who, KEPT, what=what)
        if aloud:
            table.tell("{who} hides {what}.", who=who, what=what)
    for who in list(state.players):
        choices = {"keep": f"Keep {state.hidden[who]}", "lose": f"Lose {state.hidden[who]}"}
        await table.ask("keep", who, "Is {what} safe?", choices, lapse="keep", secret=True, what=state.hidden[who])
        await table.ask("colour", who, "{seat}, pick a colour.", COLOURS, lapse="red", seat=who)


def ask_desk(host, person, game):
    """All that the desk says to a person, alone, of a game, word by word."""
    for word in DESK:
        for words in ("", "Ann", "Ann yes"):
            try:
                asked = Asked(host, person, f"{game} {words}".strip() if word == "check" else words, unseen=True)
                answer = DESK[word].does(asked)
            except Illegal as no:
                yield f"desk {word} {words}", f"{format_text(no.text, no.facts)} {no.alone}"
                continue
            yield f"desk {word} {words}", f"{msgspec.to_builtins(answer.lines)} {answer.menu} {answer.file!r}"


def follow_links(host, cookie, first, most=MOST_PAGES, *, but=UNREAD):
    """All that can be read from these pages on, link by link."""
    visitor, known, left = Visitor(host, cookie), set[str](), [*first]
    while left and len(known) < most:
        path = left.pop(0)
        known.add(path)
        page = visitor.ask("GET", path)
        text = page.body.decode("utf-8", "replace")
        yield f"page {path}", unescape(unquote(text))
        found = [unescape(link) for link in LINK.findall(text)]
        fresh = [link for link in dict.fromkeys(found) if link not in {*known, *left}]
        left += [link for link in fresh if not any(part in link for part in but)]


def read_all_else(host, game, person):
    """All that somebody other than Ann reads of a running game: its pages, the desk, its view."""
    cookies = {"a stranger": "", "Bob": accounts.create_web_token(host, person.id)}
    for name, cookie in cookies.items():
        for where, said in follow_links(host, cookie, (f"/g/{game}", "/me", "/")):
            yield f"{name}: {where}", said
    for where, said in ask_desk(host, person, game):
        yield f"Bob: {where}", said
    for name, viewer in (("a stranger", ""), ("Bob", person.id)):
        view = views.load_game_view(host, game, viewer)
        yield f"{name}: view", str(msgspec.to_builtins(view, enc_hook=str))
