"""Baccarat by the book: exact odds, simulations, PAR sheets, transcripts and roads.

>>> from croupier import Book
>>> Book("nsw").odds()["banker"].ev
Fraction(-114753351728, 10847218479825)
"""

from ._croupier import BookFaults, Refused, version
from .answers import (
    Countability,
    Net,
    NetDistribution,
    Odds,
    Par,
    Removals,
    Row,
    Simulation,
    WagerOdds,
)
from .book import Amount, Book, Clause, Shoe, shelf
from .table import Report, Roads, VerifiedShoe, roads, run_transcript, verify_shoe

__version__ = version()

__all__ = [
    "Amount",
    "Book",
    "BookFaults",
    "Clause",
    "Countability",
    "Net",
    "NetDistribution",
    "Odds",
    "Par",
    "Refused",
    "Removals",
    "Report",
    "Roads",
    "Row",
    "Shoe",
    "Simulation",
    "VerifiedShoe",
    "WagerOdds",
    "roads",
    "run_transcript",
    "shelf",
    "verify_shoe",
]
