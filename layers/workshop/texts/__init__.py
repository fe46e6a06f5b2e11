"""`rtab texts`: all that people are shown, read off the program, for translators."""
