"""Several threads hand in their first update at the same moment, in a process of its own: it could crash."""

import importlib
import subprocess
import sys
import threading

import pytest

from host.doors.telegram.heard import call

AGAIN = 30
THREADS = 8
RAW = {
    "update_id": 1,
    "message": {
        "message_id": 1,
        "chat": {"id": 5},
        "reply_to_message": {
            "message_id": 2,
            "chat": {"id": 5},
            "reply_markup": {"inline_keyboard": [[{"callback_data": "a"}]]},
        },
    },
}


@pytest.mark.whole
def test_the_first_updates_may_come_all_at_once():
    code = f"from {__name__} import all_at_once; all_at_once()"
    environment = {"PYTHONPATH": ":".join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, timeout=60, check=False).returncode == 0


def all_at_once():
    sys.setswitchinterval(1e-6)
    for _ in range(AGAIN):
        importlib.reload(call)
        gate, read = threading.Barrier(THREADS), list[call.Update]()
        threads = [threading.Thread(target=first, args=(gate, read)) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(one.message and one.message.reply_to_message and one.message.reply_to_message.data for one in read)
        assert len(read) == THREADS


def first(gate, read):
    gate.wait()
    read.append(call.parse_telegram_update(RAW))
