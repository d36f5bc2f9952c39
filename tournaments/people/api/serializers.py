"""Serializers of clubs: page, members, offers, invitations and casual matches."""

from typing import Any

from rest_framework import serializers

from matches.api.serializers import NullableCharField, PlayerSerializer
from matches.names import LONGEST_NAME
from rules.match import LONGEST_MATCH
from tournaments.models import Casual, Joining
from tournaments.people.forms import clubs as club_forms
from tournaments.people.services.clubs import LONGEST_ABOUT
from tournaments.play.api.form_serializers import form_serializer
from tournaments.play.api.serializers_tournaments import (
    ClubSerializer,
)
from tournaments.ratings.serializers import RatingListSerializer
from tournaments.seasons.serializers import SeasonSerializer

ClubCreateSerializer = form_serializer(club_forms.NewClubForm, "ClubCreate")
MemberCreateSerializer = form_serializer(club_forms.NewMemberNameForm, "MemberCreate")
ClubJoinSerializer = form_serializer(club_forms.JoinClubForm, "ClubJoin")


class ClubUpdateSerializer(serializers.Serializer[Any]):
    """A club's profile, who may join, and what casual matches count for."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    about = NullableCharField(max_length=LONGEST_ABOUT, help_text="Markdown.")
    place = NullableCharField(max_length=200, help_text="Where the club plays.")
    contact = NullableCharField(max_length=200, help_text="A web or e-mail address, shown publicly.")
    joining = serializers.ChoiceField(choices=Joining.values, required=False)
    casual = serializers.ChoiceField(
        choices=Casual.values, required=False, help_text="What casual matches count for."
    )
    members_open = serializers.BooleanField(
        required=False, help_text="Whether members may open casual matches themselves."
    )
    shows_first_steps = serializers.BooleanField(
        required=False, help_text="Whether the page of the club shows managers what to do first."
    )


class ClubDetailSerializer(ClubUpdateSerializer, ClubSerializer):
    """A club with its seasons and rating lists."""

    seasons = SeasonSerializer(many=True)
    rating_lists = RatingListSerializer(many=True)


class MemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    number = serializers.IntegerField(source="pk")
    player = PlayerSerializer(allow_null=True)
    username = serializers.CharField(
        source="user.username", allow_null=True, default=None, help_text="Shown only to officers."
    )
    role = serializers.CharField()
    joined_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class InvitationCreateSerializer(serializers.Serializer[Any]):
    """Options of a new invitation."""

    role = serializers.CharField(max_length=10, required=False, default="member")
    player = NullableCharField(
        max_length=8, default="", help_text="The code of the member without an account that it is for."
    )
    uses = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, default=1, help_text="How many people can use it."
    )
    days = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=14)


class ClubInvitationSerializer(serializers.Serializer[Any]):
    """An invitation to become a member."""

    number = serializers.IntegerField(source="invitation.pk")
    role = serializers.CharField(source="invitation.role")
    player = PlayerSerializer(source="invitation.player", allow_null=True)
    state = serializers.CharField(source="status", help_text="Whether it can be used.")
    token = serializers.CharField(
        allow_null=True, default=None, help_text="Follows /join/ in its link; shown once."
    )


class CasualMatchCreateSerializer(serializers.Serializer[Any]):
    """A new casual match of two members."""

    white = serializers.CharField(max_length=8, help_text="The code of a member.")
    black = serializers.CharField(max_length=8, help_text="The code of a member.")
    length = serializers.IntegerField(min_value=1, max_value=LONGEST_MATCH)


class UsernameSerializer(serializers.Serializer[Any]):
    """A username."""

    username = serializers.CharField(max_length=150)


class OfficialSerializer(UsernameSerializer):
    """An official of a tournament."""

    has_accepted = serializers.BooleanField()


class OfferSerializer(serializers.Serializer[Any]):
    """A role offered to a username, whether or not the account exists."""

    number = serializers.IntegerField(source="pk")
    username = serializers.CharField()
    kind = serializers.CharField(help_text='"club", "official" or "cashier".')
    role = NullableCharField(help_text="The role in the club, if it is for one.")
    tournament = serializers.CharField(source="tournament.slug", allow_null=True, default=None)
    at = serializers.DateTimeField()
