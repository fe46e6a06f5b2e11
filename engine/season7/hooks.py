"""The named points where squares alter one another. Each list is the order in which its squares have their say."""

from __future__ import annotations

from engine.season7 import spells
from engine.season7.squares import boards
from engine.season7.squares.boards import BOARD_EVENTS
from engine.season7.squares.changers import GAME_CHANGERS
from engine.season7.squares.hidden import INSTEAD, USES
from engine.season7.squares.people import PEOPLE_EVENTS
from engine.season7.squares.upsets import UPSETS, deadlock_decides, settle_split_and_share, settle_threshold
from engine.season7.squares.vintage import VINTAGE, knife_edge_decides
from engine.season7.table import Hooks

HOOKS = Hooks(
    squares={**BOARD_EVENTS, **PEOPLE_EVENTS, **GAME_CHANGERS, **UPSETS, **VINTAGE},
    instead=INSTEAD,
    uses=USES,
    before_turn=(boards.dip_twice,),
    before_reveal=(knife_edge_decides,),
    before_bomb=(),
    before_loss=(),
    before_elimination=(),
    after_elimination=(spells.wear_off,),
    after_selection=(spells.count_off, boards.count_hypnosis, boards.count_win_zones),
    winners=(deadlock_decides,),
    settling=(settle_threshold, settle_split_and_share),
)
