"""The Django admin of the matches app: every table can be viewed and nothing changed."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Match, User
from matches.records.services import uploads
from matches.services import badges, merging, players
from matches.services.announcements import create_announcement
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user, at_table
from tests.factory_recordings import replayed
from tests.matches.moneyplay.sessions import a_pair
from tests.matches.records.files import record

pytestmark = pytest.mark.django_db

FACTS = sorted(
    model._meta.model_name or "" for model in apps.get_app_config("matches").get_models() if model is not User
)


@pytest.fixture
def chief() -> Client:
    client = Client()
    client.force_login(a_user("chief", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
@replayed
def match() -> Match:
    match = a_called_match(length=3, white="José-María", black="X")
    a_report(match, 3, 0)
    badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM)
    uploads.attach_file(match=match, name="final.mat", data=record(), identity=at_table(match))
    a_pair()
    an_announcement()
    match.refresh_from_db()
    return match


def an_announcement() -> None:
    official = a_user()
    create_announcement(desk=a_desk(official), english="Dinner", by=official)


@pytest.mark.parametrize("name", FACTS)
def test_rows_are_neither_added_changed_nor_deleted(chief: Client, match: Match, name: str) -> None:
    assert chief.get(f"/admin/matches/{name}/").status_code == 200
    assert chief.get(f"/admin/matches/{name}/add/").status_code == 403
    model = apps.get_model("matches", name)
    row = model.objects.order_by("pk").first()
    if row is None:
        return
    assert chief.get(f"/admin/matches/{name}/{row.pk}/change/").status_code == 200
    assert chief.post(f"/admin/matches/{name}/{row.pk}/change/", {"status": "settled"}).status_code == 403
    assert chief.post(f"/admin/matches/{name}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_posted_change_leaves_the_match_unchanged(chief: Client, match: Match) -> None:
    chief.post(f"/admin/matches/match/{match.pk}/change/", {"status": "settled", "winner": "black"})
    assert Match.objects.get().status == "reported"


def test_the_token_of_a_badge_is_not_shown(chief: Client, match: Match) -> None:
    badge = match.desk.badges.get()
    page = chief.get(f"/admin/matches/badge/{badge.pk}/change/").content.decode()
    assert badge.token_hash not in page


def test_every_model_is_registered() -> None:
    registered = {
        model._meta.model_name for model in admin.site._registry if model._meta.app_label == "matches"
    }
    assert registered == {"user", *FACTS}


def test_every_model_of_match_files_has_a_list_that_cannot_be_changed(chief: Client) -> None:
    models = list(apps.get_app_config("records").get_models())
    assert [model.__name__ for model in models if model not in admin.site._registry] == []
    pages = {
        (
            chief.get(f"/admin/records/{name}/").status_code,
            chief.get(f"/admin/records/{name}/add/").status_code,
        )
        for name in (model._meta.model_name for model in models)
    }
    assert pages == {(200, 403)}


def test_no_page_shows_a_secret_or_the_bytes_of_a_file(chief: Client, match: Match) -> None:
    shown_fields = {
        (model._meta.model_name, field.name)
        for model, model_admin in admin.site._registry.items()
        if model._meta.app_label == "matches" and model is not User
        for field in model._meta.fields
        if field.name in {"token", "token_hash", "data"} and field.name not in (model_admin.exclude or ())
    }
    assert shown_fields == {("notice", "data")}


def test_a_list_takes_a_fixed_number_of_queries(chief: Client, match: Match) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            for name in FACTS:
                chief.get(f"/admin/matches/{name}/")
        counts.append(len(queries))
        other = a_called_match(length=3)
        a_report(other, 3, 0)
        pair = players.get_or_create_pair(one=other.white, other=a_match(white="Zoe").white)
        merging.merge_players(keep=other.black, absorb=a_match(white="Brruno").white, by=SYSTEM, reason="one")
        badges.issue_badge(desk=other.desk, player=pair, by=SYSTEM)
        a_pair()
        an_announcement()
    assert counts[0] == counts[1]
