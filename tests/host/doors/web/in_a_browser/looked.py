"""Where each look is seen: minigames by name, and transcripts."""

from pathlib import Path

TRANSCRIPTS = Path(__file__).parents[4] / "transcripts"
LAID = {
    "accelerator": ["Accelerator"],
    "auction": ["billionaire/bids", "billionaire/three"],
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
    "jackpot": ["deluxe/jackpot_chance", "deluxe/jackpot_chance_strikes"],
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
ASKED = {"auction": "bid", "jackpot": "jackpot_chance"}  # what is asked there, where it is not called as the look is
# Where each look of a beat is seen: transcripts in which an event with it is told.
TOLD = {
    "bank_deal": ["vintage/bankers_offer_deal"],
    "square00_result": ["cycle/square00_first", "cycle/square00_nothing"],
    "attack": ["billionaire/spin_red_red", "billionaire/proxy_fight_equal", "billionaire/espionage"],
    "bids": ["billionaire/bids", "billionaire/nobody_bids"],
    "bonus": ["deluxe/failsafe_right", "deluxe/bonus"],
    "failsafe": ["deluxe/failsafe_right", "deluxe/failsafe_dud", "deluxe/failsafe_after_a_bomb"],
    "jackpot_won": ["deluxe/jackpot_chance"],
    "reveal": ["ladder/first_climb", "ladder/fall_to_a_thousand", "ladder/million"],
    "security": ["billionaire/security_analysis"],
    "sold": ["billionaire/bids", "billionaire/three"],
    "super_round": ["cycle/into_super_round"],
    "taken": ["billionaire/proxy_fight_won"],
    "zone": ["deluxe/zone_entered", "deluxe/zone_goes"],
}
WORN = {"climb": ["ladder/first_climb"]}  # a style alone, of what the page draws itself
