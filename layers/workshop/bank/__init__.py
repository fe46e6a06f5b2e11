"""The bank of questions: counted, checked, grown from facts, and imported."""
