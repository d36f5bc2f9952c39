"""Sheets of paper are read back: the text of every page, where it stands, and the fonts it is set in."""
