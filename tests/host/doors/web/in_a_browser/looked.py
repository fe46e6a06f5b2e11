"""Where each look is seen: minigames by name, and transcripts."""

from pathlib import Path

TRANSCRIPTS = Path(__file__).parents[4] / "transcripts"
LAID = {
    "accelerator": ["Accelerator"],
    "bankers_offer": ["vintage/bankers_offer_deal"],
    "biscuit_risk_it": ["Biscuit Risk-It"],
    "blammo": ["changers/blammo_block"],
    "digital_fortress": ["Digital Fortress"],
    "for_the_rest_of_your_game": ["For the Rest of Your Game"],
    "fractioniser": ["Fractioniser"],
    "high_stakes": ["High Stakes"],
    "higher_or_lower": ["Higher or Lower"],
    "hypercube": ["Hypercube"],
    "leap_of_faith": ["Leap of Faith"],
    "make_your_mark": ["Make Your Mark"],
    "math_time": ["Math Time"],
    "megagrid": ["cycle/megagrid_top", "cycle/megagrid_last_bomb"],
    "mystery_chance": ["Mystery Chance"],
    "penalty_shootout": ["Penalty Shootout"],
    "postcode_lottery": ["Postcode Lottery"],
    "power_number": ["Power Number"],
    "punch_a_bunch": ["Punch-a-Bunch"],
    "shut_the_box": ["Shut the Box"],
    "smash_for_cash": ["Smash for Cash"],
    "spectrum": ["Spectrum"],
    "split_decision": ["Split Decision"],
    "square00": ["cycle/square00_first"],
    "tic_tac_dough": ["Tic Tac Dough"],
    "times_table": ["Times Table"],
    "treble_chance": ["Treble Chance"],
}
