"""Versions of a site from git: each ref is exported, built once, and joined with the others.

``version_plan`` finds the refs that docs.json or ``docsnav_versions`` names, ``builds`` builds each
in a process of its own and keeps the result by commit, and ``join`` puts the results into one
folder: it fills in the switchers, notices and canonical links that depend on the other versions,
so that a new version does not build an old one again. ``changes`` tells what differs between two.
"""
