import pytest

from tests.fakes.stack import deployed


@pytest.fixture(scope="session")
def stack(tmp_path_factory):
    with deployed(tmp_path_factory.mktemp("ministack") / "log") as stack:
        yield stack
        print(*stack.logs(), sep="\n")
