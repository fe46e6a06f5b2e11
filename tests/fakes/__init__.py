"""Local servers that stand in for the services the product talks to."""
