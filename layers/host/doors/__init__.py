"""Where people come in: chats, threads, the web, the keyboard, the command line; and what runs them, in AWS or here."""
