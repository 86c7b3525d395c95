"""The package against the command, a plain enumeration, and the books."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest
from croupier import CARDS, Book, BookFaults, Forbidden, Refused, Shoe, roads, run_transcript, shelf
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(os.environ.get("CROUPIER_ROOT", Path(__file__).resolve().parents[2]))


def command(*args: str) -> str:
    """What the command prints. The tests are nothing without it, so none is skipped."""
    path = os.environ.get("CROUPIER")
    assert path is not None, "set CROUPIER to the path of the command, as scripts/test-python does"
    return subprocess.run([path, *args], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("book", shelf())
def test_json_is_the_commands_byte_for_byte(book: str) -> None:
    assert Book(book).odds().json() == command("odds", book, "--json")
    assert Book(book).removal().json() == command("odds", book, "--removal", "--json")
    assert Book(book).odds(stake=30, chips=[5, 25]).json() == command(
        "odds", book, "--stake", "30", "--chips", "5,25", "--json"
    )
    placed = {"tie": 10}
    assert Book(book).together(placed).json() == command("odds", book, "--together", "tie=10", "--json")
    run = Book(book).simulate(200, seed=7)
    assert run.json() == command("simulate", book, "--shoes", "200", "--seed", "7", "--json")
    count = Book(book).count(10, seed=7)
    assert count.json() == command("count", book, "--shoes", "10", "--seed", "7", "--json")


def test_documents_are_the_commands_but_for_the_program_that_made_them(tmp_path: Path) -> None:
    def without_build(text: str) -> dict[str, object]:
        document: dict[str, object] = json.loads(text)
        assert isinstance(document.pop("build"), dict)
        return document

    par, pack = tmp_path / "qld.json", tmp_path / "pack.json"
    command("par", "qld", "--shoes", "50", "--counted", "1", "--date", "2026-11-16", "--number", "7", "-o", str(par))
    here = Book("qld").par(shoes=50, counted=1, date="2026-11-16", number="7")
    assert without_build(here.json()) == without_build(par.read_text(encoding="utf-8"))
    folder = str(ROOT / "transcripts")
    command("conformance", "qld", "--transcripts", folder, "--mutants", "5", "-o", str(pack))
    proved = Book("qld").conformance(ROOT / "transcripts", mutants=5)
    assert without_build(proved.json()) == without_build(pack.read_text(encoding="utf-8"))


def test_rows_of_every_wager_add_up() -> None:
    for name in shelf():
        book = Book(name)
        for method in book.methods:
            for wager in book.odds(method=method).values():
                assert sum(row.probability for row in wager.rows) == 1
                assert wager.ev == sum(row.pays * row.probability for row in wager.rows)
                assert wager.variance == sum(
                    row.pays**2 * row.probability for row in wager.rows
                ) - wager.ev**2


def test_a_tiny_shoe_is_what_a_plain_enumeration_says() -> None:
    # Aces and eights alone: a natural on either hand ends the coup; two aces on both hands draw.
    counts = {"AS": 4, "8H": 3, "9D": 2}
    value = {"AS": 1, "8H": 8, "9D": 9}
    check_by_enumeration(counts, value)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(0, 51), min_size=6, max_size=8))
def test_any_small_shoe_is_what_a_plain_enumeration_says(cards: list[int]) -> None:
    counts: dict[str, int] = {}
    for card in cards:
        counts[CARDS[card]] = counts.get(CARDS[card], 0) + 1
    points = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)))
    check_by_enumeration(counts, {card: points[card[0]] for card in counts})


def check_by_enumeration(counts: dict[str, int], value: dict[str, int]) -> None:
    cards = [card for card, count in counts.items() for _ in range(count)]
    ways = dict.fromkeys(("player", "banker", "tie"), 0)
    total = 0
    for draw in itertools.permutations(range(len(cards)), 6):
        taken = iter(value[cards[index]] for index in draw)
        first, second, third, fourth = (next(taken) for _ in range(4))
        player, banker = (first + third) % 10, (second + fourth) % 10
        if player < 8 and banker < 8:
            drawn = None
            if player <= 5:
                drawn = next(taken)
                player = (player + drawn) % 10
            if draws(banker, drawn):
                banker = (banker + next(taken)) % 10
        total += 1
        ways["player" if player > banker else "banker" if banker > player else "tie"] += 1
    odds = Book("nz").odds(counts)
    assert odds["tie"].hit_frequency == Fraction(ways["tie"], total)
    assert odds["player"].hit_frequency == Fraction(ways["player"], total)


def draws(banker: int, third: int | None) -> bool:
    """The banker's chart."""
    if third is None:
        return banker <= 5
    if banker <= 2:
        return True
    spans = {3: set(range(10)) - {8}, 4: set(range(2, 8)), 5: set(range(4, 8)), 6: {6, 7}}
    return third in spans.get(banker, set())


def test_many_compositions_at_once_are_the_same_as_one_by_one() -> None:
    book = Book("act")
    generator = numpy.random.default_rng(2026)
    shoes = generator.integers(1, 9, size=(50, len(CARDS)), dtype=numpy.uint16)
    many = book.odds_many(shoes)
    assert many.shape == (50, len(book.wagers()))
    for shoe, values in zip(shoes[:5], many[:5]):
        exact = book.odds(dict(zip(CARDS, shoe.tolist())))
        for wager, found in zip(exact.values(), values):
            assert found == pytest.approx(float(wager.ev), abs=1e-15)
    assert (many == book.odds_many(shoes, threads=1)).all()


def test_what_the_book_does_not_allow_is_refused_and_what_makes_no_sense_is_a_value_error() -> None:
    with pytest.raises(Refused, match="does not allow 7 decks"):
        Book("act").odds(decks=7)
    with pytest.raises(Refused, match="has no wager `lucky`"):
        Book("act").odds(wagers=["lucky"])
    with pytest.raises(ValueError, match="allowed are a rank"):
        Book("act").odds({"1X": 3})
    with pytest.raises(ValueError, match="found the shape"):
        Book("act").odds_many(numpy.zeros((3, 10), dtype=numpy.uint16))
    with pytest.raises(ValueError, match="the amount"):
        Book("act").simulate(1, seed=1, stake="much")


def odd(**found: Any) -> Callable[[], object]:
    """A simulation of nine shoes that is asked for with something odd."""
    return lambda: Book("nz").simulate(**{"shoes": 9, "seed": 1, **found})


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (odd(seed=-1), "`seed`: found -1; allowed is a whole number from 0"),
        (odd(seed=2**64), "`seed`: found 18446744073709551616; allowed"),
        (odd(shoes=0), "`shoes`: found 0; allowed"),
        (odd(shoes="1e3"), "`shoes`: found '1e3'; allowed"),
        (odd(shoes=float("nan")), "`shoes`: found nan; allowed"),
        (odd(first=-1), "`first`: found -1; allowed"),
        (odd(shift=-1), "`shift`: found -1; allowed"),
        (odd(threads=0), "`threads`: found 0; allowed"),
        (odd(from_back=-1), "`from_back`: found -1; allowed"),
        (odd(decks=1_000), "`decks`: found 1000; allowed"),
        (odd(coups_an_hour=0), "`coups_an_hour`: found 0; allowed"),
        (odd(stake=0), "`stake`: found 0; allowed is an amount above 0"),
        (odd(chips=[]), "`chips`: found none; allowed"),
        (lambda: Book("nz").count(0, seed=1), "`shoes`: found 0; allowed"),
        (lambda: Book("nz").count(1, seed=1, depths=[-1]), "`depths`: found -1; allowed"),
        (lambda: Book("nz").par(boxes=300), "`boxes`: found 300; allowed"),
        (lambda: Book("nz").par(date="tomorrow"), "`date`: found 'tomorrow'; allowed is a date"),
        (lambda: Book("nz").par(date="20261116"), "`date`: found '20261116'; allowed is a date"),
        (lambda: Book("nz").odds({"AS": 70_000}), "`AS`: found 70000; allowed"),
        (lambda: Book("nz").together({}), "`stakes`: found none; allowed are amounts by wager"),
        (lambda: Book("nz").together({"tie": -1}), "`stakes`: found -1 on tie; allowed is an amount above 0"),
        (lambda: Book(""), "no book '': allowed are act"),
        (lambda: Book("act").clause("9.9"), r"no clause 9.9 by itself; allowed are its parts 9.9\(a\), 9.9\(b\)"),
    ],
)
def test_what_makes_no_sense_is_told_by_the_name_of_the_argument(asked: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        asked()


def test_refusals_speak_of_arguments_and_not_of_options() -> None:
    with pytest.raises(Refused) as decks:
        Book("act").odds(decks=7)
    with pytest.raises(Forbidden) as both:
        Book("nz").together({"banker": 1, "player": 1})
    assert "--" not in str(decks.value) + str(both.value)
    assert "`shoe` takes any composition" in str(decks.value)


def test_what_is_allowed_is_plain_python() -> None:
    assert Book("nsw").decks == [3, 4, 6, 8]
    assert list(Book("nsw").odds(wagers="tie")) == ["tie"]
    assert Book("nsw").odds(decks=numpy.int64(6)).json() == Book("nsw").odds(decks=6).json()
    odds = Book("nsw").odds()
    odds.data()["wagers"].clear()
    assert len(odds.data()["wagers"]) == len(odds) > 0
    with pytest.raises(NotADirectoryError, match="allowed is a folder of transcripts"):
        Book("nsw").conformance(ROOT / "no-such-folder")


def test_a_frame_of_compositions_goes_by_the_names_of_its_columns() -> None:
    book = Book("nsw")
    counts = numpy.random.default_rng(9).integers(1, 9, size=(5, len(CARDS)))
    frame = pandas.DataFrame(counts, columns=list(CARDS))
    assert (book.odds_many(frame[sorted(CARDS)]) == book.odds_many(counts)).all()
    assert book.odds_many(counts, wagers="tie").shape == (5, 1)
    with pytest.raises(ValueError, match="no column KC; allowed is a frame with a column for each"):
        book.odds_many(frame.drop(columns="KC"))
    with pytest.raises(ValueError, match="found 53 columns"):
        book.odds_many(frame.assign(more=1))
    with pytest.raises(ValueError, match="no counts; allowed are whole numbers"):
        book.odds_many(numpy.full((2, len(CARDS)), numpy.nan))


def test_a_book_can_go_to_another_process() -> None:
    book = pickle.loads(pickle.dumps(Book("qld")))
    assert book.odds().json() == Book("qld").odds().json()


def test_every_transcript_of_the_suite_passes_here_too() -> None:
    files = [file for book in shelf() for file in sorted((ROOT / "transcripts" / book).glob("*.txt"))[:8]]
    assert len(files) == 32
    for file in files:
        report = run_transcript(file.read_text(encoding="utf-8"))
        assert report.passed, (file, report.failures)


def test_roads_are_the_commands() -> None:
    answer = roads("BPPTBB")
    assert json.loads(answer.json()) == answer.data()
    assert answer.json() == command("roads", "BPPTBB", "--json")
    assert repr(answer) == "Roads('BPPTBB')"
    marks = answer.frame()
    assert marks["road"].tolist().count("bead_plate") == 6
    assert marks.to_dict("records")[0] == {"road": "bead_plate", "column": 1, "row": 1, "mark": "banker"}
    assert None not in marks["mark"].tolist()


def test_par_sheets_are_files(tmp_path: Path) -> None:
    par = Book("nz").par(shoes=100, counted=2, date="2026-11-16")
    assert par.pdf() == par.pdf()
    assert par.xlsx() == par.xlsx()
    for kind, start in {"html": b"<!doctype", "pdf": b"%PDF", "xlsx": b"PK", "csv": b"book,", "json": b"{"}.items():
        par.write(tmp_path / f"nz.{kind}")
        assert (tmp_path / f"nz.{kind}").read_bytes().startswith(start)
    with pytest.raises(ValueError, match="allowed are html"):
        par.write(tmp_path / "nz.doc")


def test_a_book_conforms_and_an_altered_one_does_not(tmp_path: Path) -> None:
    pack = Book("qld").conformance(ROOT / "transcripts", mutants=20)
    assert pack.passed, pack.data()["mutants"]
    assert pack.summary["fail"] == 0 < pack.summary["pass"]
    assert pack.pdf().startswith(b"%PDF")
    assert pack.frame().loc[:, "verdict"].isin(["PASS", "NOT-EXERCISED", "FACT"]).all()
    text = (ROOT / "books" / "qld.toml").read_text(encoding="utf-8").replace('"8 to 1"', '"9 to 1"')
    altered = Book.from_text(text).conformance(ROOT / "transcripts", mutants=0, against=pack.json())
    assert not altered.passed
    assert any(change["what"] == "verdict" for change in altered.data()["changed"])


def test_frames_have_a_line_for_each_row() -> None:
    odds = Book("nsw").odds()
    frame = odds.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == sum(len(wager.rows) for wager in odds.values())
    assert Book("nsw").simulate(50, seed=1, wagers=["tie"]).frame().loc["tie", "exact"] == pytest.approx(
        float(odds["tie"].house_edge)
    )
    removal = Book("nsw").removal()
    assert "5S" in removal.frame().index
    assert list(removal) == list(removal.frame().index)
    assert dict(removal)["5S"] == removal["5S"]


def test_exact_values_of_many_compositions_are_fractions() -> None:
    book = Book("nsw")
    generator = numpy.random.default_rng(7)
    shoes = generator.integers(0, 9, size=(20, len(CARDS)))
    exact = book.odds_many(shoes, exact=True)
    assert exact.shape == (20, len(book.wagers()))
    assert numpy.allclose(exact.floats(), book.odds_many(shoes), atol=1e-15, rtol=0)
    odds = book.odds(dict(zip(CARDS, shoes[3].tolist())))
    assert [exact[3, place] for place in range(len(odds))] == [wager.ev for wager in odds.values()]
    for wrong in (shoes - 9, shoes + 70_000):
        with pytest.raises(ValueError, match="allowed are"):
            book.odds_many(wrong)
    with pytest.raises(ValueError, match="allowed are whole"):
        book.odds_many(shoes + 0.5)  # type: ignore[arg-type]


def test_faults_of_a_book_come_with_their_lines() -> None:
    text = (ROOT / "books" / "nz.toml").read_text(encoding="utf-8").replace("pays = ", "pys = ", 1)
    with pytest.raises(BookFaults) as raised:
        Book.from_text(text, "mine.toml")
    assert raised.value.faults
    assert all(isinstance(line, int) and words for line, words in raised.value.faults)


def test_an_altered_book_says_so(tmp_path: Path) -> None:
    text = (ROOT / "books" / "nz.toml").read_text(encoding="utf-8")
    path = tmp_path / "nz.toml"
    path.write_text(text.replace('"8 to 1"', '"9 to 1"'), encoding="utf-8")
    book = Book(path)
    assert book.provenance.standing == "altered"
    assert [change.topic for change in book.provenance.changed] == ["wager.tie"]
    assert book.sha256 != Book("nz").sha256
    assert book.odds().data()["provenance"]["standing"] == "altered"


def test_a_shoe_counts_its_cards() -> None:
    assert Shoe.of_decks(6).cards == 312
    with pytest.raises(ValueError, match="none is left"):
        Shoe({"AS": 1}).without("AS", "AS")
