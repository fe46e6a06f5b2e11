import pytest

from tests.fakes.stack import deployed


@pytest.fixture(scope="session")
def stack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stack")
    with deployed(folder / "emulator.log") as stack:
        yield stack
        (folder / "functions.log").write_text("\n".join(stack.logs()), "utf-8")
