"""What the three players have in common: a table of their own, the ways to go on, and one that goes."""

import random
from typing import Any

from tests.players.host import Browser, House, Page

RULES = ("season7", "deluxe", "billionaire", "ladder")
TEXTS = ("Is it so?", "7", "bomb", "Ada", "12, 5")
ENDS = ("/leave", "/close", "/pause", "/resume", "/extend")  # what would end it all, or move deadlines by right


class Move:
    """A form filled in: where it is sent, and with what."""

    def __init__(self, action: str, fields: dict[str, Any]) -> None:
        self.action, self.fields = action, fields

    @property
    def what(self) -> tuple[str, ...]:
        """The same thing again, whatever the question's number is by now."""
        told = (
            f"{name}={str(value).partition('#')[0]}" for name, value in sorted(self.fields.items()) if name != "once"
        )
        return (self.action.rpartition("/")[2], *told)


class Player:
    """Somebody at a table of their own, with computers."""

    name = ""
    never: tuple[str, ...] = ENDS

    def __init__(self, host: House, seed: int = 0, rules: tuple[str, ...] = RULES) -> None:
        self.host, self.luck, self.rules = host, random.Random(f"{self.name} {seed}"), rules
        self.browser = Browser(host)
        self.games: list[str] = []
        self.statuses: dict[int, int] = {}
        self.game, self.often = "", 4  # times that the same is done by whoever does the same
        self.page: Page = self.opened()

    def opened(self) -> Page:
        """A new table, of the next kind."""
        rules = self.rules[len(self.games) % len(self.rules)]
        fields = {"ruleset": rules, "name": self.name.title(), "once": self.once()}
        answer = self.browser.post("/table", fields)
        if answer.status == 303:
            self.game = answer.headers["location"].rpartition("/")[2]
            self.games.append(self.game)
        return self.look()

    def once(self) -> str:
        """A random word, as each page has one."""
        return f"{self.luck.getrandbits(128):032x}"

    def look(self) -> Page:
        """The table as it stands."""
        self.page = self.browser.get(f"/g/{self.game}")
        return self.page

    def moves(self) -> list[Move]:
        """All that the page offers."""
        return [move for form in self.page.forms for move in self.filled(form)]

    def filled(self, form: dict[str, Any]) -> list[Move]:
        """The ways in which one form can be sent."""
        if not form["action"].startswith(f"/g/{self.game}/") or form["action"].endswith(self.never):
            return []
        found = [self.pressed(form, button) for button in form["buttons"] if button.get("name")]
        return [Move(form["action"], fields) for fields in found or [self.written(form)]]

    def pressed(self, form: dict[str, Any], button: dict[str, str]) -> dict[str, Any]:
        """With one of its buttons; on a board with a square, too."""
        fields = {**form["fields"], button["name"]: button.get("value", "")}
        if button["name"] == "do" and button.get("data-squares"):
            fields["value"] = self.luck.choice(button["data-squares"].split())
        return fields

    def written(self, form: dict[str, Any]) -> dict[str, Any]:
        """With something written where something is to be written."""
        fields = dict(form["fields"])
        for name, box in form["inputs"].items():
            if box.get("type") == "number":
                fields[name] = self.luck.randint(int(box.get("min", 0)), int(box.get("max", 9)))
            elif box.get("data-chips"):
                chips = box["data-chips"].split(",")
                fields[name] = ", ".join(self.luck.sample(chips, self.luck.randint(1, min(6, len(chips)))))
            elif box.get("type") != "hidden" and not box.get("value"):
                fields[name] = self.luck.choice(TEXTS)
        return fields

    def send(self, move: Move, **headers: str) -> Page:
        """Send it, and note what came of it."""
        answer = self.browser.post(move.action, move.fields, **headers)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        return answer

    def play(self, inputs: int) -> None:
        """So many requests; some more if chance has left nothing to judge by."""
        self.often = max(4, inputs // 80)
        while self.browser.asked < inputs or (not self.telling() and self.browser.asked < 6 * inputs):
            self.step()
        self.browser.close()

    def telling(self) -> bool:
        """Has enough come of it to be judged?"""
        return True

    def step(self) -> None:
        """What this one does next."""
        raise NotImplementedError
