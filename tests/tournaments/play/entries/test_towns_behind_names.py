"""A town or club in brackets behind a name chooses among the members of the name, or raises a question."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.people.services import members
from tournaments.people.services.member_records import MemberData, describe_member
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db
# Name, distinction and club of the record.
PEOPLE = (
    ("Vito Lorusso", "Bari", ""),
    ("Vito Lorusso", "sen.", "Otley BC"),
    ("Ugo Re", "", "Leeds"),
    ("Eva Mo", "", ""),
)


@pytest.fixture
def event(client: Client) -> Event:
    club = a_club()
    by = director_of(club)
    for name, distinction, home_club in PEOPLE:
        line = f"{name}; person: new" if distinction else name
        membership = members.enrol_by_name(club=club, name=line, distinction=distinction, by=by)
        describe_member(membership=membership, data=MemberData(home_club=home_club), by=by)
    client.force_login(by)
    return tournaments.create_knockout_tournament(
        club=club,
        name="Monday",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=8,
        by=by,
    )


@pytest.mark.parametrize(
    ("line", "standing", "member"),
    [
        ("Vito Lorusso (Otley)", "member", ("Vito Lorusso", "sen.")),
        ("Lorusso Vito (Otley)", "member", ("Vito Lorusso", "sen.")),
        ("Vito Lorusso (Bari)", "member", ("Vito Lorusso", "Bari")),
        ("Vito Lorusso (Hull)", "namesakes", None),
        ("Vito Lorusso", "namesakes", None),
        ("Ugo Re (Leeds)", "member", ("Ugo Re", "")),
        ("Ugo Re (Otley)", "namesakes", None),
        ("Ugo Re", "member", ("Ugo Re", "")),
        ("Eva Mo (Otley)", "member", ("Eva Mo", "")),
        ("Ida Po (Otley)", "new", None),
    ],
)
def test_the_bracket_chooses_or_asks(
    client: Client, event: Event, line: str, standing: str, member: tuple[str, str] | None
) -> None:
    context = client.post(path_of(event, "desk/names/"), {"names": f"{line}\nAda Bo\n"}).context
    read = context["checked"][0]
    players = {
        row.player_id: row.player for row in event.tournament.club.memberships.select_related("player")
    }
    player = players[read.player] if read.player else None
    assert (str(read.standing), player and (player.full_name, player.distinction)) == (standing, member)


def test_the_question_can_be_answered_and_the_club_stays(client: Client, event: Event) -> None:
    path = path_of(event, "desk/names/")
    context = client.post(path, {"names": "Ugo Re (Otley)\nAda Bo\n"}).context
    line = context["checked"][0]
    ((code, _player),) = line.choices
    assert line.about.club == "Otley"
    names = context["posted"]["names"]
    for answer, standing in ((code, "member"), ("new", "new")):
        answered = names.replace("club: Otley", f"club: Otley; person: {answer}")
        again = client.post(path, {"names": answered}).context["checked"][0]
        assert (str(again.standing), again.about.club) == (standing, "Otley")
