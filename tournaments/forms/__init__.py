"""Shapes of what people send to clubs and events: they read and limit, they never save."""
