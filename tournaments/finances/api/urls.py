"""Routes of finances under /api/v1/."""

from django.urls import path

from tournaments.finances.api import money_doors, money_looks
from tournaments.finances.api.files import MoneyFile

urlpatterns = [
    *money_looks.urlpatterns,
    *money_doors.urlpatterns,
    path("events/<int:pk>/money/files/<str:name>", MoneyFile.as_view(), name="api-money-file"),
]
