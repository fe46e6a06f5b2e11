"""One request with its person: who sends it, which form, in which words they read, and from inside which app."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from host.core.context import HostContext
from host.core.extras import import_target
from host.core.games import Guest
from host.core.session import RUNNING, Command, Person, Reply, Session, WritingStyle
from host.doors.registry import App, Door, Launch, list_door_apps, list_linked_doors
from host.doors.web.files import format_static_url
from host.doors.web.markup.frame import build_trouble_response, render_frame
from host.doors.web.markup.html import h
from host.doors.web.requests.http import (
    COOKIE,
    SAFE,
    HttpRequest,
    Response,
    build_html_response,
    format_embedded_cookie,
    format_session_cookie,
)
from host.people import accounts, rate_limits
from host.people.rate_limits import Requester
from host.said.answers import DeskAnswer, answer_reply
from host.said.desk import refusals, tables
from host.said.desk.request import DeskRequest
from host.shown import views, words

ONCE = re.compile(r"[0-9a-f]{32}")


NEWCOMER_PAGE_SECONDS = 3600.0  # how long a page that somebody new has opened can make them known


GUEST, GUEST_NAME = "guest", "Guest"  # the kind of identity of people who first sat down at a table


SPECTATOR_STYLE = WritingStyle()


@dataclass
class RequestContext:
    """A request and the person who sends it. `new` is a cookie to send back with any response."""

    host: HostContext
    http: HttpRequest
    person: Person | None = None
    new: str = ""
    fields: Mapping[str, list[str]] = field(default_factory=dict)
    met: bool = False  # just now, for the first time

    @staticmethod
    def identify_sender(host: HostContext, request: HttpRequest) -> RequestContext:
        """Build the context of a web request with the person to whom its login cookie belongs, or with none. Once a day
        the login is prolonged in the store, and the renewed cookie is put into `new`, for the caller to set.
        """
        token = request.inside or request.read_cookie(COOKIE)
        person = accounts.find_person_by_token(host, token) if token else None
        kept = format_embedded_cookie(token) if request.inside else format_session_cookie(token, secure=request.secure)
        new = kept if person and accounts.renew_token(host, token) else ""
        return RequestContext(host, request, person, new, request.fields)

    @property
    def who(self) -> str:
        """The person's id, or an empty string."""
        return self.person.id if self.person else ""

    def list_linked_doors(self, how: str) -> list[Door]:
        """Return the platforms of this host on which accounts are linked in this way: by a code for a private chat
        (CODE), or by a code to be posted (CLAIM).
        """
        return list_linked_doors(how, self.host.config.elsewhere)

    def read_field(self, name: str) -> str:
        """Return the value of the field `name` in the form that was sent, or an empty string if the form has no such
        field.
        """
        return self.fields.get(name, [""])[0]

    def build_command(self) -> Command:
        """Build the command of this request, with an idempotency key from path and body so that a form sent twice acts
        once. It has no key if the form has no random word in the field `once`, or if the sender is unknown, as their
        form can do nothing.
        """
        sent = self.http.path.encode() + b"?" + self.http.sent
        known = self.person is not None and ONCE.fullmatch(self.read_field("once"))
        key = f"web:{hashlib.sha256(sent).hexdigest()}" if known else ""
        return Command(key, self.who, resent=False)

    def build_reader(self, names: Mapping[str, str], style: WritingStyle = SPECTATOR_STYLE) -> Reader:
        """Build the reader (language, number style, names) in which texts are shown to this viewer; for visitors who
        are not logged in it goes by `style`, such as that of the game.
        """
        return words.build_reader(names, self.person.habits.style if self.person else style)

    @property
    def words(self) -> Reader:
        """The reader (language and number style) for texts that are about no game."""
        return self.build_reader({})

    def say(self, text: str, /, **facts: object) -> str:
        """Return the sentence `text` in the viewer's language, with `facts` put into its slots."""
        return self.words.format_sentence(text, **facts)

    @property
    def visitor(self) -> Requester:
        """The network and the person for whom this request counts in the rate limits."""
        return Requester(self.http.network, self.who)

    def ensure_person(self, game: str = "") -> Person:
        """Return the person who sends this request. If they are not logged in, count and register a new person, as a
        guest if a `game` is named, under the name in the form, and note their login cookie in `new`, for the response;
        raise Illegal if the rate limit forbids that.
        """
        if self.person is None:
            rate_limits.count_act(self.host, "guests" if game else "newcomers", self.visitor)
            self.met = True
            self.person = self._register_newcomer(GUEST if game else "visit", self.read_field("name").strip())
            self.new = format_session_cookie(
                accounts.create_web_token(self.host, self.person.id), secure=self.http.secure
            )
        return self.person

    def forget_newcomer(self) -> None:
        """Delete the person who was registered for this request, because it was refused; do nothing if the sender was
        known before or already has games.
        """
        owner = f"person:{self.who}"
        if self.met and not (self.host.store.list_open_game_ids(owner) or self.host.store.list_past_game_ids(owner)):
            self.host.store.drop_person(self.who)
            self.person, self.new, self.met = None, "", False

    def forget_departed_guest(self) -> None:
        """Delete the sender, who has just left a lobby, if they came to it as a guest and nothing else is stored about
        them, and take their registration off the rate limits; do nothing for anybody else.
        """
        if self.person and accounts.is_only_known_as(self.host, self.who, GUEST):
            self.host.store.drop_person(self.who)
            rate_limits.take_back_act(self.host, "guests", Requester(self.http.network), self.person.made)
            self.person = None

    def _register_newcomer(self, kind: str, name: str) -> Person:
        """Register a new person of this kind (such as guest) and this name (“Guest” if empty) under the random word in
        the form, and return them; two clicks on the same button make only one person. A word by which somebody was
        registered more than an hour ago, or that is none, is replaced by a new one.
        """
        once, name = self.read_field("once"), name or GUEST_NAME
        fits = ONCE.fullmatch(once) is not None
        met = accounts.load_or_create_person(self.host, f"{kind}:{once if fits else self.host.token(16)}", name)
        if self.host.now() - met.made <= NEWCOMER_PAGE_SECONDS:
            return met
        return accounts.load_or_create_person(self.host, f"{kind}:{self.host.token(16)}", name)


class FormRequest(DeskRequest):
    """A form of the page, as a request at the desk."""

    place = ""  # nothing is posted at the page: it shows its games itself
    is_direct = True
    question = ""  # the id of the question that typed words are about

    def __init__(
        self, request: RequestContext, words: str = "", chosen: str = "", game: str = "", step: str = ""
    ) -> None:
        super().__init__(request.host, words)
        self.request, self.chosen, self.game, self.step = request, chosen, game, step
        self._on_page: Session | None = None

    @property
    def by(self) -> str:
        """The person's id, or an empty string."""
        return self.request.who

    @property
    def visitor(self) -> Requester:
        """The network and the person for whom this form counts in the rate limits."""
        return self.request.visitor

    @property
    def command(self) -> Command:
        """The command with its idempotency key, so that the same form sent twice acts once; each step of a form has a
        key of its own.
        """
        command = self.request.build_command()
        return replace(command, key=f"{command.key} {self.step}") if command.key and self.step else command

    def require_person(self) -> Person:
        """Return the person who sends the form, registering a new one if needed; raise Illegal if the rate limit
        forbids that.
        """
        return self.request.ensure_person(self.game)

    def format_command(self, line: str) -> str:
        """Return the command `line` unchanged, for use in sentences, as on the page it is written without a sign before
        it.
        """
        return line

    def check_private(self) -> None:
        """Do nothing, because what a web page shows is always private."""

    def find_question_id(self) -> str:
        """Return the id of the only question that the typed words may answer, as it was put into `question` for this
        form; empty if they may answer any.
        """
        return self.question

    def list_games(self) -> list[Session]:
        """Return the game of this page as the only one, whatever its stage, as it was when first asked for; raise
        Illegal if there is no such game.
        """
        if self._on_page is None:  # read once: two forms at the same moment must not wait for each other
            self._on_page = views.load_saved_game(self.host, self.game).session
        return [self._on_page]

    def reserve_place(self) -> str:
        """Count a new table against the sender's rate limit, and return an empty string, because a game opened on the
        page stands in no chat; raise Illegal if the limit is reached.
        """
        rate_limits.count_act(self.host, "tables", self.visitor)
        return self.place

    def prepare_seat(self) -> DeskAnswer | None:
        """Check, before a newcomer is registered as a person, whether they could get a seat in the game of this page.
        Return the refusal if not; None if they could, or if the sender is known already.
        """
        return (
            tables.find_seat_refusal(self, self.pick_game(), self.request.read_field("invited"))
            if not self.by
            else None
        )

    def make_guest(self, person: Person, sealed_word: str = "", invited: str = "") -> Guest:
        """Return the person as a guest to be seated at the table, with the form's name for them, their invitation and
        the hash of their sealed word (a secret that helps to prove fair randomness); these two are read from the form
        if they are not given. The name may differ at each table.
        """
        name = self.request.read_field("name").strip() or person.name
        invited = invited or self.request.read_field("invited")
        sealed_word = sealed_word or self.request.read_field("luck")
        return Guest(person.id, name, person.place, person.habits, sealed_word, invited)

    def is_confirmed(self, _: str) -> bool:
        """Return whether the sender has confirmed an action by ticking the box in the form, or need not, because the
        game of the form is not running; a form about no game always needs the tick.
        """
        running = not self.game or self.pick_game().stage == RUNNING
        return bool(self.request.read_field("sure")) or not running

    def make_confirmation(self, _: str, __: str) -> Illegal:
        """Return the refusal that asks the person to tick the box and send the form again."""
        return Illegal(refusals.TICK, code="not_confirmed")

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Return the answer to a command that was carried out: its refusal if it failed, else an empty answer, because
        the page itself shows what has changed.
        """
        return answer_reply(reply, alone=True)


ENTRANCES = {app.entrance for _, app in list_door_apps()}


LAUNCH_GAME_ID = re.compile(r"[0-9a-f]{8}")


POLICY, NOBODY = "Content-Security-Policy", "frame-ancestors 'none'"


LEAKY = (
    "This app does not remember on web pages who you are, so it cannot show your secrets. Open the game in your "
    "browser, with a private link from our chat."
)


def is_embedded(request: HttpRequest) -> bool:
    """Return whether this request comes from a page of the host that is shown inside another app, or
    asks for the page by which such an app enters.
    """
    return bool(request.path in ENTRANCES or request.inside)


def allow_framing(response: Response) -> Response:
    """Let apps of chat platforms show this response inside themselves: change its security header to allow that, add
    the scripts that talk to these apps to its page, and return it. A response that does not forbid framing stays as it
    is.
    """
    if NOBODY in response.headers.get(POLICY, ""):
        allowed = " ".join(app.frames for _, app in list_door_apps())
        response.headers[POLICY] = response.headers[POLICY].replace(NOBODY, f"frame-ancestors {allowed}")
        scripts = "".join(
            str(h("script", src=format_static_url(app.script.name), defer=True)) for _, app in list_door_apps()
        )
        response.body = response.body.replace(b"</head>", f"{scripts}</head>".encode(), 1)
    return response


def serve_app_entrance(request: RequestContext) -> Response:
    """Serve the page that logs in a user of an embedding app; outside the app it only tells them to open it from there.
    Raise Illegal if no app can show this page.
    """
    door, _ = _find_app(request)
    say = request.say
    outside = say("Open this page from our chat in {platform}.", platform=door.title)
    told = {"data_outside": outside, "data_leaky": say(LEAKY)}
    told["data_failed"] = say("That did not work. Please try again.")
    parts = (
        h("p", say("Please wait a moment."), id="entrance", role="status", **told),
        h("p", h("a", say("To all games"), href="/", class_="go"), hidden=True),
        h("noscript", h("p", say("The game cannot open here without JavaScript. Open it in your browser instead."))),
    )
    return build_html_response(render_frame(request.words, say("Race to a Billion"), h("main", parts, class_="pages")))


def enter_from_app(request: RequestContext) -> Response:
    """Log in the person as whom the app around this page has identified its user, registering them if they are new, and
    answer, as plain text, with the address of the game they wanted, or of the front page. User data that are not
    genuine get an error page (403); raise Illegal if too many newcomers come from there.
    """
    try:
        launch = _verify_launch(request)
    except Illegal as no:
        return build_trouble_response(request.words, no.text, 403, **no.facts)
    if not request.host.store.find_person_id(launch.identity, request.host.now()):
        rate_limits.count_act(request.host, "newcomers", request.visitor)
    person = accounts.load_or_create_person(request.host, launch.identity, launch.name)
    wish = next(filter(LAUNCH_GAME_ID.fullmatch, (launch.wish, request.read_field("game"))), "")
    headers = {"Content-Type": "text/plain; charset=utf-8", **SAFE}
    response = Response(200, (f"/g/{wish}" if wish else "/").encode(), headers)
    if not request.http.inside or request.who != person.id:
        response.add_cookie(format_embedded_cookie(accounts.create_web_token(request.host, person.id)))
    return response


def _verify_launch(request: RequestContext) -> Launch:
    """Return who the user of the app around this page is and what they want, after checking the signature of the app's
    platform; raise Illegal if it is not genuine, or if no app can show this page.
    """
    door, app = _find_app(request)
    found: Launch = import_target(app.read)(
        request.read_field("data"), request.host.app_keys[door.name](), request.host.now()
    )
    return found


def _find_app(request: RequestContext) -> tuple[Door, App]:
    """Return the first platform that can show this page in its own app and whose key this host has, with its settings
    for that; raise Illegal if there is none.
    """
    found = next(((door, app) for door, app in list_door_apps() if door.name in request.host.app_keys), None)
    if found is None:
        raise Illegal(refusals.NO_APP, code="not_shown_in_apps")
    return found
