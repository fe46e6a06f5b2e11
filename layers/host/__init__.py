"""The host: it seats people at games, keeps the clocks, saves before it speaks, and knows no ruleset's inside.

Its rooms: `core` (a game opened, changed, saved), `people` (accounts), `said` (typed words to answers), `shown` (views,
pictures, translations), `delivery` (what is sent), `archive` (logs, replay, import), `doors` (where people come in).
"""

VERSION = "0.3.0"  # of this release: it has a section in CHANGELOG.md, and a tag that begins with v
