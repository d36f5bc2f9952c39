"""Pages that list what can be printed, and the files."""
