"""A server of one machine on a port of its own, and what its connections bring."""

import http.client
import socket
import threading

import pytest

from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from host.doors.local.server import LocalServer
from tests.waiting import LONGEST


class Running:
    """A server on a port of its own, over a table in memory."""

    def __init__(self, table=None, **options):
        host = HostContext(Store(table or MemoryTable()), Config())
        self.server = LocalServer(host, 0, lambda: "", lambda _: None, **options)
        self.port = int(self.server.url.rpartition(":")[2])
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=LONGEST)

    def raw(self, data):
        """What comes back for these bytes, until the server hangs up."""
        with self.connect() as sent:
            sent.sendall(data)
            return b"".join(iter(lambda: sent.recv(65536), b""))

    def get(self, path, **headers):
        caller = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        caller.request("GET", path, headers=headers)
        status = caller.getresponse().status
        caller.close()
        return status

    def close(self):
        self.server.shutdown()
        self.wait_until_stopped()

    def wait_until_stopped(self):
        self.thread.join(timeout=LONGEST)
        assert not self.thread.is_alive()


def answer(connection):
    """One answer, whose connection stays open."""
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response.read()


@pytest.fixture(scope="module")
def stopping():
    """Servers that were told to stop, which takes each a fifth of a second: they are waited for together."""
    servers: list[Running] = []
    yield servers
    for server in servers:
        server.wait_until_stopped()


@pytest.fixture
def running(stopping):
    server = Running()
    yield server
    server.server.shutdown()
    stopping.append(server)
