import json

import pytest

from tests.fakes.reddit import RedditSite
from tests.fakes.stack import NAME, deployed
from tests.fakes.telegram import RealClock

PATIENCE = 60.0  # seconds; a cold start of everything on a busy machine


def link_of(message):
    return next(button["url"] for row in message.keyboard for button in row if "url" in button)


def last(chat, wanted):
    return next((message for message in reversed(chat.messages) if wanted(message)), None)


@pytest.fixture(scope="session")
def stack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stack")
    with deployed(folder) as stack:
        yield stack
        (folder / "functions.log").write_text("\n".join(stack.logs()), "utf-8")


@pytest.fixture(scope="session")
def reddit(stack):
    """The Reddit that the stack plays on."""
    with RedditSite(clock=RealClock()) as site:
        site.sub("race")
        account = {"Type": "SecureString", "Value": json.dumps(site.account("race"))}
        stack.client("ssm").put_parameter(Name=f"/{NAME}/reddit", **account)
        yield site


@pytest.fixture(scope="session")
def idlers(stack):
    """Two people, each with two computers at tables of a different pace, who do nothing; test_patience.py looks in."""
    return {pace: alone(stack, pace) for pace in ("20s", "126s")}


def alone(stack, pace):
    ann = stack.api.user("Ann")
    ann.writes(f"/newgame season7 {pace}")
    stack.api.wait_for(lambda: last(ann, lambda m: "Join" in m.buttons), PATIENCE)
    ann.follows(link_of(last(ann, lambda m: "Join" in m.buttons)))
    ann.writes("/bots 2")
    ann.writes("/begin")
    return ann
