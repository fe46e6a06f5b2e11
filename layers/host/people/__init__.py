"""Who people are: accounts, how two are merged, how a browser is linked, how many may come in, what is kept."""
