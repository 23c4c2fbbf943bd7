"""What the page of an operation says: a specification's objects, read into plain values."""
