"""The form for a zip of match files."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.importing.queries.record_exports import FORMATS

# The last ones are names of formats and programs.
FORMAT_LABELS = {
    "original": _("As uploaded"),
    "json": _("Crawford (.json)"),
    "mat": "Jellyfish, GNU Backgammon (.mat)",
    "sgf": "Smart Game Format (.sgf)",
    "fibs": "FIBS (.txt)",
    "sgg": "GamesGrid (.sgg)",
    "xg": "eXtreme Gammon (.txt)",
    "ogxm": "OpenGammon (.ogxm)",
}


class RecordExportForm(forms.Form):
    """The format of the files."""

    format = forms.ChoiceField(
        label=_("File format"), choices=[(format, FORMAT_LABELS[format]) for format in FORMATS]
    )
