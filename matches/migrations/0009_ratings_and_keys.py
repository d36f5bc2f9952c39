"""The ratings players bring to a match, and decisions of the desk that are told twice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_pairs"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="white_rating",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="black_rating",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("black_rating__isnull", True), ("white_rating__isnull", True))
                | models.Q(("black_rating__isnull", False), ("white_rating__isnull", False)),
                name="match_ratings_of_both_or_none",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="key",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("match", "key"),
                name="ruling_key_once",
            ),
        ),
    ]
