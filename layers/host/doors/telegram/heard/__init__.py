"""What comes in from Telegram: updates, commands, taps and files, and what they ask of the desk."""
