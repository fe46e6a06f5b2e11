"""The named points where spaces alter one another. Each list is the order in which they have their say."""

from __future__ import annotations

from engine.deluxe import tables
from engine.deluxe.spaces import changers, choices, drift, funky, funky_choices, promises, treats
from engine.deluxe.table import Hooks
from engine.kernel.text import slug

# Where scripts stand: a new space needs a function in one of these, and its name in one of the lists of `tables`.
ASKING = {
    **{name: getattr(changers, slug(name)) for name in tables.CHANGERS},
    **{name: getattr(choices, slug(name)) for name in tables.SPECIALS if hasattr(choices, slug(name))},
    "Funky": funky.funky,
    "Items": choices.items,
    "Second Thoughts": funky_choices.second_thoughts,
    "Blank Cheque": funky_choices.blank_cheque,
    "Kingmaker": funky_choices.kingmaker,
}
HOOKS = Hooks(
    treats={name: getattr(treats, slug(name)) for name in tables.SPECIALS if hasattr(treats, slug(name))},
    funky=funky.EFFECTS,
    asides=ASKING,
    on_opening=(promises.toll, promises.stench, treats.imps, promises.phone),
    on_money=(
        drift.brighten,
        funky.turn_round,
        treats.sung_twice,
        drift.bill_twice,
        funky.hand_on,
        funky.put_in_the_purse,
    ),
    after_money=(treats.echoes, funky.tug),
    on_multiplier=(promises.learn,),
    instead_of_strike=(funky.share_the_bill,),
    after_bang=(treats.burn, promises.fatten, funky.pay_the_rent, funky.wail_again, funky.end_opposite_day),
    after_out=(promises.collect, funky.applaud),
    after_pick=(
        treats.deliver,
        treats.pass_potatoes,
        promises.melt,
        funky.open_the_twin,
        funky.rise,
        funky.dry_up,
        drift.drift,
    ),
    after_turn=(funky.call_time,),
    settling=(promises.settle, funky.settle),
)
