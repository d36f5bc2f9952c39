"""Views of the cash desk of an event: pages and actions for those who handle its money."""
