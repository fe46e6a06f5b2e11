Race to a Billion: a new game is open. Everything that chance will do is already sealed: 4da8cc1020ff2ca35776d841f08f9c51a0fbcb3ca2f6b60b310ffe504b28b0de
p1 takes a seat.
p2 takes a seat.
p3 takes a seat.
The game begins: p1, p2 and p3.
Cycle 1 begins with 1 round.
Quadrant 1 begins. Turn order: p3, p2 and p1.
Sealed bombs: 4cc4bbd2bb1714eda93694875849eb68e3d534dafa915162b7fcb730ea2bc939, 714f8cc95f743d24de70a7c5326212cdacf626d40a5ad247fd155fef5ed5a6d1 and 9a0a3f82d8e9bf12dfa5d6858cdc6e0da46d33ae346456eb61ea59534225b5b3.
p3 selects square 10: £8,750,000.
p3 gains £8,750,000.
p2 selects square 14: Deadlock.
Deadlock: if several of you survive, only the one with the lowest total wins.
p1 selects square 19: Treble Chance.
p1 picks up Treble Chance.
p3 selects square 25: Power Number.
p3 picks up Power Number.
p2 selects square 24: Booster Siphon.
Nobody else has a booster. p2 siphons thin air.
p1 selects square 21: £1,300,000.
p1 gains £1,300,000.
p3 selects square 22: £5,678,000.
p3 gains £5,678,000.
p2 selects square 6: Steady Tortoise.
Slow and steady: p2 runs in place 3, at £5,000,000 a place.
p2 gains £15,000,000.
p1 selects square 12: a Bomb!
p1 loses £500,000.
p1 is out of the round.
p1 has earned “Tick, Tick”: A first bomb.
p3 selects square 15: £5,900,000.
p3 gains £5,900,000.
p2 selects square 8: £7,200,000.
p2 gains £7,200,000.
p3 selects square 18: Access.
p3 has Access to the next Super Round.
p2 selects square 2: £525,000.
p2 gains £525,000.
p3 selects square 7: Punch-a-Bunch.
p3 picks up Punch-a-Bunch.
p2 selects square 17: 100% Booster.
p2 gains a 100% booster and stands at 100%.
p3 selects square 1: £9,600,000.
p3 gains £9,600,000.
p2 selects square 11: Make Your Mark.
p2 picks up Make Your Mark.
p3 selects square 5: £200,000.
p3 gains £200,000.
p2 selects square 3: a Bomb!
p2 loses £1,000,000 (£500,000 with booster 100%).
p2 is out of the round.
Quadrant 1 is over. p3 wins.
The win bonus: £10,000,000, and £250,000 for each of 19 squares. A booster lifts what the squares bring, and a Win Zone doubles all of it.
p3 has a win bonus of £14,750,000. Square 00 might add Fractioniser.
p1 has earned “Seat Taken”: A first round, from beginning to end.
p2 has earned “Seat Taken”: A first round, from beginning to end.
p2 has earned “Tick, Tick”: A first bomb.
p3 has earned “Seat Taken”: A first round, from beginning to end.
p3 has earned “Still Here”: A first round won.
p3 has earned “Last One Standing”: A round won alone.
p3 opens Square 00: MYSTERY PRIZE.
The win bonus of p3 is gone.
0.758 is too high: a fuse blows!
0.740 is too high: a fuse blows!
The Power Number was 0.705.
Power Number pays p3.
p3 gains £1,995,263.
p3 has earned “Player”: A first minigame won.
Hole 9: the slip is worth £4,000,000.
Hole 5: the slip is worth £1,200,000.
Punch-a-Bunch pays p3.
p3 gains £1,200,000.
Quadrant 1 is closed.
The Super Round: p3 and p2.
Super Round begins. Turn order: p3 and p2.
Sealed bombs: 6c4ea767d9de09740e513905bdceb32dd579d31bcce74d1a0f28f53a9d199d09 and 97112393ea8c2f19cddecc5645155eeb7a43c591926c731bdf6142c14e994916.
p3 uses Bonus Bag.
p3 reaches into the Bonus Bag.
p3 receives Times Table.
p3 picks up Times Table.
p2 selects square 37: Mystery Chance.
p2 picks up Mystery Chance.
p3 selects square 19: £6,800,000.
p3 gains £6,800,000.
p2 selects square 35: £9,700,000.
p2 gains £9,700,000.
p3 selects square 26: Hypnotise.
p3 is hypnotised: chance makes the next 1 selection, and gains are doubled.
p2 selects square 10: -£30,000.
p2 loses £30,000.
p3 selects square 22: Smash for Cash.
p3 picks up Smash for Cash.
p3 wakes up.
p2 selects square 15: £10,000.
p2 gains £10,000.
p3 selects square 20: -£220,000.
p3 loses £220,000.
p2 selects square 12: For the Rest of Your Game.
p2 picks up For the Rest of Your Game.
p3 selects square 23: 55% Booster.
p3 gains a 55% booster and stands at 55%.
p2 selects square 39: Fractioniser.
p2 picks up Fractioniser.
p3 selects square 36: Invite.
p3 invites p1. Turn order: p3, p2 and p1.
p2 selects square 2: £4,400,000.
p2 gains £4,400,000.
p1 selects square 27: £6,900,000.
p1 gains £6,900,000.
p3 selects square 14: Napping Hare.
The hare naps, with 2 players below p3: £5,000,000 for each.
p3 loses £10,000,000.
p2 selects square 5: -£110,000.
p2 loses £110,000.
p1 selects square 11: £6,000,000.
p1 gains £6,000,000.
p3 selects square 32: £10,000.
p3 gains £15,500 (£10,000 with booster 55%).
p2 selects square 40: Team Rocket.
p2 sends up a rocket: 50% more booster for everybody still in.
p3 gains a 50% booster and stands at 105%.
p2 gains a 50% booster and stands at 50%.
p1 gains a 50% booster and stands at 50%.
p1 selects square 9: £3,600,000.
p1 gains £5,400,000 (£3,600,000 with booster 50%).
p3 selects square 7: -£110,000.
p3 loses £225,500 (£110,000 with booster 105%).
p2 selects square 31: a Bomb!
p2 loses £750,000 (£500,000 with booster 50%).
p2 is out of the round.
p1 selects square 28: Access.
p1 has Access to the next Super Round.
p3 selects square 34: £325,000.
p3 gains £666,250 (£325,000 with booster 105%).
p1 selects square 18: £7,400,000.
p1 gains £11,100,000 (£7,400,000 with booster 50%).
p3 selects square 29: Mystery Chance.
p3 picks up Mystery Chance.
p1 selects square 38: £625,000.
p1 gains £937,500 (£625,000 with booster 50%).
p3 selects square 21: £860,000.
p3 gains £1,763,000 (£860,000 with booster 105%).
p1 selects square 16: Postcode Lottery.
p1 picks up Postcode Lottery.
p3 selects square 1: -£100,000.
p3 loses £205,000 (£100,000 with booster 105%).
p1 selects square 6: £450,000.
p1 gains £675,000 (£450,000 with booster 50%).
p3 selects square 4: Split Decision.
p3 picks up Split Decision.
p1 selects square 33: Lockdown.
Lockdown! All that is not a bomb is now seven-figure cash. A bomb costs £2,500,000, and whoever wins must stake the win bonus on Square 00.
p3 selects square 13: £5,900,000.
p3 gains £12,095,000 (£5,900,000 with booster 105%).
p1 selects square 17: £1,900,000.
p1 gains £2,850,000 (£1,900,000 with booster 50%).
p3 selects square 25: a Bomb!
p3 uses Defuse.
Snip! p3 cuts the right wire, and the round goes on.
p3 has earned “Tick, Tick”: A first bomb.
p3 has earned “Steady Hands”: A bomb defused.
p1 selects square 8: £2,100,000.
p1 gains £3,150,000 (£2,100,000 with booster 50%).
p3 selects square 30: £9,800,000.
p3 gains £20,090,000 (£9,800,000 with booster 105%).
p1 selects square 24: £4,900,000.
p1 gains £7,350,000 (£4,900,000 with booster 50%).
p3 selects square 3: £1,000,000.
p3 gains £2,050,000 (£1,000,000 with booster 105%).
Super Round is over. p3 and p1 win.
The win bonus: £10,000,000, and £500,000 for each of 40 squares. A booster lifts what the squares bring, and a Win Zone doubles all of it.
p3 has a win bonus of £51,000,000. Square 00 might add Fractioniser.
p1 has a win bonus of £40,000,000. Square 00 might add Make Your Mark.
p3 opens Square 00: MYSTERY PRIZE.
The win bonus of p3 is gone.
p1 opens Square 00: ADD MINIGAME.
p1 gains £40,000,000.
p1 has earned “Still Here”: A first round won.
p1 has earned “Clean Sweep”: There when a board was cleared.
p1 has earned “Super”: A first Super Round.
p1 has earned “Superb”: A Super Round won.
p2 has earned “Super”: A first Super Round.
p3 has earned “Clean Sweep”: There when a board was cleared.
p3 has earned “Super”: A first Super Round.
p3 has earned “Superb”: A Super Round won.
B, times 1: £40,000.
C, times 2: £200,000.
A bailiff opens! He takes all there was in Station Road.
The table: £250,000 x 0, £40,000 x 1, £200,000 x 2, £50,000 x 3, £10,000 x 4 and £600,000 x 10.
Times Table pays p3.
p3 gains £13,591,500 (£6,630,000 with booster 105%).
Smash for Cash pays p3.
p3 gains £138,375 (£67,500 with booster 105%).
p3 has £2,500,000 in hand.
Square 1 holds £375,000.
Mystery Chance pays p3.
p3 gains £768,750 (£375,000 with booster 105%).
Safe 6: £200,000.
A bailiff opens! He takes all there was in Park Crescent.
Safe 7: £100,000.
Safe 15: £150,000.
A bailiff opens! He takes all there was in Palace Gardens.
Postcode Lottery pays p1 nothing.
Safe 9: £20,000.
Safe 3: £30,000.
Safe 13: £300,000.
Safe 14: a booby trap.
On rung 5 hangs a rope: p1 ties it on.
p1 stands on rung 9, worth £11,000,000.
Rung 11 snaps!
The rope holds p1.
Make Your Mark pays p1.
p1 gains £16,500,000 (£11,000,000 with booster 50%).
p1 has earned “Player”: A first minigame won.
Safe 8: £50,000.
Split Decision pays p3.
p3 gains £881,500 (£430,000 with booster 105%).
Super Round is closed.
The Megagrid, with £10,000,000 to start from: p3 and p1.
p1 stops on the Megagrid with £10,000,000.
Megagrid pays p1.
p1 gains £10,000,000.
p3 takes column 4 of row 1: a bomb! All is lost.
Megagrid pays p3 nothing.
p1 wins Race to a Billion with £111,662,500!
Every draw followed from this secret, sealed before anybody sat down: 1a4b1d4895d98a8b1ccdde6afc9f48da0cde3adbc2391aa68acf0261b3a5288f. Check it if you like.
p1 has earned “Home Straight”: A season played to its end.
p1 has earned “Billionaire”: A season won, and with it the race.
p2 has earned “Home Straight”: A season played to its end.
p3 has earned “Home Straight”: A season played to its end.
5c1b975d82134d4845bde205a49acf0a15bc14b0d87ac7e51bfc8ebc2b94575d
