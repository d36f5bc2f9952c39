"""Serializers of the API that are made from the forms of pages."""

from typing import Any

import pytest
from django import forms

from tournaments.play.api.form_serializers import form_serializer


class NoteForm(forms.Form):
    """A note on a table."""

    label = forms.CharField(max_length=5)
    note = forms.CharField(max_length=5, required=False)


@pytest.mark.parametrize(
    ("data", "result"),
    [
        ({"name": "A", "note": "Late"}, {"label": "A", "note": "Late"}),
        ({"name": "A", "note": None}, {"label": "A", "note": ""}),
        ({"name": "A", "note": ""}, {"label": "A", "note": ""}),
        ({"name": "A"}, {"label": "A"}),
        ({"name": "A", "note": "Dinner"}, ["note"]),
        ({"name": None, "note": None}, ["name"]),
        ({"name": ""}, ["name"]),
        ({}, ["name"]),
    ],
)
def test_an_optional_text_of_a_form_may_be_null_or_empty(data: dict[str, Any], result: object) -> None:
    serializer = form_serializer(NoteForm)(data=data)

    assert (serializer.validated_data if serializer.is_valid() else list(serializer.errors)) == result
