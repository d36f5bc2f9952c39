"""Serializers of clubs, their members, offers, invitations, tournaments and weekly tournaments."""

from typing import Any

from rest_framework import serializers

from matches.api.fields import NullableCharField
from matches.api.serializers_matches import PlayerSerializer
from tournaments.api.form_serializers import form_serializer
from tournaments.api.serializers_events import (
    ClubSerializer,
    EventSerializer,
    RatingListSerializer,
    SeasonSerializer,
    TournamentSerializer,
)
from tournaments.forms import clubs as club_forms
from tournaments.forms import desk as forms
from tournaments.forms import plans as plan_forms
from tournaments.forms import teams as team_forms
from tournaments.models import Casual, Joining
from tournaments.registry import template_extensions
from tournaments.services.clubs import LONGEST_ABOUT

LONGEST_SLUG = 60

FormatSerializer = form_serializer(plan_forms.Format, "Format")
_EVENT_FORMS = (FormatSerializer, form_serializer(team_forms.Taking))


def _combined(name: str, *parts: Any) -> Any:
    """One serializer of several forms that are filled in together."""
    return type(name, parts, {"__doc__": parts[0].__doc__, "__module__": __name__})


TournamentCreateSerializer = _combined(
    "TournamentCreateSerializer", form_serializer(forms.Evening), *_EVENT_FORMS
)
# URL modules are imported after every app is ready, so all extensions are registered here.
_WEEKLY_FORMS = (
    *_EVENT_FORMS,
    *(form_serializer(extension.form) for extension in template_extensions.values()),
)
WeeklyCreateSerializer = _combined(
    "WeeklyCreateSerializer", form_serializer(club_forms.Night, without=("version",)), *_WEEKLY_FORMS
)
WeeklyUpdateSerializer = _combined(
    "WeeklyUpdateSerializer", form_serializer(club_forms.Changing, without=("version",)), *_WEEKLY_FORMS
)
ClubCreateSerializer = form_serializer(forms.Founding, "ClubCreate")
MemberCreateSerializer = form_serializer(club_forms.Enrolling, "MemberCreate")
OfferCreateSerializer = form_serializer(club_forms.Appointing, "OfferCreate")
ClubJoinSerializer = form_serializer(club_forms.Joiner, "ClubJoin")
WeekSerializer = form_serializer(club_forms.Skipping, "Week")


class EventCreateSerializer(_combined("_EventForms", *_EVENT_FORMS)):  # type: ignore[misc]
    """One more event of a tournament."""

    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    players_of = serializers.CharField(
        max_length=LONGEST_SLUG,
        required=False,
        default="",
        allow_blank=True,
        help_text="The slug of an event of the tournament: all who play there are entered.",
    )


class ClubUpdateSerializer(serializers.Serializer[Any]):
    """What a club says of itself, who may join, and what casual play counts for."""

    about = NullableCharField(max_length=LONGEST_ABOUT, help_text="Markdown.")
    place = NullableCharField(max_length=200, help_text="Where the club plays.")
    contact = NullableCharField(max_length=200, help_text="A web or mail address, for everybody to see.")
    joining = serializers.ChoiceField(choices=Joining.values, required=False)
    casual = serializers.ChoiceField(
        choices=Casual.values, required=False, help_text="What casual matches count for."
    )
    members_open = serializers.BooleanField(
        required=False, help_text="Whether members open casual matches of their own."
    )


class ClubDetailSerializer(ClubUpdateSerializer, ClubSerializer):
    """A club with its seasons and rating lists."""

    seasons = SeasonSerializer(many=True)
    rating_lists = RatingListSerializer(many=True)


class StartedTournamentSerializer(serializers.Serializer[Any]):
    """A new tournament and its first event."""

    tournament = TournamentSerializer()
    event = EventSerializer(source="*")


class MemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    number = serializers.IntegerField(source="pk")
    player = PlayerSerializer(allow_null=True)
    username = serializers.CharField(
        source="user.username", allow_null=True, default=None, help_text="Shown to officers alone."
    )
    role = serializers.CharField()
    joined_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class InvitationCreateSerializer(serializers.Serializer[Any]):
    """An invitation to make."""

    role = serializers.CharField(max_length=10, required=False, default="member")
    player = NullableCharField(
        max_length=8, default="", help_text="The code of a member without an account, whom it is for."
    )
    uses = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=1, help_text="How many people.")
    days = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=14)


class ClubInvitationSerializer(serializers.Serializer[Any]):
    """An invitation to become a member."""

    number = serializers.IntegerField(source="invitation.pk")
    role = serializers.CharField(source="invitation.role")
    player = PlayerSerializer(source="invitation.player", allow_null=True)
    state = serializers.CharField(source="stands", help_text="Whether it can be used.")
    token = serializers.CharField(
        allow_null=True, default=None, help_text="Follows /join/ in its link; shown once."
    )


class WeeklyTournamentSerializer(serializers.Serializer[Any]):
    """What is played every week."""

    number = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    weekday = serializers.IntegerField(help_text="0 is Monday.")
    begins = serializers.TimeField(format="%H:%M", help_text="Local time of the site: 20:30.")
    tables = serializers.IntegerField()


class CasualMatchCreateSerializer(serializers.Serializer[Any]):
    """A casual match of two members."""

    white = serializers.CharField(max_length=8, help_text="The code of a member.")
    black = serializers.CharField(max_length=8, help_text="The code of a member.")
    length = serializers.IntegerField(min_value=1, max_value=99)


class UsernameSerializer(serializers.Serializer[Any]):
    """An account."""

    username = serializers.CharField(max_length=150)


class OfficialSerializer(UsernameSerializer):
    """An official of a tournament."""

    has_accepted = serializers.BooleanField()


class OfferSerializer(serializers.Serializer[Any]):
    """An office that is offered to a user name, whether or not there is such an account."""

    number = serializers.IntegerField(source="pk")
    username = serializers.CharField()
    kind = serializers.CharField(help_text='"club", "official" or "cashier".')
    role = NullableCharField(help_text="The office of the club, if it is one.")
    tournament = serializers.CharField(source="tournament.slug", allow_null=True, default=None)
    at = serializers.DateTimeField()
