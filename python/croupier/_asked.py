"""What is asked, put into the form that the native part takes. Whatever makes no sense is told in words, by the name of its argument."""

from __future__ import annotations

import datetime
import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import SupportsIndex, Union

from ._croupier import known_strategies, meant, strategy_text

Amount = Union[int, str, Decimal]
"""An amount of money: whole, as text such as ``"2.50"``, or a Decimal."""

Number = Union[SupportsIndex, float]
"""A whole number, also numpy's, or written as 1e6."""

MOST_SHOES = 10**12
MOST_SEED = 2**64 - 1
MOST_CARDS = 5_200
MOST_DECKS = 100
MOST_THREADS = 1_024
MOST_OF_A_CARD = 65_535


def whole(name: str, found: Number, least: int, most: int) -> int:
    """A whole number within these bounds.

    >>> whole("shoes", 1e6, 1, MOST_SHOES)
    1000000
    >>> whole("seed", -1, 0, 9)
    Traceback (most recent call last):
        ...
    ValueError: `seed`: found -1; allowed is a whole number from 0 to 9
    """
    try:
        number = int(found) if isinstance(found, float) and found.is_integer() else operator.index(found)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise ValueError(f"`{name}`: found {found!r}; allowed is a whole number from {least} to {most}")
    return number


def whole_if_given(name: str, found: Number | None, least: int, most: int) -> int | None:
    """The same of what may be left out."""
    return None if found is None else whole(name, found, least, most)


def several(name: str, found: Number | Iterable[Number], least: int, most: int) -> list[int]:
    """Whole numbers, or a single one."""
    each = found if isinstance(found, Iterable) else [found]
    return [whole(name, number, least, most) for number in each]


def names(found: str | Sequence[str]) -> list[str]:
    """Ids, or a single one."""
    return [found] if isinstance(found, str) else list(found)


def chip_list(chips: Iterable[Amount] | None) -> str | None:
    """The denominations of chips, as the command takes them."""
    if chips is None:
        return None
    text = chips if isinstance(chips, str) else ",".join(str(chip) for chip in chips)
    if not text.strip():
        raise ValueError("`chips`: found none; allowed are amounts such as (1, 5, 25)")
    return text


def placed(stakes: Mapping[str, Amount]) -> str:
    """Stakes by wager, as the command takes them."""
    if not stakes:
        raise ValueError("`stakes`: found none; allowed are amounts by wager, such as {'banker': 100, 'tie': 10}")
    for wager, stake in stakes.items():
        try:
            is_amount = Decimal(str(stake)) > 0
        except ArithmeticError:
            is_amount = False
        if not is_amount:
            raise ValueError(f"`stakes`: found {stake!r} on {wager}; allowed is an amount above 0, such as 10 or '2.50'")
    return ",".join(f"{wager}={stake}" for wager, stake in stakes.items())


def setting_lines(settings: str | Mapping[str, object] | None) -> str | None:
    """Settings of a table as lines of a transcript."""
    if settings is None or isinstance(settings, str):
        return settings
    return "\n".join(f"setting {key} {value}" for key, value in settings.items())


def day(date: str | datetime.date | None) -> str | None:
    """A date as documents bear it.

    >>> day(datetime.date(2026, 11, 16))
    '2026-11-16'
    >>> day("tomorrow")
    Traceback (most recent call last):
        ...
    ValueError: `date`: found 'tomorrow'; allowed is a date such as 2026-11-16
    """
    if date is None:
        return None
    try:
        text = date if isinstance(date, str) else date.isoformat()[:10]
        if datetime.date.fromisoformat(text).isoformat() != text or text < "1970":
            raise ValueError
    except ValueError:
        raise ValueError(f"`date`: found {date!r}; allowed is a date such as 2026-11-16") from None
    return text


def strategy_file(source: str | os.PathLike[str]) -> tuple[str, str]:
    """The name and the text of a strategy that comes with Croupier, or of a file."""
    name = os.fspath(source)
    text = strategy_text(name)
    if text is not None:
        return name, text
    path = Path(name)
    if not path.exists() and (not path.suffix and path.name == name):
        known = known_strategies()
        raise ValueError(
            f"no strategy {name!r}: allowed are {', '.join(known)}, or the path of a strategy file{meant(name, known)}"
        )
    return name, path.read_text(encoding="utf-8")
