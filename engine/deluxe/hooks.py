"""The named points where spaces alter one another. Each list is the order in which they have their say."""

from __future__ import annotations

from engine.deluxe import tables, zones
from engine.deluxe.spaces import changers, choices, funky, treats
from engine.deluxe.state import SpaceHooks
from engine.kernel.text import build_slug

# Where scripts stand: a new space needs a function in one of these, and its name in one of the lists of `tables`.
ASKING = {
    **{name: getattr(changers, build_slug(name)) for name in tables.CHANGERS},
    **{name: getattr(choices, build_slug(name)) for name in tables.SPECIALS if hasattr(choices, build_slug(name))},
    "Funky": funky.funky,
    "Items": choices.ask_item_to_drop,
    "Second Thoughts": funky.ask_second_thoughts,
    "Blank Cheque": funky.ask_blank_cheque,
    "Kingmaker": funky.ask_kingmaker,
}
HOOKS = SpaceHooks(
    treats={name: getattr(treats, build_slug(name)) for name in tables.SPECIALS if hasattr(treats, build_slug(name))},
    funky=funky.EFFECTS,
    asides=ASKING,
    on_opening=(choices.pay_toll, choices.pay_stink_bomb, treats.open_personal_demon, choices.pay_phoned_space),
    on_money=(
        zones.turn_losses_into_gains,
        funky.invert_money_on_opposite_day,
        treats.double_encore_money,
        zones.double_found_money,
        funky.pass_money_on,
        funky.share_money_by_purse,
    ),
    after_money=(treats.pay_echoes, funky.count_money_for_side),
    on_multiplier=(choices.raise_apprentices,),
    instead_of_strike=(funky.share_strike_by_discount,),
    after_bang=(
        treats.burn_hot_potatoes,
        choices.grow_piggy_banks,
        funky.pay_landlords,
        funky.raise_jackpot_by_siren,
        funky.end_opposite_day,
    ),
    after_out=(choices.pay_bounties, funky.raise_multipliers_by_applause),
    after_pick=(
        treats.pay_paper_round,
        treats.offer_hot_potato,
        choices.melt_ice_cubes,
        funky.open_twin_space,
        funky.double_money_at_high_tide,
        funky.end_grid_by_thirst,
    ),
    after_turn=(funky.count_last_order, zones.drift_closed_spaces),
    settling=(choices.settle_promises, funky.settle_funky_effects),
)
