extensions: list[str] = []
project = "Garden"
html_title = "Garden"
