"""The feature apps of tournaments, which an installation may do without."""

FEATURES = ("leagues", "ladders", "webhooks", "screens", "verification", "printing")
