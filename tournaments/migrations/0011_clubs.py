"""Pages of clubs, who left them, their trail, invitations, weekly nights and casual matches."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0015_stage_clock'),
        ('tournaments', '0010_measured'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CasualMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_rated', models.BooleanField(default=False)),
                ('is_counted', models.BooleanField(default=False)),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name_plural': 'casual matches',
                'ordering': ['club', '-id'],
            },
        ),
        migrations.CreateModel(
            name='ClubDeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('founded', 'founded'), ('presented', 'presented'), ('joined', 'joined'), ('enrolled', 'enrolled'), ('left', 'left'), ('returned', 'returned'), ('appointed', 'appointed'), ('vouched', 'vouched'), ('declined', 'declined'), ('invited', 'invited'), ('withdrawn', 'withdrawn'), ('night_kept', 'night_kept'), ('night_ended', 'night_ended'), ('night_skipped', 'night_skipped'), ('night_restored', 'night_restored'), ('night_started', 'night_started'), ('official_named', 'official_named'), ('official_dismissed', 'official_dismissed'), ('casual_opened', 'casual_opened'), ('archived', 'archived'), ('reopened', 'reopened')], max_length=20)),
                ('payload', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['club', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32, unique=True)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(choices=[('director', 'director'), ('secretary', 'secretary'), ('recorder', 'recorder'), ('helper', 'helper'), ('member', 'member')], default='member', max_length=10)),
                ('email', models.EmailField(blank=True, default='', max_length=254)),
                ('mailed_at', models.DateTimeField(blank=True, null=True)),
                ('most', models.PositiveSmallIntegerField(default=1)),
                ('used', models.PositiveSmallIntegerField(default=0)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['club', '-id'],
            },
        ),
        migrations.CreateModel(
            name='InvitationUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['invitation', 'id'],
            },
        ),
        migrations.CreateModel(
            name='SkippedNight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('reason', models.CharField(blank=True, default='', max_length=120)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['night', 'day'],
            },
        ),
        migrations.CreateModel(
            name='WeeklyNight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('weekday', models.PositiveSmallIntegerField()),
                ('begins', models.TimeField()),
                ('tables', models.PositiveSmallIntegerField(default=8)),
                ('policy', models.CharField(choices=[('trust', 'trust'), ('both', 'both'), ('desk', 'desk')], default='both', max_length=8)),
                ('times', models.JSONField(blank=True, default=dict)),
                ('laws', models.JSONField(blank=True, default=dict)),
                ('currency', models.CharField(blank=True, default='', max_length=3)),
                ('events', models.JSONField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['club', 'weekday', 'begins', 'id'],
            },
        ),
        migrations.AddField(
            model_name='club',
            name='about',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='club',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='club',
            name='casual',
            field=models.CharField(choices=[('nothing', 'nothing'), ('ratings', 'ratings'), ('both', 'ratings and season')], db_default='nothing', default='nothing', max_length=7),
        ),
        migrations.AddField(
            model_name='club',
            name='contact',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='club',
            name='joining',
            field=models.CharField(choices=[('invited', 'by invitation'), ('open', 'whoever signs in')], db_default='invited', default='invited', max_length=7),
        ),
        migrations.AddField(
            model_name='club',
            name='members_open',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='club',
            name='place',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='membership',
            name='left_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='membership',
            name='says_player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='said_by', to='matches.player'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('joining__in', ['invited', 'open'])), name='club_joining_is_known'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('casual__in', ['nothing', 'ratings', 'both'])), name='club_casual_is_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('left_at__isnull', True), ('role', 'member'), _connector='OR'), name='membership_left_without_office'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('says_player__isnull', True), models.Q(('player__isnull', True), ('user__isnull', False)), _connector='OR'), name='membership_only_an_account_says_who'),
        ),
        migrations.AddField(
            model_name='casualmatch',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='casualmatch',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='casual_matches', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='casualmatch',
            name='match',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='casual', to='matches.match'),
        ),
        migrations.AddField(
            model_name='clubdeed',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='clubdeed',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deeds', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='clubdeed',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AddField(
            model_name='clubdeed',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='matches.player'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='withdrawn_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitationuse',
            name='invitation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='uses', to='tournaments.invitation'),
        ),
        migrations.AddField(
            model_name='invitationuse',
            name='membership',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='came_by', to='tournaments.membership'),
        ),
        migrations.AddField(
            model_name='skippednight',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='weeklynight',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='weeklynight',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='nights', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='skippednight',
            name='night',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='skipped', to='tournaments.weeklynight'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='weekly',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='tournaments.weeklynight'),
        ),
        migrations.AddConstraint(
            model_name='casualmatch',
            constraint=models.UniqueConstraint(fields=('club', 'key'), name='casual_key_once_per_club'),
        ),
        migrations.AddConstraint(
            model_name='casualmatch',
            constraint=models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='casual_has_a_key'),
        ),
        migrations.AddConstraint(
            model_name='casualmatch',
            constraint=models.CheckConstraint(condition=models.Q(('is_counted', False), ('is_rated', True), _connector='OR'), name='casual_counted_is_rated'),
        ),
        migrations.AddIndex(
            model_name='clubdeed',
            index=models.Index(fields=['club', '-id'], name='deeds_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='clubdeed',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('founded', 'presented', 'joined', 'enrolled', 'left', 'returned', 'appointed', 'vouched', 'declined', 'invited', 'withdrawn', 'night_kept', 'night_ended', 'night_skipped', 'night_restored', 'night_started', 'official_named', 'official_dismissed', 'casual_opened', 'archived', 'reopened'))), name='club_deed_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['director', 'secretary', 'recorder', 'helper', 'member'])), name='invitation_role_is_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('most__range', (1, 500)), ('used__lte', models.F('most'))), name='invitation_used_at_most_so_often'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('most', 1), models.Q(('email', ''), ('player__isnull', True), ('role', 'member')), _connector='OR'), name='invitation_of_one_for_one'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('at'))), name='invitation_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('withdrawn_at__isnull', True), ('withdrawn_by__isnull', True)), models.Q(('withdrawn_at__isnull', False), ('withdrawn_by__isnull', False)), _connector='OR'), name='invitation_withdrawn_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('mailed_at__isnull', True), models.Q(('email', ''), _negated=True), _connector='OR'), name='invitation_mailed_to_somebody'),
        ),
        migrations.AddConstraint(
            model_name='invitationuse',
            constraint=models.UniqueConstraint(fields=('invitation', 'membership'), name='invitation_once_per_member'),
        ),
        migrations.AddConstraint(
            model_name='weeklynight',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='night_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='weeklynight',
            constraint=models.CheckConstraint(condition=models.Q(('weekday__lte', 6)), name='night_on_a_day_of_the_week'),
        ),
        migrations.AddConstraint(
            model_name='weeklynight',
            constraint=models.CheckConstraint(condition=models.Q(('tables__lte', 256)), name='night_tables_fit'),
        ),
        migrations.AddConstraint(
            model_name='weeklynight',
            constraint=models.CheckConstraint(condition=models.Q(('policy__in', ['trust', 'both', 'desk'])), name='night_policy_is_known'),
        ),
        migrations.AddConstraint(
            model_name='weeklynight',
            constraint=models.CheckConstraint(condition=models.Q(('currency__in', ['', 'AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF', 'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW'])), name='night_currency_is_known'),
        ),
        migrations.AddConstraint(
            model_name='skippednight',
            constraint=models.UniqueConstraint(fields=('night', 'day'), name='night_skipped_once_a_day'),
        ),
    ]
