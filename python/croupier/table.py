"""Played tables: transcripts, score roads, and shoes checked from their public records."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _croupier


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a transcript: failures are lines with what was expected and what came instead."""

    book: str
    passed: bool
    expectations: int
    failures: tuple[tuple[int, str], ...]
    covered: tuple[tuple[str, int], ...]


def run_transcript(text: str) -> Report:
    """Plays a transcript under a book on the shelf.

    >>> run_transcript("nonsense").passed
    False
    """
    data = json.loads(_croupier.run_transcript(text))
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


def verify_shoe(record: str) -> VerifiedShoe:
    """Checks the public record of a finished shoe: lines of JSON. What is wrong with it is a ValueError.

    >>> verify_shoe("")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: ...
    """
    data = json.loads(_croupier.verify_shoe(record))
    return VerifiedShoe(
        data["decks"], data["cut"], data["dealt"], data["unseen"], data["finished"], tuple(data["cards"])
    )
