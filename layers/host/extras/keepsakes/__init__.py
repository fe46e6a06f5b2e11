"""A readable file for each person with all that they have done here."""
