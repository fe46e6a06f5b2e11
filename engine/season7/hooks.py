"""The named points where squares alter one another. Each list is the order in which its squares have their say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.table import Script
from engine.kernel.text import build_slug
from engine.season7 import board, host_answers, rounds, tables
from engine.season7.squares import board_events, game_changers, player_events, vintage
from engine.season7.squares.game_changers import decide_deadlock, settle_split_and_share, settle_threshold
from engine.season7.squares.hidden import (
    INSTEAD,
    USES,
    begin_free_play,
    bomb_switch,
    deflect,
    defuse,
    end_free_play,
    gild_square,
    lose_revive,
    queue_after_folding,
    spare_free_play_loss,
)
from engine.season7.squares.player_events import (
    add_tag_along_winners,
    end_due_protection,
    hand_commissioned_minigames,
    keep_if_protected,
    mark_last_protected,
    settle_schadenfreude,
    stop_bomb_if_immune,
)
from engine.season7.squares.vintage import decide_knife_edge
from engine.season7.state import RoundTable, SquareHooks

# Where scripts stand: a new square needs a function in one of these, and its name in one of the lists of `tables`.
ROOMS = (board_events, host_answers, board_events, player_events, player_events, game_changers, game_changers, vintage)
VINTAGE_WITH_SCRIPT = [
    face for face in tables.VINTAGE_SQUARES if tables.parse_cash(face) is None and face not in tables.VINTAGE_MINIGAMES
]


def find_square_scripts(squares: Sequence[str]) -> dict[str, Callable[[RoundTable, str], Script[None]]]:
    """Return for each of these names of squares the function that carries out its rule, found by its own name:
    `gift_card` for Gift Card. Raise LookupError if one is missing.
    """
    functions = {name: it for room in ROOMS for name, it in vars(room).items()}
    for square in squares:
        if build_slug(square) not in functions:
            raise LookupError(
                f"“{square}” stands in the tables, and no square's function is called {build_slug(square)}."
            )
    return {square: functions[build_slug(square)] for square in squares}


HOOKS = SquareHooks(
    squares=find_square_scripts([*tables.EVENTS, *tables.GAME_CHANGERS, *VINTAGE_WITH_SCRIPT]),
    instead=INSTEAD,
    uses=USES,
    before_turn=(board_events.begin_double_dip,),
    before_selection=(mark_last_protected, begin_free_play),
    before_reveal=(gild_square, decide_knife_edge),
    before_bomb=(stop_bomb_if_immune, bomb_switch, deflect, defuse),
    before_loss=(spare_free_play_loss,),
    before_elimination=(keep_if_protected,),
    after_elimination=(board.end_worn_off_spells,),
    after_selection=(
        board.count_spell_selection,
        board_events.count_hypnosis,
        board_events.count_win_zones,
        end_free_play,
        end_due_protection,
    ),
    # The castle first: only its winners have a part in what follows.
    winners=(rounds.leave_castle, decide_deadlock, add_tag_along_winners),
    settling=(
        settle_threshold,
        settle_split_and_share,
        hand_commissioned_minigames,
        settle_schadenfreude,
        queue_after_folding,
        lose_revive,
    ),
)
