"""How well the tests find faults: one-line mutants drawn by a seed, each run against the tests that touch it."""
