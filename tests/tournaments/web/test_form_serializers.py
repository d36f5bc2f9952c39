"""Serializers of the API that are made from the forms of pages."""

from typing import Any

import pytest
from django import forms
from django.utils.translation import gettext_lazy, override

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


class GreetingForm(forms.Form):
    """A form with a text that is in the catalogue."""

    reason = forms.CharField(label=gettext_lazy("Reason"))


def test_the_description_of_a_field_is_in_the_language_of_the_reader() -> None:
    """It is not that of whoever made the serializer first, at import."""
    with override("it"):
        serializer_class = form_serializer(GreetingForm)
    texts = []
    for language in ("en", "it"):
        with override(language):
            texts.append(str(serializer_class().fields["reason"].help_text))
    assert texts == ["Reason.", "Motivo."]
