"""The game itself as the host keeps it: opened, changed by one input, saved; its clocks, seats and stores."""
