"""Views of printing: the list of printouts, and the files."""
