"""The second referee: judges dealt coups from the book file, without Croupier and with nothing but Python's standard library.

It reads a book (docs/books.md) and the events of tables (docs/log.md, docs/evidence.md), follows every table event by event, and works out
for itself which third cards were due, what the hands count, who won, and what every wager gets. `croupier_verify.py judge` runs it;
docs/referee.md says what is judged and what is not.
"""

import hashlib
import json
import math
import os
import re
import sys
import tomllib
from collections import Counter
from fractions import Fraction

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SIDES = ("player", "banker")
# No shoe has more cards, and no chips of a table differ from the smallest of them by a smaller part of it.
MOST_CARDS = 5200
MOST_STEPS = 2000


class Bad(Exception):
    """A file that cannot be judged, and why."""


# ---------------------------------------------------------------- the book


class Book:
    """What a book file says of cards, draws and money."""

    def __init__(self, text, base_text=""):
        documents = [read_toml(text, "the book")]
        if base_text:
            documents.insert(0, read_toml(base_text, "the book that it is based on"))
        self.hash = hashlib.sha256((text + base_text).encode()).hexdigest()
        self.id = documents[-1].get("book")
        self.clauses = set()
        # By topic: what is said and for which tables, of the last file that says something and of all.
        self.last_said, self.all_said = {}, {}
        for document in documents:
            self.take_topics(document)
        self.wagers = {}
        self.methods = [method["id"] for method in self.list_of("settlement.methods")]
        for document in documents:
            self.take_wagers(document)
        self.read_cards()
        self.read_chart()
        self.read_options()

    def take_topics(self, document):
        here = {}
        for part in document.get("clause", []) + document.get("assumed", []):
            if "number" in part:
                self.clauses.add(part["number"])
            for group, topics in part.items():
                if group in ("for", "words") or not isinstance(topics, dict):
                    continue
                for topic, value in topics.items():
                    here.setdefault(f"{group}.{topic}", []).append((value, part.get("for", {})))
        for topic, said in here.items():
            self.last_said[topic] = said
            self.all_said.setdefault(topic, []).extend(said)

    def one(self, topic, settings=None):
        """The one answer to a topic, at a table set so; None where the book is silent."""
        for value, tables in self.last_said.get(topic, []):
            if speaks_of(tables, settings):
                return value
        return None

    def list_of(self, topic, settings=None):
        """Every answer to a topic, at a table set so."""
        answers = []
        for value, tables in self.all_said.get(topic, []):
            if settings is None or speaks_of(tables, settings):
                answers += value if isinstance(value, list) else [value]
        return answers

    def needed(self, topic, known):
        """The answer to a topic that this referee can follow only in the ways it knows."""
        value = self.one(topic)
        if value not in known:
            raise Bad(f"the book: {topic}: found {value!r}; this referee knows {', '.join(map(str, known))}")
        return value

    def take_wagers(self, document):
        laid_over = set()
        for wager in document.get("wager", []):
            # A wager with the id of an old one takes its place under every method.
            if wager["id"] not in laid_over:
                laid_over.add(wager["id"])
                self.wagers = {place: old for place, old in self.wagers.items() if place[1] != wager["id"]}
            for method in wager.get("methods", self.methods):
                self.wagers[method, wager["id"]] = Wager(wager)

    def read_cards(self):
        self.counts = {}
        for said in self.list_of("cards.values"):
            for rank in ranks_of(said["cards"]):
                self.counts[rank] = RANKS.index(rank) + 1 if said["counts"] == "face" else said["counts"]
        missing = [rank for rank in RANKS if rank not in self.counts]
        if missing:
            raise Bad(f"the book: cards.values: nobody says what {' '.join(missing)} counts")
        self.sums_counted()
        self.needed("cards.natural_ends", ["both-hands"])
        self.naturals = numbers_of(self.one("cards.natural"))

    def sums_counted(self):
        """Of every sum somebody says that its last digit counts, which a sum of one digit is itself."""
        said = set(self.list_of("cards.hand_total"))
        unknown = said - {"last-digit", "single-digit-itself", "tens-dropped"}
        if unknown:
            raise Bad(f"the book: cards.hand_total: this referee does not know {', '.join(sorted(unknown))}")
        if "last-digit" not in said and said != {"single-digit-itself", "tens-dropped"}:
            raise Bad("the book: cards.hand_total: nobody says what every sum counts")

    def read_chart(self):
        self.needed("dealing.order", ["player-banker-twice"])
        self.needed("tableau.order", ["player-then-banker"])
        self.needed("tableau.column", ["card-value"])
        self.needed("tableau.most_thirds", [1])
        self.player_draws, self.banker_draws = {}, {}
        for row in self.list_of("tableau.player"):
            for total in numbers_of(row["on"]):
                self.player_draws[total] = row["does"] == "draws"
        for row in self.list_of("tableau.banker"):
            for total in numbers_of(row["on"]):
                for does in ("draws", "stands"):
                    for third in numbers_of(row.get(does, [])):
                        self.banker_draws[total, third] = does == "draws"
        for total in set(range(10)) - self.naturals:
            if total not in self.player_draws:
                raise Bad(f"the book: tableau.player: nobody says what follows on {total}")
            for third in (None, *range(10)):
                if (total, third) not in self.banker_draws:
                    raise Bad(f"the book: tableau.banker: nobody says what follows on {total} against {third}")

    def read_options(self):
        self.option_of = {}
        for offer in self.list_of("sides.offered"):
            for wager in offer["wagers"]:
                self.option_of[wager] = offer["option"]
        timing = self.list_of("settlement.options")
        self.early = {said["option"] for said in timing if said["when"] == "before-third-cards"}
        self.void_on_standoff = {said["option"] for said in self.list_of("sides.void_on_standoff")}
        self.inexact = self.one("settlement.inexact")
        if self.inexact not in (None, "exact", "part-void", "round-up"):
            raise Bad(f"the book: settlement.inexact: found {self.inexact!r}; this referee knows exact, part-void, round-up")
        self.inexact_for = self.one("settlement.inexact_for")

    def count(self, cards):
        """The point count of some cards."""
        return sum(self.counts[card[0]] for card in cards) % 10

    def due(self, player, banker):
        """Which hand the next card goes to by the rules of dealing: a hand, None if no card is due, or `unknown` where a card that
        nobody has seen decides."""
        if len(player) + len(banker) < 4:
            return "player" if len(player) <= len(banker) else "banker"
        if None in player[:2] or None in banker[:2]:
            return "unknown"
        of_player, of_banker = self.count(player[:2]), self.count(banker[:2])
        if of_player in self.naturals or of_banker in self.naturals:
            return None
        if self.player_draws[of_player] and len(player) < 3:
            return "player"
        third = None
        if len(player) > 2:
            if player[2] is None:
                return "unknown"
            third = self.count(player[2:3])
        return "banker" if self.banker_draws[of_banker, third] and len(banker) < 3 else None


class Wager:
    """The rows of a wager, in order."""

    def __init__(self, said):
        self.id, self.is_main = said["id"], said["class"] == "main"
        # On one of the two hands: no other main wager says what it backs so.
        self.is_on_a_hand = self.is_main and said.get("backs") in SIDES
        self.rows = [Row(row) for row in said["rows"]]
        self.winning = [row for row in self.rows if row.ends == "wins"]
        # Winnings are whole hundredths only where a stake is a multiple of this.
        self.step = math.lcm(1, *(row.odds.denominator for row in self.winning))

    def row(self, outcome):
        return next((row for row in self.rows if row.fits(outcome)), None)


class Row:
    """What fits, and what it brings."""

    def __init__(self, said):
        self.when = Condition(said["when"])
        if "pays" in said:
            self.ends = "wins"
            self.before_less, self.odds = odds_of(said["pays"])
        else:
            self.ends = "stands-off" if said.get("stands_off") else "loses"

    def fits(self, outcome):
        return self.when.fits(outcome)


class Condition:
    """Features that must all fit, besides one of several conditions, and not another."""

    def __init__(self, said):
        self.either = [Condition(one) for one in said.get("either", [])]
        self.without = Condition(said["not"]) if "not" in said else None
        self.features = {
            feature: allowed_of(feature, value) for feature, value in said.items() if feature not in ("either", "not")
        }

    def fits(self, outcome):
        return (
            all(outcome[feature] in allowed for feature, allowed in self.features.items())
            and (not self.either or any(one.fits(outcome) for one in self.either))
            and not (self.without and self.without.fits(outcome))
        )


NUMBERS = {"player_total", "banker_total", "margin", "sum", "player_cards", "banker_cards", "cards", "pairs"}
TRUTHS = {"natural", "player_natural", "banker_natural", "twin_pair"}
PAIRS = {"player_pair", "banker_pair"}


def allowed_of(feature, value):
    """The values of a feature that a condition lets through."""
    if feature in NUMBERS:
        return numbers_of(value)
    if feature in TRUTHS:
        return {value}
    words = set(value) if isinstance(value, list) else {value}
    if feature in PAIRS:
        return {pair for word in words for pair in {"any": ("mixed", "coloured", "perfect"), "none": (None,)}.get(word, (word,))}
    if feature == "winner":
        return words
    raise Bad(f"the book: when: found `{feature}`, which this referee does not know")


def odds_of(text):
    """Odds as a book writes them: before anything comes off, and after."""
    number = r"(\d{1,6}(?:\.\d{1,4})?)"
    match = re.fullmatch(rf"\s*{number}\s+to\s+{number}(?:\s+less\s+(\d{{1,2}})%)?\s*", str(text))
    if not match or Fraction(match[2]) == 0:
        raise Bad(f"the book: pays: found `{text}`; allowed are odds such as `8 to 1` or `1 to 1 less 5%`")
    whole = Fraction(match[1]) / Fraction(match[2])
    return whole, whole * (100 - int(match[3] or 0)) / 100


def numbers_of(value):
    """Digits as a book writes them: 6, [6, 7], "4-9", "none, 0-7, 9"."""
    found = set()
    for piece in value if isinstance(value, list) else str(value).split(","):
        text = str(piece).strip()
        numbers = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
        if text == "none":
            found.add(None)
        elif numbers:
            found.update(range(int(numbers[1]), int(numbers[2] or numbers[1]) + 1))
        else:
            raise Bad(f"the book: found `{value}`; allowed are numbers such as 6 or \"4-9\"")
    return found


def ranks_of(text):
    """Ranks as a book writes them: "2-9", "T J Q K"."""
    for piece in text.split():
        first, _, last = piece.partition("-")
        if first not in RANKS or (last or first) not in RANKS:
            raise Bad(f"the book: cards.values: found `{text}`; allowed are ranks such as \"2-9\" or \"T J Q K\"")
        yield from RANKS[RANKS.index(first) : RANKS.index(last or first) + 1]


def speaks_of(tables, settings):
    """Does a clause speak of a table set so?"""
    if not tables or settings is None:
        return not tables
    at = {"dealing": [settings.get("dealing")], "method": [settings.get("method")], "option": settings.get("options") or []}
    return all(any(word in at.get(key, []) for word in allowed) for key, allowed in tables.items())


def read_toml(text, what):
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Bad(f"{what} is not TOML: {error}") from None


def read_book(path):
    """A book file, and the file it is based on: beside it, a folder above, or among the published ones."""
    text = read_file(path)
    based_on = read_toml(text, path).get("based_on")
    base = ""
    if based_on is not None:
        here = os.path.dirname(os.path.abspath(path))
        shelf = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "books")
        places = [os.path.join(folder, f"{based_on}.toml") for folder in (here, os.path.dirname(here), shelf)]
        found = next((place for place in places if os.path.isfile(place)), None)
        if found is None:
            raise Bad(f"{path}: it is based on `{based_on}`; put {based_on}.toml beside it")
        base = read_file(found)
    try:
        return Book(text, base)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Bad(f"{path}: not a book that can be read: {type(error).__name__}: {error}") from None


class Unreadable(Exception):
    """A file that cannot be read at all."""


def read_file(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"cannot read {path}: {error}") from None


# ---------------------------------------------------------------- chips


class Chips:
    """Which amounts some denominations can make."""

    def __init__(self, denominations):
        self.all = sorted(set(denominations))
        if not self.all or self.all[0] <= 0:
            raise ValueError("chips are amounts above nothing")
        # All amounts are multiples of the unit; by remainder of the smallest chip, the least amount that can be made.
        self.unit = math.gcd(*self.all)
        smallest = self.all[0]
        if smallest // self.unit > MOST_STEPS:
            raise ValueError(f"chips of {smallest} and others that differ from it by {self.unit}")
        self.least = {0: 0}
        changed = True
        while changed:
            changed = False
            for amount in list(self.least.values()):
                for chip in self.all[1:]:
                    more = amount + chip
                    if more < self.least.get(more % smallest, more + 1):
                        self.least[more % smallest] = more
                        changed = True

    def make(self, amount):
        return amount >= 0 and self.least.get(amount % self.all[0], amount + 1) <= amount

    def up(self, amount):
        """The least amount that chips make and that is not under this one."""
        amount = -(-max(amount, 0) // self.unit) * self.unit
        while not self.make(amount):
            amount += self.unit
        return amount

    def down(self, amount):
        """The greatest amount that chips make and that is not over this one."""
        amount = max(amount, 0) // self.unit * self.unit
        while not self.make(amount):
            amount -= self.unit
        return amount


def money(amount):
    """Hundredths, as people read them."""
    if type(amount) is not int:
        return str(amount)
    sign, whole = "-" if amount < 0 else "", abs(amount)
    return f"{sign}{whole // 100}" + (f".{whole % 100:02}" if whole % 100 else "")


# ---------------------------------------------------------------- what became of a coup


def pair_of(cards):
    """The kind of pair that the first two cards of a hand make, if they make one."""
    first, second = cards[:2]
    if first[0] != second[0]:
        return None
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in "HD") == (second[1] in "HD") else "mixed"


def outcome_of(book, player, banker):
    """Everything that a wager may depend on."""
    totals = book.count(player), book.count(banker)
    naturals = [len(hand) == 2 and total in book.naturals for hand, total in zip((player, banker), totals)]
    pairs = pair_of(player), pair_of(banker)
    return {
        "winner": "player" if totals[0] > totals[1] else "banker" if totals[1] > totals[0] else "tie",
        "player_total": totals[0],
        "banker_total": totals[1],
        "margin": abs(totals[0] - totals[1]),
        "sum": totals[0] + totals[1],
        "natural": any(naturals),
        "player_natural": naturals[0],
        "banker_natural": naturals[1],
        "player_cards": len(player),
        "banker_cards": len(banker),
        "cards": len(player) + len(banker),
        "player_pair": pairs[0],
        "banker_pair": pairs[1],
        "pairs": sum(pair is not None for pair in pairs),
        "twin_pair": None not in pairs and player[0][0] == banker[0][0],
    }


class Coup:
    """A coup under way, or one that is over."""

    def __init__(self, number):
        self.number = number
        self.hands = {"player": [], "banker": []}
        self.decided = self.wrong_card = False
        # The method by which it was really settled, where that is on record as not the one in force.
        self.method = None
        # By stake: the stake and the result that it got.
        self.settled = {}

    def outcome(self, book):
        """What it came to, or would if no further card came; nothing while a card of the first four, or one drawn, is unseen."""
        player, banker = self.hands["player"], self.hands["banker"]
        if len(player) < 2 or len(banker) < 2 or None in player + banker:
            return None
        return outcome_of(book, player, banker)


# ---------------------------------------------------------------- the table


def is_amount(value):
    return type(value) is int and 0 <= value < 2**62


def is_card(value):
    return isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in SUITS


def card_or_none(value):
    if value is not None and not is_card(value):
        raise ValueError(f"found {value!r} for a card")
    return value


def whole_stake(stake):
    """A stake, with everything that matters of it."""
    if not is_amount(stake["amount"]) or not isinstance(stake["wager"], str):
        raise ValueError(f"found {stake!r} for a stake")
    return {key: stake.get(key) for key in ("id", "patron", "box", "wager", "amount", "kind")}


class Table:
    """A table followed event by event. What differs from the book goes to `tell`."""

    def __init__(self, book, tell):
        self.book, self.tell = book, tell
        self.settings = self.chips = None
        self.from_start = self.is_closed = False
        self.coup, self.coups = None, {}
        self.stakes, self.on_paper, self.made_under = {}, {}, {}
        self.next_areas = []
        self.personal, self.owed = {}, Counter()
        self.carried = []
        # The kind of the last event, and cards laid to the wrong hand by a decision that puts them in order next.
        self.last, self.astray = None, []
        self.judged_coups = self.judged_wagers = 0
        # Methods under which everything seen so far could have been settled, where the log does not say which it was.
        self.methods = None

    def take(self, fact):
        if fact["fact"] not in ("card-dealt", "matter-decided", "ruled", "settlement-undone", "coup-reconstructed"):
            for astray in self.astray:
                self.difference(*astray)
            self.astray = []
        does = getattr(self, "on_" + str(fact["fact"]).replace("-", "_"), None)
        if does:
            does(fact)
        self.last = fact["fact"]

    def difference(self, what, expected, found):
        self.tell(self.coup.number if self.coup else None, what, expected, found)

    # ------------------------------------------------ settings and limits

    def on_table_opened(self, fact):
        # One table may follow another under one name, as in several files put together.
        settings, before = fact["settings"], self.__dict__.copy()
        self.__init__(self.book, self.tell)
        kept = ["judged_coups", "judged_wagers"]
        if before["is_closed"]:
            # The next day of the same table: what is owed goes on, and so does whatever is put right later.
            kept += ["from_start", "coups", "owed", "personal"]
        self.from_start = True
        self.__dict__.update({key: before[key] for key in kept})
        if fact["book"] != self.book.id:
            self.difference("the book", self.book.id, fact["book"])
        if settings["method"] not in self.book.methods:
            self.difference("the settlement method", " or ".join(self.book.methods), settings["method"])
        limits = [settings["limits"], *settings.get("option_limits", {}).values()]
        if not all(is_amount(limit[end]) for limit in limits for end in ("least", "most")):
            raise ValueError("limits are amounts")
        self.settings, self.chips = dict(settings), Chips(settings["chips"])
        self.methods = [settings["method"]]

    def on_table_closed(self, fact):
        self.is_closed = True

    def most_for(self, stake):
        """The maximum of a wager; None where the log does not say."""
        if stake["id"] in self.made_under:
            return self.made_under[stake["id"]]
        if self.settings is None:
            return None
        option = self.book.option_of.get(stake["wager"])
        wager = self.wager(stake["wager"], self.settings["method"])
        if wager is not None and wager.is_main and stake["patron"] in self.personal:
            return max(self.personal[stake["patron"]], self.settings["limits"]["most"])
        return self.settings.get("option_limits", {}).get(option, self.settings["limits"])["most"]

    def cuts_to_maximum(self, wager):
        """Is a wager over its maximum settled up to it?"""
        option = self.book.option_of.get(wager)
        own = [said for said in self.book.list_of("sides.limits") if said["option"] == option]
        if own:
            policy = next((said["above"] for said in own if "above" in said), None)
        else:
            policy = self.book.one("limits.above_maximum", self.settings)
        return policy in ("settled-to-maximum", "refused-then-settled-to-maximum")

    def on_change_made(self, fact):
        change = fact["change"]
        if self.settings is None:
            return
        if change["of"] in ("limits", "kept-minimum") and self.book.one("notice.binds") == "next-coup":
            for stake in self.stakes.values():
                self.made_under.setdefault(stake["id"], self.most_for(stake))
        if change["of"] == "limits":
            self.settings["limits"] = change["limits"]
            if self.settings.get("area_most") is not None and self.book.one("betting.area_cap_amount") == "table-maximum":
                self.settings["area_most"] = change["limits"]["most"]
        elif change["of"] == "area-most":
            # Wagers that are down keep the area that they were made under, to the end of their coup.
            self.next_areas.append((change.get("wager"), change.get("most")))
            if not self.stakes:
                self.change_areas()
        elif change["of"] == "method":
            self.settings["method"] = change["method"]
            self.methods = [change["method"]]

    def change_areas(self):
        for wager, most in self.next_areas:
            if wager is None:
                self.settings["area_most"] = most
            elif most is None:
                self.settings.setdefault("area_most_of", {}).pop(wager, None)
            else:
                self.settings.setdefault("area_most_of", {})[wager] = most
        self.next_areas = []

    def on_personal_limit_set(self, fact):
        self.personal[fact["patron"]] = fact["limits"]["most"]

    def on_arrived(self, fact):
        self.personal.pop(fact["patron"], None)

    on_left = on_arrived

    def wager(self, wager, method):
        return self.book.wagers.get((method, wager))

    # ------------------------------------------------ stakes

    def on_wager_placed(self, fact):
        stake = whole_stake(fact["stake"])
        if stake["id"] in self.stakes:
            self.difference(named(stake), "a stake with a number of its own", f"number {stake['id']} a second time")
        self.stakes[stake["id"]] = stake

    def on_wager_changed(self, fact):
        stake = self.stakes.get(fact["id"])
        if stake is None:
            return self.no_stake(fact)
        if fact["from"] != stake["amount"] or not is_amount(fact["to"]):
            self.difference(named(stake), f"a change from {money(stake['amount'])}", f"from {money(fact['from'])}")
        stake["amount"] = fact["to"]
        if stake["amount"] == 0:
            del self.stakes[fact["id"]]

    def on_wager_scaled(self, fact):
        stake = self.stakes.get(fact["id"])
        if stake and not (fact["to"] <= stake["amount"] and (self.chips is None or self.chips.make(fact["to"]))):
            expected = f"at most {money(stake['amount'])}, in chips of this table"
            self.difference(f"{named(stake)} scaled down", expected, money(fact["to"]))
        self.on_wager_changed(fact)

    def on_wager_moved(self, fact):
        if fact["id"] not in self.stakes:
            return self.no_stake(fact)
        self.stakes[fact["id"]].update(box=fact["to_box"], wager=fact["to_wager"])

    def on_wager_withdrawn(self, fact):
        if self.stakes.pop(fact["id"], None) is None:
            self.no_stake(fact)

    on_wager_returned = on_wager_withdrawn

    def on_wager_forfeited(self, fact):
        if fact["from"] == "layout" and self.stakes.pop(fact["stake"]["id"], None) is None:
            self.no_stake(fact["stake"])

    def no_stake(self, fact):
        """A stake that is not there. Where the log begins later, it may have been placed before."""
        if self.from_start:
            self.difference(f"stake {fact['id']}", "a stake that lies on the layout", "none")

    # ------------------------------------------------ cards

    def on_coup_started(self, fact):
        if self.coup:
            self.difference("a coup begins", f"the end of coup {self.coup.number} first", f"coup {fact['number']}")
        self.coup = self.coups[fact["number"]] = Coup(fact["number"])

    def on_card_dealt(self, fact):
        card, to = card_or_none(fact["card"]), fact["to"]
        if to not in SIDES:
            raise ValueError(f"found {to!r} for a hand")
        if self.coup is None:
            return self.difference("a card", "a coup that it belongs to", "none") if self.from_start else None
        if self.carried:
            carried = self.carried.pop(0)
            if carried and card and carried != card:
                self.difference("the card carried over", carried, card)
        due = self.book.due(self.coup.hands["player"], self.coup.hands["banker"])
        if due not in ("unknown", to):
            self.coup.wrong_card = True
            found = ("the next card", f"to {due}" if due else "none: no card is due", f"{card or 'a card'} to {to}")
            if self.last == "matter-decided":
                self.astray.append(found)
            else:
                self.difference(*found)
        self.coup.hands[to].append(card)

    def on_card_carried(self, fact):
        self.carried.append(card_or_none(fact["card"]))

    def on_shuffle_due(self, fact):
        self.carried = []

    on_cards_replaced = on_shuffle_due

    def on_exposed(self, fact):
        if self.coup is None:
            return
        shown = [card_or_none(card) for card in fact["cards"]]
        hand = self.coup.hands[fact["side"]]
        for place, card in enumerate(hand):
            if card is None and shown:
                hand[place] = shown.pop(0)

    def on_third_card_forgotten(self, fact):
        """A result without the third card is on record as such; it must have been due to that hand."""
        if self.coup is None:
            return
        due = self.book.due(self.coup.hands["player"], self.coup.hands["banker"])
        if due not in ("unknown", fact["side"]):
            self.difference("a third card forgotten", f"due to {due}" if due else "none was due", fact["side"])
        self.coup.wrong_card = True

    def on_coup_reconstructed(self, fact):
        if self.coup is None:
            return
        for side in SIDES:
            self.coup.hands[side] = [card_or_none(card) for card in fact[side]]
        self.coup.decided = self.coup.wrong_card = False
        self.astray = []

    def on_hand_draws(self, fact):
        self.check_turn(fact, "draws")

    def on_hand_stands(self, fact):
        self.check_turn(fact, "stands")

    def check_turn(self, fact, found):
        """What a hand does, and on what count."""
        if self.coup is None:
            return
        side, hands = fact["side"], self.coup.hands
        two = hands[side][:2]
        if len(two) < 2 or None in two:
            return
        total = self.book.count(two)
        if fact["total"] != total:
            self.difference(f"the count of {side}'s first two cards", total, fact["total"])
        # A hand whose cards were put in order has its third card already; what counts is what it had before.
        due = self.book.due(two if side == "player" else hands["player"], hands["banker"][:2])
        expected = "draws" if due == side else "stands"
        if due != "unknown" and found != expected:
            self.difference(f"{side} on {total}", expected, found)

    def on_natural_seen(self, fact):
        hands = self.coup.hands if self.coup else {}
        if any(len(hand) < 2 or None in hand[:2] for hand in hands.values()):
            return
        for side, hand in hands.items():
            if fact[side] != self.book.count(hand[:2]):
                self.difference(f"the count of {side}'s first two cards", self.book.count(hand[:2]), fact[side])
        if hands and not any(self.book.count(hand[:2]) in self.book.naturals for hand in hands.values()):
            self.difference("a natural", "none", f"player {fact['player']}, banker {fact['banker']}")

    def on_coup_decided(self, fact):
        coup = self.coup
        if coup is None:
            return self.difference("a result", "a coup that it belongs to", "none") if self.from_start else None
        outcome = coup.outcome(self.book)
        coup.decided = True
        if outcome is None:
            return self.difference("the result", "two or three cards of each hand, all seen", cards_of(coup))
        due = self.book.due(coup.hands["player"], coup.hands["banker"])
        if due and not coup.wrong_card:
            self.difference("the result", f"a further card to {due} first", cards_of(coup))
        self.check_cards(coup)
        stated = {
            "winner": outcome["winner"],
            "player": outcome["player_total"],
            "banker": outcome["banker_total"],
            "player_pair": outcome["player_pair"],
            "banker_pair": outcome["banker_pair"],
            "natural": outcome["natural"],
        }
        words = {"winner": "the winner", "player": "the count of player", "banker": "the count of banker"}
        words |= {"player_pair": "the pair of player", "banker_pair": "the pair of banker", "natural": "a natural"}
        for key, expected in stated.items():
            if fact[key] != expected or type(fact[key]) is not type(expected):
                self.difference(f"{words[key]} ({cards_of(coup)})", word(expected), word(fact[key]))
        self.judged_coups += 1

    def check_cards(self, coup):
        """Both hands hold just the cards that the chart gives them, however they came to lie there."""
        if coup.wrong_card:
            return
        player, banker = coup.hands["player"], coup.hands["banker"]
        laid = {"player": player[:2], "banker": banker[:2]}
        while (due := self.book.due(laid["player"], laid["banker"])) in SIDES:
            place = len(laid[due])
            if place >= len(coup.hands[due]):
                return
            laid[due].append(coup.hands[due][place])
        for side in SIDES:
            if len(coup.hands[side]) > len(laid[side]):
                self.difference(f"{side}'s cards ({cards_of(coup)})", "no third card", coup.hands[side][2])

    # ------------------------------------------------ settlement

    def on_wager_settled(self, fact):
        self.settle(fact, self.stakes, fact["id"], None)

    def on_settled_on_paper(self, fact):
        stake = whole_stake(fact["stake"])
        now, self.coup = self.coup, self.coups.get(fact["coup"]) or self.coup
        self.settle(fact, self.on_paper, stake["id"], stake)
        self.coup = now

    def settle(self, fact, where, number, stated):
        coup, result = self.coup, fact["result"]
        if stated is None:
            stated = {"id": number, "patron": fact["patron"], "box": fact["area"], "wager": fact["wager"]}
            stated |= {"amount": fact["staked"], "kind": None}
        stake = where.get(number)
        if stake is None:
            if self.from_start:
                return self.difference(named(stated), "a stake that lies on the layout", "none")
            stake = stated
        for key, name in (("patron", "the patron"), ("box", "the box"), ("wager", "the wager"), ("amount", "the stake")):
            if stake[key] != stated[key]:
                show = money if key == "amount" else str
                self.difference(f"{name} of {named(stake)}", show(stake[key]), show(stated[key]))
        self.judged_wagers += 1
        self.check_result(stake, result, where is self.on_paper)
        if coup is None:
            return
        if number in coup.settled and where is self.stakes and not coup.settled[number][1].get("stays"):
            self.difference(named(stake), "one settlement in a coup", "another")
        coup.settled[number] = (dict(stake), dict(result))
        self.owed[stake["patron"]] += result.get("owed", 0)
        if result.get("stays") and where is self.stakes and number in where:
            # What was void goes back at once; what was live rides.
            stake["amount"] = result["live"]
            coup.settled[number] = (dict(stake), dict(result))
            if stake["amount"] == 0:
                del where[number]
        else:
            where.pop(number, None)

    def check_result(self, stake, result, on_paper):
        """What became of a stake is what the book gives it."""
        for key in ("live", "paid", "returned", "owed", "commission"):
            if not is_amount(result.get(key, 0)):
                raise ValueError(f"found {result.get(key)!r} for `{key}`")
        if self.coup is None:
            return
        outcome = self.coup.outcome(self.book)
        early = self.book.option_of.get(stake["wager"]) in self.book.early
        if outcome is None or not (self.coup.decided or early):
            return self.difference(named(stake), "to be settled after the result", "settled before it")
        methods = [self.coup.method] if self.coup.method else self.methods or self.book.methods
        expected = {method: self.expected(stake, outcome, method, result, on_paper) for method in methods}
        differing = {method: differences(want, result) for method, want in expected.items()}
        fitting = [method for method in methods if not differing[method]]
        if fitting:
            # A log that begins later does not say under which method; but it was one and the same.
            self.methods = self.methods if self.coup.method else fitting
            self.check_chips(stake, result)
            return
        keys = differing[methods[0]]
        self.difference(named(stake), shown(expected[methods[0]], keys), shown(result, keys))

    def expected(self, stake, outcome, method, result, on_paper):
        """What the book gives a stake on an outcome."""
        wager = self.wager(stake["wager"], method)
        if wager is None:
            return {"outcome": f"no wager `{stake['wager']}` under the method {method}"}
        row = wager.row(outcome)
        if row is None:
            return {"outcome": "no row fits"}
        policy = self.book.inexact
        if self.book.inexact_for is not None and wager.id not in self.book.inexact_for:
            policy = None
        live = self.live_part(stake, wager, policy, result)
        paid = commission = 0
        if row.ends == "wins":
            exact = row.odds * live
            paid = math.ceil(exact)
            if policy == "round-up" and (self.chips is None or not self.can_pay(row, live)):
                paid = self.rounded_up(exact, result)
            # Half pay is no commission: only what the book calls one is kept back as one.
            table = {**(self.settings or {}), "method": method}
            if row.odds != row.before_less and self.book.one("settlement.commission", table):
                commission = max(math.floor(row.before_less * live) - paid, 0)
        stays = row.ends == "stands-off" and wager.is_main and not on_paper
        stays = stays and self.book.one("betting.standoff_stake", self.settings) == "stays-and-rides"
        owed = paid - self.chips.down(paid) if self.chips else result.get("owed", 0)
        return {
            "outcome": row.ends,
            "live": live,
            "paid": paid,
            "owed": owed,
            "commission": commission,
            "returned": stake["amount"] - live,
            "void": row.ends == "stands-off" and self.book.option_of.get(wager.id) in self.book.void_on_standoff,
            "stays": stays,
        }

    def live_part(self, stake, wager, policy, result):
        """The part of a stake that counts."""
        if self.chips is None:
            # The log begins later: limits and chips are not known, so what was live is believed as far as it can be.
            return min(result["live"], stake["amount"])
        live = self.to_own_maximum(stake)
        hands_together = self.book.one("limits.area_total", self.settings) == "hands-together"
        on_a_hand = self.is_on_a_hand(stake["wager"])
        own = (self.settings.get("area_most_of") or {}).get(stake["wager"])
        most = own if own is not None or (hands_together and not on_a_hand) else self.settings.get("area_most")
        if most is not None and self.book.one("limits.above_area", self.settings) == "pro-rata":
            in_box = [other for other in self.all_down().values() if other["box"] == stake["box"]]
            if hands_together and on_a_hand:
                together = [other for other in in_box if self.is_on_a_hand(other["wager"])]
            else:
                together = [other for other in in_box if other["wager"] == stake["wager"]]
            there = sum(self.to_own_maximum(other) for other in together)
            if there > most:
                live = self.chips.down(live * most // there)
            if not self.from_start and 0 <= result["live"] < live and self.chips.make(result["live"]):
                # The records begin later: a stake that rides may lie in this area too, and takes its part.
                live = result["live"]
        if policy == "part-void" and not self.is_payable(wager, live):
            part = live // wager.step * wager.step
            while part > 0 and not (self.chips.make(part) and self.is_payable(wager, part)):
                part -= wager.step
            live = max(part, 0)
        return live

    def is_on_a_hand(self, wager):
        known = self.wager(wager, self.settings["method"])
        return known is not None and known.is_on_a_hand

    def all_down(self):
        """Every stake of the coup, those that were settled a moment ago too."""
        return {number: stake for number, (stake, _) in self.coup.settled.items()} | self.stakes

    def to_own_maximum(self, stake):
        most = self.most_for(stake)
        cut = most is not None and self.cuts_to_maximum(stake["wager"])
        return min(stake["amount"], most) if cut else stake["amount"]

    def can_pay(self, row, stake):
        win = row.odds * stake
        return win.denominator == 1 and (self.chips is None or self.chips.make(int(win)))

    def is_payable(self, wager, stake):
        return all(self.can_pay(row, stake) for row in wager.winning)

    def rounded_up(self, exact, result):
        if self.chips:
            return self.chips.up(math.ceil(exact))
        # Without knowing the chips: one chip less of those it was paid in would have been too little.
        paid, used = result["paid"], [chip for chip, _ in result.get("chips", [])]
        return paid if used and paid >= exact > paid - min(used) else math.ceil(exact)

    def check_chips(self, stake, result):
        """It was handed over in chips of this table."""
        made = result.get("chips", [])
        if sum(chip * count for chip, count in made) != result["paid"] - result.get("owed", 0):
            total = sum(chip * count for chip, count in made)
            expected = money(result["paid"] - result.get("owed", 0))
            self.difference(f"the chips for {named(stake)}", expected, money(total))
        elif self.chips and not all(chip in self.chips.all and count > 0 for chip, count in made):
            self.difference(f"the chips for {named(stake)}", "chips of this table", made)

    def on_all_settled(self, fact):
        coup = self.coup
        if coup is None:
            return
        for number, stake in self.stakes.items():
            due = not fact["early"] or self.book.option_of.get(stake["wager"]) in self.book.early
            if due and number not in coup.settled:
                self.difference(named(stake), "settled with the others", "left unsettled")

    def on_remainder_decided(self, fact):
        patron, owed = fact["patron"], self.owed[fact["patron"]]
        if self.from_start and fact["owed"] != owed:
            self.difference(f"what is owed to {patron}", money(owed), money(fact["owed"]))
        if self.chips and not (self.chips.make(fact["paid"]) and fact["paid"] <= self.chips.up(fact["owed"])):
            expected = f"what chips make, up to {money(self.chips.up(fact['owed']))}"
            self.difference(f"the remainder of {patron}", expected, money(fact["paid"]))
        self.owed[patron] = 0
        last = None
        for coup in self.coups.values():
            for stake, result in coup.settled.values():
                if stake["patron"] == patron and result.get("owed", 0):
                    result["paid"] -= result.pop("owed")
                    last = result
        if last:
            last["paid"] += fact["paid"]

    # ------------------------------------------------ the end of a coup, and what is put right later

    def on_coup_ended(self, fact):
        coup = self.coup
        if coup is None:
            return
        if not coup.decided:
            self.difference("the end of the coup", "a result first", "none")
        for number, stake in self.stakes.items():
            if number not in coup.settled:
                self.difference(named(stake), "settled by the end of its coup", "still lying there")
        self.end()

    def end(self):
        self.coup = None
        self.made_under, self.on_paper = {}, {}
        self.change_areas()

    def on_coup_voided(self, fact):
        coup = self.coups.get(fact["number"])
        if coup is None or coup is not self.coup:
            return
        for number, stake in self.stakes.items():
            if number not in coup.settled:
                self.difference(named(stake), "given back, as the coup is void", "still lying there")
        self.end()

    on_coup_invalidated = on_coup_voided

    def on_coup_reopened(self, fact):
        coup = self.coups.get(fact["number"])
        if coup is None:
            return
        self.coup = coup
        # A stake that rides lies there and waits for its result again.
        coup.settled = {number: known for number, known in coup.settled.items() if number not in self.stakes}

    def on_settlement_reopened(self, fact):
        if self.coup:
            self.coup.decided, self.coup.method = True, None

    def on_settled_by_other_method(self, fact):
        """What was really paid is on record, and judged by the method that was used."""
        if fact["method"] not in self.book.methods:
            self.difference("the settlement method", " or ".join(self.book.methods), fact["method"])
        else:
            coup = self.coups.get(fact.get("coup")) or self.coup
            if coup:
                coup.method = fact["method"]

    def on_wager_corrected(self, fact):
        """A wager on record was another: it is judged as it was."""
        stake, was = whole_stake(fact["stake"]), whole_stake(fact["was"])
        coup = self.coups.get(fact["coup"])
        known = coup and coup.settled.get(stake["id"])
        if known and known[1].get("stays"):
            coup.settled[stake["id"]] = (dict(was), known[1] | {"live": was["amount"]})
        for where in (self.stakes, self.on_paper):
            if stake["id"] in where:
                where[stake["id"]] = was
                if was["amount"] == 0:
                    del where[stake["id"]]

    def on_record_corrected(self, fact):
        """The cards of a coup that is over are on record as they were."""
        coup = self.coups.get(fact["coup"])
        if coup:
            for side in SIDES:
                coup.hands[side] = [card_or_none(card) for card in fact[side]]

    def on_settlement_undone(self, fact):
        stake, coup = whole_stake(fact["stake"]), self.coups.get(fact["coup"])
        known = coup and coup.settled.pop(stake["id"], None)
        if known is None:
            if self.from_start:
                self.difference(f"{named(stake)} undone", "a settlement of that coup", "none")
        else:
            keys = [key for key in ("outcome", "live", "paid", "owed", "returned") if differs(known[1], fact["result"], key)]
            if keys:
                self.difference(f"{named(stake)} undone", shown(known[1], keys), shown(fact["result"], keys))
        self.owed[stake["patron"]] = max(self.owed[stake["patron"]] - fact["result"].get("owed", 0), 0)
        if fact["how"] == "relaid":
            self.stakes[stake["id"]] = stake
        elif fact["how"] == "on-paper":
            self.on_paper[stake["id"]] = stake


def named(stake):
    return f"{stake['patron']}, box {stake['box']}, {stake['wager']} {money(stake['amount'])}"


def cards_of(coup):
    return "; ".join(f"{side} {' '.join(card or '??' for card in coup.hands[side]) or 'no card'}" for side in SIDES)


def word(value):
    return {True: "yes", False: "no", None: "none"}.get(value, str(value)) if value in (True, False, None) else str(value)


def differs(want, found, key):
    return want.get(key, 0) != found.get(key, 0)


def differences(want, found):
    """The parts of a result in which the two are not the same."""
    if len(want) == 1:
        return ["outcome"]
    return [key for key in want if want[key] != found.get(key, False if key in ("stays", "void") else 0)]


def shown(result, keys):
    """A result in words: how it ended, and of the rest only what matters."""
    words = [str(result.get("outcome"))]
    for key in ("live", "paid", "owed", "commission", "returned"):
        if key in keys or (key == "paid" and result.get("paid")):
            words.append(f"{key} {money(result.get(key, 0))}")
    if "stays" in keys:
        words.append("the stake stays" if result.get("stays") else "the stake does not stay")
    return ", ".join(words)


# ---------------------------------------------------------------- reading files


class Judgement:
    """Everything in some files, judged by one book."""

    def __init__(self, book):
        self.book = book
        self.tables, self.sequences, self.openings = {}, {}, {}
        self.shoes, self.told_of_shoes = {}, {}
        # Streams of which every record is there, what was asked too.
        self.whole = set()
        self.differences = []
        # Cards that are shown and that no shoe's record proves: there is none, or it does not reach so far.
        self.unproved = 0
        self.events = 0
        self.other_books, self.other_clauses = set(), set()

    def tell(self, stream, sequence, coup, what, expected, found):
        place = stream + (f", coup {coup}" if coup is not None else "") + (f", event {sequence}" if sequence is not None else "")
        self.differences.append(f"{place}: {what}: expected {expected}; found {found}")

    def take(self, record, stream=None):
        """A record of a log, or an event alone."""
        if not isinstance(record, dict):
            raise Bad("a record is an object")
        stream = stream or record.get("stream") or "the table"
        if isinstance(record, InForce):
            return self.take_in_force(stream, record)
        sequence, kind = record.get("sequence"), record.get("kind", "table-event-1")
        if sequence is not None:
            self.follow(stream, sequence, record)
        payload = record.get("payload", record)
        if kind == "shoe-line-1":
            return self.take_shoe_line(stream, record, payload)
        if kind != "table-event-1":
            return None
        payload = fact_of(payload)
        self.check_book(stream, sequence, record, payload)
        return self.take_fact(stream, sequence, record, payload["fact"])

    def take_in_force(self, stream, record):
        """How the table was set where the records of a bundle begin. What else happened until then is not there."""
        fact = fact_of(record["payload"])["fact"]
        if fact["fact"] not in ("table-opened", "change-made", "personal-limit-set"):
            raise Bad(f"`{str(fact['fact'])[:40]}` does not say how a table is set")
        table = self.table(stream, record.get("sequence"))
        try:
            table.take(fact)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise Bad(f"`{fact['fact']}` is not of the form that such a fact has: {error!r}") from None
        table.from_start = False

    def follow(self, stream, sequence, record):
        """Records of a stream follow on one another. An export of events leaves out what was asked, which comes first in each command, and
        that the clock went back."""
        if type(sequence) is not int:
            raise Bad(f"sequence cannot be {sequence!r}")
        due, command = self.sequences.get(stream, (sequence, None))
        left_out = sequence - due if stream not in self.whole and record.get("command") != command else 0
        if sequence != due and left_out not in (1, 2):
            self.tell(stream, sequence, None, "the records", f"event {due} next", f"event {sequence}")
        if str(record.get("kind")).startswith("asked-"):
            self.whole.add(stream)
        self.sequences[stream] = sequence + 1, record.get("command")

    def check_book(self, stream, sequence, record, payload):
        """It was recorded under this book, and cites what stands in it."""
        book = record.get("book")
        if isinstance(book, str) and book != self.book.hash and (stream, book) not in self.other_books:
            self.other_books.add((stream, book))
            self.tell(stream, sequence, None, "the book in force", self.book.hash, book)
        cites = payload.get("cites") or payload.get("under") or {}
        for clause in cites.get("clauses") or []:
            if clause not in self.book.clauses and (stream, clause) not in self.other_clauses:
                self.other_clauses.add((stream, clause))
                self.tell(stream, sequence, None, f"the clauses of `{payload['fact']['fact']}`", "clauses of the book", clause)

    def table(self, stream, sequence):
        """The table of this stream; what it tells is told of this event."""
        table = self.tables.get(stream)
        if table is None:
            table = self.tables[stream] = Table(self.book, None)
            table.drawn = Drawn()
        table.tell = lambda coup, what, expected, found: self.tell(stream, sequence, coup, what, expected, found)
        return table

    def take_fact(self, stream, sequence, record, fact):
        table = self.table(stream, sequence)
        self.events += 1
        try:
            table.drawn.take(table, record.get("command"), sequence, fact)
            table.take(fact)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise Bad(f"`{str(fact['fact'])[:40]}` is not of the form that such a fact has: {error!r}") from None

    # ------------------------------------------------ cards against the openings of their shoe

    def take_shoe_line(self, stream, record, payload):
        # A line of a shoe's record is a text, which a bundle gives once more as the text that was hashed.
        line = parsed(payload) if isinstance(payload, str) else payload
        line = parsed(line) if isinstance(line, str) else line
        self.take_text(stream, record.get("sequence"), payload)
        opened = self.openings.setdefault(table_of_shoe(stream), [])
        if isinstance(line, dict) and isinstance(line.get("card"), dict):
            opened.append((record.get("command"), line["card"].get("card")))

    def take_text(self, stream, sequence, payload):
        """The shoe's record itself: card, salt and path of each opening lead to the root that was sealed."""
        # That program takes this one up, and checks shoes.
        from croupier_verify import Shoe

        text = payload if isinstance(payload, str) else json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
        text = parsed(text) if text.startswith('"') else text
        shoe = self.shoes.setdefault(stream, Shoe())
        shoe.take(text)
        while len(shoe.faults) > self.told_of_shoes.get(stream, 0):
            _, told = shoe.faults[self.told_of_shoes.get(stream, 0)]
            self.told_of_shoes[stream] = self.told_of_shoes.get(stream, 0) + 1
            self.tell(stream, sequence, None, "the shoe's record", "one that holds", told)

    def check_shoes(self):
        """Shoes that were revealed are what was sealed; each was sealed as what its stream is called."""
        for stream, shoe in self.shoes.items():
            known = len(shoe.faults)
            if shoe.reveal:
                shoe.finish()
            for _, told in shoe.faults[known:]:
                self.tell(stream, None, None, "the shoe's record", "one that holds", told)
            if shoe.sealed and stream != f"shoe/{shoe.sealed['table']}.{shoe.sealed['number']}":
                found = f"shoe {shoe.sealed['number']} of {shoe.sealed['table']}"
                self.tell(stream, None, None, "the shoe's record", f"one sealed as {stream}", found)

    def check_openings(self):
        """In every coup, and between two, the cards that left the shoe are those it opened, in this order."""
        self.check_shoes()
        for stream, table in self.tables.items():
            opened = self.openings.get(stream.partition("/")[2])
            if opened is None:
                self.count_unproved(stream, table)
                continue
            for stretch in table.drawn.stretches:
                here = [card for command, card in opened if table.drawn.stretch_of.get(command) is stretch]
                known = [card for card in stretch.cards if card["card"] is not None]
                if stretch is table.drawn.stretches[-1]:
                    # A coup that is still on: what lies behind a card face down is opened after it.
                    self.unproved += max(0, len(known) - len(here))
                    known = known[: len(here)]
                self.check_stretch(stream, stretch, here, known)

    def count_unproved(self, stream, table):
        """Not a line of a shoe is there. Where the table deals from sealed shoes, somebody has left them out."""
        cards = sum(card["card"] is not None for stretch in table.drawn.stretches for card in stretch.cards)
        self.unproved += cards
        if cards and (table.settings or {}).get("sealed"):
            self.tell(stream, None, None, f"the {cards} cards shown", "the records of the sealed shoes that they came from", "none")

    def check_stretch(self, stream, stretch, opened, known):
        what = "the card shown"
        if not stretch.reordered and len(opened) == len(stretch.cards):
            # A card that was burnt face down may have been opened; the table does not say what it is.
            known = stretch.cards
        if stretch.reordered or len(opened) != len(known):
            shown = Counter(card["card"] for card in known)
            unseen = len(stretch.cards) - len(known)
            for card in sorted((Counter(opened) - shown).elements())[unseen:]:
                self.tell(stream, None, stretch.coup, what, f"{card}, which the shoe opened", "it nowhere")
            for card in sorted((shown - Counter(opened)).elements()):
                self.tell(stream, None, stretch.coup, what, "what the shoe opened", card)
            return
        for card, found in zip(opened, known):
            if found["card"] not in (None, card):
                self.tell(stream, found["sequence"], stretch.coup, what, f"what the shoe opened: {card}", found["card"])


class InForce(dict):
    """A record of a bundle that says how the table was set before its other records begin."""


class Stretch:
    """What left the shoe in a coup, or between two."""

    def __init__(self, coup):
        self.coup, self.cards, self.reordered = coup, [], False


class Drawn:
    """The cards as they left the shoe. One that lies face down is known once it is turned over."""

    def __init__(self):
        self.stretches, self.stretch_of, self.down = [Stretch(None)], {}, {"player": [], "banker": []}
        self.ended_by = None

    def take(self, table, command, sequence, fact):
        name = fact["fact"]
        if name == "coup-started":
            self.begin(fact["number"])
        now = self.stretches[-1]
        if name in ("card-dealt", "card-burnt", "card-set-aside", "card-carried") and not fact.get("was_dealt"):
            # A card carried over left the shoe before.
            if name != "card-dealt" or not table.carried:
                card = {"card": fact.get("card"), "sequence": sequence}
                now.cards.append(card)
                if name == "card-dealt" and card["card"] is None:
                    self.down[fact["to"]].append(card)
        elif name == "rest-burnt":
            if fact["cards"] not in range(MOST_CARDS + 1):
                raise ValueError(f"found {fact['cards']!r} cards in a shoe")
            now.cards += [{"card": None, "sequence": sequence} for _ in range(fact["cards"])]
        elif name == "exposed":
            for card in fact["cards"]:
                if self.down[fact["side"]]:
                    self.down[fact["side"]].pop(0).update(card=card, sequence=sequence)
        elif name in ("coup-reconstructed", "coup-reopened"):
            now.reordered = True
        # What a command says behind the end of a coup, such as that a shuffle is due, leaves the cards that it opened in that coup.
        lays = name in ("card-dealt", "card-burnt", "card-set-aside", "card-carried", "rest-burnt", "exposed")
        if lays or command != self.ended_by:
            self.stretch_of[command] = now
        if name in ("coup-ended", "coup-voided"):
            self.begin(None)
            self.ended_by = command

    def begin(self, coup):
        self.stretches.append(Stretch(coup))
        self.down = {"player": [], "banker": []}


def table_of_shoe(stream):
    """The table of a shoe's stream, `shoe/TABLE.NUMBER`."""
    return stream.partition("/")[2].rpartition(".")[0]


def no_twins(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Bad("a key comes twice")
    return found


def fact_of(payload):
    """The payload of an event, with the fact in it."""
    payload = parsed(payload) if isinstance(payload, str) else payload
    if not isinstance(payload, dict) or not isinstance(payload.get("fact"), dict) or "fact" not in payload["fact"]:
        raise Bad("no fact in it")
    return payload


def parsed(text):
    try:
        return json.loads(text, object_pairs_hook=no_twins)
    except (ValueError, RecursionError) as error:
        raise Bad(f"not JSON: {error}") from None


def read_records(path):
    """The records of a file: JSON Lines, or a bundle. Each with the stream that it belongs to and the line it stands on."""
    try:
        if path == "-":
            yield from records_of(sys.stdin)
            return
        with open(path, encoding="utf-8-sig") as file:
            yield from records_of(file)
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"cannot read {path}: {error}") from None


def records_of(file):
    first = True
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        if first:
            first = False
            bundle = bundle_in(line, file)
            if bundle is not None:
                yield from records_of_bundle(bundle)
                return
        try:
            yield number, parsed(line), None
        except Bad as bad:
            raise Bad(f"line {number}: {bad}") from None


def bundle_in(line, file):
    """A bundle is one object over the whole file; of JSON Lines each line is one."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = parsed(line + file.read())
    return found if isinstance(found, dict) and "slices" in found else None


def records_of_bundle(bundle):
    # How the table was set comes before everything: each of the events that say so, which stand in slices of their own.
    in_force = set(bundle.get("in_force", []))
    for part in bundle.get("settings", []):
        for record in part["records"]:
            if record["sequence"] in in_force:
                in_force.remove(record["sequence"])
                yield f"{part['head']['stream']} {record['sequence']}", InForce(record), part["head"]["stream"]
    if in_force:
        raise Bad(f"event {min(in_force)}, by which the table was set, is not there")
    # The shoes first, so that openings are known when cards are shown.
    for part in sorted(bundle["slices"], key=lambda part: not part["head"]["stream"].startswith("shoe/")):
        for number, record in enumerate(part["records"]):
            yield f"{part['head']['stream']} {number}", record, part["head"]["stream"]


def judge(arguments):
    """Judges files by a book; says whether everything agrees."""
    book = read_book(arguments[0])
    agreed = True
    for path in arguments[1:]:
        judgement = Judgement(book)
        place = None
        try:
            for place, record, stream in read_records(path):
                judgement.take(record, stream)
            judgement.check_openings()
        except Bad as bad:
            agreed = False
            print(f"{path}: {'line ' + str(place) + ': ' if type(place) is int else ''}{bad}")
            continue
        except (AttributeError, KeyError, TypeError) as error:
            agreed = False
            print(f"{path}: not a log export or a bundle: {error!r}")
            continue
        agreed &= report(path, judgement)
    return agreed


def report(path, judgement):
    for told in judgement.differences:
        print(f"{path}: {told}")
    tables = judgement.tables.values()
    coups, wagers = sum(table.judged_coups for table in tables), sum(table.judged_wagers for table in tables)
    if not judgement.events:
        print(f"{path}: no event of a table in it")
        return False
    told = f"{path}: {coups} coups and {wagers} wagers judged by {judgement.book.id}"
    many = len(judgement.differences)
    found = f"{many} differences" if many else "nothing differs" if judgement.unproved else "all agree"
    if judgement.unproved:
        found += f"; no shoe's record proves {judgement.unproved} of the cards shown"
    if any(table.settings is None and table.judged_wagers for table in tables):
        found += "; how the table was set is not in it: the part that counts is believed, and rounding held to the chips that were handed over"
    print(f"{told}: {found}")
    return not many
