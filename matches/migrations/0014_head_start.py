"""A match may begin with points for one side."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0013_teams"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="black_start",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="white_start",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("black_start__lt", models.F("length")),
                    ("white_start__lt", models.F("length")),
                    models.Q(("white_start", 0), ("black_start", 0), _connector="OR"),
                ),
                name="match_one_side_may_begin_ahead",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("status__in", ["settled", "void"]), models.Q(("ending", "played"), _negated=True)
                    ),
                    models.Q(
                        ("black_score__gte", models.F("black_start")),
                        ("white_score__gte", models.F("white_start")),
                    ),
                    _connector="OR",
                ),
                name="match_score_from_its_start",
            ),
        ),
    ]
