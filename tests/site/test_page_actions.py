"""Whatever a page does, a program can do: the table in docs/api.md lists every action, and is true."""

import re
from collections.abc import Iterable, Mapping

import pytest
from django.conf import settings
from django.urls import resolve

from tests.site import matrix, openapi
from tests.site.test_permissions import fill_in
from tests.site.world import Site
from tournaments.finances.views import actions as money
from tournaments.finances.views import funds as terms
from tournaments.ladders import views as ladders
from tournaments.leagues import views as leagues
from tournaments.registration import views as registration_views
from tournaments.views import memberships, rounds, tournament_pages, tournament_settings, tournaments
from tournaments.webhooks import views as webhook_views

pytestmark = pytest.mark.django_db

PAGE = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([a-z_:-]+)` \| (.+) \|$", PAGE, flags=re.MULTILINE)
# Views that do one of many actions.
MANY: Mapping[str, Iterable[str]] = {
    "money-act": (*money.ACTIONS, *terms.ACTIONS),
    "ladder-desk": ladders.DESK_ACTIONS,
    "desk-league-action": leagues.DESK_ACTIONS,
    "member-action": memberships.MEMBER_ACTIONS,
    "night-action": tournaments.NIGHT_ACTIONS,
    "desk-plan": tournaments.STAGE_ACTIONS,
    "desk-rolling": rounds.WAITING_ACTIONS,
    "desk-round": rounds.ROUND_ACTIONS,
    "tournament-page": tournament_pages.PAGE_ACTIONS,
    "tournament-settings": tournament_settings.SETTINGS_ACTIONS,
    "registration": registration_views.DESK_ACTIONS,
    "webhook-act": webhook_views.WEBHOOK_ACTIONS,
}


def test_every_action_of_a_page_is_in_the_table(site: Site) -> None:
    posted = [line.split()[1] for line in matrix.RIGHTS.splitlines() if line.startswith("POST")]
    pages = [address for address in posted if not address.startswith("/api/")]
    names = {str(resolve(fill_in(address, site)).url_name) for address in pages}
    actions = {f"{name}:{action}" for name in names & set(MANY) for action in MANY[name]} | (
        names - set(MANY)
    )
    assert {name for name, _ in ROWS} == actions


def test_every_address_of_the_table_is_there() -> None:
    paths = openapi.stored()["paths"]
    listed = {item for _, where in ROWS for item in re.findall(r"`(?:([A-Z]+) )?(/api/v1/[^`]+)`", where)}
    assert [row for row in listed if (row[0] or "POST").lower() not in paths.get(row[1], {})] == []
