"""Table talk: reactions to what happens, and words where the table wants them."""
