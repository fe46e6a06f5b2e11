"""With what each word is asked for, for the test of rights."""

DESK_CASES = {"seek": ("lobby", "Come in."), "unseek": ("lobby",), "flag": ("lobby",)}
