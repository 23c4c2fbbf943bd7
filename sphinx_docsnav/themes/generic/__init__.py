"""The theme basic, and every theme without an adapter of its own."""
