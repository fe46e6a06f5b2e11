"""What people see: views of a game, in words of their language, as plain text and as a picture."""
