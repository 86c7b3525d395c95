"""What a book answers: exact numbers, with the JSON that the command prints beside them."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def _frame(lines: list[dict[str, Any]]) -> pandas.DataFrame:
    import pandas

    return pandas.DataFrame(lines)


@dataclass(frozen=True, slots=True)
class Row:
    """What may become of a wager: ``result`` is ``win``, ``push`` or ``lose``."""

    result: str
    name: str | None
    pays: Fraction
    probability: Fraction
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """The exact odds of one wager, for one unit staked."""

    wager: str
    name: str
    rows: tuple[Row, ...]
    ev: Fraction
    variance: Fraction
    hit_frequency: Fraction

    @property
    def house_edge(self) -> Fraction:
        """What the house expects to keep of one unit."""
        return -self.ev

    @property
    def sd(self) -> float:
        """The standard deviation of the net of one unit."""
        return math.sqrt(self.variance)

    @classmethod
    def _of(cls, data: Mapping[str, Any]) -> WagerOdds:
        rows = tuple(
            Row(
                row["result"],
                row["name"],
                Fraction(row["pays"]),
                Fraction(row["probability"]),
                tuple(row["clauses"]),
            )
            for row in data["rows"]
        )
        return cls(
            data["wager"],
            data["name"],
            rows,
            Fraction(data["ev"]),
            Fraction(data["variance"]),
            Fraction(data["hit_frequency"]),
        )


class _Answer:
    """An answer, kept as the JSON that the command prints."""

    __slots__ = ("_data", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._data: dict[str, Any] = json.loads(text)

    def json(self) -> str:
        """The answer as the ``croupier`` command prints it, byte for byte."""
        return self._text

    def data(self) -> dict[str, Any]:
        """The same as Python lists and dictionaries."""
        data: dict[str, Any] = json.loads(self._text)
        return data

    @property
    def book(self) -> str:
        """The id of the book that was asked."""
        return str(self._data["book"])

    def __repr__(self) -> str:
        told = (f"{key}={self._data[key]!r}" for key in ("book", "method", "decks", "shoes") if key in self._data)
        return f"{type(self).__name__}({', '.join(told)})"

    def frame(self) -> pandas.DataFrame:
        """The answer as a table."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        html: str = self.frame().to_html(notebook=True)
        return html


class Odds(_Answer, Mapping[str, WagerOdds]):
    """The exact odds of wagers, by id.

    >>> from croupier import Book
    >>> odds = Book("nz").odds()
    >>> list(odds)[:2]
    ['player', 'banker']
    >>> sum(row.probability for row in odds["tie"].rows)
    Fraction(1, 1)
    """

    __slots__ = ("_read",)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._read: dict[str, WagerOdds] = {}

    def _wagers(self) -> dict[str, Any]:
        return {wager["wager"]: wager for wager in self._data["wagers"]}

    def __getitem__(self, wager: str) -> WagerOdds:
        if wager not in self._read:
            self._read[wager] = WagerOdds._of(self._wagers()[wager])
        return self._read[wager]

    def __iter__(self) -> Iterator[str]:
        return iter(self._wagers())

    def __len__(self) -> int:
        return len(self._data["wagers"])

    @property
    def method(self) -> str:
        """The settlement method."""
        return str(self._data["method"])

    def edges(self) -> pandas.DataFrame:
        """A line for each wager: what the house keeps of one unit, how often it wins, and its deviation.

        >>> from croupier import Book
        >>> Book("nz").odds().edges().round(6).loc["banker"].tolist()
        [0.010579, 0.458597, 0.927372]
        """
        return _frame(
            [
                {
                    "wager": wager.wager,
                    "house_edge": float(wager.house_edge),
                    "hit_frequency": float(wager.hit_frequency),
                    "sd": wager.sd,
                }
                for wager in self.values()
            ]
        ).set_index("wager")

    def frame(self) -> pandas.DataFrame:
        """A line for each row of each wager, with fractions as numbers."""
        return _frame(
            [
                {
                    "wager": wager.wager,
                    "result": row.result,
                    "name": row.name,
                    "pays": float(row.pays),
                    "probability": float(row.probability),
                    "ev": float(wager.ev),
                    "sd": wager.sd,
                    "clauses": ", ".join(row.clauses),
                }
                for wager in self.values()
                for row in wager.rows
            ]
        )


@dataclass(frozen=True, slots=True)
class Net:
    """A net result that can come about."""

    net: Fraction
    probability: Fraction


class NetDistribution(_Answer):
    """The exact distribution of what several wagers of one person bring together."""

    __slots__ = ()

    @property
    def results(self) -> tuple[Net, ...]:
        """Each net that can come about, the worst first."""
        return tuple(Net(Fraction(at["net"]), Fraction(at["probability"])) for at in self._data["results"])

    @property
    def ev(self) -> Fraction:
        """The expected net, in whole money."""
        return Fraction(self._data["ev"])

    @property
    def sd(self) -> float:
        """The standard deviation, in whole money."""
        return float(self._data["sd"])

    def frame(self) -> pandas.DataFrame:
        """A line for each net."""
        return _frame([{"net": float(at.net), "probability": float(at.probability)} for at in self.results])


class Removals(_Answer, Mapping[str, dict[str, Fraction]]):
    """What taking one card out of a shoe does to the expectation of each wager, by card.

    >>> from croupier import Book
    >>> removal = Book("nz").removal(wagers=["tie"])
    >>> len(removal), list(removal)[0], sorted(removal["5S"])
    (52, 'AS', ['tie'])
    """

    __slots__ = ()

    def __getitem__(self, card: str) -> dict[str, Fraction]:
        for removal in self._data["removals"]:
            if removal["card"] == card:
                return {wager: Fraction(effect) for wager, effect in removal["effects"].items()}
        raise KeyError(card)

    def __iter__(self) -> Iterator[str]:
        return (str(removal["card"]) for removal in self._data["removals"])

    def __len__(self) -> int:
        return len(self._data["removals"])

    def frame(self) -> pandas.DataFrame:
        """A line for each card, a column for each wager."""
        return _frame(
            [
                {"card": removal["card"]}
                | {wager: float(Fraction(effect)) for wager, effect in removal["effects"].items()}
                for removal in self._data["removals"]
            ]
        ).set_index("card")


class Simulation(_Answer):
    """What came of shoes by the million."""

    __slots__ = ()

    @property
    def coups(self) -> int:
        """How many coups were dealt."""
        return int(self._data["coups"])

    @property
    def shoes(self) -> int:
        """How many shoes were dealt."""
        return int(self._data["shoes"])

    @property
    def stake(self) -> Decimal:
        """The stake on every wager on every coup."""
        return Decimal(self._data["stake"])

    def frame(self) -> pandas.DataFrame:
        """A line for each wager: what the house held, beside the exact edge."""
        columns = ("wager", "hold", "hold_low", "hold_high", "exact", "z")
        lines = [{column: wager[column] for column in columns} for wager in self._data["wagers"]]
        return _frame(lines).set_index("wager")

    def _add(self, patron: str) -> None:
        """Adds somebody who played by a Python object: as the other patrons stand in the answer."""
        self._data["patrons"].append(json.loads(patron))
        self._text = json.dumps(self._data, indent=2, ensure_ascii=False) + "\n"

    def _warn(self) -> None:
        """Tells what the book forbade a strategy, with its clauses: on those coups nothing was bet."""
        for patron in self._data["patrons"]:
            by = patron.get("forbidden_by")
            if by is not None:
                warnings.warn(
                    f"{patron['strategy']}: on {patron['forbidden']} coups {self.book} forbids {by['what']} "
                    f"({', '.join(by['clauses'])}), so that was not bet",
                    stacklevel=3,
                )

    def strategies(self) -> pandas.DataFrame:
        """A line for each strategy: what it staked and held, its ruin with the 95 % interval, and what it wins in an hour."""
        columns = (
            "strategy",
            "watched",
            "coups",
            "staked",
            "hold",
            "exact",
            "z",
            "ruin",
            "ruin_low",
            "ruin_high",
            "win_an_hour",
            "win_an_hour_low",
            "win_an_hour_high",
        )
        return _frame([{column: patron[column] for column in columns} for patron in self._data["patrons"]])

    def distribution(self, wager: str, by: str = "shoe") -> pandas.DataFrame:
        """How the results of a wager lie apart: by ``coup``, ``shoe`` or ``shift``."""
        for of in self._data["wagers"]:
            if of["wager"] == wager:
                return _frame([{"from": float(start), "times": times} for start, times in of[by]["bars"]])
        raise KeyError(wager)


class Countability(_Answer):
    """What somebody who counts cards could win."""

    __slots__ = ()

    def frame(self) -> pandas.DataFrame:
        """A line for each wager and depth of the cutting card."""
        return _frame(
            [{"wager": of["wager"]} | depth for of in self._data["wagers"] for depth in of["depths"]]
        )

    def stretches(self) -> pandas.DataFrame:
        """A line for each wager and stretch of the shoe: how far the odds of the cards not seen lie apart there.

        >>> from croupier import Book
        >>> stretches = Book("nz").count(4, seed=1, wagers=["tie"]).stretches()
        >>> list(stretches.columns)
        ['wager', 'cards_out', 'coups', 'favourable', 'perfect_per_shoe', 'mean', 'deviation']
        """
        return _frame(
            [{"wager": of["wager"]} | at for of in self._data["wagers"] for at in of["stretches"]]
        )


class Par:
    """PAR sheets of a book, in any form."""

    KINDS = ("html", "pdf", "xlsx", "csv", "json")

    def __init__(self, make: Callable[[str], bytes]) -> None:
        self._make = make

    def html(self) -> str:
        """A page that needs nothing else."""
        return self._make("html").decode()

    def pdf(self) -> bytes:
        """A PDF file."""
        return self._make("pdf")

    def xlsx(self) -> bytes:
        """An Excel workbook."""
        return self._make("xlsx")

    def csv(self) -> str:
        """A line for each row of each wager."""
        return self._make("csv").decode()

    def json(self) -> str:
        """Everything, as JSON."""
        return self._make("json").decode()

    def write(self, path: str | Path) -> None:
        """Writes a file of the kind that its ending says."""
        path = Path(path)
        path.write_bytes(self._make(path.suffix.lstrip(".").lower()))


class Conformance:
    """A conformance pack: a book clause by clause with its proofs."""

    KINDS = ("html", "pdf", "json")

    def __init__(self, make: Callable[[str], tuple[bytes, bool]]) -> None:
        self._make = make
        text, self._fails = make("json")
        self._text = text.decode()
        self._data: dict[str, Any] = json.loads(self._text)

    @property
    def passed(self) -> bool:
        """Nothing fails."""
        return not self._fails

    @property
    def summary(self) -> dict[str, int]:
        """How many clauses stand how."""
        return dict(self._data["summary"])

    def frame(self) -> pandas.DataFrame:
        """A line for each clause."""
        columns = ("clause", "kind", "verdict", "gist", "mutants_tried", "mutants_killed")
        lines = [
            {column: clause[column] for column in columns} | {"transcripts": len(clause["transcripts"])}
            for clause in self._data["clauses"]
        ]
        return _frame(lines).set_index("clause")

    def json(self) -> str:
        """Everything, as JSON."""
        return self._text

    def data(self) -> dict[str, Any]:
        """The same as Python lists and dictionaries."""
        data: dict[str, Any] = json.loads(self._text)
        return data

    def html(self) -> str:
        """A page that needs nothing else."""
        return self._make("html")[0].decode()

    def pdf(self) -> bytes:
        """A PDF file."""
        return self._make("pdf")[0]

    def write(self, path: str | Path) -> None:
        """Writes a file of the kind that its ending says."""
        path = Path(path)
        path.write_bytes(self._make(path.suffix.lstrip(".").lower())[0])
