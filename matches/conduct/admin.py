"""The admin of rulings."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from matches.conduct.models import ConductRuling


@admin.register(ConductRuling)
class ConductRulingAdmin(ReadOnlyAdmin):
    """Stored rulings on irregularities."""

    list_display = ["match", "number", "case", "law", "continuation", "by", "at"]
    list_filter = ["case"]
    list_select_related = ["match__white", "match__black", "by"]
    exclude = ["key"]
