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
BY_TWO = ("awarded", "prize-paid", "cancelled", "disqualified", "report-dropped", "points-added", "passed-over", "count-decided",
          "chips-paid")
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


class Seat:
    def __init__(self, name):
        self.name, self.stack, self.out, self.resting = name, 0, False, False
        # Stacks at the counts before each play-off.
        self.ladder = ()
        self.coup = self.residue = self.staked = self.collected = 0


class Play:
    """One table of a session."""

    def __init__(self):
        self.seats, self.bets, self.forms, self.deducted = {}, {}, {}, {}
        self.coups, self.number, self.places = 0, None, None
        # The limits in force, what opened forms show, the coup before with its forms, and counts that wait for a second.
        self.limits, self.opened, self.last, self.counted, self.alike = None, {}, None, [], None

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
        self.proposals, self.approved = {}, None
        self.refused, self.stage, self.announced_by, self.cashed = set(), 0, None, set()
        self.coups = self.forms = self.counts = 0
        self.conditions, self.announced = None, False
        # Places of finished sessions table by table, points of other games, and further rounds of players level on points.
        self.results, self.points, self.rounds, self.rounds_played = [], {}, None, []

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
        entry = self.conditions.get("entry", {})
        self.fee, commission = money(entry.get("fee", 0)), entry.get("commission")
        self.commission = money(commission["each"]) if isinstance(commission, dict) else 0

    def announced_(self, fact, record):
        if fact["conditions"] != self.hash:
            raise Bad("other conditions were announced than written")
        self.announced, self.announced_by = True, record["command"]

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
        self.not_refused(fact["name"])
        self.take_fee(fact["name"], fact["fee"], fact["commission"])

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
            seat.out, seat.staked = False, 0

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

    def refunded(self, fact, record):
        self.refund(fact["name"], fact["fees"])

    def pool_added(self, fact, record):
        # What the conditions announce is added with them; anything else takes two people.
        if record["command"] not in (self.approved, self.announced_by):
            raise Bad(f"{fact['what']} was added to the pool without a second person")
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

    def draw_listed(self, fact, record):
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
        self.tables = {}
        for seat in fact["seats"]:
            seats = self.tables.setdefault(seat["table"], Play()).seats
            if seat["seat"] in seats:
                raise Bad(f"two sit at table {seat['table']} in seat {seat['seat']}")
            seats[seat["seat"]] = Seat(seat["name"])

    def seat_of(self, name):
        for play in self.tables.values():
            for seat in play.seats.values():
                if seat.name == name:
                    return play, seat
        return None, None

    def replace(self, fact):
        _, seat = self.seat_of(fact["instead_of"])
        if seat:
            seat.name, seat.out = fact["name"], False

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
        for seat in self.tables[fact["table"]].seats.values():
            if not seat.out:
                seat.stack = fact["each"]

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

    out_of_session = place_forfeited = put_out

    def disqualified(self, fact, record):
        self.refund(fact["name"], fact["fee_back"])
        self.struck.add(fact["name"])
        self.put_out(fact, record)

    # ---------------------------------------------------------------- coups

    def coup_opened(self, fact, record):
        play = self.tables[fact["table"]]
        play.bets, play.forms, play.deducted, play.number, play.opened = {}, {}, {}, fact["coup"], {}

    def limits_in_force(self, fact, record):
        limits = fact["least"], fact["most"]
        if limits not in self.levels:
            raise Bad(f"limits of {limits[0]} to {limits[1]} are in force, which the conditions do not have")
        self.tables[fact["table"]].limits = limits

    def wager_placed(self, fact, record):
        self.tables[fact["table"]].bets[fact["seat"], fact["wager"], False] = fact["amount"]

    def wager_gone(self, fact, record):
        bets = self.tables[fact["table"]].bets
        for key in [key for key in bets if key[:2] == (fact["seat"], fact["wager"])]:
            del bets[key]

    wager_returned = wager_void = wager_gone

    def wager_changed(self, fact, record):
        bets = self.tables[fact["table"]].bets
        for key in [key for key in bets if key[:2] == (fact["seat"], fact["wager"])]:
            bets[key] = fact["to"]

    wager_cut = wager_made_up = wager_changed

    def minimum_deducted(self, fact, record):
        play = self.tables[fact["table"]]
        if play.limits is None or fact["amount"] != play.limits[0]:
            raise Bad(f"{fact['amount']} were deducted in seat {fact['seat']}, which is not the minimum in force")
        play.seats[fact["seat"]].stack -= fact["amount"]
        play.deducted[fact["seat"]] = fact["amount"]

    def form_taken(self, fact, record):
        self.tables[fact["table"]].forms[fact["seat"]] = fact["seal"]

    def form_turned_back(self, fact, record):
        self.tables[fact["table"]].forms.pop(fact["seat"], None)

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

    def coup_voided(self, fact, record):
        play = self.tables[fact["table"]]
        if fact.get("counted"):
            play.coups += 1
        play.bets, play.forms, play.deducted, play.number = {}, {}, {}, None

    def play_ended(self, fact, record):
        self.coup_voided(fact, record)

    # ---------------------------------------------------------------- counts, places, prizes

    def counted(self, fact, record):
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
        play.places = fact["places"]

    def session_closed(self, fact, record):
        tables = [self.tables[number].places for number in sorted(self.tables)]
        if None in tables:
            raise Bad("a session was closed before all its places stood")
        if self.rounds is None:
            self.results.append(tables)
        else:
            self.rounds_played.append((self.rounds, tables))
            self.rounds = None
        self.stage = fact["stage"]

    def rounds_called(self, fact, record):
        self.rounds = fact["players"]
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
        self.prizes = {prize["name"]: prize["money"] for prize in fact["prizes"]}
        self.places = fact["places"]

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

    def proposed(self, fact, record):
        self.proposals[fact["number"]] = fact["by"]["name"]

    def proposal_rejected(self, fact, record):
        self.proposals.pop(fact["number"], None)

    def proposal_approved(self, fact, record):
        first = self.proposals.pop(fact["number"], None)
        if first is None or first == record["actor"]:
            raise Bad(f"proposal {fact['number']} was approved by whoever proposed it, or never proposed")
        self.approved = record["command"]

    def take(self, record):
        fact = record["told"]["fact"]
        word = fact["fact"]
        if self.conditions is None and word != "drafted":
            raise Bad("it does not begin with its conditions")
        if word in BY_TWO and self.approved != record["command"]:
            raise Bad(f"{word} without a second person")
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
