"""Pages of clubs, events and the desk pass axe on phones and laptops, in light and in dark."""

from datetime import date

import pytest

from matches.services import reporting
from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD
from tests.tournaments import club_evenings
from tests.tournaments.team_evenings import a_team_event
from tournaments.models import Club, Event
from tournaments.queries.members import get_invitation_secret
from tournaments.services import draws, entries, invitations, journal, seasons, tournaments
from tournaments.standings.season_settings import RULE_PRESETS

NAMES = (
    *("Maximilian Featherstonehaugh-Cholmondeley", "Łukasz Żółć", "Carla", "Dario"),
    *("Elena", "Fabio", "Gina"),
)
OFFICERS = ("about/", "audit-log/", "invitations/", "nights/", "members/")
PUBLIC = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/")


@pytest.fixture
def nights_of_a_club() -> list[Event]:
    """A club with one night played, one being played with every kind of open match, one before its draw."""
    director = factories.a_user("director", password=PASSWORD)
    club = club_evenings.a_club("Monday Club", director)
    rules = RULE_PRESETS["length-and-places"].to_data()
    days = (date(2026, 1, 1), date(2026, 12, 31))
    seasons.open_season(club=club, name="2026", starts_on=days[0], ends_on=days[1], rules=rules, by=director)
    played = club_evenings.a_night(club, NAMES)
    club_evenings.play_out(played)
    on = club_evenings.a_night(club, NAMES, week=1)
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Coming",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=2,
        by=director,
    )
    entries.enter_names(event=event, names="Anna\nBruno\nCarla", by=director, key="names")
    return [played, on, event]


def test_no_public_page_has_a_fault(open_device: OpenDevice, nights_of_a_club: list[Event]) -> None:
    played, on, value = (path_of(event) for event in nights_of_a_club)
    player = nights_of_a_club[1].entries.get(number=1).player.code
    club = f"/clubs/{nights_of_a_club[0].tournament.club.slug}/"
    paths = [
        *("/", club, f"{club}standings/", f"{club}ratings/?player={player}", f"{club}members/"),
        *(f"{club}{page}" for page in ("rivals/?least=2", f"players/{player}/", "seasons/2026/changes/")),
        f"{club}ratings/{club_evenings.rating_list_of(nights_of_a_club[0].tournament.club).pk}/",
        *(f"{club}{page}" for page in ("casual/", "attendance/", "embed/", "embed/code/")),
        *(f"{on}{page}" for page in PUBLIC),
        *(f"{on}?player={player}", played, value, f"{value}draw-audit/"),
        *(f"{played}{page}" for page in ("standings/", "report/")),
        f"{club}honours/",
    ]
    device = open_device()

    assert [line for path in paths for line in faults(device, path)] == []


def test_no_page_of_the_desk_has_a_fault(open_device: OpenDevice, nights_of_a_club: list[Event]) -> None:
    played, on, value = nights_of_a_club
    desk_at_work(on)
    squads = a_team_event(played.tournament.club)
    device = open_device()
    device.sign_in()
    club = f"/clubs/{played.tournament.club.slug}/"
    match = club_evenings.match_at(played, "M1-2")
    paths = [
        *(path_of(event, "desk/") for event in (on, value, played)),
        path_of(played, "desk/cards/"),
        path_of(played, "desk/paper/"),
        path_of(played, "desk/entry/1/"),
        *(path_of(on, f"desk/{page}") for page in ("entries/", f"match/{being_played(on)}/", "figures/")),
        *(path_of(squads, f"{page}") for page in ("teams/", "meeting/R1-1/", "desk/team/1/", "desk/")),
        path_of(played, f"desk/correct/{match.code}/?white_score=0&black_score=5"),
        f"{club}start/",
        *(f"{club}{page}" for page in ("", *OFFICERS)),
        f"{club}{value.tournament.slug}/officials/",
        path_of(value, "desk/regulars/"),
        an_invitation(played.tournament.club),
        a_weekly_night(played),
        *(f"{club}{page}" for page in ("season/", "seasons/2026/rules/", "ratings/new/", "imports/results/")),
        "/clubs/new/",
    ]
    items = [line for path in paths for line in faults(device, path)]
    draws.draw(event=value, by=club_evenings.director_of(value.tournament.club))
    items += faults(device, path_of(value, "desk/"))

    assert items == []


def being_played(event: Event) -> str:
    """The code of a match at a table."""
    return str(event.tournament.desk.matches.filter(table__isnull=False).order_by("pk")[0].code)


def a_weekly_night(event: Event) -> str:
    """Where the weekly night saved from an evening is changed."""
    club = event.tournament.club
    night = tournaments.save_night_from_tournament(
        tournament=event.tournament, by=club_evenings.director_of(club)
    )
    return f"/clubs/{club.slug}/nights/{night.pk}/change/"


def an_invitation(club: Club) -> str:
    """Where the link of an invitation leads."""
    invitation = invitations.invite(
        club=club, options=invitations.InvitationOptions(most=9), by=club_evenings.director_of(club)
    )
    return f"/join/{get_invitation_secret(invitation)}/"


def desk_at_work(event: Event) -> None:
    """One claim, one dispute, one result undone."""
    desk = event.tournament.desk
    called = desk.matches.filter(status="called").select_related("table", "desk").order_by("pk")
    claimed, disputed, settled = called
    factories.a_report(claimed, claimed.length, 1)
    reporting.dispute(
        match=disputed,
        report=factories.a_report(disputed, disputed.length, 1),
        white_score=1,
        black_score=disputed.length,
        identity=factories.at_table(disputed, "other"),
    )
    club_evenings.settle(settled)
    journal.undo(
        event=event, command=event.journal.count(), by=club_evenings.director_of(event.tournament.club)
    )
