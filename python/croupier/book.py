"""Rule books, and what is asked of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Union, overload

import numpy

from . import _asked
from ._asked import Amount, Number, chip_list, names, whole, whole_if_given
from ._croupier import NativeBook, meant, shelf_ids, shelf_text
from .answers import Conformance, Countability, NetDistribution, Odds, Par, Removals, Simulation
from .simulation import Partial, ShoeStrategy, StrategyLike, _Planned

if TYPE_CHECKING:
    import datetime

    import pandas
    from numpy.typing import NDArray

    Shoes = Union[NDArray[numpy.integer], pandas.DataFrame]

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


@dataclass(frozen=True, slots=True)
class Change:
    """Something on which a book says something else than the published one."""

    topic: str
    published: tuple[str, ...]
    here: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a book comes from: ``published``, a ``variant`` of such a book, ``altered``, or somebody's ``own``."""

    standing: str
    sha256: str
    base: str | None
    changed: tuple[Change, ...]


class ExactEVs:
    """Exact expected values of many compositions: ``evs[shoe, wager]`` is a Fraction.

    ``numerators`` and ``denominators`` are arrays of Python integers, of shape (n, wagers), not reduced.
    """

    __slots__ = ("denominators", "numerators")

    def __init__(self, numerators: NDArray[numpy.object_], denominators: NDArray[numpy.object_]) -> None:
        self.numerators = numerators
        self.denominators = denominators

    @property
    def shape(self) -> tuple[int, int]:
        """How many compositions, and how many wagers."""
        rows, columns = self.numerators.shape
        return rows, columns

    def __len__(self) -> int:
        return int(self.numerators.shape[0])

    def __getitem__(self, at: tuple[int, int]) -> Fraction:
        return Fraction(int(self.numerators[at]), int(self.denominators[at]))

    def floats(self) -> NDArray[numpy.float64]:
        """The same as floating-point numbers."""
        values: NDArray[numpy.float64] = (self.numerators / self.denominators).astype(numpy.float64)
        return values


def _exact(values: bytes, columns: int) -> ExactEVs:
    """Each number is 128 bits: a signed upper and an unsigned lower half, in the machine's order."""
    halves = numpy.frombuffer(values, dtype=numpy.uint64).reshape(-1, columns, 2, 2)
    little = numpy.little_endian if hasattr(numpy, "little_endian") else numpy.dtype("<u8").isnative
    low, high = (0, 1) if little else (1, 0)
    upper = halves[..., high].astype(numpy.int64).astype(object)
    whole = upper * (1 << 64) + halves[..., low].astype(object)
    return ExactEVs(whole[..., 0], whole[..., 1])


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
        self._counts = tuple(whole(card, counts.get(card, 0), 0, _asked.MOST_OF_A_CARD) for card in CARDS)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        """Whole decks."""
        return cls(dict.fromkeys(CARDS, whole("decks", decks, 1, _asked.MOST_DECKS)))

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

    def __repr__(self) -> str:
        return f"<Shoe of {self.cards} cards>"

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


@dataclass(frozen=True, slots=True)
class _Par:
    method: str | None
    decks: list[int]
    chips: str
    limit: str
    boxes: int
    seed: int
    shoes: int
    counted: int
    date: str | None
    number: str | None


@dataclass(frozen=True, slots=True)
class _Run:
    first: int
    shoes: int
    shift: int
    stake: str
    wagers: Sequence[str]
    strategies: Sequence[tuple[str, str]]
    coups_only: bool
    coups_an_hour: int


def _strategies(
    strategies: str | os.PathLike[str] | Sequence[StrategyLike],
) -> tuple[list[tuple[str, str]], list[object]]:
    """Strategy files with their names, and Python objects."""
    files: list[tuple[str, str]] = []
    players: list[object] = []
    for strategy in [strategies] if isinstance(strategies, (str, os.PathLike)) else strategies:
        if isinstance(strategy, (str, os.PathLike)):
            files.append(_asked.strategy_file(strategy))
        else:
            players.append(strategy)
    return files, players


def _counts(shoe: Mapping[str, int] | None) -> list[int] | None:
    if shoe is None:
        return None
    return (shoe if isinstance(shoe, Shoe) else Shoe(shoe)).counts()


def _read(name: str) -> str:
    path = Path(name)
    if not name or (not path.exists() and path.suffix == "" and path.name == name):
        known = shelf_ids()
        raise ValueError(
            f"no book {name!r}: allowed are {', '.join(known)}, or the path of a book file{meant(name, known)}"
        )
    return path.read_text(encoding="utf-8")


def _compositions(shoes: Shoes) -> NDArray[numpy.uint16]:
    """Counts in the order of ``CARDS``: of an array as they stand, of a frame by the names of its columns."""
    counts = numpy.asarray(shoes)
    if not isinstance(shoes, (numpy.ndarray, list, tuple)) and hasattr(shoes, "columns"):
        missing = [card for card in CARDS if card not in shoes.columns]
        if missing or len(shoes.columns) != len(CARDS):
            found = f"no column {missing[0]}" if missing else f"{len(shoes.columns)} columns"
            raise ValueError(f"`shoes`: found {found}; allowed is a frame with a column for each of `CARDS`")
        counts = shoes[list(CARDS)].to_numpy()
    if counts.ndim != 2 or counts.shape[1] != len(CARDS):
        raise ValueError(f"found the shape {counts.shape}; allowed is (n, {len(CARDS)})")
    if counts.dtype.kind not in "iuf" or (counts.dtype.kind == "f" and not numpy.isfinite(counts).all()):
        raise ValueError(f"found {counts.dtype} that are no counts; allowed are whole numbers of cards")
    most = _asked.MOST_OF_A_CARD
    if counts.size and (counts.min() < 0 or counts.max() > most):
        raise ValueError(f"found a count outside 0 to {most}; allowed are 0 to {most} of each card")
    exact: NDArray[numpy.uint16] = numpy.ascontiguousarray(counts, dtype=numpy.uint16)
    if not numpy.array_equal(exact, counts):
        raise ValueError("found counts that are not whole; allowed are whole numbers of cards")
    return exact


def _table(
    settings: str | Mapping[str, object] | None,
    method: str | None,
    decks: Number | None,
    from_back: Number | None = None,
    chips: Iterable[Amount] | None = None,
) -> _Table:
    return _Table(
        _asked.setting_lines(settings),
        method,
        whole_if_given("decks", decks, 1, _asked.MOST_DECKS),
        whole_if_given("from_back", from_back, 0, _asked.MOST_CARDS),
        chip_list(chips),
    )


def _run(
    first: Number,
    shoes: Number,
    shift: Number,
    stake: Amount,
    wagers: str | Sequence[str],
    files: Sequence[tuple[str, str]],
    coups_only: bool,
    coups_an_hour: Number,
) -> _Run:
    return _Run(
        whole("first", first, 0, _asked.MOST_SHOES),
        whole("shoes", shoes, 1, _asked.MOST_SHOES),
        whole("shift", shift, 1, _asked.MOST_SHOES),
        str(stake),
        names(wagers),
        files,
        coups_only,
        whole("coups_an_hour", coups_an_hour, 1, 1_000_000),
    )


def _threads(threads: Number | None) -> int | None:
    return whole_if_given("threads", threads, 1, _asked.MOST_THREADS)


def _seed(seed: Number) -> int:
    return whole("seed", seed, 0, _asked.MOST_SEED)


class Book:
    """A rule book: an id on the shelf (``"act"``), or the path of a book file.

    >>> book = Book("act")
    >>> book.id, book.methods
    ('act', ['commission', 'non-commission'])
    >>> Book("nope")
    Traceback (most recent call last):
        ...
    ValueError: no book 'nope': allowed are act, nz, qld, nsw, or the path of a book file
    >>> Book("NZ").id
    'nz'
    """

    def __init__(self, source: str | os.PathLike[str], /) -> None:
        name = os.fspath(source)
        self._load(name, shelf_text(name.lower()) or _read(name))

    def _load(self, name: str, text: str) -> None:
        self._name = name
        self._text = text
        self._native = NativeBook(name, text)

    @classmethod
    def from_text(cls, text: str, name: str = "book") -> Book:
        """A book from the text of its file; ``name`` stands in messages.

        >>> Book.from_text("book = 1")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        croupier.BookFaults: book: ...
        """
        book = cls.__new__(cls)
        book._load(name, text)
        return book

    def __repr__(self) -> str:
        return f"Book({self._name!r})"

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        # The text goes along, so that another machine needs no file.
        return Book.from_text, (self._text, self._name)

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

    @cached_property
    def provenance(self) -> Provenance:
        """Where it comes from, held against the published books.

        >>> Book("nz").provenance.standing
        'published'
        """
        data = json.loads(self._native.provenance())
        changed = (
            Change(at["topic"], tuple(at["published"]), tuple(at["here"]), tuple(at["clauses"]))
            for at in data.get("changed", ())
        )
        return Provenance(data["standing"], data["sha256"], data.get("base"), tuple(changed))

    @property
    def sha256(self) -> str:
        """The hash of what the book says, whatever its file looks like."""
        return self.provenance.sha256

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
        for clause in found:
            if clause.number == number:
                return clause
        parts = ", ".join(clause.number for clause in found)
        raise ValueError(f"{self.id} has no clause {number} by itself; allowed are its parts {parts}")

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
        decks: Number | None = None,
        wagers: str | Sequence[str] = (),
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
            method,
            whole_if_given("decks", decks, 1, _asked.MOST_DECKS),
            _counts(shoe),
            names(wagers),
            None if stake is None else str(stake),
            chip_list(chips),
        )
        return Odds(text)

    @overload
    def odds_many(
        self,
        shoes: Shoes,
        *,
        method: str | None = ...,
        wagers: str | Sequence[str] = ...,
        exact: Literal[False] = ...,
        threads: Number | None = ...,
    ) -> NDArray[numpy.float64]: ...

    @overload
    def odds_many(
        self,
        shoes: Shoes,
        *,
        method: str | None = ...,
        wagers: str | Sequence[str] = ...,
        exact: Literal[True],
        threads: Number | None = ...,
    ) -> ExactEVs: ...

    def odds_many(
        self,
        shoes: Shoes,
        *,
        method: str | None = None,
        wagers: str | Sequence[str] = (),
        exact: bool = False,
        threads: Number | None = None,
    ) -> NDArray[numpy.float64] | ExactEVs:
        """The expected net of one unit on many compositions: shape (n, 52) in the order of ``CARDS``; back comes (n, wagers).

        >>> import numpy
        >>> shoes = numpy.array([Shoe.of_decks(8).counts(), Shoe.of_decks(6).counts()])
        >>> Book("nz").odds_many(shoes, wagers=["banker", "tie"]).round(6).tolist()
        [[-0.010579, -0.143596], [-0.010558, -0.144382]]
        >>> Book("nz").odds_many(shoes, wagers=["banker", "tie"], exact=True)[1, 0]
        Fraction(-460294100, 43594702723)
        """
        counts, asked = _compositions(shoes), names(wagers)
        values = self._native.odds_many(counts.tobytes(), method, asked, _threads(threads), exact)
        columns = len(asked) or len(self.wagers(method))
        if exact:
            return _exact(values, columns)
        return numpy.frombuffer(values, dtype=numpy.float64).reshape(-1, columns)

    def together(
        self,
        stakes: Mapping[str, Amount],
        *,
        shoe: Mapping[str, int] | None = None,
        method: str | None = None,
        decks: Number | None = None,
        chips: Iterable[Amount] | None = None,
    ) -> NetDistribution:
        """What one person's wagers bring together, exactly; Forbidden if the book does not let one person make them.

        >>> Book("act").together({"banker": 100, "tie": 10}).results[0].net
        Fraction(-110, 1)
        >>> from croupier import Forbidden
        >>> try:
        ...     Book("nz").together({"banker": 100, "player": 100})
        ... except Forbidden as error:
        ...     print(error.clauses)
        ['5.2 tail']
        """
        count = whole_if_given("decks", decks, 1, _asked.MOST_DECKS)
        text = self._native.together(_asked.placed(stakes), method, count, _counts(shoe), chip_list(chips))
        return NetDistribution(text)

    def removal(
        self,
        shoe: Mapping[str, int] | None = None,
        *,
        method: str | None = None,
        decks: Number | None = None,
        wagers: str | Sequence[str] = (),
    ) -> Removals:
        """What taking one card out does to each wager.

        >>> float(Book("nz").removal(wagers=["player"])["4S"]["player"]) < 0
        True
        """
        count = whole_if_given("decks", decks, 1, _asked.MOST_DECKS)
        return Removals(self._native.removals(method, count, _counts(shoe), names(wagers)))

    def simulate(
        self,
        shoes: Number = 100_000,
        *,
        seed: Number,
        first: Number = 0,
        wagers: str | Sequence[str] = (),
        stake: Amount = 10,
        shift: Number = 7,
        strategies: str | os.PathLike[str] | Sequence[StrategyLike] = (),
        bankroll: Amount = 1_000,
        coups_an_hour: Number = 70,
        coups_only: bool = False,
        method: str | None = None,
        decks: Number | None = None,
        from_back: Number | None = None,
        chips: Iterable[Amount] | None = None,
        settings: str | Mapping[str, object] | None = None,
        threads: Number | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Simulation:
        """Deals shoes by the million. ``settings`` are lines as in a transcript; ``first`` is the number of the first shoe.

        A strategy is the name of one that comes with Croupier, the path of a strategy file, or a Python object: see
        :class:`croupier.Strategy`, asked before each coup, and :class:`croupier.ShoeStrategy`, asked once for each shoe. Python objects play the shoes in order, with ``bankroll`` unless they say otherwise. What the book
        forbids one person to bet together is not bet, and a warning says by which clauses.

        >>> run = Book("nz").simulate(50, seed=7, wagers=["banker"])
        >>> run.shoes, run.coups
        (50, 3990)
        >>> def banker(seen):
        ...     return {"banker": 10}
        >>> run = Book("nz").simulate(7, seed=7, wagers=["banker"], strategies=["martingale", banker])
        >>> run.strategies()["strategy"].tolist()
        ['martingale', 'banker']
        """
        files, players = _strategies(strategies)
        table = _table(settings, method, decks, from_back, chips)
        run = _run(first, shoes, shift, stake, wagers, files, coups_only, coups_an_hour)
        seed = _seed(seed)
        answer = Simulation(self._native.simulate(seed, table, run, _threads(threads), progress))
        for player in players:
            name = str(getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__)
            brings = str(getattr(player, "bankroll", bankroll))
            needs_cards = bool(getattr(player, "needs_cards", False))
            plans = isinstance(player, ShoeStrategy)
            plays = _Planned(player.stakes) if isinstance(player, ShoeStrategy) else player
            answer._add(self._native.play(seed, table, run, name, brings, plays, needs_cards, plans))
        answer._warn()
        return answer

    def partial(
        self,
        shoes: range,
        *,
        seed: Number,
        wagers: str | Sequence[str] = (),
        stake: Amount = 10,
        shift: Number = 7,
        strategies: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
        coups_an_hour: Number = 70,
        coups_only: bool = False,
        method: str | None = None,
        decks: Number | None = None,
        from_back: Number | None = None,
        chips: Iterable[Amount] | None = None,
        settings: str | Mapping[str, object] | None = None,
        threads: Number | None = None,
    ) -> Partial:
        """Part of a simulation: shoes by their numbers. Parts can be pickled, and added in any order.

        >>> from croupier import merge
        >>> book = Book("nz")
        >>> late = book.partial(range(700, 1400), seed=7)
        >>> early = book.partial(range(0, 700), seed=7)
        >>> merge([late, early]).json() == book.simulate(1400, seed=7).json()
        True
        """
        if shoes.step != 1:
            raise ValueError(f"found {shoes}; allowed is a range of step 1")
        files, players = _strategies(strategies)
        if players:
            raise ValueError("a part of a run takes strategies from files; a Python object plays the shoes in order")
        table = _table(settings, method, decks, from_back, chips)
        run = _run(shoes.start, len(shoes), shift, stake, wagers, files, coups_only, coups_an_hour)
        return Partial(self._native.partial(self._text, _seed(seed), table, run, _threads(threads)))

    def count(
        self,
        shoes: Number = 10_000,
        *,
        seed: Number,
        depths: Number | Sequence[Number] = (),
        wagers: str | Sequence[str] = (),
        method: str | None = None,
        decks: Number | None = None,
        settings: str | Mapping[str, object] | None = None,
        threads: Number | None = None,
    ) -> Countability:
        """What somebody who counts cards could win on each wager, by depth of the cutting card."""
        table = _table(settings, method, decks)
        many = whole("shoes", shoes, 1, _asked.MOST_SHOES)
        behind = _asked.several("depths", depths, 0, _asked.MOST_CARDS)
        return Countability(self._native.count(many, _seed(seed), table, behind, names(wagers), _threads(threads)))

    def par(
        self,
        *,
        method: str | None = None,
        decks: Number | Sequence[Number] = (),
        chips: Iterable[Amount] = (1, 5, 25, 100),
        limit: Amount = 1_000,
        boxes: Number = 7,
        seed: Number = 1,
        shoes: Number = 2_000,
        counted: Number = 20,
        date: str | datetime.date | None = None,
        number: str | None = None,
    ) -> Par:
        """PAR sheets: every wager's rows, probabilities and edges with clauses, bands, exposure, sensitivity, and shoes dealt against them.

        >>> Book("nz").par(shoes=0).html().startswith("<!doctype html>")
        True
        """
        scope = _Par(
            method,
            _asked.several("decks", decks, 1, _asked.MOST_DECKS),
            chip_list(chips) or "",
            str(limit),
            whole("boxes", boxes, 1, 255),
            _seed(seed),
            whole("shoes", shoes, 0, _asked.MOST_SHOES),
            whole("counted", counted, 1, 1_000_000),
            _asked.day(date),
            number,
        )
        return Par(lambda kind: self._native.par(kind, scope))

    def conformance(
        self,
        transcripts: str | os.PathLike[str],
        *,
        mutants: Number | None = 300,
        date: str | datetime.date | None = None,
        against: str | None = None,
    ) -> Conformance:
        """The book clause by clause with its proofs, from a folder of transcripts.

        ``mutants`` changes of values are tried, evenly spread; all if ``None``, which takes long. ``against`` is the JSON of an older pack.
        """
        folder = Path(transcripts)
        if not folder.is_dir():
            raise NotADirectoryError(f"no folder {str(folder)!r}; allowed is a folder of transcripts")
        tried = whole_if_given("mutants", mutants, 0, _asked.MOST_SHOES)
        stated = _asked.day(date)
        files = [
            (str(file.relative_to(folder)), file.read_text(encoding="utf-8"))
            for file in sorted(folder.rglob("*.txt"))
        ]
        # An edited copy answers for what the published book proves, whatever it is called.
        names = [self.id]
        if self.provenance.standing == "altered" and self.provenance.base is not None:
            names.append(self.provenance.base)
        lists = [listed for name in names if (listed := folder / f"survivors-{name}.list").exists()]
        survivors = lists[0].read_text(encoding="utf-8") if lists else ""
        return Conformance(
            lambda kind: self._native.conformance(kind, self._text, files, survivors, tried, stated, against)
        )
