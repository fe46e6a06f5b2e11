"""Players made of a few lines, by which games and minigames are measured."""
