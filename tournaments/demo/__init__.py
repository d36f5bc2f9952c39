"""A real evening to look at: a small club, one evening played to the end and one in full swing."""
