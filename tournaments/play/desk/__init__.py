"""The desk of a tournament: the pages and commands of its directors."""
