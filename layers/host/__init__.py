"""The host: it seats people at games, keeps the clocks, saves before it speaks, and knows no ruleset's inside.

The doors for adapters are `games`, `people`, `outbox` and `ticking`; each takes a `House` first.
"""
