"""Screens and announcements as programs read them."""

from typing import Any

from rest_framework import serializers

Shape = serializers.Serializer[Any]


class ScreenOut(Shape):
    """A television of the tournament."""

    code = serializers.CharField()
    name = serializers.CharField()
    parts = serializers.CharField(help_text="What it goes round, by commas; empty for everything.")
    event = serializers.IntegerField(source="event_id", allow_null=True)
    flight = serializers.CharField()
    seconds = serializers.IntegerField()
    paused_at = serializers.DateTimeField(allow_null=True)
    showing = serializers.CharField()
    seen_at = serializers.DateTimeField(allow_null=True)


class ScreensOut(Shape):
    """All televisions of the tournament."""

    screens = ScreenOut(many=True)


class AnnouncementOut(Shape):
    """An announcement at this desk."""

    number = serializers.IntegerField(source="pk")
    english = serializers.CharField()
    italian = serializers.CharField()
    reach = serializers.CharField()
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)
    taken_back_at = serializers.DateTimeField(allow_null=True)


class AnnouncementsOut(Shape):
    """All announcements at this desk."""

    announcements = AnnouncementOut(many=True)
