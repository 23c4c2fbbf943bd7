"""Example requests: an operation's parameters and body as one HTTP request, in no language yet."""
