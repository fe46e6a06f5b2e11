"""What only builders need: measures, simulations, and the question bank as it grows. Nothing of it is deployed."""
