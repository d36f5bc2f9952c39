"""API of the logos of the sponsors of a tournament."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import SponsorLogo, Tournament
from tournaments.models.sponsor import LONGEST_SPONSOR, LONGEST_SPONSOR_LINK
from tournaments.play.api.form_serializers import form_serializer
from tournaments.play.api.tournaments import visible_tournament
from tournaments.play.tournaments import sponsor_forms
from tournaments.play.tournaments.queries import sponsors as queries
from tournaments.play.tournaments.services import sponsors as services
from tournaments.web import uploaded_images
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404

SponsorUpdateSerializer = form_serializer(sponsor_forms.SponsorForm, "SponsorUpdate")
SponsorPlaceSerializer = form_serializer(sponsor_forms.SponsorPlaceForm, "SponsorPlace")


class SponsorUploadSerializer(serializers.Serializer[Any]):
    """A logo to upload, with the name and the link of its sponsor."""

    file = serializers.FileField(help_text="JPEG, PNG or WebP, at most 8 MB and 20 megapixels.")
    name = serializers.CharField(max_length=LONGEST_SPONSOR, help_text="The alternative text.")
    link = serializers.CharField(
        max_length=LONGEST_SPONSOR_LINK, required=False, help_text="An https address."
    )


class SponsorSerializer(serializers.ModelSerializer[SponsorLogo]):
    """The logo of a sponsor."""

    number = serializers.IntegerField(source="pk")
    path = serializers.SerializerMethodField(help_text="The address of the JPEG file on this site.")

    class Meta:
        model = SponsorLogo
        fields = ["number", "place", "name", "link", "width", "height", "path"]
        read_only_fields = fields

    def get_path(self, logo: SponsorLogo) -> str:
        """Return the address of the file."""
        return queries.show_logo(logo).address


class SponsorViewSet(ClubViewSetMixin[SponsorLogo]):
    """The logos of the sponsors of a tournament in their order, changed by its directors."""

    queryset = SponsorLogo.objects.none()
    serializer_class = SponsorSerializer
    write_permission_classes = [IsDirector]
    lookup_url_kwarg = "sponsor"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = None

    @property
    def scope_object(self) -> Any:
        """The tournament in the URL, or 404, as for drafts of others."""
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    @property
    def tournament(self) -> Tournament:
        """The tournament in the URL."""
        row: Tournament = self.scope_object
        return row

    @extend_schema(responses=SponsorSerializer(many=True))
    def list(self, request: Request, **path: str) -> Response:
        """List the logos of the sponsors."""
        return Response(SponsorSerializer(queries.list_logos(self.tournament), many=True).data)

    @extend_schema(request=SponsorUpdateSerializer)
    def update(self, request: Request, **path: str) -> Response:
        """Change the name and the link of a sponsor."""
        data = self.validated(SponsorUpdateSerializer)
        logo = services.change_logo(
            logo=self.get_logo(), name=data["name"], link=data.get("link", ""), by=self.actor
        )
        return Response(SponsorSerializer(logo).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **path: str) -> Response:
        """Remove the logo of a sponsor."""
        services.remove_logo(logo=self.get_logo(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=SponsorPlaceSerializer, responses=SponsorSerializer(many=True))
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **path: str) -> Response:
        """Move a logo to another place; the answer is the whole list."""
        place = self.validated(SponsorPlaceSerializer)["place"]
        services.move_logo(logo=self.get_logo(), place=place, by=self.actor)
        return Response(SponsorSerializer(queries.list_logos(self.tournament), many=True).data)

    @extend_schema(
        request={"multipart/form-data": SponsorUploadSerializer}, responses={201: SponsorSerializer}
    )
    @action(detail=False, methods=["post"], url_path="upload", parser_classes=[MultiPartParser])
    def upload(self, request: Request, **path: str) -> Response:
        """Add a logo after the others: a JPEG, PNG or WebP image of at most 8 MB, which is re-encoded."""
        data = self.validated(SponsorUploadSerializer)
        logo = services.add_logo(
            tournament=self.tournament,
            upload=data["file"].read(uploaded_images.UPLOAD_BYTES + 1),
            name=data["name"],
            link=data.get("link", ""),
            by=self.actor,
        )
        return Response(SponsorSerializer(logo).data, status=status.HTTP_201_CREATED)

    def get_logo(self) -> SponsorLogo:
        """Return the logo in the URL, or raise 404."""
        return get_or_404(queries.get_logo(self.tournament, int(self.kwargs["sponsor"])))
