"""Versions of a site from git: each ref is exported, built once, and joined with the others.

``version_plan`` finds the refs that docs.json or ``docsnav_versions`` names. ``builds`` builds each
in a process of its own, and caches the result by commit. ``join`` copies the results into one
folder, and fills in the switchers, notices and canonical links that depend on the other versions,
so that old versions need not be built again. ``version_changes`` compares two versions.
"""
