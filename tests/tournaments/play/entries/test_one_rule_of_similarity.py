"""Every place that reads names says by one rule whether a name is similar to that of a member."""

import pytest
from django.test import Client

from matches.names import are_similar
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.importing.test_list_imports import upload
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.listed_names import get_named_players, match_listed_people
from tournaments.people.services import members
from tournaments.play.entrants.queries.entries import read_names

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("member", "written", "is_similar"),
    [
        ("Giuseppe Verdi", "Giusepe Verdi", True),
        ("Giuseppe Verdi", "Verdi Giusepe", True),
        ("Ugo Ferri", "Ugo Ferro", True),
        ("Anna", "Anna Rossi", True),
        ("Anna Rossi", "Anna Rossi Bianchi", True),
        ("Roberta Galliani", "Roberto Gallioni", False),
        ("Anna Bo", "Anna Bi", False),
        ("Anna Rossi 2", "Anna Rossi 3", False),
        ("Vito Lorusso", "Zeno Orlandi", False),
    ],
)
def test_the_imports_the_lists_and_the_box_agree(
    client: Client, member: str, written: str, *, is_similar: bool
) -> None:
    club = a_club()
    night = a_night(club)
    members.enrol(club=club, player=a_player(member), by=director_of(club))
    client.force_login(director_of(club))
    file_of_members = match_listed_people(club, [ListedPerson(written, 2)])
    file_of_results = get_named_players(club, [written])
    (line,) = read_names(event=night, text=written, with_records=True)
    previewed = upload(client, club, f"Name;E-mail\n{written};\n")
    agreed = [
        are_similar(member, written),
        bool(file_of_members[0].near),
        bool(file_of_results[0].near),
        bool(line.near),
        bool(previewed.context["preview"].flagged),
    ]
    assert agreed == [is_similar] * len(agreed)
