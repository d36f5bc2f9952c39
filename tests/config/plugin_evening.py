"""A program run in a site with plug-ins: it plays an event and prints what the plug-ins do, as JSON."""

import json
import re
import sys
from datetime import timedelta
from html import unescape

from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests.factories import a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out
from tournaments.models import Club, Event, Tournament
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

# Entries with cards of the federation in `tests/config/plugins/atlantis`, and one without.
ENTRIES = ("Anna; club: ATL 1042", "Bruno; club: ATL 1043", "Carla; club: ATL 1044", "Dario")
UNKNOWN = "Elena; club: ATL 9"


def main() -> None:
    """Play an event, read its pages, and try to enter a player with an unknown card."""
    call_command("migrate", verbosity=0)
    members = apps.get_model("crawford_atlantis", "FederationMember").objects
    for number in (1042, 1043, 1044):
        members.create(number=number, name=f"Member {number}")
    club = a_club(by=a_user("director", is_superuser=True, is_staff=True))
    event, next_event = a_night(club, ENTRIES), create_next_night(club)
    desk, public = Client(), Client()
    desk.force_login(director_of(club))
    facts = {
        "host": list_rows(read(desk, "/host/"), "plugins"),
        "admin": "Federation members" in read(desk, "/admin/"),
        "notes": re.findall("no federation card", read(desk, f"{path_of(event)}desk/entries/")),
        "refusal": enter_unknown_card(desk, next_event),
    }
    play_out(event)
    points = f"{path_of(event)}atlantis-points/"
    facts |= {
        "tabs": re.findall(r">(Federation points|Half)</a>", read(public, path_of(event))),
        "places": [
            [row["place_from"], row["place_to"], row["player"]["name"]]
            for row in json.loads(read(public, f"/api/v1/events/{event.pk}/standings/"))["places"]
        ],
        "points": list_rows(read(public, points), "federation-points"),
        "italian": list_texts("h2", read(public, points, "it")),
        "section": re.findall(r"Questo torneo .*", read(public, path_of(next_event.tournament), "it")),
    }
    sys.stdout.write(json.dumps(facts))


def read(client: Client, path: str, language: str = "en") -> str:
    """Return a page in a language."""
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def path_of(place: Event | Tournament) -> str:
    """Return the address of an event or a tournament."""
    if isinstance(place, Event):
        return f"{path_of(place.tournament)}{place.slug}/"
    return f"/clubs/{place.club.slug}/{place.slug}/"


def create_next_night(club: Club) -> Event:
    """Create a tournament of next week, without entries."""
    return tournaments.create_knockout_tournament(
        club=club,
        name="Next night",
        starts_at=timezone.now() + timedelta(weeks=1),
        length=5,
        consolation_length=3,
        tables=4,
        by=director_of(club),
    )


def enter_unknown_card(desk: Client, event: Event) -> list[object]:
    """Enter a known card and then an unknown one; return the answer and how many entries there are."""
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names=ENTRIES[0], by=by, key="known")
    event.refresh_from_db()
    body = {"names": UNKNOWN, "enter": "1", "key": "unknown", "version": event.version}
    response = desk.post(f"{path_of(event)}desk/names/", body)
    pattern = r'data-code="atlantis_card_unknown".*?<strong>(.*?)</strong>'
    sentences = re.findall(pattern, response.content.decode(), re.DOTALL)
    return [response.status_code, *sentences, event.entries.count()]


def list_rows(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the first table after an element with this id."""
    table = page[page.index(f'id="{heading}"') :].partition("</table>")[0].partition("<tbody>")[2]
    return [list_texts("t[hd]", row) for row in table.split("</tr>")[:-1]]


def list_texts(tag: str, page: str) -> list[str]:
    """Return the text of each element of a kind."""
    elements = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", page, re.DOTALL)
    return [unescape(strip_tags(element)).strip() for element in elements]
