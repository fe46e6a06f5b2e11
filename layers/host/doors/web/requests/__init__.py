"""One request: how it comes, who sends it, and which form of the page it is."""
