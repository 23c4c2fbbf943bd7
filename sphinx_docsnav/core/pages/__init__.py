"""From the navigation and a page to the HTML file."""
