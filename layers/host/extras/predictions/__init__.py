"""Predictions: what those who are out, or only watch, say will come."""
