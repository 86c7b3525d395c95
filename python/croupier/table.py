"""Played tables: transcripts, score roads, and shoes checked from their public records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _croupier
from ._asked import setting_lines

if TYPE_CHECKING:
    import pandas

    from .book import Book


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a transcript: failures are lines with what was expected and what came instead."""

    book: str
    passed: bool
    expectations: int
    failures: tuple[tuple[int, str], ...]
    covered: tuple[tuple[str, int], ...]


def run_transcript(text: str, book: Book | None = None) -> Report:
    """Plays a transcript under a book on the shelf, or under the one given.

    >>> run_transcript("nonsense").passed
    False
    """
    data = json.loads(_croupier.run_transcript(text, None if book is None else book._native))
    return Report(
        data["book"],
        data["passed"],
        data["expectations"],
        tuple((line, message) for line, message in data["failures"]),
        tuple((clause, line) for clause, line in data["covered"]),
    )


class Roads:
    """The five score roads of a shoe, as data."""

    def __init__(self, text: str) -> None:
        self._text = text

    def json(self) -> str:
        """The roads as ``croupier roads --json`` prints them."""
        return self._text

    def data(self) -> dict[str, Any]:
        """The same as Python lists and dictionaries."""
        data: dict[str, Any] = json.loads(self._text)
        return data

    def __repr__(self) -> str:
        return f"Roads({self.data()['results']!r})"

    def frame(self) -> pandas.DataFrame:
        """A line for each mark of each road that stands in a grid: its road, column, row, and what it is."""
        import pandas

        lines: list[dict[str, Any]] = []
        for road, found in self.data().items():
            lines.extend(_marks(road, found))
        return pandas.DataFrame(lines, columns=["road", "column", "row", "mark"])

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        html: str = self.frame().to_html(notebook=True)
        return html


def _marks(road: str, found: Any) -> list[dict[str, Any]]:
    """Everything below this that stands at a place."""
    if isinstance(found, list):
        return [mark for part in found for mark in _marks(road, part)]
    if not isinstance(found, dict):
        return []
    if "at" in found:
        mark = found.get("winner") or found.get("side") or found.get("colour")
        return [{"road": road, "column": found["at"]["column"], "row": found["at"]["row"], "mark": mark}]
    return [mark for part in found.values() for mark in _marks(road, part)]


def roads(results: str | Iterable[str]) -> Roads:
    """The roads of results: ``B`` Banker, ``P`` Player, ``T`` Tie, each with marks such as ``+`` for a player pair.

    >>> roads("BPPTBB").data()["counts"]["winners"]
    {'banker': 3, 'player': 2, 'tie': 1}
    """
    return Roads(_croupier.roads(results if isinstance(results, str) else " ".join(results)))


@dataclass(frozen=True, slots=True)
class VerifiedShoe:
    """A finished shoe, proved from its public record alone."""

    decks: int
    cut: int | None
    dealt: int
    unseen: int
    finished: bool
    cards: tuple[str, ...]


def verify_shoe(record: str | PathLike[str]) -> VerifiedShoe:
    """Checks the public record of a finished shoe: its lines of JSON, or the path of their file. What is wrong is a ValueError.

    >>> verify_shoe("")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: ...
    """
    # A line of JSON has a brace, and a record has nothing else.
    is_text = isinstance(record, str) and "{" in record
    if isinstance(record, str) and not is_text and not os.path.isfile(record):
        raise ValueError(f"found {record!r}; allowed are the lines of a public record, or the path of its file")
    text = str(record) if is_text else Path(record).read_text(encoding="utf-8")
    data = json.loads(_croupier.verify_shoe(text))
    return VerifiedShoe(
        data["decks"], data["cut"], data["dealt"], data["unseen"], data["finished"], tuple(data["cards"])
    )


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table: what, by whom, when, and the clauses that it rests on."""

    fact: Mapping[str, Any]
    sentence: str
    name: str
    role: str
    at: int
    clauses: tuple[str, ...]
    silences: tuple[str, ...]

    def __str__(self) -> str:
        return self.sentence

    @classmethod
    def _of(cls, data: Mapping[str, Any]) -> Event:
        by, under = data["by"], data["under"]
        return cls(
            data["fact"],
            data["sentence"],
            by["name"],
            by["role"],
            data["at"],
            tuple(under.get("clauses", ())),
            tuple(under.get("silences", ())),
        )


class Decided(Sequence[Event]):
    """What a command would bring about: its events in order, to be handed to :meth:`Table.apply`."""

    __slots__ = ("_at", "_data", "_events", "_says")

    def __init__(self, text: str) -> None:
        answer = json.loads(text)
        self._data: list[dict[str, Any]] = answer["events"]
        self._says: list[str] = answer["says"]
        self._at: int = answer["at"]
        self._events = tuple(Event._of(event) for event in self._data)

    def __getitem__(self, at: Any) -> Any:
        return self._events[at]

    def __len__(self) -> int:
        return len(self._events)

    def __repr__(self) -> str:
        return f"Decided({[event.sentence for event in self._events]!r})"


@dataclass(frozen=True, slots=True)
class Due:
    """What is due next at a table, in one word and in a sentence, and the clauses that say so."""

    kind: str
    sentence: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        return self.sentence


class Table:
    """A table under a book. :meth:`decide` judges and changes nothing; :meth:`apply` takes in what was decided.

    What people do is said in the lines of transcripts. Staff are there and the cards are ready, unless ``by_hand``.

    >>> from croupier import Book, Refused
    >>> table = Table.open(Book("act"))
    >>> str(table.due)
    'wagers'
    >>> print(table.play("wager ann box 1 player 100")[-1])
    ann box 1 player 100 placed
    >>> try:
    ...     table.decide("wager ann box 1 player 0.50")
    ... except Refused as refused:
    ...     print(bool(refused.clauses))
    True
    >>> events = table.play("deal 6h 6d 2c 2s")
    >>> run_transcript(table.transcript()).passed
    True
    """

    def __init__(self, native: _croupier.NativeTable) -> None:
        self._native = native

    @classmethod
    def open(
        cls,
        book: Book,
        settings: str | Mapping[str, object] = "",
        *,
        method: str | None = None,
        by_hand: bool = False,
    ) -> Table:
        """Opens a table. Settings are lines as in a transcript, or a mapping such as ``{"from-back": 20}``."""
        lines = [f"book {book.id}" if method is None else f"book {book.id}, {method} method"]
        lines.extend(line for line in (setting_lines(settings) or "").splitlines() if line.strip())
        if by_hand:
            lines.append("cards by hand")
        return cls(_croupier.NativeTable(book._native, "\n".join(lines)))

    @property
    def due(self) -> Due:
        """What is due next."""
        data = json.loads(self._native.due())
        return Due(data["due"], data["sentence"], tuple(data["cites"].get("clauses", ())))

    @property
    def state(self) -> dict[str, Any]:
        """Everything that follows from what happened."""
        state: dict[str, Any] = json.loads(self._native.state())
        return state

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far, in order."""
        return [Event._of(event) for event in json.loads(self._native.events())]

    def decide(
        self,
        *acts: str | Mapping[str, Any],
        by: tuple[str, str] | None = None,
        at: int | None = None,
    ) -> Decided:
        """What a line such as ``"ann buys in 100"`` would bring about, or acts as data by somebody in a role.

        ``at`` is a time in milliseconds since the table's midnight; without it, now. What the table turns down is Refused.
        """
        if len(acts) == 1 and isinstance(acts[0], str) and by is None:
            return Decided(self._native.decide(acts[0], at))
        if by is None or any(isinstance(act, str) for act in acts):
            raise ValueError("allowed is one line, or acts as data with `by`, such as by=('ann', 'player')")
        name, role = by
        command = {
            "acts": list(acts),
            "by": {"name": name, "roles": [role]},
            "at": self._native.now if at is None else at,
        }
        return Decided(self._native.decide_command(json.dumps(command)))

    def apply(self, decided: Decided) -> None:
        """Takes in what was decided. What happened cannot be refused."""
        self._native.apply(json.dumps(decided._data), decided._says, decided._at)

    def play(self, line: str, at: int | None = None) -> Decided:
        """Decides a line and takes in what comes of it."""
        decided = self.decide(line, at=at)
        self.apply(decided)
        return decided

    def transcript(self) -> str:
        """All of it as a transcript, with what must come of each line."""
        return self._native.transcript()
