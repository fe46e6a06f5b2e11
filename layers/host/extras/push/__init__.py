"""Notices in a browser that is closed (Web Push): it is your turn, your time runs out, your game is over."""
