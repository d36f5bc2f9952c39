"""Every page in the states that an event reaches: none fails, and none shows a tag or a missing value."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.conftest import PROVE
from tests.site.reached_states import Scope, Visit, add_player, make_visit
from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.team_evenings import KNOCKOUT, ROUND_ROBIN, a_team_event
from tournaments.formats.plan import Stage
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Event
from tournaments.play.desk.queries import next_step
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.schedule.services import breaks
from tournaments.play.tournaments.services import tournament_settings, tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage, pytest.mark.usefixtures("lean_requests")]

# So many turns end every event of the tests.
MOST_TURNS = 60
OPTIONS = {"rounds": 3, "best": 2, "size": 4}
# Formats whose desks differ most: brackets, paired rounds, tables, lives, and a series of brackets. Proofs
# read all formats, with four sizes.
FORMATS = EVENT_FORMATS if PROVE else ("knockout_consolation", "swiss", "groups", "lives", "mini")
SIZES = (2, 3, 5, 8) if PROVE else (5,)
# The format whose files, API and pages of other readers are read too.
READ_BY_ALL = "knockout_consolation"


def begin(chair: Chair, visit: Visit, state: str) -> bool:
    """Draw, publish and pair; read the pages of the draw. Return whether there is something to play."""
    if next_step.get_next_step(chair.event).code in {"start_stage", "gather_stage"}:
        is_begun = chair.start_knockout().status_code == 303
        chair.post("rolling", action="close")
    else:
        is_begun = chair.post("draw").status_code == 303
        chair.event.refresh_from_db()
        visit.read_pages(chair.event, f"{state} drawn")
        is_begun = is_begun and chair.post("publish").status_code == 303
    chair.event.refresh_from_db()
    return is_begun


def play(chair: Chair, visit: Visit, state: str, scope: Scope) -> None:
    """Play to the end; read the pages halfway through the first round of matches, and at the end."""
    is_half_played = False
    for _turn in range(MOST_TURNS):
        if not is_half_played and chair.play(2):
            is_half_played = True
            chair.event.refresh_from_db()
            visit.read_pages(chair.event, f"{state} half played", scope)
        if not chair.play() and not chair.step():
            break
    chair.event.refresh_from_db()
    visit.read_pages(chair.event, f"{state} over ({chair.event.status})")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", FORMATS)
def test_no_page_of_an_event_fails_from_its_draw_to_its_end(client: Client, scheme: str, size: int) -> None:
    chair = Chair(client, scheme, **OPTIONS)
    visit = make_visit(chair)
    chair.post("names", enter=1, names="\n".join((*NAMES, "Hugo")[:size]))
    add_player(visit, chair)
    if begin(chair, visit, str(size)):
        play(chair, visit, str(size), Scope.ALL if scheme == READ_BY_ALL else Scope.EVENT)

    assert visit.faults == []


@pytest.mark.parametrize("scheme", EVENT_FORMATS if PROVE else ("knockout_consolation", "swiss"))
def test_no_page_of_an_event_with_too_few_entries_fails(client: Client, scheme: str) -> None:
    chair = Chair(client, scheme, **OPTIONS)
    visit = make_visit(chair)
    visit.read_pages(chair.event, "nobody entered")
    chair.post("names", enter=1, names=NAMES[0])
    visit.read_pages(chair.event, "one entered")

    assert visit.faults == []


def test_no_page_fails_after_a_round_of_byes_was_refused(client: Client) -> None:
    """Of three players one plays in the next round, so no pairing is left."""
    chair = Chair(client, "swiss", **OPTIONS)
    visit = make_visit(chair)
    chair.begin(NAMES[:3])
    chair.play()
    refused = chair.post("round/swiss", away=["2", "3"])
    assert refused.status_code == 409
    visit.read_pages(chair.event, "round of byes refused")

    assert visit.faults == []


def test_no_page_fails_while_the_events_of_a_tournament_differ(client: Client) -> None:
    """One event is finished, one in play, one drawn and one cancelled; then there is a break; then all is
    archived."""
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

    finished.refresh_from_db()
    visit.read_pages(finished, "Finished", Scope.PAGES)
    for name in ("Drawn", "Cancelled"):
        events[name].refresh_from_db()
        visit.read_pages(events[name], name)
    now = timezone.now()
    breaks.announce_break(tournament=tournament, begins_at=now, ends_at=now + timedelta(hours=1), by=by)
    events["Playing"].refresh_from_db()
    visit.read_pages(events["Playing"], "break", Scope.PAGES)
    for name in ("Playing", "Drawn"):
        tournament_settings.cancel_event(event=events[name], by=by)
    tournament_settings.archive_tournament(tournament=tournament, by=by)
    visit.read_pages(Event.objects.get(pk=finished.pk), "archived", Scope.PAGES)

    assert visit.faults == []


@pytest.mark.parametrize("stage", [ROUND_ROBIN, KNOCKOUT], ids=["round robin", "knockout"])
def test_no_page_of_an_event_of_teams_fails(client: Client, stage: Stage) -> None:
    club = club_evenings.a_club()
    event = a_team_event(club, teams_in=3, stage=stage, is_drawn=False)
    chair = Chair.of_event(client, event)
    visit = make_visit(chair)
    visit.read_pages(event, "entered")
    chair.post("draw")
    visit.read_pages(event, "drawn")
    chair.post("publish")
    event.refresh_from_db()
    visit.read_pages(event, "published")

    assert visit.faults == []
