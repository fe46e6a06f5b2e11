"""A release and its image install from requirements.lock, by hash; constraints.txt has the same versions without."""

import json
import re
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement

from tests import known_vulnerabilities
from tests.known_vulnerabilities import ROOT, normalized, pinned

LOCK, CONSTRAINTS = ROOT / "requirements.lock", ROOT / "constraints.txt"
RELEASED = ("aws", "reddit", "push", "metrics")


def test_both_files_name_the_same_versions():
    lock, tested = pinned(LOCK), pinned(CONSTRAINTS)
    assert {name: tested.get(name) for name in lock} == lock, "run: make lock"


def needed(names):
    """All that these need, here, and what that needs."""
    found, rest = set(), [Requirement(name) for name in names]
    while rest:
        each = rest.pop()
        name = normalized(each.name)
        if (name, *each.extras) in found:
            continue
        found.add((name, *each.extras))
        for line in requires(name) or []:
            more = Requirement(line)
            extras = each.extras or {""}
            if more.marker is None or any(more.marker.evaluate({"extra": extra}) for extra in extras):
                rest.append(more)
    return {name for name, *_ in found}


def test_whatever_a_release_needs_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *(line for each in RELEASED for line in project["optional-dependencies"][each])]
    assert needed(asked) - set(pinned(LOCK)) == set(), "run: make lock"
    ranges = {normalized(Requirement(line).name): Requirement(line).specifier for line in asked}
    assert [name for name, each in ranges.items() if pinned(LOCK)[name] not in each] == []


def test_each_version_of_the_lock_has_its_hashes_and_constraints_have_none():
    text = re.sub(r"^#.*\n", "", LOCK.read_text("utf-8"), flags=re.MULTILINE)
    entries = re.split(r"\n(?=[a-z])", text)
    assert len(entries) == len(pinned(LOCK))
    assert [entry for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []
    assert "--hash" not in CONSTRAINTS.read_text("utf-8")  # pip refuses them beside `-e .`


def test_what_is_released_is_installed_by_hash():
    assert "-c requirements.lock" in (ROOT / "layers" / "build.sh").read_text("utf-8")
    for name in ("docs/at-home.md", "Dockerfile"):  # pip refuses a wheel or folder of ours beside hashes
        assert re.search(
            r"pip install --require-hashes (--no-deps )?-r requirements.lock", (ROOT / name).read_text("utf-8")
        )


# -- known vulnerabilities


class Index(HTTPServer):
    """An index that knows of what it is told."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Asked)
        self.known: set[str] = set()
        self.answers, self.status = 1000, 200
        self.url = f"http://127.0.0.1:{self.server_port}/"


class Asked(BaseHTTPRequestHandler):
    server: Index

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        results = [
            {"vulns": [{"id": "OSV-1"}]} if each["package"]["name"] in self.server.known else {} for each in asked
        ]
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(json.dumps({"results": results[: self.server.answers]}).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def index():
    with Index() as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


def test_a_known_vulnerability_fails_the_build_and_is_named(index, capsys):
    assert known_vulnerabilities.main(index.url) == 0
    assert "0 with known vulnerabilities" in capsys.readouterr().out
    index.known.add("segno")
    assert known_vulnerabilities.main(index.url) == 1
    assert f"segno {pinned(LOCK)['segno']}: OSV-1" in capsys.readouterr().err


def test_where_no_index_can_be_reached_that_is_said_and_half_an_answer_is_none(index, capsys):
    index.status = 503
    assert known_vulnerabilities.main(index.url) == 0
    assert "were not looked for" in capsys.readouterr().err
    assert known_vulnerabilities.main("http://127.0.0.1:1/") == 0
    assert "were not looked for" in capsys.readouterr().err
    index.status, index.answers = 200, 3
    with pytest.raises(ValueError, match="not answered for each"):
        known_vulnerabilities.main(index.url)
