"""Forms of clubs and events; they validate and never save."""
