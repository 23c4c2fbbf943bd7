"""The core of the extension: what every build needs. It knows no feature."""
