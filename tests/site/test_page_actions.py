"""Every action of a page has an API request that does the same; docs/commands.md lists all of them."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from tests.site import actions as actions_of_pages
from tests.site import openapi
from tests.site.addresses import ADDRESSES, BY_PATH
from tests.site.addresses.commands import list_modules_with_calls
from tests.site.addresses.desk import OWN_ADDRESSES
from tests.site.requests import resolve_address
from tournaments.finances.views import actions as money
from tournaments.finances.views import funds as terms
from tournaments.ladders import views as ladders
from tournaments.leagues import views as leagues
from tournaments.mirrors import commands as mirror_commands
from tournaments.people import commands as member_commands
from tournaments.people import record_commands
from tournaments.people.views import memberships
from tournaments.play.desk.views import commands as desk_commands
from tournaments.play.desk.views import plan, rounds
from tournaments.play.tournaments.views import (
    tournament_pages,
    tournament_settings,
    weekly_nights,
)
from tournaments.registration import forms as registration_forms
from tournaments.webhooks import views as webhook_views

pytestmark = pytest.mark.second_stage

# URLs of forms with several actions.
MANY: Mapping[str, Iterable[str]] = {
    "desk-command": desk_commands.COMMANDS.keys() - OWN_ADDRESSES,
    "money-action": (*money.COMMANDS_BY_NAME, *terms.ACTIONS),
    "ladder-action": ladders.DESK_ACTIONS,
    "desk-league-action": leagues.DESK_ACTIONS,
    "own-fixture-action": leagues.FIXTURE_COMMANDS,
    "member-action": memberships.MEMBER_ACTIONS,
    "member-field-action": record_commands.FIELD_COMMANDS,
    "year-fee-action": record_commands.YEAR_FEE_COMMANDS,
    "change-club-performance": member_commands.PERFORMANCE_COMMANDS_BY_NAME,
    "weekly-tournament-action": weekly_nights.WEEKLY_TOURNAMENT_ACTIONS,
    "desk-plan": (*plan.STAGE_COMMANDS, plan.FORMAT),
    "desk-mini-brackets": rounds.KNOCKOUT_COMMANDS,
    "desk-round": rounds.ROUND_ACTIONS,
    "tournament-page": tournament_pages.PAGE_ACTIONS,
    "tournament-settings": tournament_settings.SETTINGS_ACTIONS,
    "registration": registration_forms.ACTIONS,
    "webhook-action": webhook_views.WEBHOOK_ACTIONS,
    "publication-action": mirror_commands.PUBLICATION_COMMANDS_BY_NAME,
    "copy-action": mirror_commands.COPY_COMMANDS_BY_NAME,
}


@pytest.fixture(scope="module")
def paths() -> dict[str, Any]:
    """The paths of the stored OpenAPI description, each with its methods."""
    return dict(openapi.stored()["paths"])


def test_every_action_of_a_page_is_listed(paths: dict[str, Any]) -> None:
    pages = [address.path for address in ADDRESSES if address.post and not address.is_api]
    names = {str(resolve_address(path).url_name) for path in pages}
    actions = {f"{name}:{action}" for name in names & set(MANY) for action in MANY[name]} | (
        names - set(MANY)
    )
    assert {action.name for action in actions_of_pages.list_actions(paths)} == actions


def test_every_page_with_a_form_names_its_request_or_says_why_there_is_none() -> None:
    wrong = [
        address.path
        for address in ADDRESSES
        if bool(address.api or address.without_api) != bool(address.post and not address.is_api)
    ]
    assert wrong == []


def test_each_command_has_one_call_which_is_sent() -> None:
    calls = [call for module in list_modules_with_calls() for call in module.CALLS]
    assert len({call.command for call in calls}) == len(calls)
    sent = [address.post.body for address in ADDRESSES if address.post]
    assert [call.command for call in calls if not any(call.body is body for body in sent)] == []


def test_every_request_that_a_page_names_is_in_the_table_and_in_the_description(
    paths: dict[str, Any],
) -> None:
    requests = list(actions_of_pages.list_requests())
    assert [row for row in requests if row[1] not in BY_PATH[row[2]].calls] == []
    listed = {
        tuple(request.rpartition(" "))
        for action in actions_of_pages.list_actions(paths)
        for request in action.requests
    }
    assert [row for row in listed if (row[0] or "POST").lower() not in paths.get(row[2], {})] == []


def test_the_stored_list_of_actions_is_up_to_date(paths: dict[str, Any]) -> None:
    assert openapi.COMMANDS.read_text(encoding="utf-8") == actions_of_pages.as_page(paths), (
        "Run `make schema`."
    )
