"""The doors of clubs, evenings and events: load, permit, shape, one service call, answer."""
