"""Commands for those who write cases: play one again, let bots play one."""
