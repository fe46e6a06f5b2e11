"""`python -m tests.tap_files`: how many of our files and functions run for one tap on the page and one in Telegram.

With `--list` it prints each file with how many of its functions ran. What is counted runs from the request or update
until the move is saved; in Telegram, what the outbox then sends is counted apart. Another tap of the same kind went
before, so that nothing is counted that runs once a process.
"""

import sys
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from host.core.context import HostContext
from host.core.store import MemoryTable, Store
from tests.host.doors.telegram.conftest import Stage, seated
from tests.host.doors.web.visitor import Visitor

ROOT = Path(__file__).parent.parent
OURS = (f"{ROOT / 'engine'}/", f"{ROOT / 'layers/host'}/")
# `--list` names the files; who adds a station to every tap says why there.
AT_MOST = {"page": 42, "telegram": 45, "telegram, outbox": 42}


@contextmanager
def count_functions():
    """Collect the functions of ours that run meanwhile, by file."""
    found = defaultdict(set)

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and code.co_name != "<module>":
            found[code.co_filename.removeprefix(f"{ROOT}/")].add(code.co_qualname)

    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)


def trace_page_tap():
    """Seal a bomb on the page, at a table with computers."""
    host = HostContext(Store(MemoryTable()))
    for _ in range(2):
        visitor = Visitor(host)
        visitor.go("/")
        visitor.post("/table", game="season7", name="Ann")
        form = next(each for each in visitor.forms if each["action"].endswith("/square"))
        fields = {**form["fields"], "value": "7", "do": form["buttons"][0]["value"]}
        with count_functions() as found:
            page = visitor.ask("POST", form["action"], urlencode(fields).encode(), origin="http://table.test")
        assert page.status == 303
    return {"page": found}


def trace_telegram_tap():
    """Seal a bomb by a tap in private, and deliver what is said of it."""
    stage = Stage()
    ann, bob, cat = (stage.api.user(name) for name in ("Ann", "Bob", "Cat"))
    group = stage.api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, bob, cat])
    for person in (ann, bob):
        seal(person)
        stage.pass_by()
    seal(cat)
    with count_functions() as saved:
        stage.hear()
    with count_functions() as said:
        stage.dispatcher.deliver_now()
    stage.close()
    return {"telegram": saved, "telegram, outbox": said}


def seal(person):
    """Tap on square 7 in the last message that has one."""
    person.taps(next(each for each in reversed(person.messages) if "7" in each.buttons), "7")


def trace_taps():
    """Return the functions of each tap, by file."""
    return {**trace_page_tap(), **trace_telegram_tap()}


def main(*words):
    """Print the counts."""
    for name, found in trace_taps().items():
        print(f"{name}: {len(found)} files, {sum(map(len, found.values()))} functions")
        if "--list" in words:
            print(*(f"    {len(functions):3}  {at}" for at, functions in sorted(found.items())), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
