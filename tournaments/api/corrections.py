"""Corrections of results, and how matches count whose performance ratings decide."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches import results
from matches.models import Match
from matches.queries import sheets
from rules.errors import Refusal
from tournaments.api import serializers_desk as serializers
from tournaments.api.form_serializers import form_serializer, read_form
from tournaments.api.permissions import IsDirector
from tournaments.api.serializers_events import JournalEntrySerializer
from tournaments.api.viewsets import EventViewSetMixin, journal_response
from tournaments.forms.figures import Figures
from tournaments.models import Event
from tournaments.queries import corrections, measuring
from tournaments.services import correcting
from tournaments.services import measuring as measuring_services

PerformanceRatingUpdateSerializer = form_serializer(Figures, "EventRuleFigures")


class CorrectionViewSet(EventViewSetMixin[Event]):
    """Corrections of results."""

    queryset = Event.objects.none()
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @extend_schema(request=serializers.CorrectionSerializer, responses={201: JournalEntrySerializer})
    @action(detail=True, methods=["post"])
    def corrections(self, request: Request, pk: str) -> Response:
        """Give a settled match another result, and all that depends on it what follows."""
        data = self.validated(serializers.CorrectionSerializer, version=self.event.version)
        match = self._match(data["match"])
        result, choices = _result(match, data), data["choices"]
        if data["reach"]:
            preview = corrections.preview(match=match, result=result, choices=choices)
            if preview.reach != data["reach"]:
                raise Refusal("reaches_further", reach=preview.reach)
        reason = data["reason"] or gettext("Entered wrongly")
        command = self.command(data)
        return journal_response(
            correcting.correct(match=match, result=result, choices=choices, reason=reason, **command)
        )

    @extend_schema(
        request=serializers.CorrectionSerializer, responses=serializers.CorrectionPreviewSerializer
    )
    @action(detail=True, methods=["post"], url_path="corrections/preview", is_dry=True)
    def preview_correction(self, request: Request, pk: str) -> Response:
        """Preview what a correction would reach, and what may be chosen there. Nothing is written."""
        data = self.validated(serializers.CorrectionSerializer, version=self.event.version)
        match = self._match(data["match"])
        preview = corrections.preview(match=match, result=_result(match, data), choices=data["choices"])
        return Response(serializers.CorrectionPreviewSerializer(preview).data)

    @extend_schema(responses=serializers.PerformanceRatingsSerializer)
    @action(detail=True, url_path="performance-ratings")
    def performance_ratings(self, request: Request, pk: str) -> Response:
        """Read the matches whose performance ratings count, and what is missing."""
        return Response(serializers.PerformanceRatingsSerializer(measuring.ratings(self.event)).data)

    @extend_schema(request=PerformanceRatingUpdateSerializer, responses={201: JournalEntrySerializer})
    @performance_ratings.mapping.post
    def rule_performance_rating(self, request: Request, pk: str) -> Response:
        """Rule how a match counts: by figures, by a ruling, or as its record says."""
        data = self.validated(PerformanceRatingUpdateSerializer, version=self.event.version)
        form: Any = read_form(Figures, data)
        pairing = form.cleaned_data["pairing"]
        line = measuring_services.rule(
            event=self.event, pairing=pairing, measure=form.measure(), **self.command(data)
        )
        return journal_response(line)

    def _match(self, code: str) -> Match:
        match = sheets.match_by_code(code)
        if match is None or match.desk_id != self.event.tournament.desk_id:
            raise Refusal("match_absent")
        return match


def _result(match: Match, data: dict[str, Any]) -> results.Result:
    score = (data["white_score"], data["black_score"])
    return results.make(match.length, score, data["winner"], data["ending"])
