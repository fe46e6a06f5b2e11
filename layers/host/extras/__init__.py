"""What a host can do without: each folder announces itself in its `extra.py`, and can be switched off or deleted."""
