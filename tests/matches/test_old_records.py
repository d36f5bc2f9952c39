"""Records that were kept before records had fingerprints get the one they would have today."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from matches.models import Transcript
from matches.services import transcripts
from tests.factories import a_called_match, at_table
from tests.matches.records import SEVEN, record

pytestmark = pytest.mark.django_db

fill = import_module("matches.migrations.0011_fingerprints").fill


def test_old_records_get_their_fingerprint() -> None:
    match = a_called_match(length=7, white="Alice", black="X")
    kept = transcripts.attach(match=match, name="a", data=record(SEVEN), identity=at_table(match))
    Transcript.objects.filter(pk=kept.pk).update(games="")
    fill(apps, connection.schema_editor())
    assert Transcript.objects.get(pk=kept.pk).games == kept.games != ""
