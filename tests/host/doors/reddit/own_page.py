"""Browsers that Reddit accounts let in, for tests of what is told to one person alone."""

from host.said.desk import own_account
from tests.host.doors.web.visitor import Visitor, found


def browser(stage):
    return Visitor(stage.host)


def code_of(visitor):
    """What the page shows to whoever asks for a code, and again to whoever comes back."""
    if "Show me a code" in visitor.go("/claim"):
        visitor.send("/claim")
    return found(r"link ([0-9a-f]{8})<", visitor.text)


def claimed(stage, thread, name, visitor):
    """Somebody writes the code that their browser shows, and says there that it was them."""
    made = stage.says(name, thread, f"link {code_of(visitor)}")
    assert own_account.COME.partition("{")[0] in stage.answers(made)[0]
    assert f"u/{name}" in visitor.go("/claim")
    visitor.send("/claim")
    return visitor


def me(visitor):
    return found(r"<h1>(.*?)</h1>", visitor.go("/me"))
