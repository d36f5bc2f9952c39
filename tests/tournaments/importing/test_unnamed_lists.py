"""Imported lists whose rows name no tournament: what they are called on pages."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_imports import import_previewed, preview
from tournaments.models import Club, Season
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import season_sheets
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db
HEADS = "Date;Player 1;Player 2;Result\n"
ROWS = f"{HEADS}05.03.2024;Anna Rossi;Bruno Bianchi;7-3\n12.03.2024;Anna Rossi;Eva Neri;7-5\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def open_season(club: Club) -> Season:
    return seasons.open_season(
        club=club,
        name="2024",
        starts_on=date(2024, 1, 1),
        ends_on=date(2024, 12, 31),
        rules=RULE_PRESETS["best-of"].to_data(),
        by=director_of(club),
    )


def test_their_columns_of_a_season_are_headed_with_the_day(client: Client, club: Club) -> None:
    season = open_season(club)
    import_previewed(client, club, preview(client, club, ROWS, name="Results 2025.xlsx"))
    page = client.get(reverse("standings", args=[club.slug]), {"season": season.slug}).content.decode()
    heads = page.partition('class="table standings"')[2].partition("</thead>")[0]
    assert ("12 Mar" in heads, "Results 2025.xlsx" in heads) == (True, False)
    assert season_sheets.season_sheet(season).heads[-2:] == ["2024-03-05", "2024-03-12"]


def test_a_pasted_list_that_is_sent_twice_is_called_by_its_days(client: Client, club: Club) -> None:
    previewed = client.post(reverse("import-results", args=[club.slug]), {"pasted": ROWS})
    assert import_previewed(client, club, previewed, with_known="on").status_code == 303
    again = import_previewed(client, club, previewed, with_known="on")
    sentence = "Results from earlier years, from 5 March 2024 to 12 March 2024, have already been imported"
    assert (again.status_code, sentence in " ".join(again.content.decode().split())) == (409, True)
