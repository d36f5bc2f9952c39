"""Teams, their line-ups and meetings."""
