"""What people show of themselves: profiles, the halls of fame of places, and the records of all times."""
