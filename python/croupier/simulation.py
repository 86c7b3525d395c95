"""Strategies of your own, and simulations that are dealt in parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol, Union, runtime_checkable

import numpy

from . import _croupier
from ._croupier import Coup, Seen
from .answers import Simulation

if TYPE_CHECKING:
    from numpy.typing import NDArray

Stakes = Mapping[str, Union[int, str, Decimal]]
"""What is bet on a coup: an amount by wager."""


@runtime_checkable
class Strategy(Protocol):
    """Somebody who plays. Only ``bets`` is needed; a plain function can stand in its place.

    ``settled(seen, coup, net)`` is told what came of each coup, with the net as a Decimal; ``arrive()`` begins a shift, and
    ``shoe(burnt)`` a shoe, with the card that was burnt for all to see. An attribute ``needs_cards`` that is true shows each coup's
    cards; ``name`` and ``bankroll`` stand in the answer.

    >>> from croupier import Book
    >>> class Doubling:
    ...     name = "doubling"
    ...     bankroll = 1000
    ...     def arrive(self):
    ...         self.stake = 10
    ...     def bets(self, seen):
    ...         return {"player": self.stake}
    ...     def settled(self, seen, coup, net):
    ...         if net:
    ...             self.stake = 10 if net > 0 else self.stake * 2
    >>> run = Book("act").simulate(14, seed=3, wagers=["player"], strategies=[Doubling()])
    >>> run.data()["patrons"][0]["strategy"]
    'doubling'
    """

    def bets(self, seen: Seen, /) -> Stakes | None:
        """What is bet on the coming coup; nothing or an empty mapping for no bet."""


@dataclass(frozen=True)
class ShoeView:
    """A shoe as somebody sees it dealt: line *k* of every array is what is known before coup *k*, and nothing of that coup or later.

    >>> from croupier import Book
    >>> shoes = []
    >>> class Look:
    ...     def stakes(self, shoe):
    ...         shoes.append(shoe)
    ...         return {}
    >>> run = Book("nz").simulate(1, seed=7, shift=1, wagers=["tie"], strategies=[Look()])
    >>> shoes[0].coups, shoes[0].last[:4].tolist(), shoes[0].cards_left[:3].tolist()
    (80, ['', 'player', 'player', 'tie'], [406, 401, 397])
    """

    wagers: tuple[str, ...]
    """The wagers that may be made: the columns of an array of stakes."""
    held: Decimal
    """What is held when the shoe begins."""
    brought: Decimal
    """What was brought to the shift."""
    shoe: int
    """How many shoes of the shift came before."""
    last: NDArray[numpy.str_]
    """How the coup before ended: ``"player"``, ``"banker"``, ``"tie"``; before the first coup ``""``."""
    last_player: NDArray[numpy.uint8]
    """The player's point count of the coup before; 0 before the first."""
    last_banker: NDArray[numpy.uint8]
    """The banker's point count of the coup before; 0 before the first."""
    cards_left: NDArray[numpy.uint16]
    """How many cards are left in the shoe."""
    left: NDArray[numpy.uint16] | None
    """How many there are of each card among those not seen, in the order of ``CARDS``, as :meth:`Book.odds_many` takes them; only where the
    strategy has ``needs_cards``."""

    @property
    def coups(self) -> int:
        """How many coups it has."""
        return len(self.cards_left)

    @property
    def decks_left(self) -> NDArray[numpy.float64]:
        """How many decks are left in the shoe."""
        return self.cards_left / 52.0

    def _until(self, coups: int) -> ShoeView:
        """The same, seen no further than so many coups."""
        left = None if self.left is None else self.left[:coups]
        return replace(
            self,
            last=self.last[:coups],
            last_player=self.last_player[:coups],
            last_banker=self.last_banker[:coups],
            cards_left=self.cards_left[:coups],
            left=left,
        )


ShoeStakes = Union["NDArray[Any]", Mapping[str, Any]]
"""What is bet on the coups of a shoe: by wager an amount for each coup, or an array of shape (coups, wagers)."""


@runtime_checkable
class ShoeStrategy(Protocol):
    """Somebody who plays by arrays: asked once for all coups of a shoe, which is many times as fast as once for each coup.

    A stake may depend on what was known before its coup, and on nothing that came later: ``stakes`` is asked again about shoes that are cut
    off somewhere, and what it stakes before the cut must not change. ``name``, ``bankroll`` and ``needs_cards`` are those of
    :class:`Strategy`. What cannot be paid, or what the book or the table do not take, is not bet, as in any other strategy.

    >>> from croupier import Book
    >>> book = Book("nz")
    >>> class Counter:
    ...     name = "perfect on the tie"
    ...     needs_cards = True
    ...     def stakes(self, shoe):
    ...         ev = book.odds_many(shoe.left, wagers=["tie"])[:, 0]
    ...         return {"tie": 10 * (ev > 0)}
    >>> run = book.simulate(70, seed=3, wagers=["tie"], strategies=[Counter()])
    >>> run.data()["patrons"][0]["strategy"], run.data()["patrons"][0]["exact"] < 0
    ('perfect on the tie', True)
    """

    def stakes(self, shoe: ShoeView, /) -> ShoeStakes:
        """What is bet on every coup of a shoe: 0 for no bet."""


StrategyLike = Union[str, "os.PathLike[str]", Strategy, ShoeStrategy, Callable[[Seen], Union[Stakes, None]]]
"""A name, the path of a strategy file, a function, or an object with a method ``bets`` or ``stakes``."""

_WINNERS = numpy.array(["", "player", "banker", "tie"])
_CENTS = 100
_MOST = 10**9
"""The most that is staked at once, as in books."""


class _Planned:
    """What is asked for the stakes of shoes: a strategy of somebody's own, held to what it may know."""

    __slots__ = ("_asked", "_stakes", "wagers")

    def __init__(self, stakes: Callable[[ShoeView], ShoeStakes]) -> None:
        self._stakes = stakes
        self._asked = 0
        self.wagers: tuple[str, ...] = ()

    def __call__(
        self, seen: Seen, winners: bytes, players: bytes, bankers: bytes, gone: bytes, left: bytes | None
    ) -> bytes:
        before = numpy.frombuffer(gone, dtype=numpy.uint16)
        all_cards = seen.cards_left + (int(before[0]) if len(before) else 0)
        shoe = ShoeView(
            self.wagers,
            seen.held,
            seen.brought,
            seen.shoe,
            _WINNERS[numpy.frombuffer(winners, dtype=numpy.uint8)],
            numpy.frombuffer(players, dtype=numpy.uint8),
            numpy.frombuffer(bankers, dtype=numpy.uint8),
            (all_cards - before).astype(numpy.uint16),
            None if left is None else numpy.frombuffer(left, dtype=numpy.uint16).reshape(-1, 52),
        )
        stakes = self._cents(shoe)
        # The first shoes are looked at closely, later ones now and then.
        if self._asked < 8 or self._asked % 64 == 0:
            until = 1 + self._asked * 37 % shoe.coups
            if not numpy.array_equal(self._cents(shoe._until(until)), stakes[:until]):
                raise ValueError(
                    f"the stakes on the first {until} coups of a shoe change with what comes after them; "
                    "allowed is to look at what was known before each coup"
                )
        self._asked += 1
        return stakes.tobytes()

    def _cents(self, shoe: ShoeView) -> NDArray[numpy.int64]:
        """What is staked on every coup and wager, in the smallest unit."""
        shape = (shoe.coups, len(self.wagers))
        answer = self._stakes(shoe)
        if isinstance(answer, Mapping):
            stakes = numpy.zeros(shape, dtype=numpy.int64)
            for wager, amounts in answer.items():
                if wager not in self.wagers:
                    raise ValueError(f"`stakes` named `{wager}`; allowed are {', '.join(self.wagers)}")
                stakes[:, self.wagers.index(wager)] = _in_cents(amounts, shape[:1])
            return stakes
        return numpy.ascontiguousarray(_in_cents(answer, shape))


def _in_cents(amounts: Any, shape: tuple[int, ...]) -> NDArray[numpy.int64]:
    """Amounts in the smallest unit; one amount stands for all."""
    values = numpy.asarray(amounts)
    if values.shape not in ((), shape):
        raise ValueError(f"`stakes` gave the shape {values.shape}; allowed is {shape}, an amount for each coup")
    if values.dtype == object:
        values = values.astype(numpy.float64)
    if values.dtype.kind not in "biuf":
        raise ValueError(f"`stakes` gave {values.dtype}; allowed are numbers")
    if values.size and not (values.min() >= 0 and values.max() <= _MOST):
        raise ValueError(f"`stakes` gave {values.min()} to {values.max()}; allowed are 0 to {_MOST}")
    cents = values.astype(numpy.int64) * _CENTS if values.dtype.kind != "f" else numpy.rint(values * _CENTS)
    if values.dtype.kind == "f" and not numpy.allclose(cents, values * _CENTS, rtol=1e-12, atol=1e-6):
        raise ValueError("`stakes` gave parts of the smallest unit; allowed are amounts such as 10 or 2.50")
    return numpy.broadcast_to(cents.astype(numpy.int64), shape)


class Partial:
    """Part of a simulation. ``a + b`` puts parts together; :func:`merge` gives the answer of all of them."""

    __slots__ = ("_parts",)

    def __init__(self, *parts: str) -> None:
        self._parts = parts

    def __add__(self, other: Partial) -> Partial:
        if not isinstance(other, Partial):
            return NotImplemented
        return Partial(*self._parts, *other._parts)

    def __radd__(self, other: int) -> Partial:
        # What `sum` begins with.
        return self if other == 0 else NotImplemented

    def __reduce__(self) -> tuple[type[Partial], tuple[str, ...]]:
        return Partial, self._parts

    def __repr__(self) -> str:
        shoes = (f"{part.start}-{part.stop - 1}" for part in self.shoes)
        return f"Partial(shoes {', '.join(shoes)})"

    @property
    def shoes(self) -> list[range]:
        """The numbers of its shoes, stretch by stretch."""
        stretches = (stretch for part in self._parts for stretch in _croupier.shoes_of_part(part))
        return [range(first, first + many) for first, many in sorted(stretches)]

    def json(self) -> str:
        """The text that ``croupier simulate --partial`` writes."""
        return self._parts[0] if len(self._parts) == 1 else _croupier.merge_parts(self._parts)

    @classmethod
    def read(cls, text: str) -> Partial:
        """A part that the command or :meth:`json` wrote."""
        _croupier.shoes_of_part(text)
        return cls(text)


def merge(parts: Iterable[Partial]) -> Simulation:
    """What one run of all these shoes gives, to the last bit, whatever the order of the parts."""
    texts = [text for part in parts for text in part._parts]
    return Simulation(_croupier.answer_parts(texts))


__all__ = [
    "Coup",
    "Partial",
    "Seen",
    "ShoeStakes",
    "ShoeStrategy",
    "ShoeView",
    "Stakes",
    "Strategy",
    "StrategyLike",
    "merge",
]
