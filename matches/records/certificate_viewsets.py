"""Certificates of match files in the API, and the check of a file by whoever has it."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of
from matches.api.viewsets import ApiViewSet
from matches.records.models import Certificate
from matches.records.queries import certificates as certificate_queries
from matches.records.serializers import (
    CertificateSerializer,
    CheckedMatchFileSerializer,
    MatchFileSerializer,
)
from matches.records.services import certificates
from rules.errors import Refusal


class CertificateViewSet(ApiViewSet[Certificate]):
    """Certificates of match files that this site has signed."""

    queryset = Certificate.objects.none()
    serializer_class = CertificateSerializer
    scope_kind = "certificate"
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"

    def retrieve(self, request: Request, code: str) -> Response:
        """Read a certificate; `is_in_effect` is false once it is withdrawn or no longer true."""
        return Response(CertificateSerializer(self._get_certificate()).data)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True)
    def file(self, request: Request, code: str) -> HttpResponse:
        """Download the signed file; a certificate that is not in effect has none."""
        certificate = self._get_certificate()
        if not certificate_queries.is_in_effect(certificate):
            raise Refusal("certificate_absent")
        return HttpResponse(bytes(certificate.file), content_type="application/octet-stream")

    @extend_schema(request=None, responses={204: None}, parameters=PROOFS)
    def destroy(self, request: Request, code: str) -> Response:
        """Withdraw a certificate; it stays readable, with the time."""
        certificates.withdraw_certificate(certificate=self._get_certificate(), identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _get_certificate(self) -> Certificate:
        certificate = certificate_queries.get_certificate(self.kwargs["code"])
        if certificate is None:
            raise Refusal("certificate_absent")
        return certificate


class CheckViewSet(ApiViewSet[Certificate]):
    """The check of a match file by whoever has it; nothing is stored."""

    queryset = Certificate.objects.none()
    serializer_class = CheckedMatchFileSerializer
    parser_classes = [MultiPartParser]

    @extend_schema(
        request={"multipart/form-data": MatchFileSerializer}, responses={200: CheckedMatchFileSerializer}
    )
    def create(self, request: Request) -> Response:
        """Say who signed a match file, whether it was changed since, and what its replay shows.

        Of an event file it says who signed it and whether it was changed.
        """
        file = self.validated(MatchFileSerializer)["file"]
        checked = certificate_queries.check_signed_file(file.read())
        return Response(CheckedMatchFileSerializer(checked).data)
