"""The page of one game, piece by piece: the stage with board and dock, the race, the news, the talk."""
