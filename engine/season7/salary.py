"""What is left of a year's pay after the income tax and National Insurance of 2018-19 (England), to the pound."""

from __future__ import annotations

from fractions import Fraction

WEEKS = 52
ALLOWANCE, TAPERS_FROM = 11_850, 100_000  # of every £2 above the taper, £1 of the allowance goes
TAX = ((0, 20), (34_500, 40), (150_000, 45))  # of taxable income: from, percent
INSURANCE = ((162, 12), (892, 2))  # of a week's pay: from, percent

ZERO_POUNDS = Fraction(0)


def compute_banded_due(amount: Fraction, bands: tuple[tuple[int, int], ...]) -> Fraction:
    """Compute so many percent of each slice of an amount; what lies below the first band is free."""
    due, before = ZERO_POUNDS, 0
    for low, percent in bands:
        due += max(amount - low, ZERO_POUNDS) * (percent - before)
        before = percent
    return due / 100


def compute_income_tax(year: Fraction) -> Fraction:
    """Compute the income tax on a year's pay: the allowance is tapered away, the rest taxed band by band."""
    tapered = max(year - TAPERS_FROM, ZERO_POUNDS) / 2
    allowance = max(ALLOWANCE - tapered, ZERO_POUNDS)
    return compute_banded_due(max(year - allowance, ZERO_POUNDS), TAX)


def compute_national_insurance(week: Fraction) -> Fraction:
    """Compute an employee's class 1 contribution on one week's pay."""
    return compute_banded_due(week, INSURANCE)


def compute_take_home_pay(week: int) -> int:
    """Compute what a year of this weekly pay leaves after both, rounded up to the pound."""
    pay = Fraction(week)
    year = pay * WEEKS
    net = year - compute_income_tax(year) - compute_national_insurance(pay) * WEEKS
    return -(-net.numerator // net.denominator)
