"""The feature apps of tournaments, which an installation may do without."""

FEATURES = (
    "finances",
    "leagues",
    "ladders",
    "webhooks",
    "mirrors",
    "screens",
    "verification",
    "printing",
    "registration",
    "mailing",
)
