"""What a move costs here and now."""
