"""Clubs, their members, invitations, nights and seasons as the API takes them in and gives them out."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import MatchOut, PlayerOut
from tournaments.api.form_serializers import shape_of
from tournaments.api.shapes_out import EveningOut, EventOut
from tournaments.forms import clubs as club_forms
from tournaments.forms import desk as forms
from tournaments.forms import nights as night_forms
from tournaments.forms import plans as plan_forms
from tournaments.forms import teams as team_forms
from tournaments.services.clubs import LONGEST_ABOUT

Shape = serializers.Serializer[Any]
LONGEST_SLUG = 60


def _joined(name: str, *parts: Any) -> Any:
    """One shape of several forms that are filled in together."""
    return type(name, parts, {"__doc__": parts[0].__doc__, "__module__": __name__})


StartIn = _joined(
    "StartIn", shape_of(forms.Evening), shape_of(plan_forms.Format, "Format"), shape_of(team_forms.Taking)
)
FormatIn = shape_of(plan_forms.Format, "Format")
OF_A_NIGHT = (shape_of(plan_forms.Format, "Format"), shape_of(team_forms.Taking))
NightIn = _joined("NightIn", shape_of(night_forms.Night, without=("version",)), *OF_A_NIGHT)
ChangedNightIn = _joined("ChangedNightIn", shape_of(night_forms.Changing, without=("version",)), *OF_A_NIGHT)


class AddIn(_joined("AddedIn", shape_of(plan_forms.Format, "Format"), shape_of(team_forms.Taking))):  # type: ignore[misc]
    """One more event of an evening; what is played there as when an evening is started."""

    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    players_of = serializers.CharField(
        max_length=LONGEST_SLUG,
        required=False,
        default="",
        allow_blank=True,
        help_text="All who play in this event of the evening (its slug) are entered.",
    )


class StartedOut(Shape):
    evening = EveningOut(source="tournament")
    event = EventOut(source="*")


class MembershipOut(Shape):
    number = serializers.IntegerField(source="pk")
    player = PlayerOut(allow_null=True)
    username = serializers.CharField(
        source="user.username", allow_null=True, default=None, help_text="Told to officers alone."
    )
    role = serializers.CharField()
    joined_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class MembersOut(Shape):
    members = MembershipOut(many=True)


class RoleIn(Shape):
    role = serializers.CharField(max_length=10)


class ReasonedIn(Shape):
    reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)


class InviteIn(Shape):
    role = serializers.CharField(max_length=10, required=False, default="member")
    player = serializers.CharField(max_length=8, required=False, default="", help_text="Without account.")
    most = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=1, help_text="How many people.")
    days = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=14)


class ClubInvitationOut(Shape):
    number = serializers.IntegerField(source="pk")
    role = serializers.CharField()
    player = PlayerOut(allow_null=True)
    token = serializers.CharField(help_text="What stands behind /join/ in its link; shown when it is made.")


class InvitationLineOut(Shape):
    number = serializers.IntegerField()
    role = serializers.CharField()
    stands = serializers.CharField(help_text="Whether it is good.")


class InvitationsOut(Shape):
    invitations = InvitationLineOut(many=True)


class NightOut(Shape):
    number = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    weekday = serializers.IntegerField(help_text="0 is Monday.")
    begins = serializers.SerializerMethodField(help_text="Hours and minutes of the house: 20:30.")
    tables = serializers.IntegerField()

    def get_begins(self, night: Any) -> str:
        """As a clock shows it."""
        return f"{night.begins:%H:%M}"


class NightsOut(Shape):
    nights = NightOut(many=True)


class CasualIn(Shape):
    white = serializers.CharField(max_length=8, help_text="The code of a member.")
    black = serializers.CharField(max_length=8)
    length = serializers.IntegerField(min_value=1, max_value=99)


class CasualsOut(Shape):
    open = MatchOut(many=True)


class OfficialsOut(Shape):
    officials = serializers.ListField(child=serializers.CharField())
    offered = serializers.ListField(
        child=serializers.CharField(), help_text="User names that have not accepted yet."
    )


class OfficeOfferOut(Shape):
    """An office that is offered to a user name; nothing tells whether there is such an account."""

    number = serializers.IntegerField(source="pk")
    username = serializers.CharField()
    kind = serializers.CharField(help_text='"club", "official" or "cashier".')
    role = serializers.CharField(help_text='The office of the club, else "".')
    evening = serializers.CharField(source="tournament.slug", allow_null=True, default=None)
    at = serializers.DateTimeField()


class OfficeOffersOut(Shape):
    offers = OfficeOfferOut(many=True)


class UserIn(Shape):
    username = serializers.CharField(max_length=150)


class TrailLineOut(Shape):
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.username", allow_null=True, default=None)
    kind = serializers.CharField()
    facts = serializers.DictField()


class PresentIn(shape_of(club_forms.PageForm, "Page", ("about",))):  # type: ignore[misc]
    """What a club says of itself."""

    about = serializers.CharField(
        max_length=LONGEST_ABOUT, required=False, default="", allow_blank=True, help_text="Markdown."
    )


class PageOut(Shape):
    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    place = serializers.CharField()
    contact = serializers.CharField()
    joining = serializers.CharField()
    casual = serializers.CharField()
    members_open = serializers.BooleanField()


class DivisionOfPlayerIn(Shape):
    player = serializers.CharField(max_length=8)
    division = serializers.IntegerField(min_value=1, max_value=99)


class DivideIn(Shape):
    places = serializers.ListField(child=DivisionOfPlayerIn(), max_length=1000)
