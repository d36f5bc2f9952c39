"""The income of a fund equals what is retained and paid out, whoever has paid how much."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.finances.prizes.pot import Fund, Payer, compute_fund


def test_a_fund_with_registration_fees_and_ninety_percent_returned():
    fund = compute_fund([Payer(60_00, 60_00, 10_00)] * 16, percent=90, added=100_00)
    assert fund == Fund(
        came_in=960_00,
        registration=160_00,
        fees=800_00,
        returned=720_00,
        retained=80_00,
        added=100_00,
        surplus=0,
        owed=0,
    )
    assert fund.pot == 820_00


def test_registration_is_covered_before_the_fee():
    fund = compute_fund([Payer(60_00, 25_00, 10_00), Payer(60_00, 0, 10_00)], percent=100)
    assert (fund.registration, fund.fees, fund.owed) == (10_00, 15_00, 95_00)


def test_overpayments_are_not_in_the_pot():
    fund = compute_fund([Payer(40_00, 60_00, 10_00)], percent=100)
    assert (fund.pot, fund.surplus, fund.registration) == (30_00, 20_00, 10_00)


def test_the_returned_amount_is_rounded_down_to_the_coin():
    fund = compute_fund([Payer(3, 3)] * 3, percent=85)
    assert (fund.returned, fund.retained) == (7, 2)


payers = st.builds(
    Payer, due=st.integers(0, 10**6), paid=st.integers(0, 10**6), registration=st.integers(0, 10**5)
)


@given(st.lists(payers, max_size=40), st.integers(0, 100), st.integers(0, 10**6))
def test_income_is_retained_refunded_or_paid_out(payers_of_fund, percent, added):
    fund = compute_fund(payers_of_fund, percent=percent, added=added)
    assert fund.came_in + added == fund.registration + fund.retained + fund.surplus + fund.pot
    assert min(fund.registration, fund.retained, fund.surplus, fund.fees, fund.pot) >= 0
