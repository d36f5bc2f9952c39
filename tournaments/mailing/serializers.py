"""Serializers of what a player wants by e-mail."""

from typing import Any

from rest_framework import serializers

from tournaments.mailing.models import LONGEST_EMAIL


class MailChoiceSerializer(serializers.Serializer[Any]):
    """What a player wants by e-mail: by badge from one tournament, by account from all."""

    announcements = serializers.BooleanField(default=False, help_text="Messages from the tournament desk.")
    calls = serializers.BooleanField(default=False, help_text="When a match of the player is called.")
    email = serializers.EmailField(
        max_length=LONGEST_EMAIL,
        allow_blank=True,
        default="",
        help_text="With a badge; an account has its own address.",
    )
