"""The fences between the floors: each reads the tree and lists its breaches. `tests/test_fences.py` runs them all."""
