"""What Telegram is sent: messages, questions, boards, and the buttons below them."""
