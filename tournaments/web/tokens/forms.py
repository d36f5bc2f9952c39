"""Form to create an API token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.token import LONGEST_NAME

READ, WRITE, PUBLISH = "read", "write", "publish"
DAYS = [("30", _("30 days")), ("90", _("90 days")), ("366", _("a year"))]
RIGHTS = [
    (READ, _("read")),
    (WRITE, _("read and write")),
    (PUBLISH, _("only publish tournaments of another site")),
]


class TokenForm(forms.Form):
    """A new API token: name of the program, scope, permission and duration."""

    name = forms.CharField(
        label=_("Name of the program"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label=_("Scope"))
    right = forms.ChoiceField(label=_("Permission"), choices=RIGHTS, initial=READ)
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial="90")

    def __init__(self, *args: Any, scopes: list[tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["scope"].choices = scopes  # type: ignore[attr-defined]
