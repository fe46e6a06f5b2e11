"""Where people come in: Telegram, Reddit, the web, the command line; and what runs them, in AWS or on one machine."""
