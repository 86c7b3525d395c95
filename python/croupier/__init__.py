"""Baccarat by the book: exact odds, simulations, PAR sheets, transcripts and roads.

>>> from croupier import Book
>>> Book("nsw").odds()["banker"].ev
Fraction(-114753351728, 10847218479825)
"""

from ._asked import Amount
from ._croupier import BookFaults, Forbidden, Refused, version
from .answers import (
    Conformance,
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
from .book import CARDS, Book, Change, Clause, ExactEVs, Provenance, Shoe, shelf
from .simulation import (
    Coup,
    Partial,
    Seen,
    ShoeStakes,
    ShoeStrategy,
    ShoeView,
    Stakes,
    Strategy,
    StrategyLike,
    merge,
)
from .table import (
    Decided,
    Due,
    Event,
    Report,
    Roads,
    Table,
    VerifiedShoe,
    roads,
    run_transcript,
    verify_shoe,
)

__version__ = version()

__all__ = [
    "Amount",
    "Book",
    "BookFaults",
    "CARDS",
    "Change",
    "Clause",
    "Conformance",
    "Countability",
    "Coup",
    "Decided",
    "Due",
    "Event",
    "ExactEVs",
    "Forbidden",
    "Net",
    "NetDistribution",
    "Odds",
    "Par",
    "Partial",
    "Provenance",
    "Refused",
    "Removals",
    "Report",
    "Roads",
    "Row",
    "Seen",
    "Shoe",
    "ShoeStakes",
    "ShoeStrategy",
    "ShoeView",
    "Simulation",
    "Stakes",
    "Strategy",
    "StrategyLike",
    "Table",
    "VerifiedShoe",
    "WagerOdds",
    "merge",
    "roads",
    "run_transcript",
    "shelf",
    "verify_shoe",
]
