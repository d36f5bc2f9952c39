"""Words templates of every room may use."""
