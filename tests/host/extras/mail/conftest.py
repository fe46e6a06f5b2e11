"""A mail server on this machine, which keeps what it is given; and two people who play on the page alone."""

import socketserver
import threading
from email import message_from_bytes, policy

import pytest

from host.core import games
from host.core.context import Config, HostContext
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.extras.mail import sender
from host.extras.mail.door import load_mail_account
from host.people import accounts
from tests.host.doors.web.visitor import Visitor

WEB = "https://race.example.org"


class MailServer(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP as it takes, and says to a recipient what it has been told to say."""

    daemon_threads = allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Speaking)
        self.taken, self.answers, self.url = [], [], f"smtp://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()


class Speaking(socketserver.StreamRequestHandler):
    def handle(self):
        server = self.server
        assert isinstance(server, MailServer)
        self.says("220 here")
        while line := self.rfile.readline().strip().decode():
            word = line.partition(" ")[0].upper()
            if word == "DATA":
                self.says("354 go on")
                body = b"".join(iter(self.rfile.readline, b".\r\n"))
                server.taken.append(message_from_bytes(body, policy=policy.default))
            if word == "RCPT" and server.answers:
                self.says(server.answers.pop(0))
            else:
                self.says("221 bye" if word == "QUIT" else "250 well")

    def says(self, text):
        self.wfile.write(f"{text}\r\n".encode())


class Written:
    """Ann and Bob at a table that is nowhere but on the page, and a host that can write to them."""

    def __init__(self, server, hands):
        self.server, self.hands = server, hands
        names = ("mail", "push")
        self.host = HostContext(Store(MemoryTable()), Config(elsewhere=names, rung=names), hands)
        self.people = [accounts.load_or_create_person(self.host, f"visit:{name}", name) for name in ("Ann", "Bob")]
        found = load_mail_account({"RTAB_SMTP": server.url, "RTAB_MAIL_FROM": "games@example.org"})
        assert found is not None
        self.dispatcher = sender.build_mail_thread(self.host, found, WEB).dispatcher
        self.game = ""

    def person(self, n=0):
        found = accounts.load_current_person(self.host, self.people[n].id)
        assert found is not None
        return found

    def visitor(self, n=0):
        return Visitor(self.host, accounts.create_web_token(self.host, self.people[n].id))

    def letters(self):
        """All letters since the last look."""
        self.hands.now += 2  # in one place not more than one a second
        self.dispatcher.deliver_now()
        taken, self.server.taken[:] = list(self.server.taken), []
        return taken

    def wants(self, n=0, address="ann@example.com", **fields):
        """They ask for letters, and confirm; the word of their letters."""
        asked = self.visitor(n)
        asked.go("/me")
        asked.send("/me/mail", mail=address, **fields)
        (letter,) = self.letters()
        word = letter["List-Unsubscribe"].rpartition("/")[2].rstrip(">")
        reading = Visitor(self.host)
        reading.go(f"/mail/yes/{word}")
        reading.send(f"/mail/yes/{word}")
        assert reading.page.status == 200, reading.text
        return word

    def plays(self, ruleset="toy", **options):
        command = Command(by=self.people[0].id)
        self.game = games.open_lobby(self.host, command, ruleset, options or {"laps": 2}).game
        for n in range(2):
            now = self.person(n)
            assert games.sit_at_table(
                self.host, Command(by=now.id), self.game, Guest(now.id, now.name, now.place, now.habits)
            ).ok
        assert games.start_game(self.host, command, self.game).ok


@pytest.fixture(scope="module")
def mail_server():
    server = MailServer()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def written(mail_server, hands):
    mail_server.taken[:], mail_server.answers[:] = [], []
    found = Written(mail_server, hands)
    yield found
    found.dispatcher.close()
