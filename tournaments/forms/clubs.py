"""Shapes of what people send to the pages of a club: page, members, invitations, casual matches."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk import LONGEST, Acting
from tournaments.models import Casual, Club, Joining, Role
from tournaments.models.invitation import MOST_USES
from tournaments.services.clubs import LONGEST_ABOUT
from tournaments.services.invitations import LONGEST_DAYS


class PageForm(forms.Form):
    """What a club says of itself."""

    about = forms.CharField(
        label=_("About us"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("Markdown: **bold**, *italic*, # heading, - list, [text](https://address)."),
    )
    place = forms.CharField(
        label=_("Venue"), max_length=200, required=False, widget=forms.TextInput(attrs={"size": 40})
    )
    contact = forms.CharField(
        label=_("How to reach us"),
        max_length=200,
        required=False,
        help_text=_("A web or e-mail address, visible to all."),
    )
    joining = forms.ChoiceField(
        label=_("Membership"),
        choices=[
            (Joining.INVITED, _("by invitation only")),
            (Joining.OPEN, _("any signed-in user who wants to join")),
        ],
    )
    casual = forms.ChoiceField(label=_("Casual matches count for"), choices=Casual.choices)
    members_open = forms.BooleanField(label=_("Members can open casual matches"), required=False)

    @staticmethod
    def proposal(club: Club) -> dict[str, Any]:
        """What the club says now."""
        names = ("about", "place", "contact", "joining", "casual", "members_open")
        return {name: getattr(club, name) for name in names}

    def clean_about(self) -> str:
        """Lines end as on the web server, so that the same text is no change."""
        return str(self.cleaned_data["about"]).replace("\r\n", "\n").strip()


class Appointing(forms.Form):
    """Somebody with an account is given an office, or lays it down."""

    username = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices[::-1], initial=Role.HELPER)


class Naming(forms.Form):
    """Somebody with an account runs one tournament."""

    username = forms.CharField(label=_("Username"), max_length=150)


class Enrolling(forms.Form):
    """A new member by name, without an account."""

    name = forms.CharField(label=_("Name"), max_length=80)


class Inviting(forms.Form):
    """A link for one or for many."""

    role = forms.ChoiceField(label=_("Joins as"), choices=Role.choices, required=False)
    player = forms.ChoiceField(label=_("Member without an account"), required=False)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("The link is sent to this address; leave empty to pass it on yourself."),
    )
    most = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=MOST_USES, initial=1)
    days = forms.IntegerField(label=_("Valid for (days)"), min_value=1, max_value=LONGEST_DAYS, initial=14)

    def __init__(self, *args: Any, players: list[tuple[str, str]], offices: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        player, role = self.fields["player"], self.fields["role"]
        if isinstance(player, forms.ChoiceField) and isinstance(role, forms.ChoiceField):
            player.choices = [("", _("anyone")), *players]
            role.choices = Role.choices[::-1] if offices else [(Role.MEMBER, Role.MEMBER.label)]

    def clean_role(self) -> str:
        """A member where nothing is said."""
        return str(self.cleaned_data["role"] or Role.MEMBER.value)


class Joiner(forms.Form):
    """Under which name somebody plays here."""

    name = forms.CharField(
        label=_("Your player name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class CasualForm(Acting):
    """Two members and the points they play to."""

    LENGTHS: ClassVar = {"inputmode": "numeric"}

    white = forms.ChoiceField(label=_("Player"))
    black = forms.ChoiceField(label=_("against"))
    length = forms.IntegerField(
        label=_("Points"), min_value=1, max_value=LONGEST, widget=forms.NumberInput(attrs=LENGTHS)
    )

    def __init__(self, *args: Any, white: list[tuple[str, str]], black: list[tuple[str, str]], **more: Any):
        super().__init__(*args, **more)
        for name, choices in (("white", white), ("black", black)):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = choices if len(choices) == 1 else [("", _("choose")), *choices]

    def clean(self) -> dict[str, Any]:
        """Two are two."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("white") and data.get("white") == data.get("black"):
            self.add_error("black", _("Choose two different players."))
        return data


class Reason(forms.Form):
    """Why the host does it."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
