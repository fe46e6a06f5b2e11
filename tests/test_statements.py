"""What the pages promise is shown by a test: each sentence still stands in its page, and its test still exists.

The tests themselves are run like all others. Whoever changes a promise changes it here, too, and names what shows it.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from host.doors.local.settings import read_settings

ROOT = Path(__file__).parent.parent
STATEMENTS = """
README.md
    No game is ever lost
        test_killed_at_any_moment_it_goes_on_where_it_was
    every draw can be checked afterwards
        test_a_finished_game_is_checked_from_its_transcript
    The host listens on this machine only
        test_the_page_is_for_this_machine_alone_unless_somebody_says_otherwise
    keeps its games in `RTAB_HOME` (`~/.rtab`)
        test_games_are_kept_at_one_place_wherever_one_stands
    with `--demo` it plays by itself
        test_a_demo_plays_by_itself_and_is_not_kept
    `make` alone lists what else there is
        test_a_target_of_make_is_there
    Each floor knows only the ones beneath it
        test_the_house_stands_within
docs/at-home.md
    Everything is kept in `~/.rtab`, and only you can read it
        test_what_is_kept_is_read_by_its_owner_alone
    A second host on the same folder refuses to start and names the first.
        test_a_second_host_on_one_folder_says_so
    `RTAB_LOG_FILE` puts it into a file
        test_what_is_logged_goes_where_the_settings_say
    forwarded headers from any other address are ignored
        test_nobody_else_does
    Then cookies are `Secure`
        test_a_proxy_that_was_named_says_for_whom_it_asks
    do not make the host ill
        test_a_damaged_game_is_one_error_and_no_more_and_health_counts_it
    Telegram or Reddit refuse the account or do not answer
        test_health_tells_that_a_platform_cannot_be_reached
    You hear when something is wrong for longer than half a minute
        test_what_two_looks_have_seen_is_told_once_and_so_is_its_end
    Time in which the host was away is given back to the players.
        test_a_kill_takes_nobody_any_time_and_what_is_given_back_is_said
    the foot of every page say which release runs
        test_every_page_says_in_its_foot_which_release_runs
    has a section for each
        test_the_release_has_its_section
    it says what would go, and wants `--yes`
        test_one_person_is_forgotten_by_account_name_or_id_when_that_is_meant
    each holds what its person has done
        test_everybody_takes_along_a_file_that_is_read_without_us
    says how many games would end
        test_a_host_closes_for_good_only_when_that_is_meant
    `systemctl --user stop rtab`, `rtab restore FILE`, `systemctl --user start rtab`
        test_a_host_that_was_stopped_a_moment_ago_is_restored_at_once
    `[reddit,push]` brings what Reddit and calls in the browser need
        test_make_play_installs_what_a_setting_can_ask_for
docs/operator.md
    each line says OK or what to do
        test_the_doctor_says_what_to_do
    of what is sealed only how much
        test_games_are_listed_with_those_they_wait_for
    its clocks stop, and go on; nobody loses any time
        test_clocks_are_stopped_and_started
    puts a game back into the store, under a new id
        test_a_game_goes_out_and_comes_back
    the import says so and changes nothing
        test_what_cannot_be_brought_back_is_said_in_a_sentence
    rebuilds lists of games and lost timers
        test_lists_and_clocks_are_put_right_from_the_games
    Everybody at the table is told at once that an operator has looked
        test_secrets_may_be_seen_but_everybody_hears_of_it
docs/telegram.md
    never links accounts by itself; you must confirm
        test_a_link_that_somebody_has_crafted_makes_nobody_somebody_else
docs/web.md
    the middle of that page, with an `ETag`
        test_the_part_is_sent_only_when_it_has_changed
    Only a button there acts; a second tap on the door does nothing.
        test_a_second_tap_on_a_door_does_nothing
    Everything is sent packed (gzip) to clients that accept it.
        test_what_is_sent_is_packed_for_whoever_can_unpack_it
    stays under 64 KB before compression
        test_first_load_of_every_game_is_light
    the same form with the same content is one input, however often it arrives
        test_the_same_form_sent_twice_does_nothing_twice_and_a_second_thought_counts
    Everything can be answered and looked at
        test_everything_asked_is_answered_without_javascript
docs/host-a-group.md
    Nobody, not even the host, ever sees what is sealed
        test_a_running_game_is_exported_without_its_secrets
docs/host.md
    and never in a group if the answer is secret
        test_a_reminder_in_a_group_does_not_tell_who_has_not_sealed
docs/operations.md
    It names the open games, and if there are any it wants the stack's name typed.
        test_open_games_are_named_before_they_are_stopped
    It needs no build tools
        test_taking_away_needs_nothing_that_builds
    all else is read from what is deployed
        test_another_computer_is_told_where_and_finds_the_rest
    remembers in `samconfig-try.toml`
        test_a_stage_is_remembered_beside_the_first
    It is too long for an inline policy of a user.
        test_it_fits_into_a_managed_policy_and_into_no_inline_one
    Another deploys with it, updates, rolls back and takes away in an emulated AWS
        test_deploy_update_roll_back_a_second_stage_and_all_of_it_away_again
    A test compares it with the template
        test_every_kind_of_thing_in_the_template_may_be_made
docs/aws-inside.md
    Every function that serves players has 1,024 MB (`soundcheck` 256)
        test_the_memory_of_functions_is_as_the_page_says
docs/settings.md
    A test compares this page with the code.
        test_every_variable_is_on_the_page_and_no_other
    A name that does not fit is refused at the start, with the reason and what to do.
        test_settings_that_do_not_fit_are_named
"""  # a page, what it says, and the test that shows it

# What was once tried and found false, and the test that shows that it is so no more.
FOUND_FALSE = {
    "`REDDIT_*` with `make play` lacks its package": "test_make_play_installs_what_a_setting_can_ask_for",
    "doctor after a move says: start it": "test_the_doctor_does_not_send_anybody_to_a_folder_from_which_all_has_moved",
    "pausing the show game does nothing": "test_a_show_that_an_operator_has_paused_stays_so_and_another_is_on",
    "importing it does nothing": "test_a_show_that_was_brought_back_waits_for_whoever_brought_it",
    "`--table --plays` loses its words to `--table NAME`": "test_a_flag_of_a_command_is_no_name_of_a_table",
    "`export` does not read its own JSON": "test_what_was_exported_for_import_is_also_printed_as_a_transcript",
    "every function has 512 MB": "test_the_memory_of_functions_is_as_the_page_says",
    "hints name `pip install -e` to a wheel": "test_who_has_a_wheel_is_told_what_to_install_beside_it",
    "a wheel is all that the page needs": "test_every_file_that_is_not_code_goes_along",
}


def promised():
    """Each page, sentence and test."""
    page = said = ""
    for line in STATEMENTS.strip().splitlines():
        if line.startswith(" " * 8):
            yield page, said, line.strip()
        elif line.startswith(" " * 4):
            said = line.strip()
        else:
            page = line


ALL = list(promised())


@cache
def words(page):
    """A page's text, however its lines break."""
    return " ".join((ROOT / page).read_text("utf-8").split())


@cache
def known():
    """The names of all tests."""
    texts = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"^(?:async )?def (test_\w+)", text, re.MULTILINE)}


@pytest.mark.parametrize(("page", "said", "shown"), ALL)
def test_a_promise_stands_in_its_page_and_is_shown_by_a_test(page, said, shown):
    assert said.casefold() in words(page).casefold()
    assert shown in known()


@pytest.mark.parametrize("shown", FOUND_FALSE.values(), ids=FOUND_FALSE)
def test_what_was_found_false_has_its_test(shown):
    assert shown in known()


def test_there_are_as_many_as_were_tried():
    assert len(ALL) >= 42


def test_the_page_is_for_this_machine_alone_unless_somebody_says_otherwise():
    assert read_settings({}).bind == "127.0.0.1"


def test_the_memory_of_functions_is_as_the_page_says():
    text = (ROOT / "template.yaml").read_text("utf-8")
    assert re.findall(r"MemorySize: (\d+)", text) == ["1024", "256"]
