"""Every page in the states that an event reaches: none fails, and none shows a tag or a missing value."""

import pytest
from django.test import Client

from tests.conftest import PROVE
from tests.site.reached_states import Visit, add_player, make_visit
from tests.tournaments import club_evenings
from tests.tournaments.team_evenings import KNOCKOUT, ROUND_ROBIN, a_team_event
from tests.tournaments.test_views_stages import NAMES, Chair
from tournaments.formats.plan import Stage
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Event
from tournaments.queries import next_step
from tournaments.services import draws, entries, tournament_settings, tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage, pytest.mark.usefixtures("lean_requests")]

# So many turns end every event of the tests.
MOST_TURNS = 60
OPTIONS = {"rounds": 3, "best": 2, "size": 4}
# Formats whose pages are read without entries and with a single one, too; in the proofs all are.
FORMATS_WITH_FEW_ENTRIES = ("knockout_consolation", "swiss", "groups", "lives", "mini")


def begin(chair: Chair, visit: Visit, state: str) -> bool:
    """Draw, publish and pair; read the pages after each step. Return whether there is something to play."""
    if next_step.get_next_step(chair.event).code in {"start_stage", "gather_stage"}:
        is_begun = chair.start_knockout().status_code == 303
        chair.post("rolling", action="close")
    else:
        is_begun = chair.post("draw").status_code == 303
        chair.event.refresh_from_db()
        visit.read_pages(chair.event, f"{state} drawn", is_brief=True)
        is_begun = is_begun and chair.post("publish").status_code == 303
    chair.event.refresh_from_db()
    if is_begun:
        visit.read_pages(chair.event, f"{state} published", is_brief=True)
    return is_begun


def play(chair: Chair, visit: Visit, state: str) -> None:
    """Play to the end; read the pages halfway through the first round of matches, and at the end."""
    is_half_played = False
    for _turn in range(MOST_TURNS):
        if not is_half_played and chair.play(2):
            is_half_played = True
            chair.event.refresh_from_db()
            visit.read_pages(chair.event, f"{state} half played", is_brief=state != "5")
        if not chair.play() and not chair.step():
            break
    chair.event.refresh_from_db()
    visit.read_pages(chair.event, f"{state} over ({chair.event.status})", is_brief=state != "2")


def read_life_of_event(client: Client, scheme: str, size: int) -> list[str]:
    """Take an event from its entries to its end; return the faults of its pages."""
    chair = Chair(client, scheme, **OPTIONS)
    visit = make_visit(chair)
    if size:
        chair.post("names", enter=1, names="\n".join((*NAMES, "Hugo")[:size]))
        add_player(visit, chair)
    if size < 2:
        visit.read_pages(chair.event, f"{size} entered", is_brief=not size)
    elif begin(chair, visit, str(size)):
        play(chair, visit, str(size))
    return visit.faults


@pytest.mark.parametrize("size", (2, 3, 5, 8) if PROVE else (2, 5))
@pytest.mark.parametrize("scheme", EVENT_FORMATS)
def test_no_page_of_an_event_fails_from_its_draw_to_its_end(client: Client, scheme: str, size: int) -> None:
    assert read_life_of_event(client, scheme, size) == []


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize("scheme", EVENT_FORMATS if PROVE else FORMATS_WITH_FEW_ENTRIES)
def test_no_page_of_an_event_with_too_few_entries_fails(client: Client, scheme: str, size: int) -> None:
    assert read_life_of_event(client, scheme, size) == []


def test_no_page_fails_while_the_events_of_a_tournament_differ(client: Client) -> None:
    """One event is finished, one in play, one drawn and one cancelled; then the tournament is archived."""
    chair = Chair(client, "knockout", tables=2)
    visit = make_visit(chair)
    chair.begin(NAMES[:2])
    chair.play()
    finished, tournament, by = chair.event, chair.event.tournament, chair.director
    events: dict[str, Event] = {}
    for name in ("Playing", "Drawn", "Cancelled"):
        event = tournaments.add_event(
            tournament=tournament, name=name, length=3, consolation_length=3, by=by, format="knockout"
        )
        entries.enter_names(event=event, names="\n".join(NAMES), by=by, key=name)
        draws.draw(event=event, by=by)
        events[name] = event
    draws.publish(event=events["Playing"], by=by)
    tournament_settings.cancel_event(event=events["Cancelled"], by=by)

    for name, event in (("Finished", finished), *events.items()):
        event.refresh_from_db()
        visit.read_pages(event, name, is_brief=name != "Finished")
    tournament_settings.cancel_event(event=events["Playing"], by=by)
    tournament_settings.cancel_event(event=events["Drawn"], by=by)
    tournament_settings.archive_tournament(tournament=tournament, by=by)
    visit.read_pages(Event.objects.get(pk=finished.pk), "archived", is_brief=True)

    assert visit.faults == []


@pytest.mark.parametrize("stage", [ROUND_ROBIN, KNOCKOUT], ids=["round robin", "knockout"])
def test_no_page_of_an_event_of_teams_fails(client: Client, stage: Stage) -> None:
    club = club_evenings.a_club()
    event = a_team_event(club, teams_in=3, stage=stage, is_drawn=False)
    chair = Chair.of_event(client, event)
    visit = make_visit(chair)
    visit.read_pages(event, "entered", is_brief=True)
    chair.post("draw")
    visit.read_pages(event, "drawn", is_brief=True)
    chair.post("publish")
    event.refresh_from_db()
    visit.read_pages(event, "published", is_brief=True)

    assert visit.faults == []
