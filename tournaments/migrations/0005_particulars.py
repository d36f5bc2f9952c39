"""What is known of entries stands in columns of their own; the journal knows lines about that and about presence."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_screens")]

    operations = [
        migrations.RemoveConstraint(
            model_name="journalentry",
            name="journal_kind_is_known",
        ),
        migrations.AddField(
            model_name="entry",
            name="club",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="entry",
            name="country",
            field=models.CharField(blank=True, default="", max_length=3),
        ),
        migrations.AddField(
            model_name="entry",
            name="family",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="entry",
            name="presence",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not said"),
                    ("here", "here"),
                    ("away", "not here"),
                    ("waiting", "on the waiting list"),
                ],
                default="",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="rating",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="journalentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("planned", "planned"),
                    ("entered", "entered"),
                    ("withdrawn", "withdrawn"),
                    ("reinstated", "reinstated"),
                    ("substituted", "substituted"),
                    ("described", "described"),
                    ("noted", "noted"),
                    ("committed", "committed"),
                    ("drawn", "drawn"),
                    ("published", "published"),
                    ("relined", "relined"),
                    ("joined", "joined"),
                    ("paired", "paired"),
                    ("lengthened", "lengthened"),
                    ("dated", "dated"),
                    ("settled", "settled"),
                    ("reopened", "reopened"),
                    ("corrected", "corrected"),
                    ("undone", "undone"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("presence__in", ["", "here", "away", "waiting"])),
                name="entry_presence_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("country", ""), ("country__regex", "^[A-Z]{2,3}$"), _connector="OR"),
                name="entry_country_is_a_code",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("rating__lte", 9999)), name="entry_rating_is_a_rating"
            ),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "planned",
                            "entered",
                            "withdrawn",
                            "reinstated",
                            "substituted",
                            "described",
                            "noted",
                            "committed",
                            "drawn",
                            "published",
                            "relined",
                            "joined",
                            "paired",
                            "lengthened",
                            "dated",
                            "settled",
                            "reopened",
                            "corrected",
                            "undone",
                        ],
                    )
                ),
                name="journal_kind_is_known",
            ),
        ),
    ]
