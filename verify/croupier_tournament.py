"""A tournament checked from its bundle alone, without Croupier and with nothing but Python's standard library.

It follows the records event by event and works out for itself: the hash of the conditions, every draw, that every form was opened as it was
sealed, which cards each coup was due, what every wager brought, every stack, the counts, the order of places, the pool, the prizes and that
what decides about money took two people. `croupier_verify.py tournament` runs it; docs/evidence.md says what is checked and what is not.
"""

import hashlib
import tomllib
from decimal import Decimal
from fractions import Fraction

import croupier_draw
import croupier_judge

EVENT = "tournament-event-1"
NO_EVENT = ("asked-1", "edition-1", "clock-went-back-1")
# What takes a second person.
# What takes two people, and as what one of them proposes it.
BY_TWO = {
    "awarded": ("award",),
    "prize-paid": ("pay-prize",),
    "chips-paid": ("pay-chips",),
    "cancelled": ("cancel",),
    "count-decided": ("decide-count",),
    "points-added": ("add-points",),
    "pool-added": ("add-to-pool",),
    "report-dropped": ("drop-report",),
    "passed-over": ("pass-over",),
    "disqualified": ("disqualify", "rule-absence", "pass-over"),
}
# No amount is more, in hundredths.
MOST = 1_000_000_000 * 100


class Bad(Exception):
    """What is wrong with a tournament."""


def money(value):
    """An amount of the conditions in hundredths: a number, or a text such as 12.50."""
    return int(Decimal(str(value)) * 100)


def is_amount(value):
    """An opening that the conditions give, and not a text such as `carried-over`."""
    try:
        return value is not None and not isinstance(value, bool) and Decimal(str(value)) > 0
    except ArithmeticError:
        return False


def level_of(text):
    """Minimum and maximum of a text such as `50 to 500 in 50`."""
    words = text.split()
    return money(words[0]), money(words[2])


def deal(book, cards):
    """The two hands of a coup, if these are the cards that the book deals, and no more."""
    hands = {"player": [], "banker": []}
    for card in cards:
        side = book.due(hands["player"], hands["banker"])
        if side not in hands:
            raise Bad(f"the cards {' '.join(cards)} are more than the book deals")
        hands[side].append(card)
    if book.due(hands["player"], hands["banker"]) is not None:
        raise Bad(f"the cards {' '.join(cards)} are fewer than the book deals")
    return hands


# What tells players apart who went out in the same coup: chips left, the wager, and when it was taken.
RANKS = {"residual-chips": "residue", "larger-wager": "staked", "collected-later": "collected"}


# To whom the stage that follows gives a second chance, by place.
SECOND_CHANCES = [f"{word} at each table" for word in ("winner", "second", "third", "fourth", "fifth", "sixth", "seventh")]


class Seat:
    def __init__(self, name):
        self.name, self.stack, self.out, self.resting = name, 0, False, False
        # Stacks at the counts before each play-off.
        self.ladder = ()
        self.coup = self.residue = self.staked = self.collected = 0
        # The place in the draw, is somebody away, how often that cost the minimum, and what is left of pass cards and forms.
        self.drawn, self.absent, self.deductions, self.passes, self.forms = 0, False, 0, 0, 0

    def plays(self):
        return not self.out and not self.resting


class Play:
    """One table of a session."""

    def __init__(self):
        self.seats, self.bets, self.forms, self.deducted = {}, {}, {}, {}
        self.coups, self.number, self.places = 0, None, None
        # The limits in force, what opened forms show, the coup before with its forms, and counts that wait for a second.
        self.limits, self.opened, self.last, self.counted, self.alike = None, {}, None, [], None
        # The marked box, now and before the coup; the order of turns, whose turn it was or is, and who owes nothing.
        self.marker, self.marker_before, self.turns, self.acted, self.turn = None, None, [], [], None
        self.passed, self.excused, self.corrects, self.dealt = set(), set(), set(), False

    def remaining(self):
        return {number: seat.stack for number, seat in self.seats.items() if not seat.out}


class Tournament:
    def __init__(self, id, book):
        self.id, self.book = id, book
        self.same_coup, play_off = book.list_of("tournament.same_coup"), book.list_of("tournament.play_off")
        self.zero_is_out = not play_off or "never-on-zero" in play_off
        self.tables, self.sealed, self.listed, self.draws = {}, None, None, []
        self.entrants, self.fund = {}, dict(fees=0, commission=0, added=0, guarantee=0, refunded=0, refunded_commission=0)
        self.prizes, self.paid, self.places, self.struck = None, set(), [], set()
        self.proposals, self.approved, self.agreed = {}, None, None
        self.refused, self.stage, self.announced_by, self.cashed = set(), 0, None, set()
        self.coups = self.forms = self.counts = 0
        self.conditions, self.announced = None, False
        # What was done before entries opened; who sat down, as which session began, and who forfeited a place; is it called off?
        self.steps, self.taken, self.on, self.forfeited, self.off = set(), set(), False, set(), False
        self.gates = book.list_of("tournament.gates")
        # Places of finished sessions table by table, points of other games, and further rounds of players level on points.
        self.results, self.points, self.rounds, self.rounds_played = [], {}, None, []
        # Who has an entry, who is to play next (once entries are closed), who waits for a later stage, and who takes no part any more.
        self.standing, self.due, self.waiting, self.gone = [], None, [], set()

    # ---------------------------------------------------------------- the conditions

    def drafted(self, fact, record):
        if self.conditions is not None:
            raise Bad("its conditions are written twice")
        self.hash = hashlib.sha256(fact["conditions"].encode()).hexdigest()
        self.conditions = tomllib.loads(fact["conditions"], parse_float=Decimal)
        if self.conditions["tournament"] != self.id or self.conditions["book"] != self.book.id:
            raise Bad("its conditions are those of another tournament, or under another book")
        play = self.conditions["play"]
        self.method = play.get("method", self.book.methods[0])
        self.smallest = min(money(chip) for chip in play.get("chips", [1, 5, 25, 100, 500]))
        limits = play.get("limits", [])
        self.levels = [level_of(limits)] if isinstance(limits, str) else [level_of(one["is"]) for one in limits]
        self.order, self.given = play.get("order", True), (play.get("pass_cards", 0), play.get("undisclosed", 0))
        entry = self.conditions.get("entry", {})
        self.fee, commission = money(entry.get("fee", 0)), entry.get("commission")
        self.commission = money(commission["each"]) if isinstance(commission, dict) else 0

    def announced_(self, fact, record):
        if fact["conditions"] != self.hash:
            raise Bad("other conditions were announced than written")
        self.announced, self.announced_by = True, record["command"]
        self.steps.add("conditions-written")

    def published(self, fact, record):
        self.steps.add("conditions-available")

    def copy_sent(self, fact, record):
        if not self.announced:
            raise Bad("a copy went to the authority before the conditions were announced")
        self.steps.add("regulator-told")

    def terms_set(self, fact, record):
        passes, forms = self.given
        self.order = self.order if fact.get("order") is None else fact["order"]
        self.given = (
            passes if fact.get("pass_cards") is None else fact["pass_cards"],
            forms if fact.get("undisclosed") is None else fact["undisclosed"],
        )

    def entries_opened(self, fact, record):
        """Nobody enters before the conditions are written and available, and the authority has its copy where the book wants that."""
        told = {
            "conditions-written": "the conditions were announced",
            "conditions-available": "the conditions were available",
            "regulator-told": "a copy went to the authority",
        }
        for gate in self.gates:
            step = gate["step"]
            if gate["before"] == "entries" and step in told and step not in self.steps:
                raise Bad(f"entries opened before {told[step]}")
        self.steps.add("entries-opened")

    # ---------------------------------------------------------------- money

    def take_fee(self, name, fee, commission, due=None):
        due = self.fee if due is None else due
        if (fee, commission) != (due, min(self.commission, due)):
            raise Bad(f"{name} paid {fee} with a commission of {commission}; the conditions ask for {due} and {min(self.commission, due)}")
        self.fund["fees"] += fee
        self.fund["commission"] += commission
        paid = self.entrants.setdefault(name, [0, 0, 0, 0])
        paid[0] += fee
        paid[1] += commission

    def entered(self, fact, record):
        if "entries-opened" not in self.steps:
            raise Bad(f"{fact['name']} entered before entries opened")
        self.not_refused(fact["name"])
        if self.due is not None:
            raise Bad(f"{fact['name']} entered once entries were closed")
        self.take_fee(fact["name"], fact["fee"], fact["commission"])
        self.standing.append(fact["name"])
        self.gone.discard(fact["name"])

    def entries_closed(self, fact, record):
        least, most = self.conditions.get("entry", {}).get("numbers", (1, 10_000))
        if fact["entrants"] != len(self.standing) or not least <= len(self.standing) <= most:
            raise Bad(f"entries closed with {fact['entrants']}; {len(self.standing)} have one, and {least} to {most} are allowed")
        self.due = list(self.standing)

    def leaves(self, name):
        """Somebody takes no part any more."""
        self.gone.add(name)
        self.standing = [one for one in self.standing if one != name]
        self.waiting = [one for one in self.waiting if one != name]
        if self.due is not None:
            self.due = [one for one in self.due if one != name]

    def entry_refused(self, fact, record):
        self.refused.add(fact["name"])

    def not_refused(self, name):
        if name in self.refused:
            raise Bad(f"{name} takes part, whose application was refused")

    def bought_back(self, fact, record):
        terms = self.conditions["entry"].get("buy_back")
        if not isinstance(terms, dict):
            raise Bad(f"{fact['name']} bought back, which the conditions do not offer")
        self.take_fee(fact["name"], fact["fee"], fact["commission"], money(terms["fee"]))
        _, seat = self.seat_of(fact["name"])
        if seat:
            seat.out, seat.absent, seat.staked = False, False, 0
        if self.due is not None and fact["name"] not in self.due:
            self.due.append(fact["name"])

    def reserve_seated(self, fact, record):
        self.not_refused(fact["name"])
        self.take_fee(fact["name"], fact["fee"], fact["commission"])
        self.replace(fact)

    def substitute_seated(self, fact, record):
        self.not_refused(fact["name"])
        self.entrants.setdefault(fact["name"], [0, 0, 0, 0])
        self.replace(fact)

    def refund(self, name, fees):
        # Fees, the commission in them, and what of both went back before.
        if fees > 0 and name in self.forfeited and not self.off:
            raise Bad(f"{name} gets back {fees}, and has forfeited it")
        paid = self.entrants.get(name, [0, 0, 0, 0])
        if paid[2] + fees > paid[0]:
            raise Bad(f"{name} gets back {fees}, more than was paid")
        paid[2] += fees
        self.fund["refunded"] += fees
        if paid[2] == paid[0]:
            self.fund["refunded_commission"] += paid[1] - paid[3]
            paid[3] = paid[1]

    def withdrawn(self, fact, record):
        self.refund(fact["name"], fact["refund"])
        self.put_out(fact, record)
        # Whoever only waited for a place has none to give up.
        if fact["name"] in self.standing:
            self.leaves(fact["name"])

    def cancelled(self, fact, record):
        self.off = True

    def refunded(self, fact, record):
        self.refund(fact["name"], fact["fees"])

    def pool_added(self, fact, record):
        if not 0 < fact["worth"] <= MOST:
            raise Bad(f"{fact['what']} worth {fact['worth']} was added to the pool")
        if fact["kind"] == "cash":
            self.fund["added"] += fact["worth"]

    def guarantee_set(self, fact, record):
        self.fund["guarantee"] += fact["added"]

    def pool(self):
        fund = self.fund
        back = fund["refunded"] - fund["refunded_commission"]
        return fund["fees"] - fund["commission"] - back + fund["added"] + fund["guarantee"]

    # ---------------------------------------------------------------- draws and seats

    def draw_sealed(self, fact, record):
        self.sealed = fact["sealed"]
        previous = self.draws[-1]["seal"] if self.draws else croupier_draw.NONE.hex()
        if self.sealed["number"] != len(self.draws) + 1 or self.sealed["previous"] != previous:
            raise Bad("a draw does not follow on the one before")

    def tables_named(self, fact, record):
        bars = "no-tournament" in self.book.list_of("limits.low_limit")
        alone = "table-exclusive" in self.book.list_of("tournament.points")
        for table in fact["tables"]:
            if (bars and table.get("low_limit")) or (alone and table.get("in_use")):
                raise Bad(f"{table['name']} is a table at which the book has no tournament")

    def are_due(self, names):
        """Those who are seated are those who have entered or come through, all of them and nobody else."""
        if self.due is None:
            raise Bad("seats were drawn before entries were closed")
        wrong = sorted(set(names) ^ set(self.due))
        if wrong or len(set(names)) != len(names):
            raise Bad(f"{', '.join(wrong) or 'somebody twice'}: not those who are to be seated")

    def draw_listed(self, fact, record):
        self.are_due(fact["list"])
        if fact["root"] != croupier_draw.list_root(fact["list"]).hex():
            raise Bad("the root that was published is not that of its list")
        self.listed = fact["list"]

    def seated(self, fact, record):
        drawn = fact.get("draw")
        if drawn is not None:
            if drawn["sealed"] != self.sealed or drawn["list"] != self.listed:
                raise Bad("seats were drawn from another seal or list than published before")
            for fault in croupier_draw.faults_of(drawn):
                raise Bad(f"draw {drawn['sealed']['number']}: {fault}")
            order = [drawn["list"][index] for index in drawn["order"]]
            if [seat["name"] for seat in fact["seats"]] != order:
                raise Bad("the seats are not in the order drawn")
            self.draws.append(drawn)
        else:
            self.are_due([seat["name"] for seat in fact["seats"]])
        self.tables, self.taken, self.on = {}, set(), False
        for place, seat in enumerate(fact["seats"]):
            seats = self.tables.setdefault(seat["table"], Play()).seats
            if seat["seat"] in seats:
                raise Bad(f"two sit at table {seat['table']} in seat {seat['seat']}")
            seats[seat["seat"]] = Seat(seat["name"])
            seats[seat["seat"]].drawn = place

    def seat_of(self, name):
        for play in self.tables.values():
            for seat in play.seats.values():
                if seat.name == name:
                    return play, seat
        return None, None

    def replace(self, fact):
        _, seat = self.seat_of(fact["instead_of"])
        if seat:
            seat.name, seat.out, seat.absent = fact["name"], False, False
            if self.on:
                self.taken.add(fact["name"])

    def opening(self):
        """The chips with which everybody starts the session; 0 where they are carried over, and given to each."""
        stages = self.conditions.get("stage", [])
        given = [stage.get("session", {}).get("opening") for stage in stages]
        own = given[min(self.stage, len(given) - 1)] if given else None
        if self.rounds is not None and not is_amount(own):
            own = next((one for one in given if is_amount(one)), None)
        return money(own) if is_amount(own) else 0

    def chips_issued(self, fact, record):
        if fact["each"] != self.opening():
            raise Bad(f"{fact['each']} were handed out to each at table {fact['table']}; the conditions give {self.opening()}")
        if (fact["passes"], fact["forms"]) != self.given:
            raise Bad(f"{fact['passes']} pass cards and {fact['forms']} forms were handed out; the conditions give {self.given[0]} and {self.given[1]}")
        for seat in self.tables[fact["table"]].seats.values():
            if not seat.out:
                seat.stack, (seat.passes, seat.forms) = fact["each"], self.given

    def chips_given(self, fact, record):
        _, seat = self.seat_of(fact["name"])
        if seat:
            seat.stack = fact["amount"]

    def put_out(self, fact, record):
        play, seat = self.seat_of(fact["name"])
        if seat:
            # Between coups it is the one just played; a short wager, which is void, puts its maker out of the one that is on.
            seat.coup, seat.residue = play.coups if play.number is None else play.number, seat.stack
            seat.staked = 0 if fact.get("why") == "short-wager" else seat.staked
            seat.stack, seat.out = 0, True
            self.no_turn(play, self.number_of(play, seat))

    out_of_session = put_out

    def seat_taken(self, fact, record):
        play, seat = self.seat_of(fact["name"])
        if seat is None or play.seats.get(fact["seat"]) is not seat or self.tables.get(fact["table"]) is not play:
            raise Bad(f"{fact['name']} took seat {fact['seat']} at table {fact['table']}, which is not theirs")
        self.taken.add(fact["name"])
        if seat.absent:
            self.marked_back(fact, record)

    def number_of(self, play, seat):
        return next(number for number, one in play.seats.items() if one is seat)

    def no_turn(self, play, number):
        play.turns = [turn for turn in play.turns if turn != number]
        play.turn = None if play.turn == number else play.turn

    def marked_absent(self, fact, record):
        play, seat = self.seat_of(fact["name"])
        if seat:
            seat.absent = True
            self.no_turn(play, self.number_of(play, seat))

    def marked_back(self, fact, record):
        """Who comes back wagers last."""
        play, seat = self.seat_of(fact["name"])
        if seat:
            seat.absent, number = False, self.number_of(play, seat)
            self.no_turn(play, number)
            if self.order and number not in play.excused and number not in play.deducted:
                play.acted = [one for one in play.acted if one != number]
                play.turns.append(number)

    def official_named(self, fact, record):
        if (self.book.one("tournament.official") or {}).get("licensed") and not fact.get("licensed"):
            raise Bad(f"{fact['name']} runs the tournament and is not licensed")
        self.steps.add("official-named")

    def session_begun(self, fact, record):
        if "official-named" not in self.steps:
            raise Bad("a session began before anybody was named to run the tournament")
        self.on = True

    def forfeits(self):
        return self.book.one("tournament.no_show") == "place-and-fee-forfeited"

    def place_forfeited(self, fact, record):
        """A place is forfeited where the book says so, by somebody who was not seated as the session began, and nothing goes back."""
        name = fact["name"]
        if not self.forfeits():
            raise Bad(f"{name} forfeited a place, which the book does not have")
        if not self.on or name in self.taken:
            raise Bad(f"{name} forfeited a place before the session began, or had taken it")
        if self.seat_of(name)[1] is None:
            raise Bad(f"{name} forfeited a place and had none")
        self.forfeited.add(name)
        self.put_out(fact, record)
        self.gone.add(name)

    def disqualified(self, fact, record):
        self.refund(fact["name"], fact["fee_back"])
        self.struck.add(fact["name"])
        self.put_out(fact, record)
        self.leaves(fact["name"])

    # ---------------------------------------------------------------- coups

    def coup_opened(self, fact, record):
        play = self.tables[fact["table"]]
        for seat in play.seats.values():
            if self.forfeits() and self.on and not seat.out and seat.name not in self.taken:
                raise Bad(f"{seat.name} plays, who was not there as the session began and forfeits the place")
        if fact["coup"] != play.coups + 1:
            raise Bad(f"coup {fact['coup']} was opened at table {fact['table']} after {play.coups}")
        due = self.due_marker(play)
        if fact.get("marker") != due:
            raise Bad(f"the marker of coup {fact['coup']} was on box {fact.get('marker')}; by the book it is on {due}")
        play.bets, play.forms, play.deducted, play.number, play.opened = {}, {}, {}, fact["coup"], {}
        play.marker_before, play.marker = play.marker, due or play.marker
        play.turns, play.acted, play.turn = self.turns(play, due), [], None
        play.passed, play.excused, play.corrects, play.dealt = set(), set(), set(), False

    def first_card_dealt(self, fact, record):
        self.tables[fact["table"]].dealt = True

    def at_the_table(self, play):
        return sorted(number for number, seat in play.seats.items() if seat.plays() and not seat.absent)

    def due_marker(self, play):
        """Where the book puts the marker for the coup that opens."""
        if not self.order:
            return None
        terms, playing = self.conditions["play"], self.at_the_table(play)
        if self.book.one("tournament.marker") == "next-box":
            return 1 if play.marker is None else play.marker % terms.get("seats", 7) + 1
        if not playing:
            return None
        if play.marker is not None:
            below = [number for number in playing if number < play.marker]
            return (below or playing)[-1]
        first = terms.get("first_marker", "lowest-seat")
        if first == "ballot":
            return min(playing, key=lambda number: play.seats[number].drawn)
        return playing[0] if first == "lowest-seat" else playing[-1]

    def turns(self, play, marker):
        """From the marker clockwise, which runs down the seats: they count from the dealer's right."""
        if marker is None:
            return []
        playing = self.at_the_table(play)
        before = [number for number in playing if number <= marker]
        return before[::-1] + [number for number in playing if number > marker][::-1]

    def turn_began(self, fact, record):
        play, seat = self.tables[fact["table"]], fact["seat"]
        next_up = next((number for number in play.turns if number not in play.acted), None)
        if seat != next_up and seat not in play.corrects:
            raise Bad(f"seat {seat} was asked in coup {play.number}; it was the turn of seat {next_up}")
        play.corrects.discard(seat)
        play.turn = seat
        play.acted = [one for one in play.acted if one != seat] + [seat]

    def in_turn(self, play, seat):
        """Nothing is wagered once cards are out; and where what is out of turn goes back, nothing lies there that was."""
        if play.dealt and play.number is not None:
            raise Bad(f"seat {seat} wagered in coup {play.number} after its first card")
        if self.order and self.book.one("tournament.out_of_turn") == "taken-back" and play.turn != seat:
            raise Bad(f"seat {seat} wagered in coup {play.number} out of turn")

    def pass_laid(self, fact, record):
        play = self.tables[fact["table"]]
        self.in_turn(play, fact["seat"])
        self.uses(play.seats[fact["seat"]], "passes", "a pass card")
        play.passed.add(fact["seat"])

    def uses(self, seat, kind, what):
        left = getattr(seat, kind)
        if left < 1:
            raise Bad(f"{seat.name} used {what} and had none left")
        setattr(seat, kind, left - 1)

    def limits_in_force(self, fact, record):
        limits = fact["least"], fact["most"]
        if limits not in self.levels:
            raise Bad(f"limits of {limits[0]} to {limits[1]} are in force, which the conditions do not have")
        self.tables[fact["table"]].limits = limits

    def wager_placed(self, fact, record):
        self.in_turn(self.tables[fact["table"]], fact["seat"])
        self.tables[fact["table"]].bets[fact["seat"], fact["wager"], False] = fact["amount"]

    def wager_gone(self, fact, record):
        bets = self.tables[fact["table"]].bets
        for key in [key for key in bets if key[:2] == (fact["seat"], fact["wager"])]:
            del bets[key]

    wager_returned = wager_gone

    def wager_void(self, fact, record):
        self.wager_gone(fact, record)
        # What was declared invalid after its turn is not made anew.
        self.tables[fact["table"]].excused.add(fact["seat"])

    def wager_changed(self, fact, record):
        bets = self.tables[fact["table"]].bets
        for key in [key for key in bets if key[:2] == (fact["seat"], fact["wager"])]:
            bets[key] = fact["to"]

    wager_cut = wager_made_up = wager_changed

    def minimum_deducted(self, fact, record):
        play = self.tables[fact["table"]]
        if play.limits is None or fact["amount"] != play.limits[0]:
            raise Bad(f"{fact['amount']} were deducted in seat {fact['seat']}, which is not the minimum in force")
        seat, most = play.seats[fact["seat"]], (self.book.one("tournament.absence") or {}).get("coups", 0)
        if not seat.absent:
            raise Bad(f"the minimum was deducted from {seat.name}, who is not away")
        if seat.deductions >= most:
            raise Bad(f"the minimum was deducted from {seat.name} for more than {most} coups of a session")
        seat.stack -= fact["amount"]
        seat.deductions += 1
        play.deducted[fact["seat"]] = fact["amount"]

    def form_taken(self, fact, record):
        play = self.tables[fact["table"]]
        self.in_turn(play, fact["seat"])
        self.uses(play.seats[fact["seat"]], "forms", "a form")
        play.forms[fact["seat"]] = fact["seal"]

    def form_turned_back(self, fact, record):
        play = self.tables[fact["table"]]
        if play.forms.pop(fact["seat"], None) is not None:
            play.seats[fact["seat"]].forms += 1
        # The turn is theirs again.
        play.corrects.add(fact["seat"])

    def form_opened(self, fact, record):
        play, opening = self.tables[fact["table"]], fact["opening"]
        name = play.seats[fact["seat"]].name
        written = [opening["wager"], opening["amount"]]
        parts = [self.id, fact["coup"], name, *("-" if part is None else part for part in written)]
        text = "croupier-form-1\n" + "".join(f"{part}\n" for part in parts)
        seal = hashlib.sha256(text.encode() + bytes.fromhex(opening["salt"])).hexdigest()
        if play.forms.get(fact["seat"]) != seal:
            raise Bad(f"the form of {name} is not what was sealed")
        play.opened[fact["seat"]] = opening
        self.forms += 1

    def form_laid(self, fact, record):
        play = self.tables[fact["table"]]
        opening = play.opened.get(fact["seat"])
        if opening is None:
            raise Bad(f"what seat {fact['seat']} had sealed was laid down and never opened")
        if (opening["wager"], opening["amount"]) != (fact["wager"], fact["amount"]):
            raise Bad(f"seat {fact['seat']} laid down {fact['wager']} {fact['amount']}; its form says {opening['wager']} {opening['amount']}")
        play.bets[fact["seat"], fact["wager"], True] = fact["amount"]

    def form_deemed(self, fact, record):
        """A form at fault counts as the book says: settled again at that, or the minimum is taken."""
        play, number = self.tables[fact["table"]], fact["seat"]
        if play.last is None or number not in play.last["opened"]:
            raise Bad(f"a form of seat {number} is put right, and none was used in the coup before")
        last, seat = play.last, play.seats[number]
        opening = last["opened"].pop(number)
        wager = self.book.wagers.get((self.method, opening["wager"]))
        whole = wager is not None and wager.is_main and (opening["amount"] or 0) > 0
        amount, deducted = self.deemed(last, number, opening["amount"] if whole else None)
        was = sum(one["net"] for one in last["settled"] if (one["seat"], one["wager"], True) in last["forms"])
        held = seat.stack - was
        amount = min(amount, held) if deducted else amount
        if fact["counts_as"] != amount:
            raise Bad(f"the form of seat {number} counts as {fact['counts_as']}; the book has it count as {amount}")
        if deducted or not whole:
            if fact["stack"] != held - (amount if deducted else 0):
                raise Bad(f"seat {number} holds {fact['stack']} after its form was put right; {held - amount} is left")
        else:
            one = dict(seat=number, wager=opening["wager"], stake=amount, net=fact["stack"] - held)
            self.check_net(one, last["outcome"])
        seat.stack = fact["stack"]

    def deemed(self, last, seat, amount):
        """What a form counts as, and whether that is taken and not staked."""
        least, most = last["limits"]
        before = last["before"][seat]
        beside = sum(laid for (number, _, form), laid in last["bets"].items() if number == seat and not form)
        left, together = before - beside, most
        if self.book.one("tournament.undisclosed_limit") == "holding-and-maximum":
            together = most - beside
        if amount is None:
            fault = "incomplete"
        elif amount > left:
            fault = "above-holding"
        elif amount > together:
            fault = "above-maximum"
        elif amount < least:
            fault = "below-minimum"
        else:
            raise Bad(f"the form of seat {seat} is put right, and nothing is wrong with it")
        counts_as = {one["fault"]: one["counts_as"] for one in self.book.list_of("tournament.deemed")}.get(fault)
        if counts_as is None:
            raise Bad(f"the form of seat {seat} is put right for {fault}, of which the book knows nothing")
        room = min(left, together)
        if self.book.one("tournament.units") == "units-of-minimum":
            room -= room % least
        if counts_as == "minimum-deducted":
            return least, True
        return (room if counts_as == "most-allowed" or least > min(left, together) else least), False

    def coup_settled(self, fact, record):
        play = self.tables[fact["table"]]
        hands = deal(self.book, fact["cards"])
        outcome = croupier_judge.outcome_of(self.book, hands["player"], hands["banker"])
        for seat in play.forms:
            if seat not in play.opened and not play.seats[seat].out:
                raise Bad(f"the form of seat {seat} was never opened, and the coup was dealt")
        if fact["coup"] != play.number:
            raise Bad(f"coup {fact['coup']} was settled; coup {play.number} is on")
        if not play.dealt:
            raise Bad(f"coup {fact['coup']} was settled before its first card")
        self.all_wagered(play)
        laid = sorted((seat, wager, amount) for (seat, wager, _), amount in play.bets.items())
        settled = sorted((one["seat"], one["wager"], one["stake"]) for one in fact["settled"])
        if laid != settled:
            raise Bad("other wagers were settled than lay there")
        play.last = dict(
            outcome=outcome,
            opened=play.opened,
            bets=play.bets,
            forms={key for key in play.bets if key[2]},
            settled=fact["settled"],
            before={number: seat.stack for number, seat in play.seats.items()},
            limits=play.limits,
        )
        for one in fact["settled"]:
            self.check_net(one, outcome)
            play.seats[one["seat"]].stack += one["net"]
        for number, seat in play.seats.items():
            if not seat.out and not seat.resting:
                seat.staked = sum(one["stake"] for one in fact["settled"] if one["seat"] == number)
            if number in fact["collected"]:
                seat.collected = fact["collected"].index(number) + 1
        play.bets, play.forms, play.coups, play.number = {}, {}, fact["coup"], None
        self.coups += 1

    def all_wagered(self, play):
        """Nobody is dealt past: whoever plays has a wager down, a form in or a pass card, and no less or more than the limits."""
        least, most = play.limits or (0, MOST)
        for number in self.at_the_table(play):
            staked = sum(amount for (seat, _, _), amount in play.bets.items() if seat == number)
            if number in play.forms or number in play.passed or number in play.excused or number in play.deducted:
                continue
            if staked == 0:
                raise Bad(f"seat {number} made no wager in coup {play.number}, which was dealt")
            if not least <= staked <= most:
                raise Bad(f"seat {number} wagered {staked} in coup {play.number}; the limits are {least} to {most}")

    def check_net(self, one, outcome):
        wager = self.book.wagers.get((self.method, one["wager"]))
        row = wager.row(outcome) if wager else None
        if row is None:
            raise Bad(f"the book has no wager {one['wager']} that this outcome decides")
        exact = {"loses": Fraction(-one["stake"]), "stands-off": Fraction(0)}.get(row.ends)
        if exact is None:
            exact = one["stake"] * row.odds
        # What the chips cannot pay is rounded or part void, as the book has it: by less than one chip of the smallest kind.
        if exact % self.smallest == 0:
            held = one["net"] == exact
        else:
            held = abs(one["net"] - exact) < self.smallest
        if not held:
            raise Bad(f"seat {one['seat']} has {one['net']} for {one['stake']} on {one['wager']}; the book gives {exact}")

    def coup_given_back(self, fact, record):
        play = self.tables[fact["table"]]
        for number, amount in play.deducted.items():
            if not play.seats[number].out:
                play.seats[number].stack += amount
                play.seats[number].deductions -= 1
        for number, seat in play.seats.items():
            if not seat.out:
                seat.passes += number in play.passed
                seat.forms += number in play.forms

    def coup_voided(self, fact, record):
        play = self.tables[fact["table"]]
        if fact.get("counted"):
            play.coups += 1
        elif play.number is not None:
            # As if it had never been.
            play.marker = play.marker_before
        self.no_coup(play)

    def no_coup(self, play):
        play.bets, play.forms, play.deducted, play.number = {}, {}, {}, None

    def play_ended(self, fact, record):
        self.no_coup(self.tables[fact["table"]])

    # ---------------------------------------------------------------- counts, places, prizes

    def counted(self, fact, record):
        if fact["by"] != record["actor"]:
            raise Bad(f"a count is said to be of {fact['by']}; {record['actor']} made it")
        self.tables[fact["table"]].counted.append((fact["by"], fact["counts"]))

    def count_differs(self, fact, record):
        play = self.tables[fact["table"]]
        play.alike = None
        counts = [counts for _, counts in play.counted[-2:]]
        if len({name for name, _ in play.counted[-2:]}) == 2 and counts[0] == counts[1]:
            play.alike = counts[0]
        play.counted = []

    def count_decided(self, fact, record):
        play = self.tables[fact["table"]]
        played = [[number, play.seats[number].stack] for number, _ in fact["counts"]]
        if play.alike is None or fact["counts"] not in (play.alike, played):
            raise Bad(f"what was decided at table {fact['table']} is neither what two counted nor what was won and lost")
        for number, amount in fact["counts"]:
            play.seats[number].stack = amount
        play.alike, play.counted = None, []
        self.counts += 1

    def count_agreed(self, fact, record):
        play = self.tables[fact["table"]]
        two = play.counted[-2:]
        play.counted, play.alike = [], None
        counted = dict(map(tuple, fact["counts"]))
        if counted != play.remaining():
            raise Bad(f"what was counted at table {fact['table']} is not what was won and lost")
        if len({name for name, _ in two}) != 2 or any(dict(map(tuple, counts)) != counted for _, counts in two):
            raise Bad(f"table {fact['table']} was not counted alike by two people")
        self.counts += 1

    def play_off_called(self, fact, record):
        play = self.tables[fact["table"]]
        for number, seat in play.seats.items():
            seat.resting = number not in fact["seats"]
            if not seat.resting:
                seat.ladder += (seat.stack,)
                seat.stack = seat.stack if fact["fresh"] is None else fact["fresh"]

    def places_confirmed(self, fact, record):
        play = self.tables[fact["table"]]
        stacks = {seat.name: seat.stack for seat in play.seats.values() if not seat.out}
        placed = [place for place in fact["places"] if place["name"] in stacks]
        if {place["name"] for place in placed} != set(stacks):
            raise Bad(f"not everybody left at table {fact['table']} has a place")
        for place in placed:
            if place["stack"] != stacks[place["name"]]:
                raise Bad(f"{place['name']} is placed {place['place']} with {place['stack']}")
        self.check_order(play, fact["places"])
        for place in fact["places"]:
            if place["advances"] != self.goes_on(play, place):
                raise Bad(f"{place['name']} {'goes on' if place['advances'] else 'does not go on'} from place {place['place']}")
        play.places = fact["places"]

    def goes_on(self, play, place):
        """Does somebody go on from this place?"""
        if place["name"] in self.gone:
            return False
        stages, points = self.conditions.get("stage", []), self.conditions.get("points")
        last = self.stage + 1 >= len(stages)
        if points is not None and not last:
            out = next((seat.out for seat in play.seats.values() if seat.name == place["name"]), False)
            return not out or bool(points.get("bust_goes_on"))
        advance = stages[self.stage].get("advance") if self.stage < len(stages) and self.rounds is None else None
        if advance is None or (last and points is None):
            return False
        return place["place"] <= advance

    def check_next(self, fact, tables):
        """Who plays next are those who came through, or those to whom the conditions give a second chance while they wait."""
        stages, coming = self.conditions.get("stage", []), self.stage + 1
        through = list(self.waiting)
        through += [place["name"] for table in tables for place in table if place["advances"] and place["name"] not in self.gone]
        who = stages[coming].get("who", "") if coming < len(stages) else ""
        if coming >= len(stages):
            due = through, []
        elif who in SECOND_CHANCES:
            nth = SECOND_CHANCES.index(who) + 1
            again = [place for table in tables for place in table if place["place"] == nth and not place["advances"]]
            due = through, [place["name"] for place in again if place["name"] not in self.gone]
        else:
            due = [], through
        if (sorted(fact["advance"]), sorted(fact["next"])) != (sorted(due[0]), sorted(due[1])) or fact["stage"] != coming:
            raise Bad(f"{', '.join(fact['next']) or 'nobody'} play next; by the places it is {', '.join(due[1]) or 'nobody'}")

    def session_closed(self, fact, record):
        tables = [self.tables[number].places for number in sorted(self.tables)]
        if None in tables:
            raise Bad("a session was closed before all its places stood")
        self.check_next(fact, tables)
        self.waiting, self.due = list(fact["advance"]), list(fact["next"])
        if self.rounds is None:
            self.results.append(tables)
        else:
            self.rounds_played.append((self.rounds, tables))
            self.rounds = None
        self.stage = fact["stage"]

    def rounds_called(self, fact, record):
        self.rounds = fact["players"]
        self.due = list(fact["players"])
        # They are played as the last session was.
        self.stage = max(self.stage - 1, 0)

    def points_added(self, fact, record):
        for name, points in fact["points"]:
            self.points[name] = self.points.get(name, 0) + points

    def check_order(self, play, places):
        """Whoever lasted longer is before; of those out in one coup, whoever the book or the conditions put before."""
        ranks = [RANKS[rank] for rank in self.same_coup or self.conditions["play"].get("out", []) if rank in RANKS]
        seats = {seat.name: seat for seat in play.seats.values()}

        def lasted(name):
            seat = seats[name]
            if seat.out:
                return (seat.ladder, 0, seat.coup, *(getattr(seat, rank) for rank in ranks))
            if seat.stack == 0 and self.zero_is_out:
                return (seat.ladder, 0, play.coups, *(seat.stack if rank == "residue" else getattr(seat, rank) for rank in ranks))
            return (seat.ladder + (seat.stack,), 1)

        for one in places:
            better = sum(lasted(other["name"]) > lasted(one["name"]) for other in places)
            level = sum(lasted(other["name"]) == lasted(one["name"]) for other in places)
            if not better < one["place"] <= better + level:
                raise Bad(f"{one['name']} is placed {one['place']}; {better} lasted longer")

    def by_points(self):
        """Names by points of all sessions, each with its place; further rounds tell the level apart."""
        totals = {name: Fraction(points) for name, points in self.points.items() if points > 0}
        given = self.conditions["points"]["places"]
        for table in (table for tables in self.results for table in tables):
            for place in table:
                level = sum(other["place"] == place["place"] for other in table)
                shared = given[place["place"] - 1 : place["place"] - 1 + level]
                totals[place["name"]] = totals.get(place["name"], 0) + Fraction(sum(shared), level)

        def decided(name, tables):
            places = {place["name"]: place for table in tables for place in table}
            if name not in places:
                return (0, 0)
            # Tables of one round are told apart by chips, for all began with as many.
            return (1, places[name]["stack"] if len(tables) > 1 else -places[name]["place"])

        def before(one, other):
            if totals[one] != totals[other]:
                return totals[one] > totals[other]
            for players, tables in self.rounds_played:
                if one in players and other in players and decided(one, tables) != decided(other, tables):
                    return decided(one, tables) > decided(other, tables)
            return False

        standing = [name for name in totals if name not in self.struck]
        return {name: 1 + sum(before(other, name) for other in standing) for name in standing}

    def check_places(self, places):
        """The official places are those of the last session, or by points, without whoever was disqualified."""
        if "points" in self.conditions:
            due = self.by_points()
        else:
            last = [place for table in self.results[-1] for place in table] if self.results else []
            gone = [place["place"] for place in last if place["name"] in self.struck]
            due = {
                place["name"]: place["place"] - sum(other < place["place"] for other in gone)
                for place in last
                if place["name"] not in self.struck
            }
        told = {place["name"]: place["place"] for place in places}
        if told != due:
            wrong = sorted(name for name in set(told) | set(due) if told.get(name) != due.get(name))
            raise Bad(f"the places of {', '.join(wrong)} are not those of the sessions")

    def awarded(self, fact, record):
        if fact["pool"] != self.pool():
            raise Bad(f"a pool of {fact['pool']} is awarded; fees and additions make {self.pool()}")
        if sum(prize["money"] for prize in fact["prizes"]) != (fact["pool"] if fact["prizes"] else 0):
            raise Bad("the prizes are not the pool")
        for place in fact["places"]:
            if place["name"] in self.struck:
                raise Bad(f"{place['name']} was disqualified and is placed {place['place']}")
        self.check_places(fact["places"])
        by_place = self.shares(fact["pool"], len(fact["places"]))
        for place in sorted({prize["place"] for prize in fact["prizes"]}):
            level = [prize["money"] for prize in fact["prizes"] if prize["place"] == place]
            due = sum(by_place[place - 1 : place - 1 + len(level)])
            if sum(level) != due or max(level) - min(level) > 1:
                raise Bad(f"place {place} gets {level}; {due} is due")
            self.check_lot(fact, place, due)
        self.prizes = {prize["name"]: prize["money"] for prize in fact["prizes"]}
        self.places = fact["places"]

    def check_lot(self, fact, place, due):
        """Odd cents of level players that go by lot go in the order of the last draw."""
        if self.conditions["prizes"].get("odd_cents") != "ballot":
            return
        level = [one["name"] for one in fact["places"] if one["place"] == place]
        each, odd = divmod(due, len(level))
        if odd == 0:
            return
        if not self.draws:
            raise Bad(f"place {place} has odd cents that go by lot, and nothing was drawn")
        drawn = [self.draws[-1]["list"][index] for index in self.draws[-1]["order"]]
        level.sort(key=lambda name: drawn.index(name) if name in drawn else -1)
        got = {prize["name"]: prize["money"] for prize in fact["prizes"]}
        for rank, name in enumerate(level):
            if got.get(name, 0) != each + (rank < odd):
                raise Bad(f"{name} gets {got.get(name, 0)}; by the last draw {each + (rank < odd)} is due")

    def shares(self, pool, players):
        """What each place that is taken gets: rounded down to cents, the spare cents from the first place down."""
        shares = [round(Fraction(str(share)) * 100) for share in self.conditions["prizes"]["shares"][:players]]
        prizes = [pool * share // sum(shares) for share in shares]
        for index in range(pool - sum(prizes)):
            prizes[index % len(prizes)] += 1
        return prizes

    def prize_paid(self, fact, record):
        name = fact["name"]
        if self.prizes is None or self.prizes.get(name) != fact["money"] or name in self.paid:
            raise Bad(f"{name} was paid {fact['money']}, which is not a prize of theirs that waits")
        self.paid.add(name)

    def chips_paid(self, fact, record):
        """Chips of a session are paid for once, at what they cost, where its stage lets them be disposed of in cash."""
        name, number = fact["name"], fact["session"]
        session = self.conditions["stage"][number - 1].get("session", {})
        places = [place for table in self.results[number - 1] for place in table if place["name"] == name]
        if not session.get("cash_at_end") or not places or (number, name) in self.cashed:
            raise Bad(f"{name} was paid for chips of session {number}, which are not to be paid for")
        due = places[0]["stack"] * money(session["buy_in"]) // money(session["opening"])
        if fact["money"] != due:
            raise Bad(f"{name} was paid {fact['money']} for chips that cost {due}")
        self.cashed.add((number, name))

    # ---------------------------------------------------------------- two people

    def by_two(self, word, fact, record):
        """Another person approved it, and it is what was proposed."""
        if self.approved != record["command"]:
            raise Bad(f"{word} without a second person")
        what = self.agreed
        if what["act"] not in BY_TWO[word] or ("name" in what and "name" in fact and what["act"] != "pass-over" and what["name"] != fact["name"]):
            raise Bad(f"{word} was approved as {what['act']} {what.get('name', '')}".rstrip())

    def proposed(self, fact, record):
        if fact["by"]["name"] != record["actor"]:
            raise Bad(f"proposal {fact['number']} is said to be of {fact['by']['name']}; {record['actor']} made it")
        self.proposals[fact["number"]] = (record["actor"], fact["what"])

    def proposal_rejected(self, fact, record):
        self.proposals.pop(fact["number"], None)

    def proposal_approved(self, fact, record):
        first, what = self.proposals.pop(fact["number"], (None, None))
        if first is None or first == record["actor"]:
            raise Bad(f"proposal {fact['number']} was approved by whoever proposed it, or never proposed")
        self.approved, self.agreed = record["command"], what

    def take(self, record):
        fact = record["told"]["fact"]
        word = fact["fact"]
        if self.conditions is None and word != "drafted":
            raise Bad("it does not begin with its conditions")
        # What the conditions add to the pool is announced with them.
        if word in BY_TWO and not (word == "pool-added" and record["command"] == self.announced_by):
            self.by_two(word, fact, record)
        name = word.replace("-", "_")
        follow = getattr(self, "announced_" if word == "announced" else name, None)
        if follow is not None:
            follow(fact, record)


def follow(id, book_texts, records):
    """Follows every record of a tournament; says what it came to."""
    book = croupier_judge.Book(*book_texts)
    tournament = Tournament(id, book)
    for record in records:
        if record["kind"] in NO_EVENT:
            continue
        where = f"sequence {record['sequence']}"
        if record["kind"] != EVENT:
            raise Bad(f"{where}: no event of a tournament")
        if record["book"] != book.hash:
            raise Bad(f"{where}: it was recorded under another book than the one here")
        try:
            tournament.take(record)
        except Bad as bad:
            raise Bad(f"{where}: {bad}") from None
    if tournament.conditions is None:
        raise Bad("it has no conditions")
    return tournament


def told(tournament):
    parts = [
        f"{len(tournament.entrants)} entrants",
        f"{len(tournament.draws)} draws",
        f"{tournament.coups} coups",
        f"{tournament.forms} sealed forms",
        f"{tournament.counts} counts",
        f"a pool of {tournament.pool() / 100:.2f}",
    ]
    if tournament.prizes is not None:
        parts.append(f"{len(tournament.paid)} of {len(tournament.prizes)} prizes paid")
    return f"tournament {tournament.id}: {', '.join(parts)} hold"
