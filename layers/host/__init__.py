"""The host: it seats people at games, keeps the clocks, saves before it speaks, and knows no ruleset's inside.

Its doors for adapters are `games`, `seats`, `ticking`, `showing`, `people` and `outbox`; each takes a `House` first.
"""
