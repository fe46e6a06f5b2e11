"""Timers and the sweep."""
