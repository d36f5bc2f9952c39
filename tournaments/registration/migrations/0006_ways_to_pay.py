"""The payment text and the bank account of a registration become ways to pay of its tournament."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def copy_payment_settings(apps, schema_editor):
    """Make the text the first way of the tournament, and the account the next one."""
    WayToPay = apps.get_model("registration", "WayToPay")
    for registration in apps.get_model("registration", "Registration").objects.order_by("pk"):
        ways = []
        if registration.payment.strip():
            ways.append({"kind": "text", "text": registration.payment})
        if registration.iban:
            ways.append(
                {"kind": "sepa", "holder": registration.account_name, "account": registration.iban}
            )
        for place, way in enumerate(ways, start=1):
            WayToPay.objects.create(
                tournament_id=registration.tournament_id, place=place, by_id=registration.by_id, **way
            )


def restore_payment_settings(apps, schema_editor):
    """Write the first text and the first SEPA account of a tournament back to its registration."""
    WayToPay = apps.get_model("registration", "WayToPay")
    for registration in apps.get_model("registration", "Registration").objects.order_by("pk"):
        ways = WayToPay.objects.filter(tournament_id=registration.tournament_id).order_by("place", "pk")
        text, account = ways.filter(kind="text").first(), ways.filter(kind="sepa").first()
        if text is not None:
            registration.payment = text.text
        if account is not None:
            registration.account_name, registration.iban = account.holder, account.account
        registration.save(update_fields=["payment", "account_name", "iban"])


class Migration(migrations.Migration):

    dependencies = [
        ('registration', '0005_fees_of_events'),
        ('tournaments', '0005_club_log_of_fees'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='WayToPay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=9)),
                ('label', models.CharField(blank=True, default='', max_length=60)),
                ('text', models.TextField(blank=True, default='', max_length=2000)),
                ('link', models.CharField(blank=True, default='', max_length=300)),
                ('holder', models.CharField(blank=True, default='', max_length=70)),
                ('account', models.CharField(blank=True, default='', max_length=34)),
                ('bank_code', models.CharField(blank=True, default='', max_length=11)),
                ('street', models.CharField(blank=True, default='', max_length=70)),
                ('building_number', models.CharField(blank=True, default='', max_length=16)),
                ('postal_code', models.CharField(blank=True, default='', max_length=16)),
                ('town', models.CharField(blank=True, default='', max_length=35)),
                ('country', models.CharField(blank=True, default='', max_length=2)),
                ('at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name_plural': 'ways to pay',
                'ordering': ['place', 'id'],
            },
        ),
        migrations.AddField(
            model_name='waytopay',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='waytopay',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='ways_to_pay', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='waytopay',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='ways_to_pay', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='waytopay',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', True), ('tournament__isnull', False)), models.Q(('club__isnull', False), ('tournament__isnull', True)), _connector='OR'), name='way_to_pay_of_a_club_or_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='waytopay',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['text', 'link', 'sepa', 'swiss', 'uk', 'paypal', 'mobilepay', 'swish'])), name='way_to_pay_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='waytopay',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='way_to_pay_place_from_one'),
        ),
        migrations.AddConstraint(
            model_name='waytopay',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['sepa', 'swiss']), _negated=True), ('account__regex', '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'), _connector='OR'), name='way_to_pay_iban_is_an_iban'),
        ),
        migrations.AddConstraint(
            model_name='waytopay',
            constraint=models.CheckConstraint(condition=models.Q(('link', ''), ('link__startswith', 'https://'), _connector='OR'), name='way_to_pay_link_is_https'),
        ),
        migrations.RunPython(copy_payment_settings, restore_payment_settings, elidable=True),
        migrations.RemoveConstraint(
            model_name='registration',
            name='registration_iban_is_an_iban',
        ),
        migrations.RemoveField(
            model_name='registration',
            name='account_name',
        ),
        migrations.RemoveField(
            model_name='registration',
            name='iban',
        ),
        migrations.RemoveField(
            model_name='registration',
            name='payment',
        ),
    ]
