"""The key for calls, as a deployment keeps it."""

import pytest

from host.extras.push import encryption
from tests.host.operating.conftest import account
from tests.host.operating.test_deploying import standing

__all__ = ["account", "standing"]

pytestmark = pytest.mark.whole


def test_the_key_for_calls_is_made_once_kept_as_a_secret_and_only_its_public_half_told(standing):
    assert standing.deploy() == 0
    kept = standing.account.read_secret("push")
    (told,) = [word for word in standing.told if word.startswith("PushKey=")]
    assert told == f'PushKey="{encryption.build_push_values(kept)["PushKey"]}"'
    assert len(told) > 80
    assert kept not in "\n".join(standing.told)
    assert standing.deploy() == 0
    assert (standing.account.read_secret("push"), told in standing.told) == (kept, True)


def test_a_host_that_comes_from_home_with_its_table_keeps_the_key_that_browsers_know(standing):
    assert standing.deploy("--doors", "shut") == 0
    with standing.account.open_host(standing.table) as host:
        mine = encryption.serialize_key(encryption.load_host_key(host.store))
    assert standing.deploy() == 0
    assert standing.account.read_secret("push") == mine
    assert f'PushKey="{encryption.build_push_values(mine)["PushKey"]}"' in standing.told
