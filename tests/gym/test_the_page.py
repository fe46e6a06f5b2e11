"""The example of docs/gym.md runs as it stands there."""

import re
from pathlib import Path
from textwrap import dedent

PAGE = Path(__file__).parents[2] / "docs" / "gym.md"


def test_the_example_plays_a_game(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(dedent(code), str(PAGE), "exec"), {})  # noqa: S102 - it is our own page
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert sorted(agent for agent, _ in lines) == ["seat_1", "seat_2", "seat_3", "seat_4"]
    assert sum(float(reward) for _, reward in lines) == 1
