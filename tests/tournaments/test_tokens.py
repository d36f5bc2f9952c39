"""Tokens of programs: what they open, what they never open, and when they are worth nothing."""

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
from tournaments.formats.event_formats import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Club, Event, Token
from tournaments.queries.tokens import filter_valid
from tournaments.services import members, tokens
from tournaments.services.tokens import NewToken
from tournaments.services.tournaments import add_side_event

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


def ask(result: NewToken | str, path: str, body: Any = None) -> tuple[int, Any]:
    secret = result if isinstance(result, str) else result.secret
    headers = {"Authorization": f"Bearer {secret}"}
    client = Client(enforce_csrf_checks=True)
    if body is None:
        answer = client.get(f"/api/v1/{path}", headers=headers)
    else:
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


def report(result: NewToken | str, event: Event) -> tuple[int, Any]:
    return ask(result, f"matches/{match_at(event, 'M1-1').code}/reports/", SCORE)


@pytest.mark.parametrize("whole", [True, False])
def test_a_token_does_what_its_maker_may(event: Event, whole: bool) -> None:
    token = a_token(event.tournament.club if whole else event)
    assert report(token, event)[0] == 201
    assert match_at(event, "M1-1").winner == "white"
    late = {"act": "late", "name": "Zoe", "flight": "main"}
    assert ask(token, f"events/{event.pk}/changes/", late)[0] == 201
    assert token.secret not in str(Token.objects.values().get())


def test_elsewhere_it_does_nothing_whatever_its_maker_may(event: Event) -> None:
    other = a_night(a_club("There", by=director_of(event.tournament.club)))
    token = a_token(event.tournament.club)
    status, problem = report(token, other)
    assert (status, problem["code"], problem["context"]["scope"]) == (403, "token_elsewhere", "Here")
    assert report(a_token(event), other)[1]["code"] == "token_elsewhere"
    assert ask(token, f"desks/{other.tournament.desk.code}/archives/")[0] == 404
    assert ask(token, f"desks/{event.tournament.desk.code}/archives/")[0] == 200
    assert ask(token, f"events/{other.pk}/")[0] == 200


def test_a_token_of_an_event_is_not_for_the_next_one(event: Event) -> None:
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


def test_a_reading_token_changes_nothing(event: Event) -> None:
    token = a_token(event, may_write=False)
    assert report(token, event)[1]["code"] == "token_reads_only"
    assert ask(token, f"desks/{event.tournament.desk.code}/archives/")[0] == 200


def test_it_may_no_more_than_its_maker_still_may(event: Event) -> None:
    club, first, second = event.tournament.club, director_of(event.tournament.club), a_user("second")
    members.appoint(club=club, user=second, role="director", by=first)
    token = a_token(club, by=second)
    assert ask(token, f"events/{event.pk}/undo/", {"command": 1})[1]["code"] != "directors_only"
    members.appoint(club=club, user=second, role="helper", by=first)
    event.tournament.desk.officials.remove(second)
    assert ask(token, f"events/{event.pk}/undo/", {"command": 1})[1]["code"] == "directors_only"
    User.objects.filter(pk=second.pk).update(is_active=False)
    assert ask(token, f"events/{event.pk}/")[1]["code"] == "token_unknown"


def test_a_wrong_expired_or_revoked_token_is_answered_with_other_ways_to_sign_in(event: Event) -> None:
    by = director_of(event.tournament.club)
    value, old = a_token(event), a_token(event)
    tokens.revoke(token=value.token, by=by)
    Token.objects.filter(pk=old.token.pk).update(
        expires_at=timezone.now(), made_at=timezone.now() - timedelta(1)
    )
    for secret in (value.secret, old.secret, "crawford_guess", ""):
        headers = {"Authorization": f"Bearer {secret}"}
        answer = Client().get(f"/api/v1/events/{event.pk}/", headers=headers)
        assert (answer.status_code, answer["WWW-Authenticate"], answer.json()["code"]) == (
            401,
            "Bearer",
            "token_unknown",
        )


def test_all_tokens_of_an_account_are_taken_back_at_once(event: Event) -> None:
    items = [a_token(event) for _ in range(2)]
    assert tokens.revoke_all(of=director_of(event.tournament.club)) == 2
    assert [ask(one, f"events/{event.pk}/")[0] for one in items] == [401, 401]


def test_what_is_open_with_a_token_may_stay_open_as_long_as_it_counts(event: Event) -> None:
    by, away = director_of(event.tournament.club), a_user("away")
    members.appoint(club=event.tournament.club, user=away, role="director", by=by)
    good, value, old, closed = (a_token(event, by=item).token for item in (by, by, by, away))
    tokens.revoke(token=value, by=by)
    then = timezone.now() - timedelta(1)
    Token.objects.filter(pk=old.pk).update(expires_at=timezone.now(), made_at=then)
    User.objects.filter(pk=away.pk).update(is_active=False)
    assert filter_valid([good.pk, value.pk, old.pk, closed.pk]) == {good.pk}


def test_when_it_was_used_is_noted_now_and_then(event: Event) -> None:
    token = a_token(event)
    ask(token, f"events/{event.pk}/")
    first = Token.objects.get().used_at
    ask(token, f"events/{event.pk}/")
    assert first is not None
    assert Token.objects.get().used_at == first


def test_each_token_has_its_own_count(event: Event) -> None:
    one, other = a_token(event), a_token(event)
    path = f"matches/{match_at(event, 'M1-1').code}/reports/9/confirm/"
    answers = [ask(one, path, {})[0] for _ in range(61)]
    assert answers == [404] * 60 + [429]
    assert ask(other, path, {})[0] == 404


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"name": " "}, "token_unnamed"), ({"days": 0}, "token_too_long"), ({"days": 367}, "token_too_long")],
)
def test_a_token_that_cannot_be_is_not_made(event: Event, changes: dict[str, Any], code: str) -> None:
    value = {"name": "Board", "days": 9, "scope": event, "may_write": False} | changes
    error = refusal(tokens.create_token, by=director_of(event.tournament.club), **value)
    assert (error.code, Token.objects.count()) == (code, 0)


def test_outsiders_create_none_and_revoke_none(event: Event) -> None:
    outsider = a_user("stranger")
    mapping = {"name": "Board", "days": 9, "scope": event, "may_write": False}
    assert refusal(tokens.create_token, by=outsider, **mapping).code == "not_of_club"
    token = a_token(event)
    assert refusal(tokens.revoke, token=token.token, by=outsider).code == "not_your_token"


@pytest.mark.parametrize(
    "changes",
    [{"club_id": 1}, {"event_id": None}, {"name": ""}, {"token_hash": ""}, {"expires_at": "made"}],
)
def test_the_table_holds_no_token_that_makes_no_sense(event: Event, changes: dict[str, Any]) -> None:
    token = a_token(event).token
    mapping = {
        name: event.tournament.club_id
        if name == "club_id"
        else token.made_at
        if name == "expires_at"
        else value
        for name, value in changes.items()
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Token.objects.filter(pk=token.pk).update(**mapping)


def test_names_of_accounts_are_not_tried_by_a_token(event: Event) -> None:
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
