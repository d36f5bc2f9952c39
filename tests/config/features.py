"""The feature apps of tournaments, which an installation may do without."""

FEATURES = ("webhooks", "screens", "verification", "printing")
