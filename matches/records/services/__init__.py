"""Commands on match files."""
