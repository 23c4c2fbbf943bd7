"""Breeze."""
