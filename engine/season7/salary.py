"""What is left of a year's pay after the income tax and National Insurance of 2018-19 (England), to the pound."""

from __future__ import annotations

from fractions import Fraction

WEEKS = 52
ALLOWANCE, TAPERS_FROM = 11_850, 100_000  # of every £2 above the taper, £1 of the allowance goes
TAX = ((0, 20), (34_500, 40), (150_000, 45))  # of taxable income: from, percent
INSURANCE = ((162, 12), (892, 2))  # of a week's pay: from, percent

NOTHING = Fraction(0)


def banded(amount: Fraction, bands: tuple[tuple[int, int], ...]) -> Fraction:
    """So many percent of each slice of an amount; what lies below the first band is free."""
    due, before = NOTHING, 0
    for low, percent in bands:
        due += max(amount - low, NOTHING) * (percent - before)
        before = percent
    return due / 100


def income_tax(year: Fraction) -> Fraction:
    """Income tax on a year's pay: the allowance is tapered away, the rest taxed band by band."""
    tapered = max(year - TAPERS_FROM, NOTHING) / 2
    allowance = max(ALLOWANCE - tapered, NOTHING)
    return banded(max(year - allowance, NOTHING), TAX)


def national_insurance(week: Fraction) -> Fraction:
    """An employee's class 1 contribution on one week's pay."""
    return banded(week, INSURANCE)


def take_home(week: int) -> int:
    """What a year of this weekly pay leaves after both, rounded up to the pound."""
    pay = Fraction(week)
    year = pay * WEEKS
    net = year - income_tax(year) - national_insurance(pay) * WEEKS
    return -(-net.numerator // net.denominator)
