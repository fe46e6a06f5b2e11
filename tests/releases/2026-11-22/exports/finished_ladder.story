Fifteen Rungs: a new game is open. Everything that chance will do is already sealed: 7c3bf6fd056d9b8aced83371e6952dde63f9d390db9e58d1f3c7df9326b83bfe
Ann takes a seat.
Bob takes a seat.
Cat takes a seat.
The game begins: Ann, Bob and Cat.
Round 1.
Ann, Bob and Cat climb.
For $100: Which city is nicknamed the Big Apple? A: Chicago · B: New York · C: London · D: Los Angeles
Ann plays 50:50.
Ann calls Cat.
Ann asks the audience.
The answer is B: New York. A reporter of horse races made the name popular in the 1920s.
Ann said B and climbs on.
Bob said C and leaves with $0.
Cat said A and leaves with $0.
For $200: Which bear lives on sea ice and hunts seals? A: Sloth bear · B: Polar bear · C: Grizzly bear · D: Black bear
Ann has earned “First rung”: Answer a question rightly.
The answer is B: Polar bear. Its Latin name means sea bear.
Ann said D and leaves with $0.
Ann, Bob and Cat share the win with $0 each.
Every draw followed from this secret, sealed before anybody sat down: 1bce28dfcd4b07371fa09f20e1bb97901c4d12aed09973e7612c4a166546c9fd. Check it if you like.

With seats in place of names, as /g/0ecf3dc6/story?seats=1 and rtab export 0ecf3dc6 --story --seats show it, this has the fingerprint 66961fb2cb85837e42ac8b99c8cb31a60ce0643f1a2f3c5b207d223123e47d38.
