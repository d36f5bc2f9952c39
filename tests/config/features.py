"""The feature apps of tournaments, which an installation may do without."""

FEATURES = (
    "finances",
    "leagues",
    "ladders",
    "webhooks",
    "screens",
    "verification",
    "printing",
    "registration",
    "mailing",
)
