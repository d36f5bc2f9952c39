"""A line that tells how well a match was played, where the table counts that."""

from django.db import migrations, models

KINDS = [
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
    "formed",
    "manned",
    "fielded",
    "ended",
    "settled",
    "reopened",
    "measured",
    "corrected",
    "undone",
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_ended"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="journalentry",
            name="journal_kind_is_known",
        ),
        migrations.AlterField(
            model_name="journalentry",
            name="kind",
            field=models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=20),
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", KINDS)), name="journal_kind_is_known"
            ),
        ),
    ]
