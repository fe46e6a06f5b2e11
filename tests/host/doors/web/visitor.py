"""A visitor without a browser: keeps a cookie, follows the way back, finds forms in a page and sends them."""

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

from tests.host.doors.web.asking import Answer, answered


class Forms(HTMLParser):
    """Every form of a page: its action, its fields as they stand, and its buttons."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.select, self.chosen, self.tags, self.hidden = [], None, False, [], set()
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        self.tags.append((tag, attributes))
        if tag == "form":
            self.forms.append({"action": attributes["action"], "fields": {}, "buttons": [], "id": attributes.get("id")})
            self.hidden = set()
        elif self.forms and tag == "button":
            named = [form for form in self.forms if form["id"] == attributes.get("form")]
            (named[-1] if "form" in attributes and named else self.forms[-1])["buttons"].append(attributes)
            assert "form" in attributes or attributes.get("name") not in self.hidden, (
                f"a hidden field speaks before this button: {attributes}"
            )
        elif self.forms and tag == "input" and attributes.get("name") and attributes.get("type") != "checkbox":
            self.forms[-1]["fields"][attributes["name"]] = attributes.get("value") or ""
            if attributes.get("type") == "hidden":
                self.hidden.add(attributes["name"])
        elif tag == "select":
            self.select = attributes["name"]
        elif self.forms and tag == "option" and self.select is not None:
            self.chosen = self.select not in self.forms[-1]["fields"] or "selected" in attributes
            if self.chosen:
                self.forms[-1]["fields"][self.select] = attributes.get("value", "")
                self.chosen = "value" not in attributes

    def handle_data(self, data):
        if self.select is not None and self.chosen:
            self.forms[-1]["fields"][self.select] += data

    def handle_endtag(self, tag):
        self.chosen = False
        if tag == "select":
            self.select = None


def found(pattern, text):
    """The piece of a page that a pattern speaks of."""
    pieces = re.findall(pattern, text)
    assert pieces, f"nothing like {pattern} in the page"
    return pieces[0]


class Visitor:
    """Somebody at the web table."""

    def __init__(self, host, cookie=""):
        self.host, self.cookie, self.at = host, cookie, "/"
        self.jar = {}
        self.address = ""
        self.page = Answer()

    def ask(self, method, path, body=b"", **headers):
        """One request and its response, without following anything."""
        path, _, query = path.partition("?")
        headers = {"host": "table.test", **{name.replace("_", "-"): value for name, value in headers.items()}}
        kept = {**self.jar, **({"rtab": self.cookie} if self.cookie else {})}
        if kept:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())
        response = answered(self.host, method, path, query, headers, body, self.address)
        for cookie in response.headers.getlist("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            if name == "rtab":
                self.cookie = value
            else:
                self.jar[name] = value
        return response

    def go(self, path):
        """Look at a page."""
        self.page = self.ask("GET", path)
        while self.page.status == 303:
            self.at = self.page.headers["Location"]
            self.page = self.ask("GET", self.at)
        return self.text

    def send(self, action, **fields):
        """Fill in a form of the page and send it."""
        form = next(form for form in self.forms if form["action"].endswith(action))
        return self.post(form["action"], **{**form["fields"], **fields})

    def post(self, path, **fields):
        self.page = self.ask("POST", path, urlencode(fields, doseq=True).encode(), origin="http://table.test")
        if self.page.status == 303:
            self.at = self.page.headers["Location"]
            self.go(self.at)
        return self.text

    @property
    def text(self):
        assert self.page is not None, "go somewhere first"
        return self.page.body.decode()

    @property
    def forms(self):
        return Forms(self.text).forms

    @property
    def tags(self):
        return Forms(self.text).tags
