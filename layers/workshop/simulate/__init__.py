"""Players of a few lines play whole games, and are measured."""
