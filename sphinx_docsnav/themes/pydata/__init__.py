"""The PyData theme and the Sphinx Book theme."""
