"""A fee is paid for each event of a sign-up, and a sign-up keeps the late fee that was announced to it."""

from decimal import Decimal
from django.db import migrations, models
from django.utils.timezone import localtime

def copy_marks_to_events(apps, schema_editor):
    """Until now a mark was for all events of the sign-up, except those it only waited for."""
    EventSignUp = apps.get_model("registration", "EventSignUp")
    taking_part = set(
        EventSignUp.objects.filter(status__in=("pending", "confirmed")).values_list("sign_up", flat=True)
    )
    for place in EventSignUp.objects.select_related("sign_up__registration", "event"):
        paid_at, registration = place.sign_up.paid_at, place.sign_up.registration
        if place.fee_outcome == "refunded":
            paid_at = paid_at or place.changed_at
        elif paid_at is None or (place.status == "waiting" and place.sign_up_id in taking_part):
            continue
        elif place.status in ("declined", "withdrawn") and place.changed_at <= paid_at:
            continue
        is_late = registration.late_from is not None and localtime(paid_at).date() >= registration.late_from
        place.paid_at, place.payment_method = paid_at, place.sign_up.payment_method or "cash"
        if place.event.fee is not None:
            place.paid_late_fee = registration.late_fee if is_late else 0
            place.paid_fee = place.event.fee + place.paid_late_fee
        EventSignUp.objects.filter(pk=place.pk).update(
            paid_at=place.paid_at,
            payment_method=place.payment_method,
            paid_fee=place.paid_fee,
            paid_late_fee=place.paid_late_fee,
        )
    EventSignUp.objects.filter(paid_at=None).update(fee_outcome="")


def keep_announced_late_fees(apps, schema_editor):
    """Take the late fee that is announced now for the one that was announced to those who have signed up."""
    SignUp = apps.get_model("registration", "SignUp")
    for registration in apps.get_model("registration", "Registration").objects.exclude(late_fee=None):
        SignUp.objects.filter(registration=registration).update(
            late_fee=registration.late_fee, late_from=registration.late_from
        )


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0004_table_out_of_use'),
        ('registration', '0004_sign_up_fee_outcome'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='eventsignup',
            name='sign_up_fee_outcome_is_known',
        ),
        migrations.AddField(
            model_name='eventsignup',
            name='paid_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='eventsignup',
            name='paid_fee',
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True),
        ),
        migrations.AddField(
            model_name='eventsignup',
            name='paid_late_fee',
            field=models.DecimalField(db_default=Decimal('0'), decimal_places=2, default=Decimal('0'), max_digits=8),
        ),
        migrations.AddField(
            model_name='eventsignup',
            name='payment_method',
            field=models.CharField(blank=True, choices=[('cash', 'cash'), ('card', 'card'), ('transfer', 'transfer'), ('voucher', 'voucher')], db_default='', default='', max_length=8),
        ),
        migrations.AddField(
            model_name='signup',
            name='late_fee',
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True),
        ),
        migrations.AddField(
            model_name='signup',
            name='late_from',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.RunPython(copy_marks_to_events, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(keep_announced_late_fees, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint(
            model_name='signup',
            name='sign_up_paid_by_a_method',
        ),
        migrations.RemoveField(
            model_name='signup',
            name='paid_at',
        ),
        migrations.RemoveField(
            model_name='signup',
            name='payment_method',
        ),
        migrations.AddConstraint(
            model_name='eventsignup',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paid_at__isnull', True), ('paid_fee__isnull', True), ('paid_late_fee', 0), ('payment_method', '')), models.Q(('paid_at__isnull', False), ('payment_method__in', ['cash', 'card', 'transfer', 'voucher'])), _connector='OR'), name='sign_up_paid_by_a_method'),
        ),
        migrations.AddConstraint(
            model_name='eventsignup',
            constraint=models.CheckConstraint(condition=models.Q(('fee_outcome', ''), models.Q(('fee_outcome__in', ['refunded', 'retained']), ('paid_at__isnull', False)), _connector='OR'), name='sign_up_fee_outcome_of_a_paid_fee'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('late_fee__isnull', True), ('late_from__isnull', True)), models.Q(('late_fee__gt', 0), ('late_fee__isnull', False), ('late_from__isnull', False)), _connector='OR'), name='sign_up_late_fee_has_a_day'),
        ),
    ]
