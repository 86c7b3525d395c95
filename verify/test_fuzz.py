"""Files that nobody would write: real ones, changed at random. The program gives a plain answer to each, and no traceback.

A short run each time; `FUZZ=1000000 python3 -m unittest test_fuzz` makes the long one, `-k NAME` of one kind of file. A failure names the seed, and
`FUZZ_SEED` tries that one alone; `FUZZ_FROM` leaves out the seeds before.
"""

import contextlib
import copy
import functools
import io
import json
import os
import random
import signal
import sys
import time
import tomllib
import unittest
from unittest import mock

import croupier_judge
import croupier_tournament
import croupier_verify
import test_draw
import test_judge
import test_promotion
import test_tournament

# What a change puts into a text, and what into a place of what the text says.
ODD_TEXTS = ["", "0", "-1", "1e309", "NaN", "null", "true", '"', "\\", "{", "}", "[", "]", "\n", "\0", "\ufeff", "\u202e", "é", ",", ":", "9" * 30, "²"]
ODD_VALUES = [None, True, -1, 0, 1, 2**31, 2**63, 2**70, 10**30, 1.5, "", "x", "9D", "²", "0" * 64, [], [[]], {}, {"x": 1}, [None], [-1], "1 to 0", "table-opened"]
# Longer than any of these files takes, by far.
SECONDS = 60


def changed_text(chance, text):
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(text) + 1)
        end = min(at + chance.randrange(24), len(text))
        how = chance.randrange(4)
        if how == 0:
            text = text[:at] + text[end:]
        elif how == 1:
            text = text[:at] + chance.choice(ODD_TEXTS) + text[end:]
        elif how == 2:
            text = text[:end] + text[at:]
        else:
            text = text[:at]
    return text


def places(value, found):
    """Every place within a value: what holds it, and under which key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in items:
        found.append((value, key))
        places(held, found)
    return found


def changed_value(chance, value):
    value = copy.deepcopy(value)
    for _ in range(chance.randrange(1, 4)):
        found = places(value, [])
        if not found:
            break
        holder, key = chance.choice(found)
        how = chance.randrange(3)
        if how == 0:
            del holder[key]
        elif how == 1:
            holder[key] = copy.deepcopy(chance.choice(ODD_VALUES))
        else:
            holder[key] = copy.deepcopy(chance.choice(found)[0])
    return value


def in_texts(chance, value):
    """The same where texts hold JSON, as payloads do: a change within one of them."""
    holds = [(holder, key) for holder, key in places(value, []) if isinstance(holder[key], str) and holder[key][:1] == "{"]
    if not holds:
        return value
    holder, key = chance.choice(holds)
    holder[key] = json.dumps(changed_value(chance, json.loads(holder[key])), sort_keys=True, separators=(",", ":"))
    return value


class Late(Exception):
    pass


def fuzz(what, corpus, takes):
    """Gives a program one changed file after the other; a file is a list of values, one to a line."""
    def late(*_):
        raise Late(f"it took more than {SECONDS} seconds")

    seeds = range(int(os.environ.get("FUZZ_FROM", 0)), int(os.environ.get("FUZZ", 300)))
    seeds = [int(os.environ["FUZZ_SEED"])] if "FUZZ_SEED" in os.environ else seeds
    begun = time.process_time()
    before = signal.signal(signal.SIGALRM, late)
    try:
        for seed in seeds:
            chance = random.Random(seed)
            file = chance.choice(corpus)
            how = chance.randrange(3)
            if how:
                change = changed_value if how == 1 else lambda chance, value: in_texts(chance, copy.deepcopy(value))
                at = chance.randrange(len(file))
                file = [*file[:at], change(chance, file[at]), *file[at + 1 :]]
            text = "".join(json.dumps(value) + "\n" for value in file)
            text = text if how else changed_text(chance, text)
            signal.alarm(SECONDS)
            try:
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                    takes(text)
            except SystemExit as end:
                assert end.code in (0, 1, 2, 3), end.code
            except Exception as error:
                raise AssertionError(f"{what}: seed {seed}: {error!r}: {text[:2000]!r}") from error
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    print(f"{what}: {len(seeds)} files in {time.process_time() - begun:.1f} CPU seconds, a plain answer to each", file=sys.stderr)


def command(*arguments):
    """A command of the program, which reads this text for its file."""
    def takes(text):
        with mock.patch.object(croupier_verify, "read_text", lambda name: text), mock.patch("sys.stdin", io.StringIO(text)):
            assert croupier_verify.main(list(arguments)) in (0, 1, 2)

    return takes


def chained(stream, facts, kind, command="c{}"):
    """Records that follow on one another, with the head that they lead to."""
    records, previous = [], "0" * 64
    for sequence, fact in enumerate(facts):
        payload = json.dumps(fact, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        record = dict(sequence=sequence, time=sequence, actor="dealer", role="dealer", command=command.format(sequence))
        record |= dict(request="0" * 64, book="0" * 64, kind=kind, payload=payload, previous=previous)
        previous = record["hash"] = croupier_verify.record_hash(stream, record).hex()
        records.append(record)
    return records, dict(stream=stream, length=len(records), hash=previous)


def bundle_of(slices, **more):
    """A bundle with these streams, signed as far as a program can tell that takes every signature for one."""
    leaves = [croupier_verify.head_leaf(head) for _, head in slices]
    root = croupier_verify.tree_root(leaves).hex()
    signed = dict(size=len(leaves), root=root, time=1, key="0" * 64, signature="0" * 128)
    parts = []
    for index, (records, head) in enumerate(slices):
        path = [beside.hex() for beside in test_judge.path_to(index, leaves)]
        parts.append(dict(head=head, index=index, path=path, records=records))
    return more | dict(signed=signed, slices=parts)


def coup_bundles():
    facts = [dict(fact=fact, under=dict(clauses=[])) for fact in test_judge.banker_wins_95()[1:]]
    table = chained("table/test", facts, "table-event-1")
    lines = [json.dumps(line, separators=(",", ":")) for line in test_judge.shoe_lines(("3C", "JC", "AC", "9D"), ())]
    shoe = chained("shoe/test.1", lines, "shoe-line-1")
    texts = dict(book=["", ""], table="test")
    first = bundle_of([table, shoe], format="croupier-evidence-1", coup=1, events=[0, len(facts) - 1], **texts)
    first = {key: first[key] for key in croupier_verify.BUNDLE}
    second = first | dict(format="croupier-evidence-2", in_force=[0], settings=[first["slices"][0]])
    case = bundle_of([table, shoe], format="croupier-case-1", dispute=1, told=[0], notes=[], **texts)
    case |= dict(frozen=dict(by="a", role="b", at=1, why="c"), coups=[dict(coup=1, events=[0, 3])])
    case = {key: case[key] for key in croupier_verify.CASE}
    return [[first], [second], [case]]


def tournament_bundle():
    facts = [dict(fact=fact) for _, _, fact in test_tournament.facts()]
    records, head = chained("tournament/cup", facts, "tournament-event-1")
    for record, (actor, command, _) in zip(records, test_tournament.facts()):
        record.update(actor=actor, command=command, book=test_tournament.HASH)
    bundle = bundle_of([(records, head)], format="croupier-tournament-1", tournament="cup", book=["", ""])
    return {key: bundle[key] for key in croupier_verify.TOURNAMENT}


def believed(part, signed):
    """A slice whose hashes nobody looks at, so that what it tells is looked at."""
    croupier_verify.fields(part, **croupier_verify.SLICE)
    croupier_verify.fields(part["head"], **croupier_verify.HEAD)
    for record in part["records"]:
        croupier_verify.fields(record, **croupier_verify.RECORD)
        record["told"] = croupier_verify.payload_of(record)


def log_exports():
    opened = test_judge.opened("act", "commission", sealed=True, option_limits={"super-6": {"least": 1000, "most": 5000}})
    facts = [opened, *test_judge.banker_wins_95()[1:]]
    more = [
        {"fact": "change-made", "change": {"of": "limits", "limits": {"least": 100, "most": 1000}}, "keep_old": False},
        {"fact": "change-made", "change": {"of": "area-most", "wager": "tie", "most": 500}, "keep_old": False},
        {"fact": "personal-limit-set", "patron": "Ann", "limits": {"least": 100, "most": 1000}},
        {"fact": "rest-burnt", "cards": 3},
        {"fact": "remainder-decided", "patron": "Ann", "owed": 5, "paid": 0},
        {"fact": "table-closed", "float": 0},
        {"fact": "settlement-undone", "coup": 1, "stake": facts[1]["stake"], "result": facts[-3]["result"], "how": "relaid"},
        {"fact": "coup-reconstructed", "player": ["2H", "3H"], "banker": ["KD", None]},
    ]
    plain = [{"stream": "table/test", "sequence": at, "kind": "table-event-1", "payload": {"fact": fact}} for at, fact in enumerate(facts + more)]
    lines = [
        {"stream": "shoe/test.1", "sequence": at, "kind": "shoe-line-1", "payload": json.dumps(line, separators=(",", ":"))}
        for at, line in enumerate(test_judge.shoe_lines(("3C", "JC", "AC", "9D"), ()))
    ]
    return [plain, lines + plain, [{"fact": fact} for fact in facts], coup_bundles()[1]]


BOOK = """
book = "act"
[[clause]]
number = "1"
cards.values = [{ cards = "A", counts = 1 }, { cards = "2-9", counts = "face" }, { cards = "T J Q K", counts = 0 }]
cards.natural_ends = "both-hands"
cards.natural = [8, 9]
cards.hand_total = ["last-digit"]
dealing.order = "player-banker-twice"
tableau.order = "player-then-banker"
tableau.column = "card-value"
tableau.most_thirds = 1
tableau.player = [{ on = "0-5", does = "draws" }, { on = "6-7", does = "stands" }]
tableau.banker = [{ on = "0-5", draws = "none, 0-9" }, { on = "6-7", stands = "none, 0-9" }]
settlement.methods = [{ id = "commission" }]
settlement.inexact = "exact"
[[clause]]
number = "2"
for = { method = ["commission"] }
limits.above_maximum = "settled-to-maximum"
[[wager]]
id = "banker"
class = "main"
backs = "banker"
rows = [{ when = { winner = "banker", margin = "1-9" }, pays = "1 to 1 less 5%" }, { when = { winner = "tie" }, stands_off = true }, { when = { not = { winner = "banker" } } }]
"""


class Fuzz(unittest.TestCase):
    def setUp(self):
        # A signature takes a thousand times as long as everything else; what it covers is tried in the tests of evidence.
        for name, put in (("is_signed", lambda *_: True),):
            patched = mock.patch.object(croupier_verify, name, put)
            patched.start()
            self.addCleanup(patched.stop)

    def test_shoes(self):
        lines = list(test_judge.shoe_lines(("3C", "JC", "AC"), ()))
        revealed = {"revealed": {"seed": "0" * 64, "because": "finished", "dealt": 3}}
        with mock.patch.object(croupier_verify, "shuffled", functools.lru_cache(croupier_verify.shuffled)):
            with mock.patch.object(croupier_verify, "salts", functools.lru_cache(croupier_verify.salts)):
                fuzz("shoes", [lines, lines + [revealed]], command("shoe", "x"))

    def test_evidence(self):
        fuzz("evidence", coup_bundles(), command("evidence", "x"))

    def test_evidence_whose_hashes_hold(self):
        with mock.patch.object(croupier_verify, "check_slice", believed):
            fuzz("evidence whose hashes hold", coup_bundles(), command("evidence", "x"))

    def test_tournaments(self):
        book = croupier_judge.Book
        known = functools.lru_cache(lambda: test_tournament.book("nsw"))
        with (
            mock.patch.object(croupier_verify, "check_slice", believed),
            mock.patch.object(croupier_judge, "Book", lambda *texts: known() if texts == ("", "") else book(*texts)),
        ):
            fuzz("tournaments", [[tournament_bundle()]], command("evidence", "x"))

    def test_logs(self):
        book = test_judge.BOOKS["act"]
        with mock.patch.object(croupier_judge, "read_book", lambda path: book):
            fuzz("logs", log_exports(), command("judge", "book", "-"))

    def test_draws(self):
        fuzz("draws", [[test_draw.chain()], [test_draw.chain()[0]]], command("draw", "x"))

    def test_promotions(self):
        fuzz("promotions", [[test_promotion.published()]], command("promotion", "x"))

    def test_books(self):
        croupier_judge.Book(BOOK)
        read = croupier_judge.read_toml

        def read_toml(text, what):
            """What a book says, as it was changed; a text that says nothing of its own is read as it stands."""
            try:
                value = json.loads(text)
            except ValueError:
                return read(text, what)
            return value if isinstance(value, dict) else read(changed_text(random.Random(text), BOOK), what)

        def takes(text):
            with mock.patch.object(croupier_judge, "read_file", lambda path: text):
                croupier_verify.main(["judge", "/nowhere/x.toml", os.devnull])

        with mock.patch.object(croupier_judge, "read_toml", read_toml):
            fuzz("books", [[tomllib.loads(BOOK)], [0]], takes)


if __name__ == "__main__":
    unittest.main()
