"""The named points where squares alter one another. Each list is the order in which its squares have their say."""

from __future__ import annotations

from engine.season7 import spells, wildcards
from engine.season7.squares import boards
from engine.season7.squares.boards import BOARD_EVENTS
from engine.season7.squares.changers import GAME_CHANGERS
from engine.season7.squares.hidden import INSTEAD, USES
from engine.season7.squares.people import PEOPLE_EVENTS
from engine.season7.squares.vintage import VINTAGE
from engine.season7.table import Hooks

HOOKS = Hooks(
    squares={**BOARD_EVENTS, **PEOPLE_EVENTS, **GAME_CHANGERS, **VINTAGE},
    instead=INSTEAD,
    uses=USES,
    before_turn=(boards.dip_twice,),
    before_reveal=(),
    before_bomb=(),
    before_loss=(),
    before_elimination=(),
    after_elimination=(spells.wear_off,),
    after_selection=(spells.count_off, boards.count_hypnosis, boards.count_win_zones),
    # The castle first: whoever does not leave it as a winner has no part in what follows.
    winners=(wildcards.leave_castle,),
    settling=(),
)
