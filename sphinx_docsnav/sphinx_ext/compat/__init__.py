"""What has no public API: private names, overridden methods, changes to finished HTML."""
