"""A mail server is told a password, and given letters, only over a connection that nobody reads along."""

import smtplib
import ssl
from email.message import EmailMessage
from typing import Any

import pytest

from host.delivery.outbox import PlatformDown
from host.extras.mail import sender
from host.extras.mail.door import MailAccount


class Line:
    """A connection to a mail server that notes what is done, in order."""

    def __init__(self, done, offers, host, port, context=None, **_):
        self.done, self.offers = done, offers
        done.append(f"connect {host} {port}{' with TLS' if is_checked(context) else ''}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.done.append("close")

    def ehlo(self):
        pass

    def has_extn(self, name):
        return name == "starttls" and self.offers

    def starttls(self, context):
        assert is_checked(context)
        self.done.append("starttls")

    def login(self, user, password):
        self.done.append(f"login {user} {password}")

    def send_message(self, _):
        self.done.append("letter")

    def close(self):
        self.done.append("close")


def is_checked(context):
    return context is not None and context.verify_mode == ssl.CERT_REQUIRED and context.check_hostname


@pytest.fixture
def done(monkeypatch):
    """What is done with a mail server that offers TLS, if that is asked for."""
    found: list[str] = []

    def offer(*, tls):
        def connect(*given: Any, **more: Any) -> Line:
            return Line(found, tls, *given, **more)

        monkeypatch.setattr(smtplib, "SMTP", connect)
        monkeypatch.setattr(smtplib, "SMTP_SSL", connect)
        return found

    return offer


@pytest.mark.parametrize(
    ("server", "tls", "wanted"),
    [
        ("smtps://a.test", False, ["connect a.test 465 with TLS", "login me secret", "letter", "close"]),
        ("smtps://a.test:1", False, ["connect a.test 1 with TLS", "login me secret", "letter", "close"]),
        ("smtp://a.test", True, ["connect a.test 587", "starttls", "login me secret", "letter", "close"]),
        ("smtp://localhost:25", True, ["connect localhost 25", "starttls", "login me secret", "letter", "close"]),
        ("smtp://localhost:25", False, ["connect localhost 25", "login me secret", "letter", "close"]),
    ],
)
def test_the_password_comes_after_tls_or_stays_on_this_machine(done, server, tls, wanted):
    found = done(tls=tls)
    sender.send_by_smtp(MailAccount(server, "a@b.cc", "me", "secret"), EmailMessage())
    assert found == wanted


def test_nothing_is_told_to_a_server_elsewhere_without_tls(done):
    found = done(tls=False)
    with pytest.raises(PlatformDown):
        sender.send_by_smtp(MailAccount("smtp://a.test", "a@b.cc", "me", "secret"), EmailMessage())
    assert found == ["connect a.test 587", "close"]
