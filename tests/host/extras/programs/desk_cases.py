"""With what each word is asked for, for the test of rights."""

DESK_CASES = {"programs": ("lobby", "on")}
