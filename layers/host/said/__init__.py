"""What people type, turned into answers: the same for every door."""
