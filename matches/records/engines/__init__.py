"""The programs that analyse games, behind one interface; each runs as a limited process of its own."""
