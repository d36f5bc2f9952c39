"""A sign-up whose fee is marked as paid says how it was paid."""

from django.db import migrations, models


def set_method_of_paid_sign_ups(apps, schema_editor):
    """Until now every fee marked as paid was booked as a transfer."""
    SignUp = apps.get_model("registration", "SignUp")
    SignUp.objects.filter(paid_at__isnull=False).update(payment_method="transfer")


class Migration(migrations.Migration):

    dependencies = [
        ('registration', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='signup',
            name='payment_method',
            field=models.CharField(blank=True, choices=[('cash', 'cash'), ('card', 'card'), ('transfer', 'transfer'), ('voucher', 'voucher')], db_default='', default='', max_length=8),
        ),
        migrations.RunPython(set_method_of_paid_sign_ups, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paid_at__isnull', True), ('payment_method', '')), models.Q(('paid_at__isnull', False), ('payment_method__in', ['cash', 'card', 'transfer', 'voucher'])), _connector='OR'), name='sign_up_paid_by_a_method'),
        ),
    ]
