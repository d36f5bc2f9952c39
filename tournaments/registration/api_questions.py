"""API of the questions of a registration, for directors."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.tournaments import visible_tournament
from tournaments.registration import question_forms, serializers
from tournaments.registration.models import Registration, SignUpQuestion
from tournaments.registration.queries import person_answers, places_left
from tournaments.registration.queries import questions as queries
from tournaments.registration.services import questions as services
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404

ANSWERS = OpenApiParameter(
    "answers",
    int,
    description="How many answers are deleted with the question, 0 if left out; refused if there are more.",
)


class QuestionViewSet(ClubViewSetMixin[SignUpQuestion]):
    """The questions of the registration of a tournament, in their order."""

    queryset = SignUpQuestion.objects.none()
    serializer_class = serializers.DirectedQuestionSerializer
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]
    lookup_url_kwarg = "question"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = None

    @property
    def scope_object(self) -> Any:
        """The object that permissions check: the tournament in the URL, or 404."""
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    @property
    def registration(self) -> Registration:
        """The registration in the URL, or 404."""
        return get_or_404(places_left.get_registration(self.scope_object))

    @extend_schema(responses=serializers.DirectedQuestionSerializer(many=True))
    def list(self, request: Request, **path: str) -> Response:
        """List the questions, with the number of their answers."""
        return Response(self.serialize_all())

    @extend_schema(
        request=serializers.QuestionCreateSerializer,
        responses={201: serializers.DirectedQuestionSerializer},
    )
    def create(self, request: Request, **path: str) -> Response:
        """Add a question after the others; its kind and its event stay."""
        data = self.validated(serializers.QuestionCreateSerializer)
        form: Any = read_form(question_forms.NewQuestionForm, data)
        question = services.add_question(registration=self.registration, **form.get_values(), by=self.actor)
        return Response(self.serialize(question), status=status.HTTP_201_CREATED)

    @extend_schema(request=serializers.QuestionUpdateSerializer)
    def update(self, request: Request, **path: str) -> Response:
        """Change text, options and whether an answer is required; the answers that were given stay."""
        form: Any = read_form(
            question_forms.QuestionForm, self.validated(serializers.QuestionUpdateSerializer)
        )
        question = services.change_question(
            question=self.get_question(), question_text=form.get_question_text(), by=self.actor
        )
        return Response(self.serialize(question))

    @extend_schema(responses={204: None}, parameters=[ANSWERS])
    def destroy(self, request: Request, **path: str) -> Response:
        """Remove a question with its answers."""
        data = {"answers": request.query_params.get("answers", "0")}
        form: Any = read_form(question_forms.RemoveQuestionForm, data)
        answers = form.cleaned_data["answers"]
        services.remove_question(question=self.get_question(), answers=answers, by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=serializers.QuestionPlaceSerializer,
        responses=serializers.DirectedQuestionSerializer(many=True),
    )
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **path: str) -> Response:
        """Move a question to another place; the answer is the whole list."""
        place = self.validated(serializers.QuestionPlaceSerializer)["place"]
        services.move_question(question=self.get_question(), place=place, by=self.actor)
        return Response(self.serialize_all())

    @extend_schema(responses=serializers.AnswerCountsSerializer(many=True))
    @action(detail=False, methods=["get"])
    def counts(self, request: Request, **path: str) -> Response:
        """Count the answers: each person once, without sign-ups that have ended."""
        rows = person_answers.count_answers(self.registration)
        return Response(serializers.AnswerCountsSerializer(rows, many=True).data)

    def get_question(self) -> SignUpQuestion:
        """Return the question in the URL, or raise 404."""
        return get_or_404(queries.get_question(self.registration, int(self.kwargs["question"])))

    def serialize(self, question: SignUpQuestion) -> Any:
        """Return a question with the number of its answers."""
        row = get_or_404(queries.get_question(self.registration, question.pk))
        return serializers.DirectedQuestionSerializer(row).data

    def serialize_all(self) -> Any:
        """Return all questions with the numbers of their answers."""
        rows = queries.list_questions(self.registration)
        return serializers.DirectedQuestionSerializer(rows, many=True).data
