"""The webhook."""
