"""The preview: a server, and behind it a process that builds what is saved.

`server` answers requests and watches the sources. `worker` is a second process that has imported
Sphinx, and starts a process for each build, a copy of itself: such a build is an ordinary one, but
for the time of its start. `application` is the application of these builds; it leaves a `drafter`
behind, a process that knows the whole site and writes single pages before the build does.
"""
