"""Law *Examples*: whatever the product prints as an example, in a refusal, a menu or a help, is understood there."""

import re

import pytest

from engine.billionaire import money, orders
from engine.deluxe import seating
from engine.kernel import Illegal
from engine.ladder.rules import LADDER_OPTION_VALUES
from engine.rulesets import RULESETS
from host.core import game_options
from host.core.deadlines import clocks
from host.said.desk import refusals, settings
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import seated

AFTER_WORDS = re.compile(r"(?:for example|such as|like this:|like) (.*?)(?:\.(?: |$)|$)")
LINE = re.compile(
    r"/[a-z_]+(?: (?!and\b|or\b)(?:[^\n,.;:()“”]|[,.:](?=\d))+?)?(?=[.,;:)](?!\d)|\n| and | or | \(| ends|$)"
)
QUOTED = re.compile(r"`([^`\n]+)`")


def list_examples(text):
    """The examples of a sentence, one by one."""
    if quoted := re.findall(r"“([^”]+)”", text.removeprefix("I do not understand")):
        return quoted
    found = AFTER_WORDS.search(text)
    assert found, text
    return [each.strip() for each in re.split(r", (?!\d{3})| or ", found[1]) if each.strip()]


def raised_by(does, *what):
    with pytest.raises(Illegal) as no:
        does(*what)
    return no.value.text.format(**{"answer": "x", "paces": "daily", **no.value.facts})


RULES = {
    "an amount": (lambda: money.UNREADABLE_AMOUNT, money.parse_dollars),
    "a standing bid": (
        lambda: orders.NO_OFFER.replace(" or “ask”", ""),
        lambda said: orders.parse_standing_bid("eurasia", said),
    ),
    "sizes of grids": (
        lambda: raised_by(seating.parse_grid_sizes, "x", 10, 2).replace(" Or write even.", ""),
        lambda said: seating.parse_grid_sizes(said, 10, 2),
    ),
    "a pace": (lambda: raised_by(clocks.parse_pace, "soon").partition(", or a time ")[2], clocks.parse_pace),
    "quiet hours": (lambda: raised_by(settings._parse_minute, "late"), settings._parse_minute),
    "a vacation": (
        lambda: raised_by(settings._parse_vacation, "x", "UTC", 0.0),
        lambda said: settings._parse_vacation(said, "UTC", 0.0),
    ),
}


@pytest.mark.parametrize("what", RULES)
def test_the_example_of_a_refusal_is_taken_by_what_refused(what):
    printed, parse = RULES[what]
    examples = list_examples(printed())
    assert examples
    for said in examples:
        parse(said)


def test_the_examples_of_options_are_taken_when_a_table_is_opened():
    rules = RULESETS["ladder"]
    printed = {name: text for name, text in LADDER_OPTION_VALUES.items() if "such as" in text}
    assert len(printed) >= 2
    for name, text in printed.items():
        value = text.partition("such as ")[2].replace(" ", "")
        assert game_options.parse_typed_options(rules, f"{name}={value}")


def harvest_lines(texts):
    """Every command that is printed with what to write after it, without what stands for something else."""
    found = {each.group().strip() for text in texts for each in LINE.finditer(text)}
    return sorted(
        line for line in found if not any(each in line for each in ("…", "CODE", "HASH", "NAME", "your ", "http"))
    )


ASKS = (
    "/help",
    "/menu",
    "/use",
    "/settings",
    "/predict",
    "/newgame",
    "/usual",
    "/extend",
    "/away",
    "/mystuff",
    "/link",
)
UNDOES = ("/leave", "/forget", "/endgame", "/close", "/newgame", "/unlink", "/link", "/start", "/kick", "/replace")


@pytest.mark.whole
@pytest.mark.parametrize("rules", ["season7 daily", "deluxe daily", "billionaire daily", "ladder daily"])
def test_every_line_that_telegram_prints_is_understood_there(rules):
    stage = TelegramStage()
    ann, bob, cat = (stage.api.user(name) for name in ("Ann", "Bob", "Cat"))
    group = stage.api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, bob, cat], f"/newgame {rules}")
    for line in ASKS:
        ann.writes(line)
        stage.pass_by(5)
    printed = harvest_lines([message.text for message in ann.messages if message.from_bot])
    lines = [line for line in printed if not line.startswith(UNDOES)]
    assert len(lines) >= 10
    unknown = refusals.NO_COMMAND.partition("{")[0]
    for line in lines:
        stage.api.advance(30)
        before = len(ann.messages)
        ann.writes(line)
        stage.pass_by(5)
        answers = [message.text for message in ann.messages[before + 1 :] if message.from_bot]
        assert not any(unknown in text for text in answers), line
    stage.close()


@pytest.mark.whole
def test_every_line_that_reddit_prints_is_understood_there():
    stage = RedditStage()
    thread = stage.open("ann", "bob", line="!new season7 pace daily voice=plain")
    for line in ("help", "mystuff", "use", "settings"):
        stage.site.writes("ann", line)
        stage.settle()
    texts = [each.body for each in stage.written()] + [
        each.body for each in thread.tree() if each.author == stage.site.bot
    ]
    lines = {line for text in texts for line in QUOTED.findall(text)}
    lines = {line for line in lines if re.fullmatch(r"[a-z]+(?: [a-z0-9]+)*", line)}
    assert len(lines) >= 5
    for line in sorted(lines):
        if line.split()[0] in {each[1:] for each in UNDOES} | {"stop", "messages", "new", "next"}:
            continue
        before = len(stage.written())
        stage.site.writes("ann", line)
        stage.settle()
        answers = [each.body for each in stage.written()[before:]]
        assert not any("I find nothing in that" in text for text in answers), line
    stage.close()
