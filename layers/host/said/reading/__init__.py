"""Reads what people write, for every door: answers, plays, questions to the host and small talk."""
