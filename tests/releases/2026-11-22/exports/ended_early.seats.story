Race to a Billion: a new game is open. Everything that chance will do is already sealed: 6b3ed5b1e336e4efa55b9530d03c35621f27b087734aaa4cee5a62f82d3be431
p1 takes a seat.
p2 takes a seat.
p3 takes a seat.
The game begins: p1, p2 and p3.
Cycle 1 begins with 1 round.
The host has closed this game.
Every draw followed from this secret, sealed before anybody sat down: 2bfb17afab86ae1ace87c0fcb3f7297bc56c7c132dce079c56eeecdd576dce9d. Check it if you like.
88a96aa0dad668ff59051e1d7358b35ad0fae7800b0cdc0c0932f7d9c1986a87
