"""Calls to Telegram: the connection, what its errors mean, and how much it takes."""
