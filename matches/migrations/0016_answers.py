import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0015_stage_clock"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("voice", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=64)),
                ("asked", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("body", models.TextField(blank=True, default="")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["at"], name="answer_by_age")],
                "constraints": [
                    models.UniqueConstraint(fields=("voice", "key"), name="answer_once_per_voice_and_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("voice", ""), _negated=True),
                            models.Q(("key", ""), _negated=True),
                            models.Q(("asked", ""), _negated=True),
                        ),
                        name="answer_is_to_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", 0), models.Q(("status__gte", 200), ("status__lt", 300)), _connector="OR"
                        ),
                        name="answer_is_of_a_deed_done",
                    ),
                ],
            },
        ),
    ]
