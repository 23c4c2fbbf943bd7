"""The content of an operation's page: objects of a specification as plain values."""
