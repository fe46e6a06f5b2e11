"""Letters (e-mail), where the operator has set up what carries them: it is your turn, your time runs out, an end."""
