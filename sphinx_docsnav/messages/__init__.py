"""From faults to the lines that people and programs read."""
