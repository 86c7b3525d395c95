"""Simulations in parts, and strategies written in Python."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import numpy
import pytest
from croupier import (
    Book,
    Coup,
    Forbidden,
    Partial,
    Refused,
    Seen,
    Shoe,
    ShoeStakes,
    ShoeView,
    Stakes,
    merge,
)

from .test_croupier import command


def test_parts_in_any_order_are_one_run_to_the_last_byte(tmp_path: Path) -> None:
    book = Book("nsw")
    whole = book.simulate(1_050, seed=7, strategies=["labouchere", "counter"])
    bounds = [0, 7, 490, 497, 700, 1_050]
    parts = [
        book.partial(range(start, stop), seed=7, strategies=["labouchere", "counter"])
        for start, stop in zip(bounds, bounds[1:])
    ]
    for seed in range(3):
        random.Random(seed).shuffle(parts)
        assert merge(parts).json() == whole.json()
    together = sum(parts[1:], start=parts[0])
    assert merge([pickle.loads(pickle.dumps(together))]).json() == whole.json()
    assert [len(stretch) for stretch in together.shoes] == [7, 483, 7, 203, 350]
    arguments = ["--seed", "7", "--strategy", "labouchere", "counter"]
    assert whole.json() == command("simulate", "nsw", "--shoes", "1050", *arguments, "--json")
    files = []
    for start, many in ((700, 350), (0, 700)):
        files.append(str(tmp_path / f"{start}.json"))
        command(
            "simulate", "nsw", "--first-shoe", str(start), "--shoes", str(many), *arguments, "--partial", files[-1]
        )
    assert command("merge", *files, "--json") == whole.json()
    read = [Partial.read(Path(file).read_text(encoding="utf-8")) for file in files]
    assert merge(read).json() == whole.json()


def test_parts_that_do_not_fit_are_refused() -> None:
    book = Book("nz")
    first, third = book.partial(range(0, 70), seed=7), book.partial(range(140, 210), seed=7)
    with pytest.raises(Refused, match="no part has the shoes from 70 to 139"):
        merge([third, first])
    with pytest.raises(Refused, match="two parts have the shoes from 0 to 69"):
        merge([first, first])
    with pytest.raises(Refused, match="they differ in the seed"):
        merge([first, book.partial(range(70, 140), seed=8)])
    with pytest.raises(Refused, match="they differ in the book"):
        merge([first, Book("act").partial(range(70, 140), seed=7)])
    with pytest.raises(ValueError, match="multiples of 7"):
        book.partial(range(3, 70), seed=7, strategies=["flat"])


def test_parts_add_up_and_one_strategy_needs_no_list() -> None:
    book = Book("nz")
    parts = [book.partial(range(start, start + 7), seed=7, strategies="flat") for start in (0, 7, 14)]
    together = sum(parts)
    assert isinstance(together, Partial)
    assert merge([together]).json() == book.simulate(21, seed=7, strategies=["flat"]).json()
    lines = book.simulate(7, seed=7, settings="setting from-back 40").json()
    assert book.simulate(7, seed=7, settings={"from-back": 40}).json() == lines != book.simulate(7, seed=7).json()


def test_without_strategies_a_run_may_be_cut_anywhere() -> None:
    book = Book("nz")
    parts = [book.partial(range(start, stop), seed=7) for start, stop in ((0, 100), (100, 103), (103, 210))]
    assert merge(reversed(parts)).json() == book.simulate(2.1e2, seed=7).json()
    with pytest.raises(ValueError, match="allowed is a whole number"):
        book.simulate(1.5, seed=7)


class Ties:
    """Ten on the tie while more than half of the cards are left, having seen them all."""

    needs_cards = True

    def bets(self, seen: Seen) -> Stakes:
        return {"tie": 10} if seen.decks_left > 7 else {}


def test_whoever_sees_the_cards_is_held_against_those_not_seen() -> None:
    run = Book("nz").simulate(14, seed=3, wagers=["tie"], strategies=[Ties()])
    seeing = run.data()["patrons"][0]
    assert seeing["exact"] == pytest.approx(0.1436, abs=0.02)
    assert seeing["exact"] != pytest.approx(0.14359593, abs=1e-8)


class Flat:
    """Ten on the player, on every coup."""

    name = "flat in Python"
    bankroll = 1000

    def __init__(self) -> None:
        self.coups = 0
        self.cards = 0

    def bets(self, seen: Seen) -> Stakes:
        assert isinstance(seen.held, Decimal)
        assert seen.brought == 1_000
        return {"player": 10}

    def settled(self, seen: Seen, coup: Coup, net: Decimal) -> None:
        self.coups += 1
        self.cards += len(coup.cards)
        assert (coup.winner == "tie") == (coup.player == coup.banker)
        assert net == {"player": 10, "banker": -10, "tie": 0}[coup.winner]


def test_a_strategy_in_python_is_what_its_file_is(tmp_path: Path) -> None:
    file = tmp_path / "flat.toml"
    file.write_text('name = "flat"\nbankroll = 1000\n[[bet]]\non = "player"\nstake = 10\n', encoding="utf-8")
    player = Flat()
    run = Book("nz").simulate(70, seed=4, strategies=[file, player])
    from_file, from_python = run.data()["patrons"]
    assert player.coups == from_python["watched"] > 0
    assert player.cards == 0
    assert {**from_file, "strategy": ""} == {**from_python, "strategy": ""}


def test_what_a_strategy_in_python_does_wrong_is_told() -> None:
    with pytest.raises(ValueError, match="named `lucky`; allowed are player, banker, tie"):
        Book("nz").simulate(7, seed=4, strategies=[lambda seen: {"lucky": 10}])
    with pytest.raises(ZeroDivisionError):
        Book("nz").simulate(7, seed=4, strategies=[lambda seen: {"player": 1 // 0}])
    with pytest.raises(ValueError, match="gave -10; allowed are 0"):
        Book("nz").simulate(7, seed=4, strategies=[lambda seen: {"player": -10}])
    with pytest.raises(ValueError, match="no strategy 'martingal': allowed are .*; did you mean martingale?"):
        Book("nz").simulate(7, seed=4, strategies=["martingal"])

    def both(seen: Seen) -> Stakes:
        return {"player": 10, "banker": 10}

    with pytest.warns(UserWarning, match="nz forbids banker and player together \\(5.2 tail\\)"):
        run = Book("nz").simulate(7, seed=4, strategies=[both])
    assert run.data()["patrons"][0]["forbidden"] == run.data()["patrons"][0]["watched"] > 0
    assert run.data()["patrons"][0]["forbidden_by"]["clauses"] == ["5.2 tail"]
    with pytest.raises(Forbidden) as raised:
        Book("nz").together({"player": 10, "banker": 10})
    assert raised.value.clauses


class AfterBanker:
    """Ten on the player whenever the banker won the coup before, asked coup by coup."""

    bankroll = 100

    def shoe(self, burnt: str | None) -> None:
        self.last = ""

    def bets(self, seen: Seen) -> Stakes:
        return {"player": 10} if self.last == "banker" else {}

    def settled(self, seen: Seen, coup: Coup, net: Decimal) -> None:
        self.last = coup.winner


class AfterBankerByShoe:
    """The same, asked once for each shoe."""

    bankroll = 100

    def stakes(self, shoe: ShoeView) -> ShoeStakes:
        assert shoe.left is None
        # The first card burnt says how many more are.
        assert 416 - 11 <= shoe.cards_left[0] <= 416 - 1
        assert shoe.decks_left[0] == shoe.cards_left[0] / 52
        assert isinstance(shoe.held, Decimal) and shoe.brought == 100
        return {"player": 10 * (shoe.last == "banker")}


class AfterBankerByArray:
    """The same, as one array."""

    bankroll = 100

    def stakes(self, shoe: ShoeView) -> ShoeStakes:
        stakes = numpy.zeros((shoe.coups, len(shoe.wagers)))
        stakes[shoe.last_banker > shoe.last_player, shoe.wagers.index("player")] = 10.0
        return stakes


def test_a_strategy_by_shoe_is_what_it_is_coup_by_coup() -> None:
    run = Book("nz").simulate(
        210, seed=5, wagers=["tie"], strategies=[AfterBanker(), AfterBankerByShoe(), AfterBankerByArray()]
    )
    coup_by_coup, *by_shoe = ({**patron, "strategy": ""} for patron in run.data()["patrons"])
    assert coup_by_coup["coups"] > 1_000 and coup_by_coup["ruined"] > 0
    assert by_shoe == [coup_by_coup, coup_by_coup]


class Counts:
    """Whoever sees the cards, and is told which are not seen."""

    needs_cards = True

    def __init__(self) -> None:
        self.left: list[list[int]] = []

    def stakes(self, shoe: ShoeView) -> ShoeStakes:
        assert shoe.left is not None
        assert shoe.left.shape == (shoe.coups, 52)
        assert len(set((shoe.left.sum(axis=1) - shoe.cards_left).tolist())) == 1
        self.left.append(shoe.left[-1].tolist())
        return {"tie": 10}


def test_cards_not_seen_before_each_coup_are_those_of_the_shoe() -> None:
    class Watches:
        needs_cards = True

        def shoe(self, burnt: str | None) -> None:
            self.seen = [burnt] if burnt else []

        def bets(self, seen: Seen) -> Stakes:
            return {"tie": 10}

        def settled(self, seen: Seen, coup: Coup, net: Decimal) -> None:
            self.before = Shoe.of_decks(8).without(*self.seen).counts()
            self.seen += coup.cards

    for book in ("act", "nz"):
        counts, watches = Counts(), Watches()
        run = Book(book).simulate(1, seed=6, shift=1, wagers=["tie"], strategies=[watches, counts])
        assert counts.left[0] == watches.before
        one, other = run.data()["patrons"]
        assert {**one, "strategy": ""} == {**other, "strategy": ""}


def test_a_strategy_by_shoe_that_looks_ahead_or_gives_nonsense_is_told() -> None:
    class By:
        def __init__(self, stakes: Callable[[ShoeView], ShoeStakes]) -> None:
            self.stakes = stakes

    def play(stakes: Callable[[ShoeView], ShoeStakes]) -> None:
        Book("nz").simulate(7, seed=4, wagers=["tie"], strategies=[By(stakes)])

    with pytest.raises(ValueError, match="change with what comes after them"):
        # What follows a coup tells how it ended.
        play(lambda shoe: {"banker": 10 * (numpy.append(shoe.last[1:], "") == "banker")})
    with pytest.raises(ValueError, match="change with what comes after them"):
        play(lambda shoe: {"banker": numpy.full(shoe.coups, shoe.coups)})
    with pytest.raises(ValueError, match="named `lucky`; allowed are tie"):
        play(lambda shoe: {"lucky": 10})
    with pytest.raises(ValueError, match=r"gave the shape \(3,\); allowed is \(\d+,\)"):
        play(lambda shoe: {"tie": numpy.array([10, 10, 10])})
    with pytest.raises(ValueError, match="gave -10 to 10; allowed are 0 to"):
        play(lambda shoe: {"tie": numpy.where(shoe.last == "tie", -10, 10)})
    with pytest.raises(ValueError, match="parts of the smallest unit"):
        play(lambda shoe: {"tie": 2.505})
    with pytest.raises(ValueError, match="allowed are numbers"):
        play(lambda shoe: {"tie": "ten"})
    with pytest.raises(ZeroDivisionError):
        play(lambda shoe: {"tie": 1 // 0})
    with pytest.warns(UserWarning, match="nz forbids banker and player together \\(5.2 tail\\)"):
        play(lambda shoe: {"player": 10, "banker": 10})


def test_progress_is_told_and_may_stop_a_run() -> None:
    done: list[int] = []
    Book("nz").simulate(700, seed=1, wagers=["tie"], progress=done.append)
    assert done[-1] == 700

    def stop(shoes: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Book("nz").simulate(700, seed=1, wagers=["tie"], progress=stop)
