"""A tournament as structured data: a schema.org Event in JSON-LD, for search engines."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.safestring import SafeString

# So that a text cannot end the script element; the same characters as Django's json_script.
ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
SCHEMA = "https://schema.org"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts:
    """What is published of a tournament; `organizer` is the club with its name and url."""

    name: str
    starts_at: datetime
    ends_on: date | None
    is_cancelled: bool
    venue: str
    address: str
    description: str
    organizer: Mapping[str, str]
    url: str
    image: str


def build_event(facts: EventFacts) -> dict[str, Any]:
    """Return a tournament as a schema.org Event, without what is not known."""
    event = {
        "@context": SCHEMA,
        "@type": "SportsEvent",
        "name": facts.name,
        "sport": "Backgammon",
        "startDate": facts.starts_at.isoformat(),
        "endDate": facts.ends_on.isoformat() if facts.ends_on is not None else "",
        "eventStatus": f"{SCHEMA}/{'EventCancelled' if facts.is_cancelled else 'EventScheduled'}",
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "location": {"@type": "Place", "name": facts.venue, "address": facts.address or facts.venue},
        "description": facts.description,
        "organizer": {"@type": "Organization", **facts.organizer},
        "image": facts.image,
        "url": facts.url,
    }
    return {key: value for key, value in event.items() if value}


def to_script(data: Mapping[str, Any]) -> SafeString:
    """Return structured data as a script element; browsers do not run it, so the CSP needs no exception."""
    text = json.dumps(data, ensure_ascii=False).translate(ESCAPES)
    return SafeString(f'<script type="application/ld+json">{text}</script>')
