"""Commands for those who write cases, rules and translations."""
