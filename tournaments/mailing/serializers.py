"""Serializer of the e-mail preferences of a player."""

from typing import Any

from rest_framework import serializers

from tournaments.mailing.models import LONGEST_EMAIL


class MailChoiceSerializer(serializers.Serializer[Any]):
    """The e-mail preferences of a player: with a badge for its tournament, with an account for all."""

    announcements = serializers.BooleanField(
        default=False, help_text="Send messages from the tournament desk."
    )
    calls = serializers.BooleanField(
        default=False, help_text="Send an e-mail when a match of the player is called."
    )
    email = serializers.EmailField(
        max_length=LONGEST_EMAIL,
        allow_blank=True,
        default="",
        help_text="Address for a badge. An account uses its own address.",
    )
