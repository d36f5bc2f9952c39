"""Commands about the page where players check themselves in."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.models import CheckInPage
from tournaments.play.desk.table_commands import DeskSettingsCommand
from tournaments.play.entries.queries.check_in import get_token
from tournaments.play.entries.services import check_in


def get_page_path(page: CheckInPage) -> str:
    """Return the path of a check-in page; "" if the site's secret key has changed since."""
    token = get_token(page)
    return reverse("check-in", args=[token]) if token else ""


class CheckInPageSerializer(serializers.Serializer[Any]):
    """The page where players check themselves in."""

    path = serializers.SerializerMethodField(help_text="The path of the page, which is secret.")
    opened_at = serializers.DateTimeField()

    def get_path(self, page: CheckInPage) -> str:
        """Return the path of the page."""
        return get_page_path(page)


class OpenCheckInPage(DeskSettingsCommand):
    """Open the page where players check themselves in; an open one stays."""

    page: ClassVar[str] = "desk-check-in"
    name, api, api_status = "open-check-in", "POST desk/check-in-page", 201
    answer = CheckInPageSerializer
    service = staticmethod(check_in.open_check_in_page)
    sentence = _("The check-in page is open.")

    def get_answer(self, result: CheckInPage) -> CheckInPage:
        """Return the page."""
        return result


class CloseCheckInPage(DeskSettingsCommand):
    """Close the page where players check themselves in: its address no longer works."""

    page: ClassVar[str] = "desk-check-in"
    name, api, api_status = "close-check-in", "DELETE desk/check-in-page", 204
    service = staticmethod(check_in.close_check_in_page)
    sentence = _("The check-in page is closed.")


CHECK_IN_COMMANDS = (OpenCheckInPage, CloseCheckInPage)
