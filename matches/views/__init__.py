"""The pages of a match: load, shape, one service call, answer."""
