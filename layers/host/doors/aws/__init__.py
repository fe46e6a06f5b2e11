"""The host in AWS Lambda: what it reads at start, what it wakes after a commit, how each trigger's event is taken."""
