"""Lines are told apart by what they say, wherever they have gone."""

from collections import Counter

from host.doors.command import main
from workshop.lines import Room, count_file_lines, count_rooms, find_room, format_room_table

THEN = {
    "layers/host/move.py": count_file_lines("a\nb\nc\nd"),
    "layers/host/cli/bench.py": count_file_lines("x\ny"),
}
NOW = {
    "layers/host/core/load.py": count_file_lines("a\n    b\nnew"),
    "layers/host/said/words.py": count_file_lines("c\nother\nmore"),
    "layers/host/shown/all_new.py": count_file_lines("1\n2\n3"),
    "layers/workshop/bench.py": count_file_lines("x\n\ny"),
}


def test_blank_lines_and_margins_do_not_count():
    assert count_file_lines("a\n\n    a\n") == Counter(a=2)


def test_every_line_has_stayed_left_or_come():
    found = count_rooms(THEN, NOW)
    assert found["core"] == Room(then=4, left=1, moved=-1, came=1, now=3, new=0)  # c has moved, d has left
    assert found["said"] == Room(then=0, left=0, moved=1, came=2, now=3, new=0)
    assert found["shown"] == Room(then=0, left=0, moved=0, came=3, now=3, new=3)
    assert found["workshop"] == Room(then=2, left=0, moved=0, came=0, now=2, new=0)
    assert all(room.then - room.left + room.moved + room.came == room.now for room in found.values())


def test_a_line_counts_once_however_many_files_have_it():
    now = {name: count_file_lines("a") for name in ("layers/host/core/one.py", "layers/host/core/two.py")}
    assert count_rooms({"layers/host/move.py": count_file_lines("a")}, now)["core"].came == 1


def test_rooms_are_told_by_their_folders():
    paths = ["host/core/store/commit.py", "host/doors/web/page.py", "host/doors/registry.py", "workshop/bench/flat.py"]
    assert [find_room(f"layers/{path}") for path in paths] == ["core", "doors/web", "doors", "workshop"]


def test_the_table_ends_with_the_host_and_leaves_the_workshop_out():
    assert format_room_table(count_rooms(THEN, NOW)).splitlines()[-1] == "| **host** | 4 | −1 | 0 | 6 | 3 | 9 |"


def test_a_release_that_git_does_not_have_is_told_in_a_sentence(capsys):
    assert main(["lines", "0" * 40]) == 1
    assert "git has no host at 000" in capsys.readouterr().err
