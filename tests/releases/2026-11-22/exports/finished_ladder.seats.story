Fifteen Rungs: a new game is open. Everything that chance will do is already sealed: 7c3bf6fd056d9b8aced83371e6952dde63f9d390db9e58d1f3c7df9326b83bfe
p1 takes a seat.
p2 takes a seat.
p3 takes a seat.
The game begins: p1, p2 and p3.
Round 1.
p1, p2 and p3 climb.
For $100: Which city is nicknamed the Big Apple? A: Chicago · B: New York · C: London · D: Los Angeles
p1 plays 50:50.
p1 calls p3.
p1 asks the audience.
The answer is B: New York. A reporter of horse races made the name popular in the 1920s.
p1 said B and climbs on.
p2 said C and leaves with $0.
p3 said A and leaves with $0.
For $200: Which bear lives on sea ice and hunts seals? A: Sloth bear · B: Polar bear · C: Grizzly bear · D: Black bear
p1 has earned “First rung”: Answer a question rightly.
The answer is B: Polar bear. Its Latin name means sea bear.
p1 said D and leaves with $0.
p1, p2 and p3 share the win with $0 each.
Every draw followed from this secret, sealed before anybody sat down: 1bce28dfcd4b07371fa09f20e1bb97901c4d12aed09973e7612c4a166546c9fd. Check it if you like.
66961fb2cb85837e42ac8b99c8cb31a60ce0643f1a2f3c5b207d223123e47d38
