"""Public pages of an event, and the list of events."""

from tests.site.addresses.address import EVERYBODY, PUBLIC, Address, Call

ADDRESSES = (
    Address("/clubs/{competition}/", get=PUBLIC),
    Address("/clubs/{competition}/bracket/", get=PUBLIC),
    Address("/clubs/{competition}/entries/", get=PUBLIC),
    Address("/clubs/{competition}/results/", get=PUBLIC),
    Address("/clubs/{competition}/standings/", get=PUBLIC),
    Address("/clubs/{competition}/report/", get=PUBLIC),
    Address("/clubs/{competition}/report.pdf", get=PUBLIC),
    Address("/clubs/{competition}/lots/", get=PUBLIC),
    Address("/clubs/{competition}/journal/", get=PUBLIC),
    Address("/clubs/{competition}/embed/", get=PUBLIC),
    Address("/clubs/{competition}/embed/code/", get=PUBLIC),
    Address("/clubs/{competition}/podium.png", get=Call(EVERYBODY, 404)),
    Address("/api/v1/events/", get=PUBLIC),
)
