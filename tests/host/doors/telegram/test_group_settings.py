"""What a group is used to: set by taps, remembered for its next table, and set by nobody else."""

import pytest

from host.said.desk import settings
from tests.host.doors.telegram.conftest import gathered, seated
from tests.host.doors.telegram.test_places import session_of


def taps(stage, person, message, label):
    """Somebody taps the first button that begins so."""
    person.taps(message, next(text for text in message.buttons if text.startswith(label)))
    stage.pass_by(5)


@pytest.fixture
def panel(stage, group, ann):
    """The group's panel, with Season 7 chosen."""
    ann.says(group, "/settings")
    stage.pass_by(5)
    message = group.messages[-1]
    taps(stage, ann, message, "Race to a Billion")
    return message


def test_game_pace_and_options_are_tapped_and_the_next_table_is_like_that(stage, group, panel, ann, bob):
    taps(stage, ann, panel, "slow")
    taps(stage, ann, panel, "rows +")
    taps(stage, ann, panel, "target −")
    taps(stage, ann, panel, "wits: no")
    found = settings.read_group_defaults(stage.host, f"telegram:{group.id}")
    assert (found.game, found.pace) == ("season7", "slow")
    assert found.options == {"rows": 6, "target": 750_000_000, "wits": True}
    ann.says(group, "/newgame")
    stage.pass_by(5)
    opening = group.messages[-1]
    taps(stage, ann, opening, "Open Race to a Billion, 3 days")
    session = session_of(stage, group)
    assert (session.ruleset, session.pace) == ("season7", 3 * 86400)
    assert {name: session.options[name] for name in found.options} == found.options
    assert opening.buttons == []
    del bob


def test_the_same_in_words(stage, group, ann):
    ann.says(group, "/usual season7 36h rows=4")
    stage.pass_by(5)
    assert "36 hours for a turn" in group.messages[-1].text
    ann.says(group, "/newgame usual")
    stage.pass_by(5)
    assert session_of(stage, group).options["rows"] == 4
    ann.says(group, "/usual none")
    stage.pass_by(5)
    assert settings.read_group_defaults(stage.host, f"telegram:{group.id}") == settings.GroupDefaults()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("/usual season7 daily rows=99", "rows must be between 3 and 8."),
        ("/usual chess", "no game"),
        ("/usual season7 never", "How long may a turn take? Write one of"),
        ("/usual pin maybe", "Write /usual pin yes or /usual pin no."),
        ("/newgame usual", "This group has no settings yet. Write"),
    ],
)
def test_what_cannot_be_played_is_not_kept(stage, group, ann, line, why):
    ann.says(group, line)
    stage.pass_by(5)
    assert why.casefold() in group.said[-1].casefold()
    assert settings.read_group_defaults(stage.host, f"telegram:{group.id}") == settings.GroupDefaults()


def test_only_those_who_look_after_the_group_set_anything(stage, group, panel, bob):
    before = settings.read_group_defaults(stage.host, f"telegram:{group.id}")
    for label in ("slow", "rows +", "Pin the board: no", "Delete this setting"):
        taps(stage, bob, panel, label)
        assert bob.alerts[-1].text == settings.NOT_YOU
    bob.says(group, "/usual none")
    stage.pass_by(5)
    assert group.said[-1] == settings.NOT_YOU
    assert settings.read_group_defaults(stage.host, f"telegram:{group.id}") == before


def test_a_number_stays_within_what_the_rules_take(stage, group, panel, ann):
    for _ in range(8):
        if any(text.startswith("rows +") for text in panel.buttons):
            taps(stage, ann, panel, "rows +")
    assert settings.read_group_defaults(stage.host, f"telegram:{group.id}").options == {"rows": 8}


def test_numbers_go_up_and_down_when_a_table_is_opened(stage, group, ann):
    ann.says(group, "/newgame")
    stage.pass_by(5)
    opening = group.messages[-1]
    for label in ("Race to a Billion", "daily", "Options", "columns −", "target −", "target −"):
        taps(stage, ann, opening, label)
    assert "columns: 4" in opening.buttons
    taps(stage, ann, opening, "Open this game now")
    options = session_of(stage, group).options
    assert (options["columns"], options["target"]) == (4, 500_000_000)


@pytest.mark.parametrize("right", [True, False])
def test_a_board_is_pinned_where_the_group_wants_it_and_a_refusal_is_told_once(stage, group, ann, bob, right):
    if right:
        group.promotes_bot()
    ann.says(group, "/usual pin yes")
    stage.pass_by(5)
    seated(stage, group, [ann, bob], "/newgame toy daily")
    ann.says(group, "/board")
    stage.pass_by(20)
    told = [text for text in group.said if "I cannot pin the board here" in text]
    boards = [message for message in group.messages if message.from_bot and "running" in message.text]
    assert len(boards) > 1
    assert len(told) == (0 if right else 1)
    assert group.pinned[-1:] == (boards[-1:] if right else [])


def test_a_group_that_moves_keeps_what_it_is_used_to(stage, ann, bob):
    group = stage.api.group("Small", bob, admins=[ann])
    ann.says(group, "/usual season7 slow")
    bob.says(group, "/next")
    stage.pass_by(5)
    new = group.upgrade()
    stage.pass_by(5)
    assert settings.read_group_defaults(stage.host, f"telegram:{new.id}").pace == "slow"
    gathered(stage, new, [ann], "/newgame usual")
    assert session_of(stage, new).pace == 3 * 86400
