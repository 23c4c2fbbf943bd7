"""One page that fails does not stop the build: it is shown in a plain form, with one error."""
