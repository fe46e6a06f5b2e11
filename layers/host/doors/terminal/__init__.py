"""A game at one keyboard: everybody takes the keys in turn, and what is secret is shown behind a key press."""
