"""API tokens: what they permit, what they never permit, and when they become invalid."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from matches.models import User
from tests.factories import a_user
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Club, Event, Token
from tournaments.people.services import club_roles
from tournaments.play.tournaments.services.tournaments import add_side_event
from tournaments.web.tokens import services as tokens
from tournaments.web.tokens.queries import filter_valid
from tournaments.web.tokens.services import NewToken

pytestmark = pytest.mark.django_db

SCORE = {"white_score": 5, "black_score": 1}


@pytest.fixture
def event() -> Event:
    return a_night(a_club("Here"))


def a_token(scope: Club | Event, *, may_write: bool = True, by: User | None = None) -> NewToken:
    club = scope if isinstance(scope, Club) else scope.tournament.club
    return tokens.create_token(
        by=by or director_of(club), name="Score board", scope=scope, may_write=may_write, days=90
    )


def ask(token: NewToken | str, path: str, body: Any = None) -> tuple[int, Any]:
    secret = token if isinstance(token, str) else token.secret
    headers = {"Authorization": f"Bearer {secret}"}
    client = Client(enforce_csrf_checks=True)
    if body is None:
        answer = client.get(f"/api/v1/{path}", headers=headers)
    else:
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


def report(token: NewToken | str, event: Event) -> tuple[int, Any]:
    return ask(token, f"matches/{match_at(event, 'M1-1').code}/reports/", SCORE)


@pytest.mark.parametrize("whole", [True, False])
def test_a_token_permits_what_its_creator_may_do(event: Event, whole: bool) -> None:
    token = a_token(event.tournament.club if whole else event)
    assert report(token, event)[0] == 201
    assert match_at(event, "M1-1").winner == "white"
    late = {"act": "late", "name": "Zoe", "flight": "main"}
    assert ask(token, f"events/{event.pk}/changes/", late)[0] == 201
    assert token.secret not in str(Token.objects.values().get())


def test_a_token_permits_nothing_outside_its_scope(event: Event) -> None:
    other = a_night(a_club("There", by=director_of(event.tournament.club)))
    token = a_token(event.tournament.club)
    status, problem = report(token, other)
    assert (status, problem["code"], problem["context"]["scope"]) == (403, "token_elsewhere", "Here")
    assert report(a_token(event), other)[1]["code"] == "token_elsewhere"
    assert ask(token, f"desks/{other.tournament.desk.code}/archives/")[0] == 404
    assert ask(token, f"desks/{event.tournament.desk.code}/archives/")[0] == 200
    assert ask(token, f"events/{other.pk}/")[0] == 200


def test_a_token_of_an_event_is_not_valid_for_other_events(event: Event) -> None:
    beside = add_side_event(
        tournament=event.tournament,
        name="Side",
        plan=make_plan("knockout", FormatOptions((5,), (5,), (5,))),
        lengths=(5, 5),
        by=director_of(event.tournament.club),
    )
    token = a_token(event)
    assert ask(token, f"events/{beside.pk}/undo/", {"command": 1})[1]["code"] == "token_elsewhere"
    assert ask(token, f"desks/{event.tournament.desk.code}/archives/")[0] == 200


def test_a_read_only_token_changes_nothing(event: Event) -> None:
    token = a_token(event, may_write=False)
    assert report(token, event)[1]["code"] == "token_reads_only"
    assert ask(token, f"desks/{event.tournament.desk.code}/archives/")[0] == 200


def test_a_token_loses_the_permissions_its_creator_loses(event: Event) -> None:
    club, first, second = event.tournament.club, director_of(event.tournament.club), a_user("second")
    club_roles.appoint(club=club, user=second, role="director", by=first)
    token = a_token(club, by=second)
    assert ask(token, f"events/{event.pk}/undo/", {"command": 1})[1]["code"] != "directors_only"
    club_roles.appoint(club=club, user=second, role="helper", by=first)
    event.tournament.desk.officials.remove(second)
    assert ask(token, f"events/{event.pk}/undo/", {"command": 1})[1]["code"] == "directors_only"
    User.objects.filter(pk=second.pk).update(is_active=False)
    assert ask(token, f"events/{event.pk}/")[1]["code"] == "token_unknown"


def test_unknown_expired_and_revoked_tokens_are_answered_401(event: Event) -> None:
    by = director_of(event.tournament.club)
    revoked, expired = a_token(event), a_token(event)
    tokens.revoke(token=revoked.token, by=by)
    Token.objects.filter(pk=expired.token.pk).update(
        expires_at=timezone.now(), made_at=timezone.now() - timedelta(1)
    )
    for secret in (revoked.secret, expired.secret, "crawford_guess", ""):
        headers = {"Authorization": f"Bearer {secret}"}
        answer = Client().get(f"/api/v1/events/{event.pk}/", headers=headers)
        assert (answer.status_code, answer["WWW-Authenticate"], answer.json()["code"]) == (
            401,
            "Bearer",
            "token_unknown",
        )


def test_all_tokens_of_an_account_are_revoked_at_once(event: Event) -> None:
    created = [a_token(event) for _ in range(2)]
    assert tokens.revoke_all(of=director_of(event.tournament.club)) == 2
    assert [ask(token, f"events/{event.pk}/")[0] for token in created] == [401, 401]


def test_filter_valid_leaves_out_revoked_expired_and_inactive_tokens(event: Event) -> None:
    by, away = director_of(event.tournament.club), a_user("away")
    club_roles.appoint(club=event.tournament.club, user=away, role="director", by=by)
    valid, revoked, expired, inactive = (a_token(event, by=creator).token for creator in (by, by, by, away))
    tokens.revoke(token=revoked, by=by)
    then = timezone.now() - timedelta(1)
    Token.objects.filter(pk=expired.pk).update(expires_at=timezone.now(), made_at=then)
    User.objects.filter(pk=away.pk).update(is_active=False)
    assert filter_valid([valid.pk, revoked.pk, expired.pk, inactive.pk]) == {valid.pk}


def test_the_time_of_use_is_not_updated_at_every_request(event: Event) -> None:
    token = a_token(event)
    ask(token, f"events/{event.pk}/")
    first = Token.objects.get().used_at
    ask(token, f"events/{event.pk}/")
    assert first is not None
    assert Token.objects.get().used_at == first


def test_each_token_is_rate_limited_by_itself(event: Event) -> None:
    one, other = a_token(event), a_token(event)
    path = f"matches/{match_at(event, 'M1-1').code}/reports/9/confirm/"
    answers = [ask(one, path, {})[0] for _ in range(61)]
    assert answers == [404] * 60 + [429]
    assert ask(other, path, {})[0] == 404


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"name": " "}, "token_unnamed"), ({"days": 0}, "token_too_long"), ({"days": 367}, "token_too_long")],
)
def test_an_invalid_token_is_not_created(event: Event, changes: dict[str, Any], code: str) -> None:
    options = {"name": "Board", "days": 9, "scope": event, "may_write": False} | changes
    error = refusal(tokens.create_token, by=director_of(event.tournament.club), **options)
    assert (error.code, Token.objects.count()) == (code, 0)


def test_outsiders_neither_create_nor_revoke_tokens(event: Event) -> None:
    outsider = a_user("stranger")
    options = {"name": "Board", "days": 9, "scope": event, "may_write": False}
    assert refusal(tokens.create_token, by=outsider, **options).code == "not_of_club"
    token = a_token(event)
    assert refusal(tokens.revoke, token=token.token, by=outsider).code == "not_your_token"


@pytest.mark.parametrize(
    "changes",
    [{"club_id": 1}, {"event_id": None}, {"name": ""}, {"token_hash": ""}, {"expires_at": "made"}],
)
def test_the_database_refuses_inconsistent_tokens(event: Event, changes: dict[str, Any]) -> None:
    token = a_token(event).token
    columns = {
        name: event.tournament.club_id
        if name == "club_id"
        else token.made_at
        if name == "expires_at"
        else value
        for name, value in changes.items()
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Token.objects.filter(pk=token.pk).update(**columns)


def test_offers_by_token_are_rate_limited(event: Event) -> None:
    club = event.tournament.club
    secret = a_token(club).secret
    answers = [
        Client()
        .post(
            f"/api/v1/clubs/{club.slug}/offers/",
            {"username": f"nobody{number}", "role": "helper"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )
        .status_code
        for number in range(31)
    ]
    assert answers == [201] * 30 + [429]
