"""Tables that come into a club or an event, as the API takes them in and says what they would bring."""

from typing import Any

from rest_framework import serializers

from matches.api.shapes_out import PlayerOut
from tournaments.exchange import member_lists, past_results
from tournaments.exchange.spreadsheets import MOST_COLUMNS
from tournaments.models.past import LONGEST_FILE

Shape = serializers.Serializer[Any]
MOST_CHOICES, LONGEST_CHOICE = 2000, 40
CHOICE = r"^[0-9]{1,5}:(new|p:[a-z0-9]{1,16}|f:[0-9]{1,5})$"


def _columns(roles: tuple[str, ...]) -> serializers.ListField:
    """What every column is, in their order; "" is left aside."""
    return serializers.ListField(
        child=serializers.ChoiceField(choices=[role for role in roles if role], allow_blank=True),
        required=False,
        max_length=MOST_COLUMNS,
        help_text='What every column is, in their order, "" for nothing; left out, as their heads say.',
    )


class ChoicesIn(Shape):
    """Whom the names mean that are like others."""

    choices = serializers.ListField(
        child=serializers.RegexField(CHOICE, max_length=LONGEST_CHOICE),
        required=False,
        default=list,
        max_length=MOST_CHOICES,
        help_text='For the number of a name, whom it means: "3:new", or one of its `near`: "3:p:k7m2p9xa".',
    )


class EntriesFileIn(Shape):
    """People to enter, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    columns = _columns(member_lists.ENTRIES)


class PeopleIn(Shape):
    """Members to be, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    columns = _columns(member_lists.NAMES)


class TakePeopleIn(ChoicesIn, PeopleIn):
    """The same table, and who is who."""


class ResultsIn(Shape):
    """Results of earlier years, as a table."""

    file = serializers.FileField(help_text="CSV or XLSX.")
    columns = _columns(past_results.ROLES)
    heads = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether the first row names the columns; left out, as it seems.",
    )
    order = serializers.ChoiceField(
        choices=past_results.ORDERS,
        required=False,
        help_text="Whether days or months come first in dates of figures alone; left out, as it seems.",
    )


class TakeResultsIn(ChoicesIn, ResultsIn):
    """The same table, and who is who."""


class LinesOut(Shape):
    columns = serializers.ListField(child=serializers.CharField(), help_text="What every column was read as.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="What no column tells.")
    lines = serializers.ListField(child=serializers.CharField(), help_text="Names as entries take them.")


class LikeOut(Shape):
    value = serializers.CharField(help_text="What `choices` call it.")
    name = serializers.CharField()
    is_here = serializers.BooleanField(help_text="Somebody of the club; else another name of the file.")


class NamedOut(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = PlayerOut(allow_null=True, help_text="Whom of the club it is, where that is clear.")
    near = LikeOut(many=True, help_text="Whom else it may mean; then `choices` must say.")


class PeopleForeseenOut(Shape):
    columns = serializers.ListField(child=serializers.CharField(), help_text="What every column was read as.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="What no column tells.")
    names = NamedOut(many=True)


class EnrolledOut(Shape):
    count = serializers.IntegerField(help_text="How many were no members before.")


class FaultOut(Shape):
    line = serializers.IntegerField(help_text="From 1, the heads among them.")
    code = serializers.CharField()
    sentence = serializers.CharField()


class ResultsForeseenOut(PeopleForeseenOut):
    heads = serializers.BooleanField(help_text="Whether the first row was read as heads.")
    order = serializers.CharField()
    repeated = serializers.ListField(child=serializers.CharField(), help_text="What several columns tell.")
    rows = serializers.IntegerField(help_text="Matches that can be read.")
    places = serializers.IntegerField(help_text="Places that can be read.")
    without_score = serializers.IntegerField(help_text="Those of them whose loser has no score.")
    faults = FaultOut(
        many=True, help_text="The first rows that tell neither match nor place; one keeps everything out."
    )
    more_faults = serializers.IntegerField()
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    evenings = serializers.IntegerField()
    here = serializers.IntegerField(help_text="Matches that an earlier file has brought.")
    is_ready = serializers.BooleanField(help_text="Whether it can be taken in once all names are clear.")


class PastFileOut(Shape):
    number = serializers.IntegerField(source="pk")
    name = serializers.CharField(max_length=LONGEST_FILE)
    rows = serializers.IntegerField()
    by = serializers.CharField(source="signed")
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class PastFilesOut(Shape):
    files = PastFileOut(many=True)
