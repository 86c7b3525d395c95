"""Rule books, and what is asked of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Union

import numpy

from ._croupier import NativeBook, shelf_ids, shelf_text
from .answers import Countability, NetDistribution, Odds, Par, Removals, Simulation

if TYPE_CHECKING:
    from numpy.typing import NDArray

Amount = Union[int, str, Decimal]
"""An amount of money: whole, as text such as ``"2.50"``, or a Decimal."""

_RANKS = "A23456789TJQK"
_SUITS = "SHDC"

CARDS: tuple[str, ...] = tuple(rank + suit for rank in _RANKS for suit in _SUITS)
"""Every card, in the order of the counts of :meth:`Book.odds_many`."""
_INDEX = {card: index for index, card in enumerate(CARDS)}


def shelf() -> list[str]:
    """The ids of the published books that come with the package.

    >>> shelf()
    ['act', 'nz', 'qld', 'nsw']
    """
    return shelf_ids()


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a book: its number, what it says in our words, how it is read, and the values that it gives."""

    number: str
    kind: str
    gist: str
    reading: str | None
    gives: Mapping[str, str]


class Shoe(Mapping[str, int]):
    """How many there are of each card. Cards are ``AS``, ``TH``, ``2C``, …

    >>> shoe = Shoe.of_decks(8)
    >>> shoe["AS"], shoe.cards
    (8, 416)
    >>> shoe.without("AS", "AS", "KD").cards
    413
    """

    def __init__(self, counts: Mapping[str, int]) -> None:
        unknown = [card for card in counts if card not in _INDEX]
        if unknown:
            raise ValueError(f"found the card {unknown[0]!r}; allowed are a rank of {_RANKS} and a suit of {_SUITS}")
        if any(count < 0 for count in counts.values()):
            raise ValueError("found a count below 0; allowed are 0 or more of each card")
        self._counts = tuple(counts.get(card, 0) for card in CARDS)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        """Whole decks."""
        return cls({card: decks for card in CARDS})

    def without(self, *cards: str) -> Shoe:
        """The same shoe with these cards taken out."""
        counts = dict(self)
        for card in cards:
            if counts.get(card, 0) == 0:
                raise ValueError(f"found {card!r} taken out; none is left")
            counts[card] -= 1
        return Shoe(counts)

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return sum(self._counts)

    def __getitem__(self, card: str) -> int:
        return self._counts[_INDEX[card]]

    def __iter__(self) -> Iterator[str]:
        return iter(CARDS)

    def __len__(self) -> int:
        return len(CARDS)

    def counts(self) -> list[int]:
        """The counts in the order of :data:`croupier.book.CARDS`."""
        return list(self._counts)


@dataclass(frozen=True, slots=True)
class _Table:
    settings: str | None = None
    method: str | None = None
    decks: int | None = None
    from_back: int | None = None
    chips: str | None = None


def _counts(shoe: Mapping[str, int] | None) -> list[int] | None:
    if shoe is None:
        return None
    return (shoe if isinstance(shoe, Shoe) else Shoe(shoe)).counts()


def _chips(chips: Iterable[Amount] | None) -> str | None:
    return None if chips is None else ",".join(str(chip) for chip in chips)


class Book:
    """A rule book: an id on the shelf (``"act"``), or the path of a book file.

    >>> book = Book("act")
    >>> book.id, book.methods
    ('act', ['commission', 'non-commission'])
    >>> Book("nope")
    Traceback (most recent call last):
        ...
    ValueError: no book 'nope': allowed are act, nz, qld, nsw, or the path of a book file
    """

    def __init__(self, source: str | os.PathLike[str], /) -> None:
        self._name = os.fspath(source)
        self._text = shelf_text(self._name) or self._read()
        self._native = NativeBook(self._name, self._text)

    def _read(self) -> str:
        path = Path(self._name)
        if not path.exists() and path.suffix == "" and path.name == self._name:
            known = ", ".join(shelf_ids())
            raise ValueError(f"no book {self._name!r}: allowed are {known}, or the path of a book file")
        return path.read_text(encoding="utf-8")

    def __repr__(self) -> str:
        return f"Book({self._name!r})"

    def __reduce__(self) -> tuple[type[Book], tuple[str]]:
        return Book, (self._name,)

    @property
    def id(self) -> str:
        """Its id."""
        return self._native.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self._native.name

    @property
    def instrument(self) -> str:
        """The instrument it comes from."""
        return self._native.instrument

    @property
    def methods(self) -> list[str]:
        """Its settlement methods."""
        return self._native.methods

    @property
    def decks(self) -> list[int]:
        """How many decks it allows."""
        return self._native.decks

    def wagers(self, method: str | None = None) -> list[str]:
        """The ids of the wagers of a method, or of the first.

        >>> Book("nz").wagers()[:3]
        ['player', 'banker', 'tie']
        """
        return self._native.wagers(method)

    def clause(self, number: str) -> Clause:
        """A clause by its number.

        >>> Book("act").clause("2.1/1").gives["cards.decks"]
        '[8]'
        """
        found = self.clauses(number)
        return next((clause for clause in found if clause.number == number), found[0])

    def clauses(self, *numbers: str, words: str = "") -> list[Clause]:
        """All clauses, those that go on from these numbers, or those that hold these words."""
        answer = json.loads(self._native.clauses(numbers, words.split()))
        return [
            Clause(
                clause["clause"],
                clause["kind"],
                clause["gist"],
                clause["reading"],
                {given["topic"]: given["value"] for given in clause["gives"]},
            )
            for clause in answer["clauses"]
        ]

    def odds(
        self,
        shoe: Mapping[str, int] | None = None,
        *,
        method: str | None = None,
        decks: int | None = None,
        wagers: Sequence[str] = (),
        stake: Amount | None = None,
        chips: Iterable[Amount] | None = None,
    ) -> Odds:
        """Exact odds on a full shoe, or on the cards left in one; with a stake and chips, of what would really be paid.

        >>> banker = Book("act").odds(Shoe.of_decks(8).without("5S"), wagers=["banker"])["banker"]
        >>> round(float(banker.ev), 6)
        -0.010662
        """
        if (stake is None) != (chips is None):
            raise ValueError("a stake needs chips, and chips need a stake")
        text = self._native.odds(
            method, decks, _counts(shoe), wagers, None if stake is None else str(stake), _chips(chips)
        )
        return Odds(text)

    def odds_many(
        self,
        shoes: NDArray[numpy.uint16],
        *,
        method: str | None = None,
        wagers: Sequence[str] = (),
        threads: int | None = None,
    ) -> NDArray[numpy.float64]:
        """The expected net of one unit on many compositions: shape (n, 52) in the order of ``CARDS``; back comes (n, wagers).

        >>> import numpy
        >>> shoes = numpy.array([Shoe.of_decks(8).counts(), Shoe.of_decks(6).counts()], dtype=numpy.uint16)
        >>> Book("nz").odds_many(shoes, wagers=["banker", "tie"]).round(6).tolist()
        [[-0.010579, -0.143596], [-0.010558, -0.144382]]
        """
        counts = numpy.ascontiguousarray(shoes, dtype=numpy.uint16)
        if counts.ndim != 2 or counts.shape[1] != len(CARDS):
            raise ValueError(f"found the shape {counts.shape}; allowed is (n, {len(CARDS)})")
        values = self._native.odds_many(counts.tobytes(), method, wagers, threads)
        columns = len(wagers) or len(self.wagers(method))
        return numpy.frombuffer(values, dtype=numpy.float64).reshape(-1, columns)

    def together(
        self,
        stakes: Mapping[str, Amount],
        *,
        shoe: Mapping[str, int] | None = None,
        method: str | None = None,
        decks: int | None = None,
        chips: Iterable[Amount] | None = None,
    ) -> NetDistribution:
        """What one person's wagers bring together, exactly.

        >>> Book("act").together({"banker": 100, "tie": 10}).results[0].net
        Fraction(-110, 1)
        """
        placed = ",".join(f"{wager}={stake}" for wager, stake in stakes.items())
        return NetDistribution(self._native.together(placed, method, decks, _counts(shoe), _chips(chips)))

    def removal(
        self,
        shoe: Mapping[str, int] | None = None,
        *,
        method: str | None = None,
        decks: int | None = None,
        wagers: Sequence[str] = (),
    ) -> Removals:
        """What taking one card out does to each wager.

        >>> float(Book("nz").removal(wagers=["player"])["4S"]["player"]) < 0
        True
        """
        return Removals(self._native.removals(method, decks, _counts(shoe), wagers))

    def simulate(
        self,
        shoes: int = 100_000,
        *,
        seed: int,
        wagers: Sequence[str] = (),
        stake: Amount = 10,
        shift: int = 7,
        strategies: Sequence[str | os.PathLike[str]] = (),
        coups_only: bool = False,
        method: str | None = None,
        decks: int | None = None,
        from_back: int | None = None,
        chips: Iterable[Amount] | None = None,
        settings: str | None = None,
        threads: int | None = None,
    ) -> Simulation:
        """Deals shoes by the million. A strategy is the path of a strategy file; ``settings`` are lines as in a transcript.

        >>> run = Book("nz").simulate(50, seed=7, wagers=["banker"])
        >>> run.shoes, run.coups
        (50, 3990)
        """
        texts = [(os.fspath(path), Path(path).read_text(encoding="utf-8")) for path in strategies]
        table = _Table(settings, method, decks, from_back, _chips(chips))
        return Simulation(
            self._native.simulate(shoes, seed, table, wagers, str(stake), shift, texts, coups_only, threads)
        )

    def count(
        self,
        shoes: int = 10_000,
        *,
        seed: int,
        depths: Sequence[int] = (),
        wagers: Sequence[str] = (),
        method: str | None = None,
        decks: int | None = None,
        settings: str | None = None,
        threads: int | None = None,
    ) -> Countability:
        """What somebody who counts cards could win on each wager, by depth of the cutting card."""
        table = _Table(settings, method, decks)
        return Countability(self._native.count(shoes, seed, table, depths, wagers, threads))

    def par(
        self,
        *,
        method: str | None = None,
        decks: Sequence[int] = (),
        chips: Iterable[Amount] = (1, 5, 25, 100),
    ) -> Par:
        """PAR sheets: every wager's rows, probabilities and edges, with clauses.

        >>> Book("nz").par().html().startswith("<!doctype html>")
        True
        """
        text = _chips(chips) or ""
        return Par(lambda kind: self._native.par(kind, method, decks, text))
