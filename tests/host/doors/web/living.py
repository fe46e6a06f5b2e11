"""A local host in a process of its own, which a test can kill; and a plain HTTP client that keeps a cookie."""

import http.client
import os
import re
import subprocess
import sys
from urllib.parse import urlencode, urlsplit

from host.core.context import Config
from host.doors.local import settings
from host.doors.local.process import LocalProcess
from tests import children
from tests.waiting import LONGEST

QUICK = "from tests.host.doors.web.living import quick; quick()"


class Living:
    """`rtab play`, or the same with quicker computer players; its clock may be some seconds ahead."""

    def __init__(self, home, *, quick=False, port=0, later=0.0):
        code = QUICK if quick else children.COMMAND
        self.process = subprocess.Popen(
            children.python(code, *([] if quick else ["play"]), later=later),
            env=children.environment(PORT=str(port), RTAB_HOME=str(home)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = [self.process.stdout.readline(), self.process.stdout.readline()]
        self.link = re.findall(r"http://\S+", self.said[1])[0]
        self.url, _, self.game = self.link.rpartition("/g/")

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def stop(self):
        """A polite end; gives its exit code and what it said on the way out."""
        self.process.terminate()
        out, err = self.process.communicate(timeout=LONGEST)
        return self.process.returncode, out, err


def quick():
    """What the quick process runs."""
    config = Config(bot_pause=0.02, beat=0.2)
    process = LocalProcess(settings.read_settings(os.environ), config)
    game = process.start()
    sys.stdout.write(f"quick\n{game}\n")
    sys.stdout.flush()
    process._threads[0].join()


class Caller:
    """One visitor over real HTTP, who looks where an answer leads but does not follow."""

    def __init__(self, url):
        self.url, self.cookie = url, ""

    def get(self, path, **headers):
        return self._ask("GET", path, None, headers)

    def post(self, path, **fields):
        headers = {"Origin": self.url, "Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields), headers)

    def _ask(self, method, path, body, headers):
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=LONGEST)
        cookie = {"Cookie": f"rtab={self.cookie}"} if self.cookie else {}
        connection.request(method, path, body, {**headers, **cookie})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if kept := response.headers.get("Set-Cookie"):
            self.cookie = re.findall(r"rtab=([^;]*)", kept)[0]
        return response.status, text, response.headers
