"""A calendar and a feed of the games that wait for a person."""
