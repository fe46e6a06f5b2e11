"""The named points where squares alter one another. Each list is the order in which its squares have their say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.table import Script
from engine.kernel.text import slug
from engine.season7 import host_answers, spells, tables, wildcards
from engine.season7.squares import boards, changers, leftovers, people, promises, upsets, vintage
from engine.season7.squares.hidden import INSTEAD
from engine.season7.squares.hidden_shields import bomb_switch, deflect, defuse
from engine.season7.squares.hidden_uses import (
    USES,
    begin_free_play,
    end_free_play,
    gild,
    lose_nothing,
    lose_revive,
    play_after_folding,
)
from engine.season7.squares.people import immune, last_protected, protected, protection_ends
from engine.season7.squares.promises import commissioned, gloating, tagging_along
from engine.season7.squares.upsets import deadlock_decides, settle_split_and_share, settle_threshold
from engine.season7.squares.vintage import knife_edge_decides
from engine.season7.table import Hooks, RoundTable

# Where scripts stand: a new square needs a function in one of these, and its name in one of the lists of `tables`.
ROOMS = (boards, host_answers, leftovers, people, promises, changers, upsets, vintage)
VINTAGE = [face for face in tables.VINTAGE if tables.cash(face) is None and face not in tables.VINTAGE_MINIGAMES]


def scripts(squares: Sequence[str]) -> dict[str, Callable[[RoundTable, str], Script[None]]]:
    """The script of each square: the function that is called as it is, `gift_card` for Gift Card."""
    functions = {name: it for room in ROOMS for name, it in vars(room).items()}
    for square in squares:
        if slug(square) not in functions:
            raise LookupError(f"“{square}” stands in the tables, and no square's function is called {slug(square)}.")
    return {square: functions[slug(square)] for square in squares}


HOOKS = Hooks(
    squares=scripts([*tables.EVENTS, *tables.GAME_CHANGERS, *VINTAGE]),
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
