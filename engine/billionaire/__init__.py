"""Billionaire: sealed bids for investments all over the world, until somebody is worth a billion."""
