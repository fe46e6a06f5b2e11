"""The box of questions: one JSON line each. The files below `facts` are what most of them are grown from."""
