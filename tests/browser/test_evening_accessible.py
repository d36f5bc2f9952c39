"""Pages of clubs, events and the desk pass axe on phones and laptops, in light and dark."""

from datetime import date

import pytest

from matches.services import reporting
from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.team_evenings import a_team_event
from tournaments.models import Club, Event
from tournaments.people.queries.invitations import get_invitation_secret
from tournaments.people.services import invitations
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments, weekly_nights
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS

NAMES = (
    *("Maximilian Featherstonehaugh-Cholmondeley", "Łukasz Żółć", "Carla", "Dario"),
    *("Elena", "Fabio", "Gina"),
)
OFFICERS = ("about/", "audit-log/", "invitations/", "nights/", "members/")
PUBLIC = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/")


@pytest.fixture
@replayed
def nights_of_a_club() -> list[Event]:
    """A finished event, an event in play with every kind of open match, and one before its draw."""
    director = factories.a_user("director", password=PASSWORD)
    club = club_evenings.a_club("Monday Club", director)
    rules = RULE_PRESETS["length-and-places"].to_data()
    days = (date(2026, 1, 1), date(2026, 12, 31))
    seasons.open_season(club=club, name="2026", starts_on=days[0], ends_on=days[1], rules=rules, by=director)
    played = club_evenings.a_night(club, NAMES)
    club_evenings.play_out(played)
    in_play = club_evenings.a_night(club, NAMES, week=1)
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
    return [played, in_play, event]


def test_no_public_page_has_a_fault(open_device: OpenDevice, nights_of_a_club: list[Event]) -> None:
    played, in_play, before_draw = (path_of(event) for event in nights_of_a_club)
    player = nights_of_a_club[1].entries.get(number=1).player.code
    club = f"/clubs/{nights_of_a_club[0].tournament.club.slug}/"
    paths = [
        *("/", club, f"{club}standings/", f"{club}ratings/?player={player}", f"{club}members/"),
        *(f"{club}{page}" for page in ("rivals/?least=2", f"players/{player}/", "seasons/2026/changes/")),
        f"{club}ratings/{club_evenings.rating_list_of(nights_of_a_club[0].tournament.club).pk}/",
        *(f"{club}{page}" for page in ("casual/", "attendance/", "embed/", "embed/code/")),
        *(f"{in_play}{page}" for page in PUBLIC),
        *(f"{in_play}?player={player}", played, before_draw, f"{before_draw}draw-audit/"),
        *(f"{played}{page}" for page in ("standings/", "report/")),
        f"{club}honours/",
    ]
    device = open_device()

    assert [line for path in paths for line in faults(device, path)] == []


def test_no_page_of_the_desk_has_a_fault(open_device: OpenDevice, nights_of_a_club: list[Event]) -> None:
    played, in_play, before_draw = nights_of_a_club
    desk_at_work(in_play)
    squads = a_team_event(played.tournament.club)
    device = open_device()
    device.sign_in()
    club = f"/clubs/{played.tournament.club.slug}/"
    match = club_evenings.match_at(played, "M1-2")
    paths = [
        *(path_of(event, "desk/") for event in (in_play, before_draw, played)),
        path_of(played, "desk/cards/"),
        path_of(played, "desk/paper/"),
        path_of(played, "desk/entry/1/"),
        *(
            path_of(in_play, f"desk/{page}")
            for page in ("entries/", f"match/{being_played(in_play)}/", "figures/")
        ),
        *(path_of(squads, f"{page}") for page in ("teams/", "meeting/R1-1/", "desk/team/1/", "desk/")),
        path_of(played, f"desk/correct/{match.code}/?white_score=0&black_score=5"),
        f"{club}start/",
        *(f"{club}{page}" for page in ("", *OFFICERS)),
        f"{club}{before_draw.tournament.slug}/officials/",
        path_of(before_draw, "desk/regulars/"),
        an_invitation(played.tournament.club),
        a_weekly_night(played),
        *(f"{club}{page}" for page in ("season/", "seasons/2026/rules/", "ratings/new/", "imports/results/")),
        "/clubs/new/",
    ]
    lines = [line for path in paths for line in faults(device, path)]
    draws.draw(event=before_draw, by=club_evenings.director_of(before_draw.tournament.club))
    lines += faults(device, path_of(before_draw, "desk/"))

    assert lines == []


def being_played(event: Event) -> str:
    """The code of a match at a table of the event."""
    return str(event.tournament.desk.matches.filter(table__isnull=False).order_by("pk")[0].code)


def a_weekly_night(event: Event) -> str:
    """The path of the form of a weekly tournament made from an event."""
    club = event.tournament.club
    night = weekly_nights.save_night_from_tournament(
        tournament=event.tournament, by=club_evenings.director_of(club)
    )
    return f"/clubs/{club.slug}/nights/{night.pk}/change/"


def an_invitation(club: Club) -> str:
    """The path of the link of an invitation."""
    invitation = invitations.invite(
        club=club, options=invitations.InvitationOptions(most=9), by=club_evenings.director_of(club)
    )
    return f"/join/{get_invitation_secret(invitation)}/"


def desk_at_work(event: Event) -> None:
    """Make a report, a dispute and an undone result."""
    desk = event.tournament.desk
    called = desk.matches.filter(status="called").select_related("table", "desk").order_by("pk")
    reported, disputed, settled = called
    factories.a_report(reported, reported.length, 1)
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
