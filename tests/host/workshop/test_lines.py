"""Lines are told apart by what they say, wherever they have gone."""

from collections import Counter

from host.doors.command import main
from workshop.lines import Room, by_room, counted, room_of, table

THEN = {
    "layers/host/move.py": counted("a\nb\nc\nd"),
    "layers/host/cli/bench.py": counted("x\ny"),
}
NOW = {
    "layers/host/core/load.py": counted("a\n    b\nnew"),
    "layers/host/said/words.py": counted("c\nother\nmore"),
    "layers/host/shown/all_new.py": counted("1\n2\n3"),
    "layers/workshop/bench.py": counted("x\n\ny"),
}


def test_blank_lines_and_margins_do_not_count():
    assert counted("a\n\n    a\n") == Counter(a=2)


def test_every_line_has_stayed_left_or_come():
    found = by_room(THEN, NOW)
    assert found["core"] == Room(then=4, left=1, moved=-1, came=1, now=3, new=0)  # c has moved, d has left
    assert found["said"] == Room(then=0, left=0, moved=1, came=2, now=3, new=0)
    assert found["shown"] == Room(then=0, left=0, moved=0, came=3, now=3, new=3)
    assert found["workshop"] == Room(then=2, left=0, moved=0, came=0, now=2, new=0)
    assert all(room.then - room.left + room.moved + room.came == room.now for room in found.values())


def test_a_line_counts_once_however_many_files_have_it():
    now = {name: counted("a") for name in ("layers/host/core/one.py", "layers/host/core/two.py")}
    assert by_room({"layers/host/move.py": counted("a")}, now)["core"].came == 1


def test_rooms_are_told_by_their_folders():
    paths = ["host/core/store/commit.py", "host/doors/web/page.py", "host/doors/registry.py", "workshop/bench/flat.py"]
    assert [room_of(f"layers/{path}") for path in paths] == ["core", "doors/web", "doors", "workshop"]


def test_the_table_ends_with_the_host_and_leaves_the_workshop_out():
    assert table(by_room(THEN, NOW)).splitlines()[-1] == "| **host** | 4 | −1 | 0 | 6 | 3 | 9 |"


def test_a_release_that_git_does_not_have_is_told_in_a_sentence(capsys):
    assert main(["lines", "0" * 40]) == 1
    assert "git has no host at 000" in capsys.readouterr().err
