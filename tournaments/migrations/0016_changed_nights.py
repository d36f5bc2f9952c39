"""Trails of clubs tell of nights that are played otherwise, and of members from a list."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0018_pulses'),
        ('tournaments', '0015_newest_first'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='clubdeed',
            name='club_deed_kind_is_known',
        ),
        migrations.AlterField(
            model_name='clubdeed',
            name='kind',
            field=models.CharField(choices=[('founded', 'founded'), ('presented', 'presented'), ('joined', 'joined'), ('enrolled', 'enrolled'), ('listed', 'listed'), ('left', 'left'), ('returned', 'returned'), ('appointed', 'appointed'), ('vouched', 'vouched'), ('declined', 'declined'), ('invited', 'invited'), ('withdrawn', 'withdrawn'), ('night_kept', 'night_kept'), ('night_changed', 'night_changed'), ('night_ended', 'night_ended'), ('night_skipped', 'night_skipped'), ('night_restored', 'night_restored'), ('night_started', 'night_started'), ('official_named', 'official_named'), ('official_dismissed', 'official_dismissed'), ('casual_opened', 'casual_opened'), ('archived', 'archived'), ('reopened', 'reopened')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='clubdeed',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('founded', 'presented', 'joined', 'enrolled', 'listed', 'left', 'returned', 'appointed', 'vouched', 'declined', 'invited', 'withdrawn', 'night_kept', 'night_changed', 'night_ended', 'night_skipped', 'night_restored', 'night_started', 'official_named', 'official_dismissed', 'casual_opened', 'archived', 'reopened'))), name='club_deed_kind_is_known'),
        ),
    ]
