extensions = []
project = "Garden"
html_title = "Garden"
