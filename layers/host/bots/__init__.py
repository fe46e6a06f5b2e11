"""Players made of a few lines. They see what a person sees: a question, and the picture on the table."""
