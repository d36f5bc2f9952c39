"""Forms of a club: a new club, its page, members, invitations and casual matches."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.names import LONGEST_DISTINCTION, LONGEST_NAME
from rules.match import LONGEST_MATCH
from tournaments.models import Casual, Club, Joining, Role
from tournaments.models.invitation import MOST_USES
from tournaments.people.services.clubs import LONGEST_ABOUT
from tournaments.people.services.invitations import LONGEST_DAYS
from tournaments.web.forms import CommandForm

# The longest line of a new member: a name with details.
LONGEST_LINE = 240


def make_distinction_field() -> forms.CharField:
    """Return a field for what tells a member from others of the name."""
    return forms.CharField(
        label=_("Tell apart by"),
        max_length=LONGEST_DISTINCTION,
        required=False,
        help_text=_(
            "Shown after the name if another player has the same name, such as “jun.” or “Leeds”. If empty, "
            "their club, country or code is shown."
        ),
    )


class ClubPageForm(forms.Form):
    """The name and public page of a club, its membership policy and its casual matches."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("The web address stays the same."),
    )
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
            (Joining.INVITED, _("By invitation only")),
            (Joining.OPEN, _("Any signed-in user who wants to join")),
        ],
    )
    casual = forms.ChoiceField(label=_("Casual matches count for"), choices=Casual.choices)
    members_open = forms.BooleanField(label=_("Members can open casual matches"), required=False)
    shows_first_steps = forms.BooleanField(
        label=_("Show managers the first steps on this page"), required=False
    )

    @staticmethod
    def get_initial(club: Club) -> dict[str, Any]:
        """Return the current values."""
        names = (
            "name",
            "about",
            "place",
            "contact",
            "joining",
            "casual",
            "members_open",
            "shows_first_steps",
        )
        return {name: getattr(club, name) for name in names}

    def clean_about(self) -> str:
        """Normalise line ends, so that an unchanged text is no change."""
        return str(self.cleaned_data["about"]).replace("\r\n", "\n").strip()


class TournamentOfficialForm(forms.Form):
    """A user to add to the officials of a tournament, or to remove."""

    username = forms.CharField(label=_("Username"), max_length=150)


class NewMemberNameForm(forms.Form):
    """A new member without an account; `name` is a line of the entry box."""

    distinction = make_distinction_field()
    name = forms.CharField(label=_("Name"), max_length=LONGEST_LINE)
    field_order = ("name", "distinction")


class InvitationForm(forms.Form):
    """An invitation for one person or many."""

    role = forms.ChoiceField(label=_("Joins as"), choices=Role.choices, required=False)
    player = forms.ChoiceField(label=_("Member without an account"), required=False)
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("The link is sent to this address; leave empty to pass it on yourself."),
    )
    most = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=MOST_USES, initial=1)
    days = forms.IntegerField(label=_("Valid for (days)"), min_value=1, max_value=LONGEST_DAYS, initial=14)

    def __init__(
        self, *args: Any, players: list[tuple[str, str]], can_offer_roles: bool, **more: Any
    ) -> None:
        """Offer `players`, as (code, name), and all roles or only that of a member."""
        super().__init__(*args, **more)
        player, role = self.fields["player"], self.fields["role"]
        if isinstance(player, forms.ChoiceField) and isinstance(role, forms.ChoiceField):
            player.choices = [("", _("Anyone")), *players]
            role.choices = Role.choices[::-1] if can_offer_roles else [(Role.MEMBER, Role.MEMBER.label)]

    def clean_role(self) -> str:
        """Default to the member role."""
        return str(self.cleaned_data["role"] or Role.MEMBER.value)


class JoinClubForm(forms.Form):
    """The player name of a new member."""

    name = forms.CharField(
        label=_("Your player name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class CasualForm(CommandForm):
    """Two members and the match length."""

    LENGTH_ATTRIBUTES: ClassVar = {"inputmode": "numeric"}

    white = forms.ChoiceField(label=_("Player"))
    black = forms.ChoiceField(label=_("against"))
    length = forms.IntegerField(
        label=_("Points"),
        min_value=1,
        max_value=LONGEST_MATCH,
        widget=forms.NumberInput(attrs=LENGTH_ATTRIBUTES),
    )

    def __init__(self, *args: Any, white: list[tuple[str, str]], black: list[tuple[str, str]], **more: Any):
        super().__init__(*args, **more)
        for name, choices in (("white", white), ("black", black)):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = choices if len(choices) == 1 else [("", _("choose")), *choices]

    def clean(self) -> dict[str, Any]:
        """Require two different players."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("white") and data.get("white") == data.get("black"):
            self.add_error("black", _("Choose two different players."))
        return data


class HostReasonForm(forms.Form):
    """Why the host archives or reopens a club."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class NewClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(
        label=_("Club name"), max_length=120, widget=forms.TextInput(attrs={"autofocus": True})
    )
