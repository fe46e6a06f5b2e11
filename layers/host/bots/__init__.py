"""Players made of a few lines: those who stand in for people, and those who measure what a minigame is worth."""
