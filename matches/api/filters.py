"""Filters of lists that several apps use."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from matches.names import make_search_pattern


class NameFilter(filters.CharFilter):  # type: ignore[misc]
    """Part of a name, ignoring case and accents."""

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Return the rows whose field contains these letters."""
        return qs.filter(**{f"{self.field_name}__iregex": make_search_pattern(value)}) if value else qs
