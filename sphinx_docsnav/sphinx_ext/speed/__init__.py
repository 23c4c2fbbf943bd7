"""Faster builds: visitors bound once, and shortcuts that do not change the output."""
