"""Commands of the desk, and the base class of all commands."""
