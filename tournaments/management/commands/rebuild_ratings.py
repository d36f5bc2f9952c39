"""Recalculate rating lists from their first result: `manage.py rebuild_ratings [CLUB ...]`."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from matches.management.site_command import SiteCommand
from tournaments.models import Club, RatingList
from tournaments.ratings.services.ratings import rebuild


class Command(SiteCommand):
    """Recalculate rating lists; safe at any time, as unchanged rows are kept."""

    help = "Recalculates rating lists from their first result and prints the number of rows written."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add club slugs; all clubs by default."""
        parser.add_argument("clubs", nargs="*", metavar="CLUB", help="slug of a club, for example bar-point")

    def handle(self, *args: Any, clubs: list[str], **options: Any) -> None:
        """Rebuild each list."""
        for slug in clubs:
            if not Club.objects.filter(slug=slug).exists():
                raise CommandError(f"There is no club at {slug}.")
        lists = RatingList.objects.select_related("club").order_by("club__slug", "id")
        for rating_list in lists.filter(club__slug__in=clubs) if clubs else lists:
            row_count = rebuild(rating_list=rating_list)
            self.stdout.write(f"{rating_list.club.slug}: {rating_list.name}: {row_count} rows written")
