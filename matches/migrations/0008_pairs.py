"""Pairs of players under one name, and two who are called alike but are two."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_figures"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="player",
            name="player_full_name_is_shown",
        ),
        migrations.RemoveConstraint(
            model_name="player",
            name="player_anonymous_has_no_login",
        ),
        migrations.RemoveConstraint(
            model_name="playerchange",
            name="change_kind_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="playerchange",
            name="change_names_both_spellings",
        ),
        migrations.AddField(
            model_name="player",
            name="first",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pairs_as_first",
                to="matches.player",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="kind",
            field=models.CharField(
                choices=[("person", "person"), ("pair", "pair")], default="person", max_length=6
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="second",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pairs_as_second",
                to="matches.player",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="full_name",
            field=models.CharField(max_length=243),
        ),
        migrations.AlterField(
            model_name="player",
            name="name",
            field=models.CharField(max_length=243),
        ),
        migrations.AlterField(
            model_name="playerchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("merged", "merged"),
                    ("unmerged", "unmerged"),
                    ("shown", "shown"),
                    ("anonymised", "anonymised"),
                    ("apart", "apart"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("shown", "full"), _negated=True),
                    ("person__isnull", False),
                    ("name", models.F("full_name")),
                    ("kind", "pair"),
                    _connector="OR",
                ),
                name="player_full_name_is_shown",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("anonymised_at__isnull", True),
                    models.Q(("name", models.F("full_name")), ("user__isnull", True)),
                    ("kind", "pair"),
                    _connector="OR",
                ),
                name="player_anonymous_has_no_login",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", "person"), ("kind", "pair"), _connector="OR"),
                name="player_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "person"), ("first__isnull", True), ("second__isnull", True)),
                    models.Q(("kind", "pair"), ("first__isnull", False), ("second__isnull", False)),
                    _connector="OR",
                ),
                name="player_pair_has_two_members",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind", "person"),
                    models.Q(("first__lt", models.F("second")), ("second__lt", models.F("id"))),
                    _connector="OR",
                ),
                name="player_pair_in_order_after_its_members",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind", "person"),
                    models.Q(("code_name", ""), ("shown", "full"), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="player_pair_has_no_login_and_no_choice",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("first", "second"), name="player_pair_once"),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["merged", "unmerged", "shown", "anonymised", "apart"])),
                name="change_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ["merged", "unmerged", "apart"]), ("other__isnull", False)),
                    models.Q(
                        models.Q(("kind__in", ["merged", "unmerged", "apart"]), _negated=True),
                        ("other__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="change_names_both_spellings",
            ),
        ),
    ]
