Race to a Billion: a new game is open. Everything that chance will do is already sealed: 4da8cc1020ff2ca35776d841f08f9c51a0fbcb3ca2f6b60b310ffe504b28b0de
Ann takes a seat.
Bob takes a seat.
Cat takes a seat.
The game begins: Ann, Bob and Cat.
Cycle 1 begins with 1 round.
Quadrant 1 begins. Turn order: Cat, Bob and Ann.
Sealed bombs: 4cc4bbd2bb1714eda93694875849eb68e3d534dafa915162b7fcb730ea2bc939, 714f8cc95f743d24de70a7c5326212cdacf626d40a5ad247fd155fef5ed5a6d1 and 9a0a3f82d8e9bf12dfa5d6858cdc6e0da46d33ae346456eb61ea59534225b5b3.
Cat selects square 10: £8,750,000.
Cat gains £8,750,000.
Bob selects square 14: Deadlock.
Deadlock: if several of you survive, only the one with the lowest total wins.
Ann selects square 19: Treble Chance.
Ann picks up Treble Chance.
Cat selects square 25: Power Number.
Cat picks up Power Number.
Bob selects square 24: Booster Siphon.
Nobody else has a booster. Bob siphons thin air.
Ann selects square 21: £1,300,000.
Ann gains £1,300,000.
Cat selects square 22: £5,678,000.
Cat gains £5,678,000.
Bob selects square 6: Steady Tortoise.
Slow and steady: Bob runs in place 3, at £5,000,000 a place.
Bob gains £15,000,000.
Ann selects square 12: a Bomb!
Ann loses £500,000.
Ann is out of the round.
Ann has earned “Tick, Tick”: A first bomb.
Cat selects square 15: £5,900,000.
Cat gains £5,900,000.
Bob selects square 8: £7,200,000.
Bob gains £7,200,000.
Cat selects square 18: Access.
Cat has Access to the next Super Round.
Bob selects square 2: £525,000.
Bob gains £525,000.
Cat selects square 7: Punch-a-Bunch.
Cat picks up Punch-a-Bunch.
Bob selects square 17: 100% Booster.
Bob gains a 100% booster and stands at 100%.
Cat selects square 1: £9,600,000.
Cat gains £9,600,000.
Bob selects square 11: Make Your Mark.
Bob picks up Make Your Mark.
Cat selects square 5: £200,000.
Cat gains £200,000.
Bob selects square 3: a Bomb!
Bob loses £1,000,000 (£500,000 with booster 100%).
Bob is out of the round.
Quadrant 1 is over. Cat wins.
The win bonus: £10,000,000, and £250,000 for each of 19 squares. A booster lifts what the squares bring, and a Win Zone doubles all of it.
Cat has a win bonus of £14,750,000. Square 00 might add Fractioniser.
Ann has earned “Seat Taken”: A first round, from beginning to end.
Bob has earned “Seat Taken”: A first round, from beginning to end.
Bob has earned “Tick, Tick”: A first bomb.
Cat has earned “Seat Taken”: A first round, from beginning to end.
Cat has earned “Still Here”: A first round won.
Cat has earned “Last One Standing”: A round won alone.
Cat opens Square 00: MYSTERY PRIZE.
The win bonus of Cat is gone.
0.758 is too high: a fuse blows!
0.740 is too high: a fuse blows!
The Power Number was 0.705.
Power Number pays Cat.
Cat gains £1,995,263.
Cat has earned “Player”: A first minigame won.
Hole 9: the slip is worth £4,000,000.
Hole 5: the slip is worth £1,200,000.
Punch-a-Bunch pays Cat.
Cat gains £1,200,000.
Quadrant 1 is closed.
The Super Round: Cat and Bob.
Super Round begins. Turn order: Cat and Bob.
Sealed bombs: 6c4ea767d9de09740e513905bdceb32dd579d31bcce74d1a0f28f53a9d199d09 and 97112393ea8c2f19cddecc5645155eeb7a43c591926c731bdf6142c14e994916.
Cat uses Bonus Bag.
Cat reaches into the Bonus Bag.
Cat receives Times Table.
Cat picks up Times Table.
Bob selects square 37: Mystery Chance.
Bob picks up Mystery Chance.
Cat selects square 19: £6,800,000.
Cat gains £6,800,000.
Bob selects square 35: £9,700,000.
Bob gains £9,700,000.
Cat selects square 26: Hypnotise.
Cat is hypnotised: chance makes the next 1 selection, and gains are doubled.
Bob selects square 10: -£30,000.
Bob loses £30,000.
Cat selects square 22: Smash for Cash.
Cat picks up Smash for Cash.
Cat wakes up.
Bob selects square 15: £10,000.
Bob gains £10,000.
Cat selects square 20: -£220,000.
Cat loses £220,000.
Bob selects square 12: For the Rest of Your Game.
Bob picks up For the Rest of Your Game.
Cat selects square 23: 55% Booster.
Cat gains a 55% booster and stands at 55%.
Bob selects square 39: Fractioniser.
Bob picks up Fractioniser.
Cat selects square 36: Invite.
Cat invites Ann. Turn order: Cat, Bob and Ann.
Bob selects square 2: £4,400,000.
Bob gains £4,400,000.
Ann selects square 27: £6,900,000.
Ann gains £6,900,000.
Cat selects square 14: Napping Hare.
The hare naps, with 2 players below Cat: £5,000,000 for each.
Cat loses £10,000,000.
Bob selects square 5: -£110,000.
Bob loses £110,000.
Ann selects square 11: £6,000,000.
Ann gains £6,000,000.
Cat selects square 32: £10,000.
Cat gains £15,500 (£10,000 with booster 55%).
Bob selects square 40: Team Rocket.
Bob sends up a rocket: 50% more booster for everybody still in.
Cat gains a 50% booster and stands at 105%.
Bob gains a 50% booster and stands at 50%.
Ann gains a 50% booster and stands at 50%.
Ann selects square 9: £3,600,000.
Ann gains £5,400,000 (£3,600,000 with booster 50%).
Cat selects square 7: -£110,000.
Cat loses £225,500 (£110,000 with booster 105%).
Bob selects square 31: a Bomb!
Bob loses £750,000 (£500,000 with booster 50%).
Bob is out of the round.
Ann selects square 28: Access.
Ann has Access to the next Super Round.
Cat selects square 34: £325,000.
Cat gains £666,250 (£325,000 with booster 105%).
Ann selects square 18: £7,400,000.
Ann gains £11,100,000 (£7,400,000 with booster 50%).
Cat selects square 29: Mystery Chance.
Cat picks up Mystery Chance.
Ann selects square 38: £625,000.
Ann gains £937,500 (£625,000 with booster 50%).
Cat selects square 21: £860,000.
Cat gains £1,763,000 (£860,000 with booster 105%).
Ann selects square 16: Postcode Lottery.
Ann picks up Postcode Lottery.
Cat selects square 1: -£100,000.
Cat loses £205,000 (£100,000 with booster 105%).
Ann selects square 6: £450,000.
Ann gains £675,000 (£450,000 with booster 50%).
Cat selects square 4: Split Decision.
Cat picks up Split Decision.
Ann selects square 33: Lockdown.
Lockdown! All that is not a bomb is now seven-figure cash. A bomb costs £2,500,000, and whoever wins must stake the win bonus on Square 00.
Cat selects square 13: £5,900,000.
Cat gains £12,095,000 (£5,900,000 with booster 105%).
Ann selects square 17: £1,900,000.
Ann gains £2,850,000 (£1,900,000 with booster 50%).
Cat selects square 25: a Bomb!
Cat uses Defuse.
Snip! Cat cuts the right wire, and the round goes on.
Cat has earned “Tick, Tick”: A first bomb.
Cat has earned “Steady Hands”: A bomb defused.
Ann selects square 8: £2,100,000.
Ann gains £3,150,000 (£2,100,000 with booster 50%).
Cat selects square 30: £9,800,000.
Cat gains £20,090,000 (£9,800,000 with booster 105%).
Ann selects square 24: £4,900,000.
Ann gains £7,350,000 (£4,900,000 with booster 50%).
Cat selects square 3: £1,000,000.
Cat gains £2,050,000 (£1,000,000 with booster 105%).
Super Round is over. Cat and Ann win.
The win bonus: £10,000,000, and £500,000 for each of 40 squares. A booster lifts what the squares bring, and a Win Zone doubles all of it.
Cat has a win bonus of £51,000,000. Square 00 might add Fractioniser.
Ann has a win bonus of £40,000,000. Square 00 might add Make Your Mark.
Cat opens Square 00: MYSTERY PRIZE.
The win bonus of Cat is gone.
Ann opens Square 00: ADD MINIGAME.
Ann gains £40,000,000.
Ann has earned “Still Here”: A first round won.
Ann has earned “Clean Sweep”: There when a board was cleared.
Ann has earned “Super”: A first Super Round.
Ann has earned “Superb”: A Super Round won.
Bob has earned “Super”: A first Super Round.
Cat has earned “Clean Sweep”: There when a board was cleared.
Cat has earned “Super”: A first Super Round.
Cat has earned “Superb”: A Super Round won.
B, times 1: £40,000.
C, times 2: £200,000.
A bailiff opens! He takes all there was in Station Road.
The table: £250,000 x 0, £40,000 x 1, £200,000 x 2, £50,000 x 3, £10,000 x 4 and £600,000 x 10.
Times Table pays Cat.
Cat gains £13,591,500 (£6,630,000 with booster 105%).
Smash for Cash pays Cat.
Cat gains £138,375 (£67,500 with booster 105%).
Cat has £2,500,000 in hand.
Square 1 holds £375,000.
Mystery Chance pays Cat.
Cat gains £768,750 (£375,000 with booster 105%).
Safe 6: £200,000.
A bailiff opens! He takes all there was in Park Crescent.
Safe 7: £100,000.
Safe 15: £150,000.
A bailiff opens! He takes all there was in Palace Gardens.
Postcode Lottery pays Ann nothing.
Safe 9: £20,000.
Safe 3: £30,000.
Safe 13: £300,000.
Safe 14: a booby trap.
On rung 5 hangs a rope: Ann ties it on.
Ann stands on rung 9, worth £11,000,000.
Rung 11 snaps!
The rope holds Ann.
Make Your Mark pays Ann.
Ann gains £16,500,000 (£11,000,000 with booster 50%).
Ann has earned “Player”: A first minigame won.
Safe 8: £50,000.
Split Decision pays Cat.
Cat gains £881,500 (£430,000 with booster 105%).
Super Round is closed.
The Megagrid, with £10,000,000 to start from: Cat and Ann.
Ann stops on the Megagrid with £10,000,000.
Megagrid pays Ann.
Ann gains £10,000,000.
Cat takes column 4 of row 1: a bomb! All is lost.
Megagrid pays Cat nothing.
Ann wins Race to a Billion with £111,662,500!
Every draw followed from this secret, sealed before anybody sat down: 1a4b1d4895d98a8b1ccdde6afc9f48da0cde3adbc2391aa68acf0261b3a5288f. Check it if you like.
Ann has earned “Home Straight”: A season played to its end.
Ann has earned “Billionaire”: A season won, and with it the race.
Bob has earned “Home Straight”: A season played to its end.
Cat has earned “Home Straight”: A season played to its end.

With seats in place of names, as /g/1bcec293/story?seats=1 and rtab export 1bcec293 --story --seats show it, this has the fingerprint 5c1b975d82134d4845bde205a49acf0a15bc14b0d87ac7e51bfc8ebc2b94575d.
