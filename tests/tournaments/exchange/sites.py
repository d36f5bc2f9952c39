"""Import a random event into an empty site, export it, and import that into another: the files are equal."""

from collections.abc import Sequence

from django.db import transaction

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.exchange.random_files import file_of_course
from tournaments.exchange import event_file
from tournaments.importing.queries.exports import write_event_file
from tournaments.importing.services import imports
from tournaments.models import Event
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.simulation_run import run_simulation


def brought(data: bytes) -> Event:
    """The event imported from a file, in a new club."""
    club = a_club()
    return imports.import_event(club=club, file=event_file.read(data), by=director_of(club))


def in_an_empty_site(data: bytes) -> bytes:
    """The export of an event imported into an empty site, which is rolled back afterwards."""
    with transaction.atomic():
        written = write_event_file(brought(data))
        transaction.set_rollback(True)
    return written


def differing(seed: str, forms: Sequence[str] = tuple(OPENINGS)) -> list[str]:
    """Describe where the file of a random event differs after one import, or after two."""
    course = run_simulation(seed, forms)
    first = file_of_course(course)
    second = in_an_empty_site(first)
    third = in_an_empty_site(second)
    is_same_after = {"first site": second == first, "second site": third == second}
    return [
        f"{seed} ({course.format_name}): {site}" for site, is_same in is_same_after.items() if not is_same
    ]
