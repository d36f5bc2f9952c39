"""Forms of match files: uploads, archives, lines of a draft, positions, performance figures."""

from collections.abc import Sequence
from typing import Any, Self

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from matches.forms import KeyedForm
from matches.models import Match
from matches.queries import matches
from matches.records.link_fragments import SIGNED_FRAGMENT, decode_fragment
from matches.records.match_files import MAX_ARCHIVE_BYTES
from matches.records.models import MAX_DECISIONS, MAX_LOST
from matches.records.performance_sums import compute_equity_lost
from matches.records.video_links import parse_video_time
from matches.widgets import PositionField
from rules.dice import Dice
from rules.errors import Refusal
from rules.formats import ENDINGS
from rules.formats.ogxm_video import LONGEST_ADDRESS, VideoMark
from rules.formats.text_decoding import LARGEST, kind_of_other_file
from rules.position import Position
from rules.sides import SIDES

DECIMAL = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})


class MatchFileForm(KeyedForm):
    """A match file, or its text pasted."""

    file = forms.FileField(
        label=format_lazy("{} (.{})", _("File"), ", .".join(ENDINGS)), required=False, allow_empty_file=True
    )
    text = forms.CharField(
        label=_("Or paste the match file"),
        required=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "code"}),
    )

    def clean(self) -> dict[str, Any]:
        """Require one of the two, within the maximum size."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is not None and file.size > settings.RECORD_MAX_BYTES and not _detect_other_kind(file):
            raise forms.ValidationError(
                _(
                    "This file is too large for a match file. The limit is 1 MB, or 4 MB for an analysed "
                    ".sgf, .xg, .bgf or .ogxm."
                )
            )
        if file is None and not cleaned.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file or paste a match file."))
        return cleaned

    def match_file(self) -> tuple[str, bytes]:
        """Return the name and the bytes of the file; "" as the name of a pasted text."""
        file = self.cleaned_data["file"]
        if file is not None:
            return file.name, file.read(settings.RECORD_MAX_BYTES + 1)
        return "", self.cleaned_data["text"].encode()


class CheckForm(MatchFileForm):
    """A match file to check, or the content of the QR code of a certificate."""

    def match_file(self) -> tuple[str, bytes]:
        """Return the name and the bytes of the file, also of one that is in the address in a QR code."""
        name, data = super().match_file()
        _address, separator, text = self.cleaned_data.get("text", "").strip().partition(SIGNED_FRAGMENT)
        return (name, data) if name or not separator else ("", decode_fragment(text))


class SiteKeysForm(forms.Form):
    """The public keys of another site."""

    site = forms.CharField(label=_("Name of the site"), max_length=120)
    document = forms.CharField(
        label=_("Its public keys"),
        help_text=_("The whole text at /.well-known/crawford-keys.json of that site."),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "code"}),
    )

    def to_service_arguments(self) -> dict[str, Any]:
        """Return the form data as arguments of `services.public_keys.add_site_keys`."""
        return {"site": self.cleaned_data["site"], "document": self.cleaned_data["document"]}


class LineForm(KeyedForm):
    """One line for a draft, or an undo.

    `start` is the number of lines the page showed; `side` the side of the line, if it does not name one
    itself.
    """

    start = forms.IntegerField(min_value=0)
    side = forms.ChoiceField(choices=[(side.value, side.value) for side in SIDES], required=False)
    line = forms.CharField(max_length=100, required=False)
    undo = forms.BooleanField(required=False)

    def submitted_line(self) -> str:
        """Return the line as it was submitted, valid or not: that of the button if one was pressed."""
        return str(self.data.get("line", ""))[:100]

    def typed_line(self) -> str:
        """Return the line that was typed; the submitted one if somebody only pressed a button."""
        lines = self.data.getlist("line") if hasattr(self.data, "getlist") else []
        return str(next(filter(None, lines), self.submitted_line()))[:100]

    def to_service_arguments(self) -> dict[str, Any]:
        """Return the form data as arguments of `services.drafts.write_lines`."""
        start, line, side = (self.cleaned_data[name] for name in ("start", "line", "side"))
        if self.cleaned_data["undo"]:
            return {"start": max(start - 1, 0), "lines": (), "version": self.cleaned_data["version"]}
        names_side = line.lower().startswith(("w", "b", "nero"))
        full_line = f"{side} {line}" if side and not names_side else line
        return {"start": start, "lines": (full_line,), "version": self.cleaned_data["version"]}


class PositionForm(forms.Form):
    """A position to show or to search for."""

    id = PositionField(
        label=_("XGID or another identifier"),
        help_text=_("The XGID, the OGID, the GNU Backgammon IDs or the Snowie line of a position."),
    )

    @classmethod
    def from_query(cls, query: QueryDict) -> Self:
        """Return the form, bound if anything was sent, such as dice without a position."""
        values = (
            field.widget.value_from_datadict(query, {}, name) for name, field in cls.base_fields.items()
        )
        return cls(query if any(values) else None)


class ShownPositionForm(PositionForm):
    """A position to show, with another roll than the one in it."""

    dice = forms.CharField(
        label=_("Dice"),
        required=False,
        max_length=2,
        help_text=_("A roll such as 31, if it differs from the one in the position."),
        widget=forms.TextInput(attrs={"size": 4, "inputmode": "numeric", "pattern": "[1-6][1-6]"}),
    )


class RollForm(forms.Form):
    """A position by its code and the dice rolled there."""

    position = forms.RegexField(regex=r"^[0-9a-f]{52}[wb]$")
    dice = forms.RegexField(regex=r"^[1-6][1-6]$")

    def clean_position(self) -> Position:
        """Return the position; refuse an impossible one."""
        position = Position.from_code(self.cleaned_data["position"])
        if position.faults():
            raise forms.ValidationError("")
        return position

    def clean_dice(self) -> Dice:
        """The two numbers."""
        first, second = map(int, self.cleaned_data["dice"])
        return (first, second)


class ArchiveForm(forms.Form):
    """A zip of match files, or one match file."""

    file = forms.FileField(label=_("Zip of match files, or a single file"))

    def archive(self) -> tuple[str, bytes]:
        """Return the name and the bytes of the upload, cut at one byte more than allowed."""
        file = self.cleaned_data["file"]
        return file.name, file.read(MAX_ARCHIVE_BYTES + 1)


class EngineForm(forms.Form):
    """The choice of the figures that are shown: by one engine or any, of all matches or declared ones."""

    declared = forms.BooleanField(
        label=_("Only matches declared beforehand"), required=False, widget=forms.CheckboxInput
    )
    field_order = ("engine", "declared")

    def __init__(self, *args: Any, engines: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All engines")), *((engine, engine) for engine in engines)]
        self.fields["engine"] = forms.ChoiceField(label=_("Engine"), required=False, choices=choices)
        self.order_fields(self.field_order)


class PerformanceTableForm(forms.Form):
    """Which matches count in a table of performance ratings; all figures in it are by one engine."""

    since = DayField(
        label=_("Matches since"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    declared = forms.BooleanField(
        label=_("Only matches declared beforehand"), required=False, widget=forms.CheckboxInput
    )
    engine = forms.CharField(label=_("Engine"), required=False)

    def offer_engines(self, engines: Sequence[str], current: str) -> None:
        """Let one of these engines be chosen; `current` is the one of the table."""
        self.fields["engine"].widget = forms.Select(choices=[(engine, engine) for engine in engines])
        self.initial["engine"] = current


class DeckForm(forms.Form):
    """Which blunders become study cards: all, or those of matches since a day, by one engine or any."""

    since = DayField(
        label=_("Matches since"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    engine = forms.CharField(required=False, widget=forms.HiddenInput)


class MatchVersionForm(forms.Form):
    """A change that belongs to a match, with the version of the match that the page showed."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)


class VideoForm(MatchVersionForm):
    """The address of a video of the match."""

    address = forms.CharField(
        max_length=LONGEST_ADDRESS,
        label=_("Address of the video"),
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )


class VideoPlaceForm(MatchVersionForm):
    """An action of the match."""

    game = forms.IntegerField(min_value=1, max_value=999, label=_("Game"), widget=DECIMAL)
    action = forms.IntegerField(min_value=1, max_value=9999, label=_("Action"), widget=DECIMAL)


class VideoMarkForm(VideoPlaceForm):
    """When an action is to be seen in the video."""

    time = forms.CharField(
        max_length=12, label=_("Time in the video"), help_text=_("Such as 1:02:03, or 2:03.")
    )

    def clean_time(self) -> int:
        """Return the milliseconds."""
        milliseconds = parse_video_time(self.cleaned_data["time"])
        if milliseconds is None:
            raise forms.ValidationError(_("Enter hours, minutes and seconds, such as 1:02:03."))
        return milliseconds

    def to_mark(self) -> VideoMark:
        """The mark of the valid form."""
        data = self.cleaned_data
        return VideoMark(data["game"], data["action"], data["time"])


class FigureForm(forms.Form):
    """An engine's figures for one side: its rating, or the equity lost, over how many decisions."""

    table = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)
    side = forms.ChoiceField(label=_("Player"))
    engine = forms.CharField(
        max_length=60, label=_("Engine"), help_text=_("For example XG or GNU Backgammon.")
    )
    settings = forms.CharField(
        max_length=120, required=False, label=_("Settings"), help_text=_("For example 2-ply or World Class.")
    )
    decisions = forms.IntegerField(
        min_value=1, max_value=MAX_DECISIONS, label=_("Decisions counted"), widget=DECIMAL
    )
    rating = forms.FloatField(
        localize=True,
        min_value=0,
        max_value=500,
        required=False,
        label=_("Performance rating (PR)"),
        widget=DECIMAL,
    )
    lost = forms.FloatField(
        localize=True,
        min_value=0,
        max_value=MAX_LOST,
        required=False,
        label=_("Or total equity lost"),
        widget=DECIMAL,
    )
    luck = forms.FloatField(
        localize=True,
        min_value=-MAX_LOST,
        max_value=MAX_LOST,
        required=False,
        label=_("Luck, in points"),
        widget=DECIMAL,
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "figure_%s"} | kwargs)
        self.fields["side"] = forms.ChoiceField(
            choices=[("white", match.white.name), ("black", match.black.name)], label=_("Player")
        )

    def clean(self) -> dict[str, Any]:
        """Require the rating or the equity lost, and convert the rating to the equity lost."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        rating, lost = cleaned.get("rating"), cleaned.get("lost")
        if not self.errors and (rating is None) == (lost is None):
            raise forms.ValidationError(_("Enter either the PR or the equity lost."))
        if rating is not None and "decisions" in cleaned:
            cleaned["lost"] = compute_equity_lost(rating, cleaned["decisions"])
        return cleaned

    def figure(self) -> dict[str, Any]:
        """Return the form data as arguments of `services.analyses.FigureData`."""
        names = ("side", "engine", "settings", "decisions", "lost", "luck")
        return {name: self.cleaned_data[name] for name in names}


class IdentificationForm(KeyedForm):
    """Who the players of a match file are: `swapped` is "yes" if the first one is Black of the match."""

    swapped = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    def to_service_arguments(self) -> dict[str, Any]:
        """Return the form data as arguments of `services.identifications.identify_players`."""
        data = self.cleaned_data
        return {"swapped": data["swapped"] == "yes", "version": data["version"]}


LONGEST_SHOWN_CODE = 60


class MatchCodeForm(forms.Form):
    """A match by its code or the address of its page."""

    match = forms.CharField(max_length=300)

    def find_match(self) -> Match:
        """Return the match. Refuses (`match_code_unknown`) a code of none."""
        entered = str(self.data.get("match", "")).strip()
        code = entered.partition("?")[0].rstrip("/").rsplit("/", 1)[-1].lower()
        match = matches.get_match(code) if self.is_valid() else None
        if match is None:
            raise Refusal("match_code_unknown", match=entered[:LONGEST_SHOWN_CODE])
        return match


def _detect_other_kind(file: "UploadedFile[Any]") -> str:
    """Return the kind of a file that is no match file, such as an image, "" if it may be one.

    Such a file gets its own error message, even if it is too large.
    """
    start = file.read(1000)
    file.seek(0)
    return kind_of_other_file(start)
