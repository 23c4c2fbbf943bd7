"""What formats other than HTML show of components."""
