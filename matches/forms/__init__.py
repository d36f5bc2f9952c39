"""Forms of matches; they validate and never save."""
