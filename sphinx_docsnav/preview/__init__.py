"""The preview: a server, and a worker process that builds the site after each change.

`server` answers requests and watches the sources. `worker` is a process that has imported Sphinx,
and forks a process for each build: such a build equals an ordinary one, but starts faster.
`application` is the application of these builds; it forks a `drafter`, a process that has read the
whole site and writes single pages before the build does.
"""
