"""Strategies of your own, and simulations that are dealt in parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Protocol, Union, runtime_checkable

from . import _croupier
from ._croupier import Coup, Seen
from .answers import Simulation

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


StrategyLike = Union[str, "os.PathLike[str]", Strategy, Callable[[Seen], Union[Stakes, None]]]
"""A name, the path of a strategy file, a function, or an object with a method ``bets``."""


class Partial:
    """Part of a simulation. ``a + b`` puts parts together; :func:`merge` gives the answer of all of them."""

    __slots__ = ("_parts",)

    def __init__(self, *parts: str) -> None:
        self._parts = parts

    def __add__(self, other: Partial) -> Partial:
        if not isinstance(other, Partial):
            return NotImplemented
        return Partial(*self._parts, *other._parts)

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


__all__ = ["Coup", "Partial", "Seen", "Stakes", "Strategy", "StrategyLike", "merge"]
