"""All pages but that of a game: the front page, one's own, the hall of fame, what one looks back on."""
