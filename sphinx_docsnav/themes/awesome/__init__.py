"""The Awesome theme."""
