"""The queue of errands."""
