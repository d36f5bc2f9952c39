"""The back office shows this room's tables to the owner of the house, changes nothing, hides the lots."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.factories import a_user
from tests.tournaments.nights import a_club, a_night, match_at, settle_and_rate
from tournaments import models

pytestmark = pytest.mark.django_db


def address(model: type, page: str, *args: object) -> str:
    return reverse(f"admin:tournaments_{model.__name__.lower()}_{page}", args=args)


@pytest.fixture
def owner(client: Client) -> Client:
    client.force_login(a_user("owner", is_superuser=True, is_staff=True))
    return client


def registered() -> list[type]:
    return [model for model in admin.site._registry if model._meta.app_label == "tournaments"]


def test_every_table_can_be_looked_at_and_none_added_to(owner: Client) -> None:
    event = a_night(a_club())
    settle_and_rate(match_at(event, "M1-1"))
    assert {model.__name__ for model in registered()} == {
        name
        for name in models.__all__
        if isinstance(getattr(models, name), type) and hasattr(getattr(models, name), "_meta")
    }
    assert {
        model.__name__: owner.get(address(model, "changelist")).status_code for model in registered()
    } == {model.__name__: 200 for model in registered()}
    assert {owner.get(address(model, "add")).status_code for model in registered()} == {403}


def test_lots_still_to_be_drawn_are_shown_to_nobody(owner: Client) -> None:
    event = a_night(a_club())
    event.refresh_from_db()
    page = owner.get(address(models.Event, "change", event.pk)).content.decode()
    assert event.lots_commitment in page
    assert event.lots_seed not in page
