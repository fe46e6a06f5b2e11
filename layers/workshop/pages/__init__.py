"""Pages of the docs that are made from the code, so that they cannot drift from it."""
