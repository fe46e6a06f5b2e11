"""With what each word is asked for, for the test of rights."""

DESK_CASES = {"today": ("running", "8:00", "", "t:group", False)}
