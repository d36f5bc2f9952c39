"""What the pictures of a club are drawn from, for programs: who came when, who beats whom."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from matches.api.shapes_out import PlayerOut
from rules.errors import Refusal
from tournaments.api.deeds import Asked, Look, anybody, club_path
from tournaments.api.loading import found
from tournaments.api.shapes_out import EveningOut, RivalOut
from tournaments.api.table_pages import PAGED, PageOut, page_of
from tournaments.models import Club
from tournaments.queries import careers, clubs, rivalry
from tournaments.queries.attendance import A_YEAR, attendance

At = Asked[Club]
Shape = serializers.Serializer[Any]
FEWEST, MOST = 1, 100


class HeldOut(Shape):
    evening = EveningOut()
    came = serializers.IntegerField(help_text="How many came.")


class PersonsNightsOut(Shape):
    player = PlayerOut()
    total = serializers.IntegerField(source="nights.total")
    run = serializers.IntegerField(source="nights.run", help_text="The latest nights in a row.")
    longest = serializers.IntegerField(source="nights.longest", help_text="The most nights in a row.")
    came = serializers.ListField(
        source="nights.came", child=serializers.BooleanField(), help_text="Night by night."
    )


class AttendanceOut(PageOut):
    """The nights of a club, and a page of those who came."""

    mean = serializers.FloatField(help_text="How many came to a night, on the average.")
    nights = HeldOut(many=True)
    rows = PersonsNightsOut(many=True, help_text="The most faithful first.")


class RivalsLineOut(Shape):
    player = PlayerOut()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    most_met = RivalOut(allow_null=True)
    favourite = RivalOut(allow_null=True, help_text="Whom he beats most clearly.")
    nemesis = RivalOut(allow_null=True, help_text="Who beats him most clearly.")


class RivalsOut(PageOut):
    """A page of the report of rivals."""

    rows = RivalsLineOut(many=True, help_text="By name.")


def _attendance(at: At) -> dict[str, Any]:
    grid = attendance(at.of, *_span(at))
    page = page_of(grid.rows, at.request, name=lambda row: row.player.code)
    nights = [{"evening": night, "came": count} for night, count in grid.nights]
    return {"mean": grid.mean, "nights": nights, **page.links, "rows": page.rows}


def _span(at: At) -> Any:
    wanted = at.request.query_params.get("season", "")
    if not wanted:
        today = timezone.localdate()
        return today - A_YEAR, today
    season = found(clubs.seasons_of(at.of).filter(slug=wanted[:LONGEST_SLUG]).first())
    return season.starts_on, season.ends_on


def _rivals(at: At) -> dict[str, Any]:
    lines = rivalry.report(at.of, _least(at))
    page = page_of(lines, at.request, name=lambda line: line.player.code)
    return {**page.links, "rows": page.rows}


def _least(at: At) -> int:
    """How often two must have met. Raises `request_invalid` for what is no such number."""
    asked = at.request.query_params.get("least", str(careers.LEAST))
    if not (asked.isascii() and asked.isdecimal() and FEWEST <= int(asked[:6]) <= MOST):
        raise Refusal("request_invalid", "", problem="least")
    return int(asked)


LONGEST_SLUG = 60
SEASON = OpenApiParameter(
    "season",
    {"type": "string", "maxLength": LONGEST_SLUG},
    description="The slug of a season; left out, the last year.",
)
OFTEN = OpenApiParameter(
    "least",
    {"type": "integer", "minimum": FEWEST, "maximum": MOST, "default": careers.LEAST},
    description="How often two must have met to be compared.",
)
urlpatterns = [
    club_path("attendance/", Look(name="club_attendance", find=_attendance, answer=AttendanceOut,
        right=anybody, proofs=(SEASON, *PAGED), about="Who came to which night of a season, or of a year.")),
    club_path("rivals/", Look(name="club_rivals", find=_rivals, answer=RivalsOut, right=anybody,
        proofs=(OFTEN, *PAGED), about="Whom everybody meets most, beats and fears.")),
]  # fmt: skip
