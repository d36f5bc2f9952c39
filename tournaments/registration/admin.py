"""Registration in the admin, read only."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.registration.models import (
    EventPrice,
    EventSignUp,
    Registration,
    RegistrationEvent,
    SignUp,
    SignUpAnswer,
    SignUpQuestion,
    WayToPay,
)


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    """Registrations of tournaments."""

    list_display = ["tournament", "opens_at", "closes_at", "approval", "keep_days"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]


@admin.register(WayToPay)
class WayToPayAdmin(ReadOnlyAdmin):
    """Ways to pay of clubs and tournaments."""

    list_display = ["place", "kind", "label", "club", "tournament", "at"]
    list_select_related = ["club", "tournament"]
    search_fields = ["club__name", "tournament__name", "label"]


@admin.register(RegistrationEvent)
class RegistrationEventAdmin(ReadOnlyAdmin):
    """Events one can sign up for."""

    list_display = ["event", "registration", "capacity", "fee", "is_closed"]
    list_select_related = ["event", "registration__tournament"]
    search_fields = ["event__name"]


@admin.register(EventPrice)
class EventPriceAdmin(ReadOnlyAdmin):
    """Prices of events beside the usual fee."""

    list_display = ["event", "category", "amount", "until", "born_from", "at"]
    list_select_related = ["event__event"]
    search_fields = ["event__event__name", "category"]


@admin.register(SignUp)
class SignUpAdmin(ReadOnlyAdmin):
    """People who signed up, without addresses and tokens."""

    list_display = ["reference", "name", "registration", "created_at", "forgotten_at"]
    list_select_related = ["registration__tournament"]
    search_fields = ["reference", "name"]
    exclude = ["email", "nonce", "token_hash", "key"]


@admin.register(EventSignUp)
class EventSignUpAdmin(ReadOnlyAdmin):
    """Registrations for events."""

    list_display = ["sign_up", "event", "status", "order", "paid_at", "changed_at"]
    list_select_related = ["sign_up", "event__event"]
    search_fields = ["sign_up__name", "sign_up__reference"]


@admin.register(SignUpQuestion)
class SignUpQuestionAdmin(ReadOnlyAdmin):
    """Questions of registrations."""

    list_display = ["text", "registration", "event", "kind", "is_required", "at"]
    list_select_related = ["registration__tournament", "event__event"]
    search_fields = ["text"]


@admin.register(SignUpAnswer)
class SignUpAnswerAdmin(ReadOnlyAdmin):
    """Who has answered which question, without the answers."""

    list_display = ["sign_up", "question"]
    list_select_related = ["sign_up", "question"]
    search_fields = ["sign_up__name", "question__text"]
    exclude = ["text"]
