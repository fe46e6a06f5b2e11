"""The named points where squares alter one another. Each list is the order in which its squares have their say."""

from __future__ import annotations

from engine.season7 import spells, wildcards
from engine.season7.squares import boards
from engine.season7.squares.boards import BOARD_EVENTS
from engine.season7.squares.changers import GAME_CHANGERS
from engine.season7.squares.hidden import INSTEAD
from engine.season7.squares.hidden_bombs import bomb_switch, deflect, defuse
from engine.season7.squares.hidden_uses import (
    USES,
    begin_free_play,
    end_free_play,
    gild,
    lose_nothing,
    lose_revive,
    play_after_folding,
)
from engine.season7.squares.people import PEOPLE_EVENTS, immune, last_protected, protected, protection_ends
from engine.season7.squares.promises import PROMISES, commissioned, gloating, tagging_along
from engine.season7.squares.upsets import UPSETS, deadlock_decides, settle_split_and_share, settle_threshold
from engine.season7.squares.vintage import VINTAGE, knife_edge_decides
from engine.season7.table import Hooks

HOOKS = Hooks(
    squares={**BOARD_EVENTS, **PEOPLE_EVENTS, **PROMISES, **GAME_CHANGERS, **UPSETS, **VINTAGE},
    instead=INSTEAD,
    uses=USES,
    before_turn=(boards.dip_twice,),
    before_selection=(last_protected, begin_free_play),
    before_reveal=(gild, knife_edge_decides),
    before_bomb=(immune, bomb_switch, deflect, defuse),
    before_loss=(lose_nothing,),
    before_elimination=(protected,),
    after_elimination=(spells.wear_off,),
    after_selection=(
        spells.count_off,
        boards.count_hypnosis,
        boards.count_win_zones,
        end_free_play,
        protection_ends,
    ),
    # The castle first: whoever does not leave it as a winner has no part in what follows.
    winners=(wildcards.leave_castle, deadlock_decides, tagging_along),
    settling=(
        settle_threshold,
        settle_split_and_share,
        commissioned,
        gloating,
        play_after_folding,
        lose_revive,
    ),
)
