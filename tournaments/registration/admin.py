"""Registration in the admin, read only."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.registration.models import EventSignUp, Registration


@admin.register(Registration)
class RegistrationAdmin(ReadOnly):
    """Registrations of tournaments."""

    list_display = ["tournament", "opens_at", "closes_at", "approval", "keep_days"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]


@admin.register(EventSignUp)
class EventSignUpAdmin(ReadOnly):
    """Sign-ups for events, without addresses."""

    list_display = ["sign_up", "event", "status", "order", "changed_at"]
    list_select_related = ["sign_up", "event__event"]
    search_fields = ["sign_up__name", "sign_up__reference"]
