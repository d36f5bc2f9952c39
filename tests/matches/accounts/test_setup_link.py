"""Setup links, which create a site's first account: void once used and once any account exists."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from matches.accounts import queries, services
from matches.accounts.models import SetupLink
from matches.models import User
from rules.errors import Refusal
from tests.matches.accounts.account_factories import PASSWORD, an_account

pytestmark = pytest.mark.django_db


def a_token() -> str:
    token = services.issue_setup_link()
    assert token is not None
    return token


def create_account(token: str, username: str = "anna") -> User:
    return services.create_first_account(token=token, username=username, password=PASSWORD)


def test_the_first_account_administers_the_site() -> None:
    user = create_account(a_token())

    rights = (user.username, user.is_active, user.is_staff, user.is_superuser, user.check_password(PASSWORD))
    assert rights == ("anna", True, True, True, True)


def test_a_link_is_made_only_while_there_is_no_account() -> None:
    earlier = services.issue_setup_link()
    an_account("anna")

    assert (earlier is not None, services.issue_setup_link()) == (True, None)
    assert SetupLink.objects.count() == 0


def test_only_the_hash_is_stored() -> None:
    token = a_token()

    assert token not in str(SetupLink.objects.values().get())


def test_every_process_that_starts_prints_a_link_of_its_own_and_one_use_voids_all() -> None:
    first, second = a_token(), a_token()
    assert (queries.is_setup_link_valid(first), queries.is_setup_link_valid(second)) == (True, True)

    create_account(first)

    for token in (first, second):
        with pytest.raises(Refusal, match="link_unknown"):
            create_account(token, "bruno")
    assert [user.username for user in User.objects.all()] == ["anna"]


def test_a_link_is_void_once_there_is_any_account() -> None:
    token = a_token()
    an_account("bruno")

    with pytest.raises(Refusal, match="link_unknown"):
        create_account(token)
    assert queries.is_setup_link_valid(token) is False


def test_a_used_link_stays_void_when_the_accounts_are_gone() -> None:
    token = a_token()
    create_account(token).delete()

    with pytest.raises(Refusal, match="link_unknown"):
        create_account(token)


@pytest.mark.parametrize("token", ["", "wrong", "\ud800"])
def test_no_other_token_creates_an_account(token: str) -> None:
    a_token()

    with pytest.raises(Refusal, match="link_unknown"):
        create_account(token)
    assert queries.is_setup_link_valid(token) is False


def test_a_refused_username_leaves_the_link_valid() -> None:
    token = a_token()

    with pytest.raises(Refusal, match="username_wrong"):
        create_account(token, "not a name")

    assert create_account(token).username == "anna"


@pytest.mark.parametrize("wrong", [{"token_hash": ""}, {"used_at": F("made_at") - timedelta(seconds=1)}])
def test_the_database_refuses_invalid_links(wrong: dict[str, object]) -> None:
    a_token()

    with pytest.raises(IntegrityError), transaction.atomic():
        SetupLink.objects.update(**wrong)
