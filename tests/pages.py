"""Pages of a real browser for the tests: each is new, in a profile that is kept and emptied from test to test.

Where a Chromium makes each profile as for a person, a page in a new one takes it more than a second of the processor,
and one in a profile that still has a page a third of that.
"""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Error

GONE = re.compile("context was destroyed|navigat")
WIDE = {"width": 1280, "height": 720}
# How far the clock of a page's script is from the one by which the browser says when an empty page was made: now.
DRIFT, MOST_DRIFT = "() => Math.abs(Date.now() - Date.parse(document.lastModified)) / 1000", 600  # seconds


def evaluate_unless_gone(page, script, arg=None):
    """Return what the script gives on this page, or None where the page is just being replaced by another."""
    try:
        return page.evaluate(script, arg)
    except Error as error:
        if not GONE.search(error.message):
            raise
        return None


class Pages:
    """One browser, and its profiles: by whether they run scripts, each kept alive by an empty page."""

    def __init__(self, browser, **usual):
        self.browser, self.usual = browser, usual
        self.kept: dict[bool, list] = {True: [], False: []}
        self.lent: list[tuple] = []
        self.alone: list = []
        self.origins: set = set()

    def page(self, *, viewport=None, java_script_enabled=True, **media):
        """A page of somebody who has never been here; another page of theirs is `page.context.new_page()`."""
        page = self._free(java_script_enabled).new_page()
        page.set_viewport_size(viewport or WIDE)
        if media := self.usual | media:
            page.emulate_media(**media)
        page.on("framenavigated", lambda frame: self.origins.add(urlsplit(frame.url)[:2]))
        return page

    def profile(self, **options):
        """A profile for whoever changes more of it than is emptied."""
        self.alone.append(self.browser.new_context(**options))
        return self.alone[-1]

    def apart(self):
        """The same, but each page in a profile of its own: a clock that is stopped is that of a whole profile."""
        return PagesAlone(self)

    def _free(self, scripts):
        if not self.kept[scripts]:
            self.kept[scripts].append(self.browser.new_context(java_script_enabled=scripts))
            self.kept[scripts][0].new_page()
        self.lent.append((scripts, self.kept[scripts].pop()))
        return self.lent[-1][1]

    def empty(self):
        """Nobody looks any more: a page left open would go on drawing, and take the time of the tests after it."""
        for context in self.alone:
            context.close()
        for scripts, context in self.lent:
            self._empty(context)
            self.kept[scripts].append(context)
        self.alone, self.lent, self.origins = [], [], set()

    def _empty(self, context):
        first, *others = context.pages
        assert first.evaluate(DRIFT) < MOST_DRIFT, "stop clocks in apart() pages"
        for page in others:
            page.close()
        context.clear_cookies()
        line = context.new_cdp_session(first)
        for scheme, place in self.origins:
            if scheme.startswith("http"):
                line.send("Storage.clearDataForOrigin", {"origin": f"{scheme}://{place}", "storageTypes": "all"})
        line.detach()


class PagesAlone:
    """Pages of somebody who has never been here, each in a profile that is closed after the test."""

    def __init__(self, pages):
        self.pages = pages

    def page(self, *, viewport=None, **options):
        """A page as `Pages.page` gives it."""
        return self.pages.profile(viewport=viewport or WIDE, **self.pages.usual | options).new_page()
