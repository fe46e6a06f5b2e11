"""Handles the queue of wake-up messages."""
