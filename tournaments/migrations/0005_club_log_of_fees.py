"""The audit log of a club says whose fees were kept or refunded."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0004_table_out_of_use'),
        ('tournaments', '0004_pairing_loser_places'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='clublogentry',
            name='club_log_kind_is_known',
        ),
        migrations.AlterField(
            model_name='clublogentry',
            name='kind',
            field=models.CharField(choices=[('founded', 'founded'), ('presented', 'presented'), ('joined', 'joined'), ('enrolled', 'enrolled'), ('listed', 'listed'), ('unlisted', 'unlisted'), ('results_imported', 'results_imported'), ('results_withdrawn', 'results_withdrawn'), ('name_corrected', 'name_corrected'), ('season_deleted', 'season_deleted'), ('left', 'left'), ('returned', 'returned'), ('appointed', 'appointed'), ('vouched', 'vouched'), ('declined', 'declined'), ('invited', 'invited'), ('withdrawn', 'withdrawn'), ('night_kept', 'night_kept'), ('night_changed', 'night_changed'), ('night_ended', 'night_ended'), ('night_skipped', 'night_skipped'), ('night_restored', 'night_restored'), ('night_started', 'night_started'), ('office_offered', 'office_offered'), ('office_declined', 'office_declined'), ('office_withdrawn', 'office_withdrawn'), ('official_named', 'official_named'), ('official_dismissed', 'official_dismissed'), ('casual_opened', 'casual_opened'), ('tournament_changed', 'tournament_changed'), ('tournament_cancelled', 'tournament_cancelled'), ('tournament_reinstated', 'tournament_reinstated'), ('tournament_archived', 'tournament_archived'), ('tournament_restored', 'tournament_restored'), ('tournament_deleted', 'tournament_deleted'), ('tournament_described', 'tournament_described'), ('tournament_published', 'tournament_published'), ('tournament_hidden', 'tournament_hidden'), ('tournament_copied', 'tournament_copied'), ('event_renamed', 'event_renamed'), ('break_announced', 'break_announced'), ('break_ended', 'break_ended'), ('break_removed', 'break_removed'), ('event_cancelled', 'event_cancelled'), ('event_reinstated', 'event_reinstated'), ('event_deleted', 'event_deleted'), ('photo_added', 'photo_added'), ('photo_removed', 'photo_removed'), ('registration_changed', 'registration_changed'), ('sign_ups_changed', 'sign_ups_changed'), ('sign_ups_paid', 'sign_ups_paid'), ('sign_up_fees_kept', 'sign_up_fees_kept'), ('sign_up_fees_refunded', 'sign_up_fees_refunded'), ('sign_ups_entered', 'sign_ups_entered'), ('archived', 'archived'), ('reopened', 'reopened')], max_length=24),
        ),
        migrations.AddConstraint(
            model_name='clublogentry',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('founded', 'presented', 'joined', 'enrolled', 'listed', 'unlisted', 'results_imported', 'results_withdrawn', 'name_corrected', 'season_deleted', 'left', 'returned', 'appointed', 'vouched', 'declined', 'invited', 'withdrawn', 'night_kept', 'night_changed', 'night_ended', 'night_skipped', 'night_restored', 'night_started', 'office_offered', 'office_declined', 'office_withdrawn', 'official_named', 'official_dismissed', 'casual_opened', 'tournament_changed', 'tournament_cancelled', 'tournament_reinstated', 'tournament_archived', 'tournament_restored', 'tournament_deleted', 'tournament_described', 'tournament_published', 'tournament_hidden', 'tournament_copied', 'event_renamed', 'break_announced', 'break_ended', 'break_removed', 'event_cancelled', 'event_reinstated', 'event_deleted', 'photo_added', 'photo_removed', 'registration_changed', 'sign_ups_changed', 'sign_ups_paid', 'sign_up_fees_kept', 'sign_up_fees_refunded', 'sign_ups_entered', 'archived', 'reopened'))), name='club_log_kind_is_known'),
        ),
    ]
