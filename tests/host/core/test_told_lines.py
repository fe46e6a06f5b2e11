"""Lines in an outbox are arrays: what was posted before there were scenes reads as it did, since `of` comes last."""

import msgspec

from engine.kernel import build_told
from engine.kernel.text import Phrase
from engine.season7.events import BombFound
from host.core.session import ToldLine


def test_where_a_line_belongs_stands_last():
    told = build_told(BombFound("p1", 3, "Bomb"), {}, table="Q1")
    line = ToldLine(told.what, told.facts, "", "Q1", [Phrase("Bang.")], "bomb/any", pause=True, rings=True, of=2)
    kept = msgspec.json.decode(msgspec.json.encode(line))
    assert kept[:1] + kept[5:] == ["season7.BombFound", "bomb/any", True, True, 2]
    assert msgspec.convert(kept, ToldLine) == line


def test_a_post_of_an_older_release_is_read_as_it_was_written():
    old = '["{who} is out.", {"who": "p1"}, "", "Q1", [{"text": "Out.", "facts": {}}], "out/any", true, true]'
    line = msgspec.json.decode(old, type=ToldLine)
    assert (line.text, line.to, line.table, line.of) == ("{who} is out.", "", "Q1", 0)
    assert (line.said, line.by, line.pause, line.rings) == ([Phrase("Out.")], "out/any", True, True)
