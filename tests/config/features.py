"""The feature apps of tournaments, which an installation may do without."""

FEATURES = ("finances", "webhooks", "screens", "verification", "printing")
