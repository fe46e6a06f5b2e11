"""A program as a test writes it: it posts to /mcp with its key, with a handshake or without one."""

import json
import random

from tests.host.doors.web.asking import Answer, answered

VERSION = "2025-11-25"


class Refused(Exception):
    """A tool has refused: its code, and why."""

    def __init__(self, code, says):
        super().__init__(code, says)
        self.code, self.says = code, says


def post_in_process(host):
    """How a message is posted to the page without a server."""
    return lambda headers, body: answered(host, "POST", "/mcp", "", {"host": "table.test", **headers}, body)


def post_over_http(client):
    """How a message is posted to a server."""

    def post(headers, body):
        response = client.post("/mcp", headers=headers, content=body)
        return Answer(response.status_code, response.headers.raw, response.content)

    return post


class Program:
    """One program with its key; `post` takes headers and a body."""

    def __init__(self, post, key=""):
        self._post, self.key, self.count = post, key, 0

    def post(self, body, **headers):
        """Send these bytes, or this as JSON, and return the response."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            **({"authorization": f"Bearer {self.key}"} if self.key else {}),
            "mcp-protocol-version": VERSION,
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return self._post(given, sent)

    def ask(self, method, **params):
        """Send one request and return its result."""
        response = self.post({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert response.status == 200, response.body
        return json.loads(response.body)["result"]

    def call(self, tool, **arguments):
        """Call a tool and return its typed result; raise Refused for a refusal."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        said = json.loads(result["content"][0]["text"])
        if result["isError"]:
            raise Refused(said["code"], said["says"])
        assert said == result["structuredContent"]
        return said

    def do(self, tool, **arguments):
        """The same with a fresh key."""
        self.count += 1
        return self.call(tool, key=f"k{self.count}", **arguments)


def choose_value(asked, luck):
    """Return a value that fits a question or play, as its form says."""
    form, values = asked["form"], [choice["value"] for choice in asked.get("choices", [])]
    if form["kind"] == "several":
        return luck.sample(values, luck.randint(form["low"], min(form["high"], len(values))))
    if form["kind"] == "number":
        return luck.randrange(form["low"], form["high"] + 1, form["step"])
    if form["kind"] == "text":
        return "Bletchley"
    return luck.choice(values) if values else None


class Chance:
    """A player who answers by chance, and now and then does something unasked."""

    def __init__(self, program, game, seed=0):
        self.program, self.game, self.luck = program, game, random.Random(f"chance {seed}")
        self.since, self.events = 0, []

    def move(self):
        """Make one move if something is asked; return whether there was anything to do."""
        legal = self.program.call("legal", game=self.game)
        if not legal["questions"]:
            return False
        if legal["plays"] and self.luck.random() < 0.1:
            play = self.luck.choice(legal["plays"])
            self.program.do("play", game=self.game, play=play["key"], value=choose_value(play, self.luck))
        else:
            asked = self.luck.choice(legal["questions"])
            self.program.do("answer", game=self.game, question=asked["id"], value=choose_value(asked, self.luck))
        return True

    def look(self):
        """Read all news since the last look; return the look."""
        seen = self.program.call("look", game=self.game, since=self.since)
        self.since, self.events = seen["next"], self.events + seen["news"]
        return seen
