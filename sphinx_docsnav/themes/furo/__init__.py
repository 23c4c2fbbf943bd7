"""Furo."""
