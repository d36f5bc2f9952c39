"""Forms of the public page of a tournament, and of a copy of a tournament."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import MomentField
from tournaments.models import Event, TournamentPage
from tournaments.models.tournament_page import ATTACHMENT_BYTES, LONGEST_DESCRIPTION
from tournaments.play.tournaments.forms import TournamentDatesForm
from tournaments.play.tournaments.services.tournament_pages import PageText
from tournaments.web import uploaded_images
from tournaments.web.forms import DateTimeLocalInput


class PageTextForm(forms.Form):
    """The text of the public page of a tournament."""

    description = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_("Markdown: **bold**, *italic*, # heading, - list, [text](https://address)."),
    )
    venue = forms.CharField(label=_("Venue"), max_length=120, required=False)
    address = forms.CharField(label=_("Address"), max_length=200, required=False)
    map_link = forms.CharField(
        label=_("Link to a map"),
        max_length=400,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://"}),
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=200,
        required=False,
        help_text=_("A name, a telephone number or an e-mail address, visible to all and shown as typed."),
    )
    entry_limits = forms.CharField(
        label=_("Entry limits"),
        max_length=300,
        required=False,
        help_text=_("For example “64 players; the Open is for everyone, the Masters by invitation”."),
    )
    entry_deadline = MomentField(label=_("Entry deadline"), required=False, widget=DateTimeLocalInput())

    FIELDS: ClassVar[tuple[str, ...]] = (
        *("description", "venue", "address", "map_link", "contact"),
        *("entry_limits", "entry_deadline"),
    )

    @classmethod
    def get_initial(cls, page: TournamentPage) -> dict[str, Any]:
        """Return the current text."""
        return {name: getattr(page, name) for name in cls.FIELDS}

    def clean_description(self) -> str:
        """Normalise line ends, so that an unchanged text is no change."""
        return str(self.cleaned_data["description"]).replace("\r\n", "\n").strip()

    def clean_map_link(self) -> str:
        """Accept only https addresses without spaces."""
        link = str(self.cleaned_data["map_link"])
        if link and (not link.startswith("https://") or len(link.split()) != 1):
            raise forms.ValidationError(_("The map link must be a web address that begins with https://."))
        return link

    def page_text(self) -> PageText:
        """Return the text for the service."""
        return PageText(**{name: self.cleaned_data[name] for name in self.FIELDS})


class ScheduleForm(forms.Form):
    """The start time of each event of a tournament, by slug."""

    PREFIX: ClassVar[str] = "start-"

    def __init__(self, *args: Any, events: Iterable[Event], **more: Any) -> None:
        super().__init__(*args, **more)
        for event in events:
            self.fields[f"{self.PREFIX}{event.slug}"] = MomentField(
                label=event.name, required=False, widget=DateTimeLocalInput(), initial=event.starts_at
            )

    def starts(self) -> dict[str, datetime | None]:
        """Return the start times by the slug of the event."""
        return {name.removeprefix(self.PREFIX): value for name, value in self.cleaned_data.items()}


class PhotoForm(forms.Form):
    """A photograph to upload."""

    file = forms.FileField(
        label=_("Picture (JPEG, PNG or WebP, at most 8 MB)"),
        widget=forms.FileInput(attrs={"accept": ".jpg,.jpeg,.png,.webp"}),
    )

    def upload(self) -> bytes:
        """Return the bytes of the file, at most one more than allowed."""
        data: bytes = self.cleaned_data["file"].read(uploaded_images.UPLOAD_BYTES + 1)
        return data


class CoverForm(PhotoForm):
    """An image for the cover, with its alternative text."""

    alt = forms.CharField(
        label=_("Alternative text"),
        max_length=200,
        required=False,
        help_text=_("What the picture shows, for readers who cannot see it."),
    )


class AttachmentForm(forms.Form):
    """A PDF file to attach."""

    file = forms.FileField(
        label=_("PDF file (at most 10 MB)"), widget=forms.FileInput(attrs={"accept": ".pdf"})
    )
    name = forms.CharField(
        label=_("Title"), max_length=120, required=False, help_text=_("Leave empty to use the file name.")
    )

    def upload(self) -> bytes:
        """Return the bytes of the file, at most one more than allowed."""
        data: bytes = self.cleaned_data["file"].read(ATTACHMENT_BYTES + 1)
        return data

    def title(self) -> str:
        """Return the title, or the name of the file."""
        return str(self.cleaned_data["name"] or self.cleaned_data["file"].name)


class CopyForm(TournamentDatesForm):
    """The name and the days of a copy of a tournament."""

    is_draft = forms.BooleanField(
        label=_("Draft, seen only by its officials until it is published"), required=False
    )

    @staticmethod
    def get_initial(name: str) -> dict[str, Any]:
        """Return initial values: the same name."""
        return {"name": name}
