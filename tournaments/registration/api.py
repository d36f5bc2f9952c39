"""Registration in the API: its state and settings, sign-ups, and the actions of the desk."""

from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.viewsets import ApiViewSet
from matches.messages import get_sentence
from tournaments.models import Tournament
from tournaments.permissions import may_read_records
from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.tournaments import visible_tournament
from tournaments.registration import forms, limits, serializers
from tournaments.registration.api_prices import EventPriceViewSet
from tournaments.registration.api_questions import QuestionViewSet
from tournaments.registration.api_ways import ClubWayViewSet, TournamentWayViewSet
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries import (
    payment_notices,
    personal_links,
    places_left,
    public_names,
    questions,
    sign_up_lists,
)
from tournaments.registration.services import (
    approval,
    entering,
    fee_refunds,
    paid_marks,
    registration_settings,
    sign_ups,
)
from tournaments.registration.services.registration_settings import EventOptions
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, ClubViewSetMixin, get_or_404
from tournaments.web.paid_prizes import check_paid_prizes

SLUG = r"[-\w]+"
TOURNAMENT = rf"{CLUB}/tournaments/(?P<tournament>{SLUG})"
CREATED = status.HTTP_201_CREATED


class RegistrationViewSetMixin(ClubViewSetMixin[Registration]):
    """The registration of a tournament and what belongs to it."""

    queryset = Registration.objects.none()
    orderings = {"id": ("id",)}

    @property
    def tournament(self) -> Tournament:
        """The tournament in the URL, or 404, as for drafts of others."""
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    @property
    def scope_object(self) -> Any:
        """The object that permissions check."""
        return self.tournament

    @property
    def registration(self) -> Registration:
        """The registration in the URL, or 404."""
        return get_or_404(places_left.get_registration(self.tournament))


class RegistrationViewSet(RegistrationViewSetMixin):
    """The registration of a tournament."""

    serializer_class = serializers.RegistrationSerializer
    pagination_class = None
    lookup_url_kwarg = "tournament"
    lookup_value_regex = SLUG
    write_permission_classes = [IsDirector]

    @extend_schema(responses=serializers.RegistrationSerializer)
    @action(detail=True, methods=["get"], url_path="registration", url_name="state")
    def show(self, request: Request, slug: str, tournament: str) -> Response:
        """Read whether registration is open, places left, and the public names."""
        return self._registration_response(self.registration)

    @extend_schema(
        request=serializers.RegistrationUpdateSerializer, responses=serializers.RegistrationSerializer
    )
    @show.mapping.put
    def save_settings(self, request: Request, slug: str, tournament: str) -> Response:
        """Open registration for events of a tournament, or change its settings."""
        data = self.validated(serializers.RegistrationUpdateSerializer)
        event_rows = data.pop("events", [])
        form: Any = read_form(forms.RegistrationForm, data)
        registration = registration_settings.save_settings(
            tournament=self.tournament,
            options=form.options(),
            events={
                event["event"]: EventOptions(
                    is_open=event["is_open"],
                    capacity=event["capacity"],
                    fee=event["fee"],
                )
                for event in event_rows
            },
            by=self.actor,
            page_prefix=limits.get_page_prefix(request._request),
        )
        return self._registration_response(registration)

    @extend_schema(request=serializers.DeskActionSerializer, responses=serializers.DeskActionResultSerializer)
    @action(detail=True, methods=["post"], url_path="registration/act")
    def act(self, request: Request, slug: str, tournament: str) -> Response:
        """Approve, decline, put on the waiting list, withdraw, mark as paid, refund, keep the fee, enter."""
        registration, data = self.registration, self.validated(serializers.DeskActionSerializer)
        events = list(self.tournament.events.select_related("tournament__club").order_by("pk"))
        with check_paid_prizes(events=events, accepted=data["accepted_prizes"]):
            result = run_action(registration, data, self.actor)
        return Response(serializers.DeskActionResultSerializer(result).data)

    def _registration_response(self, registration: Registration) -> Response:
        now = timezone.now()
        summaries = places_left.summarise_events(registration, now)
        state = places_left.get_shown_state(registration, summaries, now)
        data = {
            "registration": registration,
            "state": state,
            "summaries": summaries,
            "ways": payment_notices.list_public_ways(registration),
            "questions": questions.list_questions(registration),
        }
        names = public_names.list_public_names(registration)
        return Response(serializers.RegistrationSerializer(data, context={"names": names}).data)


class SignUpViewSet(RegistrationViewSetMixin):
    """The sign-ups of a tournament."""

    serializer_class = serializers.SignUpSerializer
    lookup_url_kwarg = "reference"
    lookup_value_regex = "[a-z0-9]{1,8}"
    secrets = ("token",)
    action_permissions = {"list": [IsDirector], "partial_update": [IsDirector]}

    @extend_schema(responses=serializers.DeskPlaceSerializer(many=True))
    def list(self, request: Request, slug: str, tournament: str) -> Response:
        """List the sign-ups by event and order, with possible duplicates and what the records say."""
        shows_records = may_read_records(self.account, self.tournament.club)
        places = sign_up_lists.list_places(self.registration, hints=True, shows_records=shows_records)
        return self.page_response(places, serializers.DeskPlaceSerializer)

    @staticmethod
    def row_key(place: sign_up_lists.SignUpRow) -> str:
        """Return the key of a row of the list."""
        return str(place.row.pk)

    @extend_schema(
        request=serializers.SignUpCreateSerializer,
        responses={201: serializers.SignUpCreatedSerializer},
        parameters=PROOFS,
    )
    def create(self, request: Request, slug: str, tournament: str) -> Response:
        """Sign up for events, with or without an account; the token of the personal link is shown once."""
        registration, data = self.registration, self.validated(serializers.SignUpCreateSerializer)
        choices, answers, is_another = read_choices(data), read_answers(data), data.pop("is_another")
        form: Any = read_form(forms.DetailsForm, data)
        identity = identity_of(request)
        limits.throttle_sign_up(request._request, identity, registration, form.cleaned_data["email"])
        row = sign_ups.sign_up(
            registration=registration,
            details=replace(form.details(), answers=answers, is_another=is_another),
            choices=choices,
            identity=identity,
            language=get_language() or "en",
            key=key_of(request),
        )
        body = {**sign_up_data(row), "token": personal_links.get_token(row)}
        return Response(serializers.SignUpCreatedSerializer(body).data, status=CREATED)

    @extend_schema(
        request=serializers.DeskSignUpUpdateSerializer(partial=True), responses=serializers.SignUpSerializer
    )
    def partial_update(self, request: Request, slug: str, tournament: str, reference: str) -> Response:
        """Correct the details of a sign-up."""
        rows = SignUp.objects.select_related("registration__tournament__club")
        row = get_or_404(rows.filter(registration=self.registration, reference=reference).first())
        data = self.validated(serializers.DeskSignUpUpdateSerializer, partial=True)
        details, choices = read_changes(row, data, forms.DeskDetailsForm)
        row = sign_ups.update_sign_up(sign_up=row, details=details, choices=choices, by=self.actor)
        return Response(serializers.SignUpSerializer(sign_up_data(row)).data)


class OwnSignUpViewSet(ApiViewSet[SignUp]):
    """A sign-up by the token of its personal link."""

    queryset = SignUp.objects.none()
    serializer_class = serializers.SignUpSerializer
    lookup_url_kwarg = "token"
    lookup_value_regex = "[-_A-Za-z0-9]{1,64}"
    pagination_class = None

    def retrieve(self, request: Request, token: str) -> Response:
        """Read the status of a sign-up."""
        return self._sign_up_response(self._sign_up())

    @extend_schema(request=serializers.SignUpUpdateSerializer(partial=True))
    def partial_update(self, request: Request, token: str) -> Response:
        """Change the details of a sign-up."""
        details, choices = read_changes(
            self._sign_up(), self.validated(serializers.SignUpUpdateSerializer, partial=True)
        )
        limits.throttle_change(token)
        row = sign_ups.update_own(
            token=token, details=details, choices=choices, identity=identity_of(request)
        )
        return self._sign_up_response(row)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, token: str) -> Response:
        """Withdraw from all events."""
        self._sign_up()
        limits.throttle_change(token)
        sign_ups.withdraw_own(token=token, events=None, identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=serializers.AddedEventsSerializer, responses=serializers.SignUpSerializer)
    @action(detail=True, methods=["post"], url_path="events")
    def add_events(self, request: Request, token: str) -> Response:
        """Sign up for more events; those the person is signed up for already stay as they are."""
        self._sign_up()
        data = self.validated(serializers.AddedEventsSerializer)
        limits.throttle_change(token)
        row = sign_ups.add_events(
            token=token,
            choices=read_choices(data),
            answers=read_answers(data) or {},
            identity=identity_of(request),
        )
        return self._sign_up_response(row)

    @extend_schema(request=None, responses=serializers.SignUpSerializer)
    @action(detail=True, methods=["delete"], url_path="events/(?P<event>[0-9]{1,15})")
    def events(self, request: Request, token: str, event: str) -> Response:
        """Withdraw from one event."""
        self._sign_up()
        limits.throttle_change(token)
        row = sign_ups.withdraw_own(token=token, events=[int(event)], identity=identity_of(request))
        return self._sign_up_response(row)

    @extend_schema(request=None, responses=serializers.SignUpSerializer)
    @action(detail=True, methods=["post"], url_path="events/(?P<event>[0-9]{1,15})/return")
    def return_to_event(self, request: Request, token: str, event: str) -> Response:
        """Come back to an event from which the person has withdrawn; the price stays, and what was paid."""
        self._sign_up()
        limits.throttle_change(token)
        row = sign_ups.return_own(token=token, event=int(event), identity=identity_of(request))
        return self._sign_up_response(row)

    def _sign_up(self) -> SignUp:
        return get_or_404(personal_links.get_by_token(self.kwargs["token"]))

    def _sign_up_response(self, row: SignUp) -> Response:
        return Response(serializers.SignUpSerializer(sign_up_data(row)).data)


def sign_up_data(row: SignUp) -> dict[str, Any]:
    """Return a sign-up with its places as the serializer takes them."""
    places = sign_up_lists.list_places_of(row)
    return {
        "sign_up": row,
        "places": places,
        "notice": payment_notices.get_payment_notice(row, places),
        "answers": questions.list_answers_of(row),
    }


def read_choices(data: dict[str, Any]) -> list[EventChoice]:
    """Remove the events from the data of a sign-up and return them as choices."""
    return [EventChoice(**event) for event in data.pop("events", [])]


def read_answers(data: dict[str, Any]) -> dict[int, str] | None:
    """Remove the answers from the data of a sign-up and return them by question; None if none were sent."""
    rows = data.pop("answers", None)
    return None if rows is None else {row["question"]: row["text"] for row in rows}


def read_changes(
    row: SignUp, data: dict[str, Any], form_class: type[forms.DetailsForm] = forms.DetailsForm
) -> tuple[SignUpDetails, list[EventChoice]]:
    """Return the changed details, and the changed partners and teams."""
    choices, answers = read_choices(data), read_answers(data)
    form: Any = read_form(form_class, {**form_class.initial_of(row), **data})
    return replace(form.details(), answers=answers), choices


def run_action(registration: Registration, data: dict[str, Any], by: Any) -> dict[str, Any]:
    """Run an action of the desk; return how many sign-ups it changed, and those it left out."""
    if data["action"] not in (forms.ENTER, forms.ENTER_ALL):
        return {"changed": change_places(registration, data, by)}
    enters_all = data["action"] == forms.ENTER_ALL
    result = entering.enter_sign_ups(
        registration=registration,
        places=None if enters_all else data["places"],
        by=by,
        seen=data.get("seen") if enters_all else None,
    )
    left_out = [
        {"number": place.pk, "code": refusal.code, "detail": get_sentence(refusal.code, refusal.facts)}
        for place, refusal in result.left_out
    ]
    return {"changed": result.count, **({"left_out": left_out} if left_out else {})}


def change_places(registration: Registration, data: dict[str, Any], by: Any) -> int:
    """Run an action other than entering; return how many sign-ups it changed."""
    name, places = data["action"], data["places"]
    if name in approval.STATUS_ACTIONS:
        return approval.change_status(registration=registration, places=places, action=name, by=by)
    if name in (forms.PAID, forms.UNPAID):
        method = data["method"] if name == forms.PAID else ""
        return paid_marks.set_paid(registration=registration, places=places, method=method, by=by)
    if name == forms.REFUND:
        return fee_refunds.refund_fees(registration=registration, places=places, method=data["method"], by=by)
    return fee_refunds.keep_fees(registration=registration, places=places, by=by)


router = SimpleRouter()
router.register(f"{CLUB}/ways-to-pay", ClubWayViewSet, basename="api-club-way")
router.register(f"{TOURNAMENT}/ways-to-pay", TournamentWayViewSet, basename="api-tournament-way")
router.register(f"{TOURNAMENT}/registration/prices", EventPriceViewSet, basename="api-event-prices")
router.register(f"{TOURNAMENT}/registration/questions", QuestionViewSet, basename="api-question")
router.register(f"{CLUB}/tournaments", RegistrationViewSet, basename="api-registration")
router.register(f"{TOURNAMENT}/registration/sign-ups", SignUpViewSet, basename="api-sign-up")
router.register("sign-ups", OwnSignUpViewSet, basename="api-own-sign-up")
urlpatterns = router.urls
