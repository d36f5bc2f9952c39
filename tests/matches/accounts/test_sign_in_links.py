"""Sign-in links that officials issue for an account: single use, one hour, and who may issue them."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from matches.accounts import services
from matches.accounts.models import SignInLink
from matches.accounts.views import account
from matches.actors import SYSTEM
from matches.models import User
from matches.services import badges, desks
from rules.errors import Refusal
from tests import factories
from tests.factory_recordings import replayed
from tests.matches.accounts.account_factories import a_second_factor, an_account, is_in, sign_in, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    """The director of a desk."""
    return an_account("director")


@pytest.fixture
@replayed
def recorder(director: User) -> User:
    """An official of the director's desk who has forgotten their password."""
    user = an_account("recorder")
    factories.a_desk(director, user)
    return user


def token_in(page: bytes) -> str:
    re_match = re.search(r"/sign-in/link/#([\w-]+)", page.decode())
    return re_match[1] if re_match else ""


def test_a_link_signs_in_once_and_lets_a_password_be_chosen(director: User, recorder: User) -> None:
    page = signed_in(director).post("/account/links/", {"username": "Recorder"})
    token, phone, second = token_in(page.content), Client(), Client()

    assert phone.get("/sign-in/link/").status_code == 200
    opened = phone.post("/sign-in/link/", {"token": token})
    again = second.post("/sign-in/link/", {"token": token})
    response = phone.post("/account/password/", {"password1": "another-long-word"})

    assert (opened["Location"], again.status_code, is_in(second)) == ("/account/password/", 403, False)
    assert (response["Location"], is_in(phone)) == ("/account/", True)
    assert sign_in(Client(), "recorder", "another-long-word").status_code == 302
    needs_the_old = phone.post("/account/password/", {"password1": "yet-another-long-word"})
    assert needs_the_old.status_code == 400


def test_only_the_hash_of_a_link_is_stored(director: User, recorder: User) -> None:
    issued = services.issue_sign_in_link(user=recorder, by=director)

    assert issued.token not in str(SignInLink.objects.values().get())


def test_a_link_expires_after_an_hour_or_when_replaced(director: User, recorder: User) -> None:
    first = services.issue_sign_in_link(user=recorder, by=director)
    second = services.issue_sign_in_link(user=recorder, by=director)

    with pytest.raises(Refusal, match="link_unknown"):
        services.redeem_sign_in_link(token=first.token)
    with (
        time_machine.travel(timezone.now() + timedelta(minutes=61)),
        pytest.raises(Refusal, match="link_unknown"),
    ):
        services.redeem_sign_in_link(token=second.token)


def test_a_link_asks_for_the_second_factor(director: User, recorder: User) -> None:
    browser = signed_in(recorder)
    secret = browser.get("/account/second/").context["form"].secret
    assert secret
    issued = services.issue_sign_in_link(user=recorder, by=director)
    recorder.authenticator_set.create(type="totp", data={"secret": "x"})
    phone = Client()

    opened = phone.post("/sign-in/link/", {"token": issued.token})

    assert (opened["Location"], is_in(phone)) == ("/sign-in/second/", False)


def test_a_link_opened_where_somebody_else_is_signed_in_leads_to_a_new_password(
    director: User, recorder: User
) -> None:
    issued = services.issue_sign_in_link(user=recorder, by=director)
    laptop = signed_in(director)

    laptop.post("/sign-in/link/", {"token": issued.token})
    response = laptop.post("/account/password/", {"password1": "another-long-word"})

    assert response["Location"] == "/account/"
    assert sign_in(Client(), "recorder", "another-long-word").status_code == 302


def test_a_link_changes_no_other_password_in_the_browser_it_is_opened_in(
    director: User, recorder: User
) -> None:
    issued = services.issue_sign_in_link(user=recorder, by=director)
    a_second_factor(recorder)
    laptop = signed_in(director)

    opened = laptop.post("/sign-in/link/", {"token": issued.token})
    laptop.post("/account/password/", {"password1": "another-long-word"})

    assert (opened["Location"], is_in(laptop)) == ("/sign-in/second/", False)
    assert sign_in(Client(), "director").status_code == 302


def test_an_abandoned_link_does_not_affect_the_next_sign_in(director: User, recorder: User) -> None:
    issued = services.issue_sign_in_link(user=recorder, by=director)
    a_second_factor(recorder)
    laptop = Client()

    laptop.post("/sign-in/link/", {"token": issued.token})
    sign_in(laptop, "director")
    changed = laptop.post("/account/password/", {"password1": "another-long-word"})

    assert (is_in(laptop), changed.status_code) == (True, 400)


def test_a_link_is_refused_for_accounts_beyond_the_directors_rights(director: User) -> None:
    chief = an_account("chief", is_superuser=True)
    other = an_account("other")
    own_desk, other_desk = factories.a_desk(director), factories.a_desk(other)
    both, elsewhere, nobody = (an_account(name) for name in ("both", "elsewhere", "nobody"))
    for desk, user in ((own_desk, both), (other_desk, both), (other_desk, elsewhere)):
        desks.add_official(desk=desk, user=user, by=SYSTEM)
    played = an_account("played")
    badges.issue_badge(desk=other_desk, player=factories.a_player("Traveller", played), by=SYSTEM)
    shut = an_account("shut", is_active=False)
    staff = an_account("staff", is_staff=True)
    desks.add_official(desk=own_desk, user=staff, by=SYSTEM)

    for user in (chief, both, elsewhere, nobody, played, shut, staff, director):
        with pytest.raises(Refusal, match="link_not_yours"):
            services.issue_sign_in_link(user=user, by=director)
    assert services.issue_sign_in_link(user=both, by=chief).link.user == both


def test_a_link_is_issued_for_a_player_of_the_desk(director: User) -> None:
    anna = an_account("anna")
    badges.issue_badge(desk=factories.a_desk(director), player=factories.a_player("Anna", anna), by=SYSTEM)

    issued = services.issue_sign_in_link(user=anna, by=director)

    assert services.redeem_sign_in_link(token=issued.token) == anna


def test_a_link_is_void_once_its_account_has_more_rights(director: User, recorder: User) -> None:
    issued = services.issue_sign_in_link(user=recorder, by=director)
    factories.a_desk(recorder, name="Another hall")

    with pytest.raises(Refusal, match="link_unknown"):
        services.redeem_sign_in_link(token=issued.token)


def test_the_page_discloses_no_names(director: User, recorder: User) -> None:
    an_account("stranger")
    browser = signed_in(director)

    answers = [browser.post("/account/links/", {"username": name}) for name in ("stranger", "nobody")]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert (
        len({answer.content.decode().replace("stranger", "nobody").split("csrf")[0] for answer in answers})
        == 1
    )


def test_a_user_without_a_role_issues_no_links() -> None:
    assert signed_in(an_account("anna")).get("/account/links/").status_code == 404


def test_guesses_at_links_are_limited(
    director: User, recorder: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account, "MAX_GUESSES", 5)
    issued = services.issue_sign_in_link(user=recorder, by=director)
    answers = [Client().post("/sign-in/link/", {"token": "no"}).status_code for _ in range(6)]

    assert (answers[:5], answers[5]) == ([403] * 5, 429)
    assert Client(REMOTE_ADDR="10.0.0.7").post("/sign-in/link/", {"token": issued.token}).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        {"token_hash": ""},
        {"expires_at": F("made_at")},
        {"used_at": F("expires_at")},
        {"used_at": F("made_at") - timedelta(seconds=1)},
    ],
)
def test_the_database_refuses_invalid_links(director: User, recorder: User, wrong: dict[str, object]) -> None:
    services.issue_sign_in_link(user=recorder, by=director)

    with pytest.raises(IntegrityError), transaction.atomic():
        SignInLink.objects.update(**wrong)


def test_the_database_holds_one_open_link_per_account(director: User, recorder: User) -> None:
    link = services.issue_sign_in_link(user=recorder, by=director).link
    link.pk, link.token_hash = None, "another"

    with pytest.raises(IntegrityError), transaction.atomic():
        link.save(force_insert=True)
