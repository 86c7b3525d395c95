"""A small tournament that holds, and the same forged in one place each time."""

import copy
import hashlib
import os
import unittest

import croupier_draw
import croupier_judge
import croupier_tournament

BOOKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "books")
CONDITIONS = """
tournament = "cup"
book = "nsw"
[entry]
fee = 250
[play]
limits = "50 to 500"
order = false
undisclosed = 1
[[stage]]
name = "Last"
session = { coups = 2, opening = 1000 }
[prizes]
shares = [60, 40]
"""


def book(id):
    with open(os.path.join(BOOKS, f"{id}.toml"), encoding="utf-8") as file:
        return [file.read(), ""]


TEXTS, ACT = book("nsw"), book("act")
HASH = hashlib.sha256("".join(TEXTS).encode()).hexdigest()


def drawn(names):
    seed, mix = bytes(range(32)), "3 17 22"
    sealed = dict(
        number=1, purpose="seats", previous=croupier_draw.NONE.hex(), seed_hash=croupier_draw.seed_hash(seed).hex()
    )
    root = croupier_draw.list_root(names)
    order = next(iter(croupier_draw.orders(seed, root, mix, len(names))))
    return dict(
        method=croupier_draw.METHOD,
        sealed=sealed,
        seal=croupier_draw.seal_of(sealed).hex(),
        list=names,
        root=root.hex(),
        mix=mix,
        seed=seed.hex(),
        apart=dict(parts=[], groups=[]),
        passed_over=0,
        order=list(order),
    )


def seal(coup, name, wager, amount, salt):
    text = f"croupier-form-1\ncup\n{coup}\n{name}\n{wager}\n{amount}\n"
    return hashlib.sha256(text.encode() + bytes.fromhex(salt)).hexdigest()


def facts():
    """Two players, two coups, one sealed form: ann wins 95 on banker, then bob loses 100 that he had sealed on tie."""
    draw, salt = drawn(["ann", "bob"]), "5a" * 32
    order = [draw["list"][index] for index in draw["order"]]
    seats = [dict(name=name, table=1, seat=number) for number, name in enumerate(order, 1)]
    at = {seat["name"]: seat["seat"] for seat in seats}
    ann, bob = at["ann"], at["bob"]
    stacks = {"ann": 100_000 + 9_500 - 5_000, "bob": 100_000 - 10_000 - 10_000}
    places = [dict(name="ann", place=1, stack=stacks["ann"], advances=False), dict(name="bob", place=2, stack=stacks["bob"], advances=False)]
    prizes = [dict(name="ann", place=1, money=30_000), dict(name="bob", place=2, money=20_000)]
    mia, sam = dict(name="mia", role="operator"), dict(name="sam", role="director")
    return [
        ("mia", "c1", dict(fact="drafted", conditions=CONDITIONS)),
        ("mia", "c2", dict(fact="announced", conditions=hashlib.sha256(CONDITIONS.encode()).hexdigest())),
        ("mia", "c2b", dict(fact="published")),
        ("mia", "c2c", dict(fact="copy-sent")),
        ("mia", "c2d", dict(fact="entries-opened")),
        ("ann", "c3", dict(fact="entered", name="ann", fee=25_000, commission=0)),
        ("bob", "c4", dict(fact="entered", name="bob", fee=25_000, commission=0)),
        ("sam", "c4b", dict(fact="entries-closed", entrants=2, advancing=[])),
        ("sam", "c5", dict(fact="draw-sealed", sealed=draw["sealed"])),
        ("sam", "c6", dict(fact="draw-listed", list=draw["list"], root=draw["root"])),
        ("sam", "c7", dict(fact="seated", seats=seats, draw=draw)),
        ("dan", "c8", dict(fact="chips-issued", table=1, each=100_000, passes=0, forms=1)),
        ("dan", "c9", dict(fact="coup-opened", table=1, coup=1, marker=None)),
        ("ann", "c10", dict(fact="wager-placed", table=1, seat=ann, wager="banker", amount=10_000)),
        ("bob", "c11", dict(fact="wager-placed", table=1, seat=bob, wager="player", amount=10_000)),
        ("dan", "c11b", dict(fact="first-card-dealt", table=1)),
        ("dan", "c12", dict(fact="coup-settled", table=1, coup=1, cards=["2H", "KD", "KC", "9S"], collected=[], settled=[
            dict(seat=ann, wager="banker", stake=10_000, net=9_500), dict(seat=bob, wager="player", stake=10_000, net=-10_000)])),
        ("dan", "c13", dict(fact="coup-opened", table=1, coup=2, marker=None)),
        ("dan", "c13", dict(fact="limits-in-force", table=1, least=5_000, most=50_000)),
        ("bob", "c14", dict(fact="form-taken", table=1, seat=bob, seal=seal(2, "bob", "tie", 10_000, salt))),
        ("ann", "c15", dict(fact="wager-placed", table=1, seat=ann, wager="player", amount=5_000)),
        ("sue", "c16", dict(fact="form-opened", table=1, seat=bob, coup=2, opening=dict(wager="tie", amount=10_000, salt=salt))),
        ("bob", "c17", dict(fact="form-laid", table=1, seat=bob, wager="tie", amount=10_000)),
        ("dan", "c17b", dict(fact="first-card-dealt", table=1)),
        ("dan", "c18", dict(fact="coup-settled", table=1, coup=2, cards=["2H", "KD", "KC", "9S"], collected=[], settled=[
            dict(seat=ann, wager="player", stake=5_000, net=-5_000), dict(seat=bob, wager="tie", stake=10_000, net=-10_000)])),
        ("sue", "c18b", dict(fact="counted", table=1, by="sue", counts=sorted([at[name], stack] for name, stack in stacks.items()))),
        ("dan", "c19", dict(fact="counted", table=1, by="dan", counts=sorted([at[name], stack] for name, stack in stacks.items()))),
        ("dan", "c19", dict(fact="count-agreed", table=1, counts=sorted([at[name], stack] for name, stack in stacks.items()))),
        ("sam", "c20", dict(fact="places-confirmed", table=1, places=places)),
        ("sam", "c20", dict(fact="session-closed", advance=[], next=[], stage=1)),
        ("sam", "c21", dict(fact="proposed", number=1, what=dict(act="award"), by=sam)),
        ("mia", "c22", dict(fact="proposal-approved", number=1)),
        ("mia", "c22", dict(fact="awarded", places=places, prizes=prizes, pool=50_000)),
        ("mia", "c23", dict(fact="proposed", number=2, what=dict(act="pay-prize", name="ann"), by=mia)),
        ("sam", "c24", dict(fact="proposal-approved", number=2)),
        ("sam", "c24", dict(fact="prize-paid", name="ann", money=30_000)),
    ]


def opening():
    """Under the Capital Territory's book, everything up to three entries."""
    conditions = CONDITIONS.replace('"nsw"', '"act"').replace("fee = 250", 'fee = 110\ncommission = { each = 10, approval = "x" }')
    return [
        dict(fact="drafted", conditions=conditions),
        dict(fact="announced", conditions=hashlib.sha256(conditions.encode()).hexdigest()),
        dict(fact="published"),
        dict(fact="copy-sent"),
        dict(fact="entries-opened"),
        *(dict(fact="entered", name=name, fee=11_000, commission=1_000) for name in ("ann", "bob", "cat")),
        dict(fact="entries-closed", entrants=3, advancing=[]),
    ]


def seating():
    """Ann and bob sit down, cat does not come."""
    seats = [dict(name=name, table=1, seat=seat) for seat, name in enumerate(("ann", "bob", "cat"), 1)]
    return [
        dict(fact="seated", seats=seats, draw=None),
        dict(fact="chips-issued", table=1, each=100_000, passes=0, forms=1),
        dict(fact="seat-taken", name="ann", table=1, seat=1),
        dict(fact="seat-taken", name="bob", table=1, seat=2),
        dict(fact="official-named", name="sam", licensed=False),
        dict(fact="session-begun", number=1, until=None),
        dict(fact="place-forfeited", name="cat"),
        dict(fact="coup-opened", table=1, coup=1, marker=None),
    ]


def by_points():
    """Two sessions that leave ann and bob level on points, and a round that bob wins."""
    conditions = CONDITIONS.replace("[prizes]", '[[stage]]\nname = "Second"\nsession = { coups = 2, opening = 1000 }\n[points]\nplaces = [10, 6]\n[prizes]')

    def session(number, nets, last=True):
        """One coup at one table in which ann, in seat 1, and bob, in seat 2, win or lose 100 on player."""
        stacks = {name: 100_000 + net for name, net in nets.items()}
        order = sorted(nets, key=lambda name: -stacks[name])
        wagers = {name: "player" if nets[name] > 0 else "banker" for name in nets}
        seats = {"ann": 1, "bob": 2}
        placed = [dict(name=name, place=order.index(name) + 1, stack=stacks[name], advances=not last) for name in order]
        settled = [dict(seat=seats[name], wager=wagers[name], stake=abs(nets[name]), net=nets[name]) for name in nets]
        told = [dict(fact="seated", seats=[dict(name=name, table=1, seat=seat) for name, seat in seats.items()], draw=None)]
        told += [dict(fact="chips-issued", table=1, each=100_000, passes=0, forms=1), dict(fact="coup-opened", table=1, coup=1, marker=None)]
        told += [dict(fact="wager-placed", table=1, seat=one["seat"], wager=one["wager"], amount=one["stake"]) for one in settled]
        told += [dict(fact="first-card-dealt", table=1)]
        told += [dict(fact="coup-settled", table=1, coup=1, cards=["9H", "KD", "KC", "8S"], collected=[], settled=settled)]
        counts = [[seats[name], stacks[name]] for name in seats]
        told += [dict(fact="counted", table=1, by=by, counts=counts) for by in ("sue", "dan")]
        told += [dict(fact="count-agreed", table=1, counts=counts)]
        told += [dict(fact="places-confirmed", table=1, places=placed), dict(fact="session-closed", advance=[], next=[] if last else order, stage=number)]
        return told

    told = [dict(fact="drafted", conditions=conditions), dict(fact="announced", conditions=hashlib.sha256(conditions.encode()).hexdigest())]
    told += [dict(fact="published"), dict(fact="entries-opened")]
    told += [dict(fact="entered", name=name, fee=25_000, commission=0) for name in ("ann", "bob")]
    told += [dict(fact="entries-closed", entrants=2, advancing=[])]
    told += session(1, dict(ann=20_000, bob=-10_000), last=False) + session(2, dict(ann=-10_000, bob=10_000))
    told += [dict(fact="rounds-called", players=["ann", "bob"], place=1, places=1)]
    told += session(2, dict(ann=-10_000, bob=20_000))
    places = [dict(name=name, place=place, stack=0, advances=False) for place, name in enumerate(["bob", "ann"], 1)]
    prizes = [dict(name="bob", place=1, money=30_000), dict(name="ann", place=2, money=20_000)]
    sam = dict(name="sam", role="director")
    played = [(fact["by"] if fact["fact"] == "counted" else "sam", f"c{number}", fact) for number, fact in enumerate(told)]
    return played + [
        ("sam", "award", dict(fact="proposed", number=1, what=dict(act="award"), by=sam)),
        ("mia", "yes", dict(fact="proposal-approved", number=1)),
        ("mia", "yes", dict(fact="awarded", places=places, prizes=prizes, pool=50_000)),
    ]


def records(played):
    return [
        dict(sequence=number, kind="tournament-event-1", book=HASH, actor=actor, command=command, told=dict(fact=fact))
        for number, (actor, command, fact) in enumerate(played)
    ]


def found(played, word, nth=0):
    return [fact for _, _, fact in played if fact["fact"] == word][nth]


class TournamentHolds(unittest.TestCase):
    def check(self, forge, told):
        played = copy.deepcopy(facts())
        forged = forge(played) or played
        with self.assertRaises(croupier_tournament.Bad) as raised:
            croupier_tournament.follow("cup", TEXTS, records(forged))
        self.assertIn(told, str(raised.exception))

    def test_what_happened_holds(self):
        tournament = croupier_tournament.follow("cup", TEXTS, records(facts()))
        told = croupier_tournament.told(tournament)
        self.assertIn("2 entrants, 1 draws, 2 coups, 1 sealed forms, 1 counts, a pool of 500.00, 1 of 2 prizes paid hold", told)

    def test_further_rounds_decide_between_players_level_on_points(self):
        told = croupier_tournament.told(croupier_tournament.follow("cup", TEXTS, records(by_points())))
        self.assertIn("2 entrants, 0 draws, 3 coups", told)
        # Without the rounds both are level; and awarded otherwise than they ended it is found.
        called = next(index for index, one in enumerate(by_points()) if one[2]["fact"] == "rounds-called")
        without = by_points()[:called] + by_points()[-3:]
        turned = copy.deepcopy(by_points())
        for place in found(turned, "awarded")["places"]:
            place["place"] = 3 - place["place"]
        for played in (without, turned):
            with self.assertRaises(croupier_tournament.Bad) as raised:
                croupier_tournament.follow("cup", TEXTS, records(played))
            self.assertIn("are not those of the sessions", str(raised.exception))

    def test_every_forgery_is_found(self):
        def put(word, nth=0, **values):
            return lambda played: found(played, word, nth).update(values)

        def in_settled(index, **values):
            return lambda played: found(played, "coup-settled")["settled"][index].update(values)

        self.check(put("announced", conditions="0" * 64), "other conditions")
        self.check(put("coup-settled", cards=["2H", "KD", "KC", "9S", "4D"]), "more than the book deals")
        self.check(put("coup-settled", cards=["2H", "KD", "KC", "2S"]), "fewer than the book deals")
        self.check(in_settled(0, net=10_000), "the book gives 9500")
        self.check(in_settled(1, net=0), "the book gives -10000")
        self.check(in_settled(1, stake=5_000, net=-5_000), "other wagers were settled")
        self.check(put("form-opened", opening=dict(wager="tie", amount=5_000, salt="5a" * 32)), "not what was sealed")
        self.check(lambda played: found(played, "seated")["draw"]["order"].reverse(), "another order follows")
        self.check(lambda played: found(played, "seated")["seats"].reverse(), "not in the order drawn")
        self.check(lambda played: found(played, "seated")["draw"].update(list=["ann", "eve"]), "another seal or list")
        self.check(lambda played: found(played, "count-agreed")["counts"][0].__setitem__(1, 1), "not what was won and lost")
        one_counts_twice = lambda one: ("sue", one[1], dict(one[2], by="sue")) if one[2]["fact"] == "counted" else one
        self.check(lambda played: [one_counts_twice(one) for one in played], "not counted alike by two people")
        self.check(lambda played: [one for one in played if one[2]["fact"] != "counted"], "not counted alike by two people")
        self.check(lambda played: [one for one in played if one[2]["fact"] != "form-opened"], "never opened")
        self.check(put("form-laid", amount=5_000), "its form says")
        self.check(lambda played: [one for one in played if one[2]["fact"] not in ("form-opened", "form-laid")], "was never opened")
        self.check(lambda played: found(played, "places-confirmed")["places"][1].update(place=1), "is placed 1")
        struck = dict(fact="disqualified", name="ann", why="hid-chips", fee_back=0, chips_kept=False)

        def after_the_places(played):
            award = next(index for index, one in enumerate(played) if one[1] == "c21")
            what, sam = dict(act="disqualify", name="ann"), dict(name="sam", role="director")
            two = [("sam", "d1", dict(fact="proposed", number=7, what=what, by=sam)), ("mia", "d2", dict(fact="proposal-approved", number=7))]
            return played[:award] + two + [("mia", "d2", struck)] + played[award:]

        self.check(after_the_places, "ann was disqualified and is placed")
        self.check(put("awarded", pool=60_000), "fees and additions make 50000")
        self.check(lambda played: found(played, "awarded")["prizes"][0].update(money=31_000), "the prizes are not the pool")
        self.check(put("prize-paid", money=31_000), "not a prize of theirs")
        self.check(put("prize-paid", name="eve"), "was approved as pay-prize ann")
        self.check(lambda played: [one for one in played if one[2]["fact"] != "proposal-approved"], "without a second person")
        self.check(lambda played: [("sam" if one[1] == "c22" else one[0], *one[1:]) for one in played], "by whoever proposed it")
        self.check(lambda played: played[1:], "does not begin with its conditions")
        self.check(put("entered", fee=0), "the conditions ask for 25000")
        self.check(put("entered", commission=5_000), "the conditions ask for 25000")
        self.check(put("chips-issued", each=200_000), "the conditions give 100000")
        self.check(put("limits-in-force", least=100), "which the conditions do not have")

        def before(word, *added):
            def forge(played):
                at = next(index for index, one in enumerate(played) if one[2]["fact"] == word)
                return played[:at] + [("eve", "x1", fact) for fact in added] + played[at:]

            return forge

        refused = dict(fact="entry-refused", name="bob")
        self.check(before("entered", refused), "whose application was refused")
        cash = dict(fact="pool-added", kind="cash", what="cash", worth=-1, place=None)
        self.check(before("draw-sealed", cash), "without a second person")
        self.check(before("count-agreed", dict(fact="minimum-deducted", table=1, seat=1, amount=1)), "not the minimum in force")
        self.check(before("count-agreed", dict(fact="minimum-deducted", table=1, seat=1, amount=5_000)), "who is not away")
        self.check(before("count-agreed", dict(fact="form-deemed", table=1, seat=1, counts_as=1, stack=1)), "form of seat 1")
        decided = dict(fact="count-decided", table=1, counts=[[1, 5], [2, 5]], because="so")
        self.check(before("count-agreed", decided), "without a second person")

    def test_what_two_add_or_decide(self):
        """Cash that two add is in the pool if it is worth something; what two counted alike stands if two decide so."""
        cash = dict(fact="pool-added", kind="cash", what="cash", worth=10_000, place=None)
        sam = dict(name="sam", role="director")

        def by_two(played, word, fact):
            at = next(index for index, one in enumerate(played) if one[2]["fact"] == word)
            act = {"pool-added": "add-to-pool", "count-decided": "decide-count"}[fact["fact"]]
            two = [("sam", "p1", dict(fact="proposed", number=9, what=dict(act=act), by=sam)), ("mia", "p2", dict(fact="proposal-approved", number=9))]
            return played[:at] + two + [("mia", "p2", fact)] + played[at:]

        tournament = croupier_tournament.follow("cup", TEXTS, records(by_two(facts()[:11], "draw-sealed", cash)))
        self.assertEqual(tournament.pool(), 60_000)
        for worth in (-1, 0, 10**12):
            with self.assertRaises(croupier_tournament.Bad):
                croupier_tournament.follow("cup", TEXTS, records(by_two(facts()[:11], "draw-sealed", dict(cash, worth=worth))))
        played = facts()
        at = next(index for index, one in enumerate(played) if one[2]["fact"] == "count-agreed")
        found_both = [list(one) for one in played[at][2]["counts"]]
        found_both[0][1] -= 500
        counts = [("dan", "k1", dict(fact="counted", table=1, by="dan", counts=found_both)), ("sue", "k2", dict(fact="counted", table=1, by="sue", counts=found_both))]
        counts += [("sue", "k2", dict(fact="count-differs", table=1, why="they differ"))]
        decided = dict(fact="count-decided", table=1, counts=found_both, because="a chip is gone")
        after = by_two(played[:at] + counts + [("x", "x", dict(fact="end"))], "end", decided)
        tournament = croupier_tournament.follow("cup", TEXTS, records(after))
        self.assertEqual(tournament.tables[1].seats[found_both[0][0]].stack, found_both[0][1])
        for other in (dict(decided, counts=[[1, 1], [2, 2]]), None):
            forged = by_two(played[:at] + (counts if other else counts[:1] + counts[2:]) + [("x", "x", dict(fact="end"))], "end", other or decided)
            with self.assertRaises(croupier_tournament.Bad) as raised:
                croupier_tournament.follow("cup", TEXTS, records(forged))
            self.assertIn("neither what two counted", str(raised.exception))

    def test_a_form_at_fault_counts_as_the_book_says(self):
        """Bob seals 10 on tie, below the minimum of 50: it counts as 50, and 50 are lost in place of 10."""
        played = copy.deepcopy(facts())
        salt, bob = "5a" * 32, found(played, "form-taken")["seat"]
        found(played, "form-taken")["seal"] = seal(2, "bob", "tie", 1_000, salt)
        found(played, "form-opened")["opening"]["amount"] = 1_000
        found(played, "form-laid")["amount"] = 1_000
        next(one for one in found(played, "coup-settled", 1)["settled"] if one["seat"] == bob).update(stake=1_000, net=-1_000)
        at = next(index for index, one in enumerate(played) if one[2]["fact"] == "count-agreed")

        def follow(**values):
            fact = dict(dict(fact="form-deemed", table=1, seat=bob, counts_as=5_000, stack=85_000), **values)
            return croupier_tournament.follow("cup", TEXTS, records(played[:at] + [("sue", "d1", fact)]))

        self.assertEqual(follow().tables[1].seats[bob].stack, 85_000)
        for values in (dict(stack=89_000), dict(counts_as=1_000, stack=89_000), dict(stack=95_000)):
            with self.assertRaises(croupier_tournament.Bad):
                follow(**values)

    def test_the_order_of_those_who_are_out(self):
        ruling = croupier_judge.Book(*TEXTS)

        def play(**seats):
            tournament = croupier_tournament.Tournament("cup", ruling)
            tournament.conditions = dict(play={})
            play = croupier_tournament.Play()
            play.coups = 12
            for number, (name, (stack, coup, residue, staked, collected)) in enumerate(seats.items(), 1):
                seat = play.seats[number] = croupier_tournament.Seat(name)
                seat.stack, seat.out, seat.coup = stack, coup is not None, coup
                seat.residue, seat.staked, seat.collected = residue, staked, collected
            places = [dict(name=name, place=place) for place, name in enumerate(seats, 1)]
            tournament.check_order(play, places)

        best, later, nothing = (500, None, 0, 0, 0), (0, 11, 0, 300, 1), (0, None, 0, 200, 3)
        play(ann=best, bob=nothing, cat=later)
        play(ann=best, bob=(0, 11, 40, 100, 1), cat=(0, 11, 10, 300, 2))
        play(ann=best, bob=(0, 11, 0, 300, 1), cat=(0, 11, 0, 200, 2))
        play(ann=best, bob=(0, 11, 0, 300, 2), cat=(0, 11, 0, 300, 1))
        for seats in (
            dict(bob=nothing, ann=best),
            dict(ann=best, cat=later, bob=nothing),
            dict(ann=best, bob=(0, 11, 10, 300, 2), cat=(0, 11, 40, 100, 1)),
            dict(ann=best, bob=(0, 11, 0, 200, 2), cat=(0, 11, 0, 300, 1)),
            dict(ann=best, bob=(0, 11, 0, 300, 1), cat=(0, 11, 0, 300, 2)),
        ):
            with self.assertRaises(croupier_tournament.Bad):
                play(**seats)

    def test_a_void_coup_gives_back_what_it_took(self):
        played = facts()
        first = next(index for index, one in enumerate(played) if one[2]["fact"] == "coup-opened")
        seat = found(played, "wager-placed")["seat"]
        name = next(one["name"] for one in found(played, "seated")["seats"] if one["seat"] == seat)
        void = [
            ("dan", "v0", dict(fact="marked-absent", name=name)),
            ("dan", "v1", dict(fact="coup-opened", table=1, coup=1, marker=None)),
            ("dan", "v1", dict(fact="limits-in-force", table=1, least=5_000, most=50_000)),
            ("dan", "v1", dict(fact="minimum-deducted", table=1, seat=seat, amount=5_000)),
            ("sue", "v2", dict(fact="coup-given-back", table=1)),
            ("sue", "v2", dict(fact="coup-voided", table=1, counted=False)),
            ("dan", "v3", dict(fact="marked-back", name=name)),
        ]
        croupier_tournament.follow("cup", TEXTS, records(played[:first] + void + played[first:]))
        kept = [one for one in void if one[2]["fact"] != "coup-given-back"]
        with self.assertRaises(croupier_tournament.Bad):
            croupier_tournament.follow("cup", TEXTS, records(played[:first] + kept + played[first:]))
        # What came back does not count towards the most that may be taken; what did not does.
        for many, taken in ((9, void), (4, kept)):
            with self.assertRaises(croupier_tournament.Bad) as raised:
                missed = [one for one in taken if one[2]["fact"] != "marked-back"] * many
                also = ("dan", "v4", dict(fact="minimum-deducted", table=1, seat=seat, amount=1))
                croupier_tournament.follow("cup", TEXTS, records(played[:first] + missed + [also] + played[first:]))
            told = "for more than 3 coups" if taken is kept else "not the minimum in force"
            self.assertIn(told, str(raised.exception))

    def test_what_comes_before_entries(self):
        """The conditions are available first, and under the Capital Territory's book the authority has its copy."""
        without = lambda word: lambda played: [one for one in played if one[2]["fact"] != word]
        self.check(without("published"), "before the conditions were available")
        self.check(without("announced"), "before the conditions were announced")
        self.check(without("entries-opened"), "before entries opened")
        self.follow_act(opening())
        for word, told in (("copy-sent", "before a copy went to the authority"), ("published", "before the conditions were available")):
            self.forged_act([fact for fact in opening() if fact["fact"] != word], told)
        early = opening()
        early.insert(1, early.pop(3))
        self.assertEqual(early[1]["fact"], "copy-sent")
        self.forged_act(early, "before the conditions were announced")

    def test_whoever_is_not_there_forfeits_the_place(self):
        played = opening() + seating()
        tournament = self.follow_act(played)
        self.assertEqual((tournament.forfeited, tournament.pool()), ({"cat"}, 30_000))
        self.forged_act(played[:-2] + [dict(fact="place-forfeited", name="bob")], "had taken it")
        self.forged_act(played[:-2] + [dict(fact="place-forfeited", name="eve")], "had none")
        self.forged_act(played[:-2] + played[-1:], "forfeits the place")
        self.forged_act(played[:-3] + played[-2:], "before the session began")
        self.forged_act(played + [dict(fact="withdrawn", name="cat", refund=11_000)], "has forfeited it")
        eve = dict(fact="reserve-seated", name="eve", instead_of="cat", fee=11_000, commission=1_000)
        self.follow_act(played[:-1] + [eve] + played[-1:])
        nsw = facts()
        begun = next(index for index, one in enumerate(nsw) if one[2]["fact"] == "coup-opened")
        told = [("mia", "b0", dict(fact="official-named", name="sam", licensed=True))]
        told += [("sam", "b1", dict(fact="session-begun", number=1, until=None)), ("sam", "b1", dict(fact="place-forfeited", name="bob"))]
        self.check(lambda played: nsw[:begun] + told + nsw[begun:], "which the book does not have")

    def test_who_is_seated_and_who_goes_on(self):
        """Nobody is left out of a draw or put into it, and those who play next are those who came through."""

        def both(listed, named):
            def forge(played):
                found(played, "draw-listed").update(listed)
                found(played, "entered", 1).update(named)

            return forge

        self.check(both(dict(list=["ann"]), {}), "bob: not those who are to be seated")
        self.check(both({}, dict(name="eve")), "bob, eve: not those who are to be seated")
        self.check(both(dict(root="0" * 64), {}), "not that of its list")
        self.check(lambda played: [one for one in played if one[2]["fact"] != "entries-closed"], "before entries were closed")
        self.check(lambda played: found(played, "entries-closed").update(entrants=3), "entries closed with 3; 2 have one")
        low = dict(fact="tables-named", tables=[dict(name="one", low_limit=True, in_use=False)])
        self.check(lambda played: played[:8] + [("sam", "t1", low)] + played[8:], "no tournament")
        self.check(lambda played: found(played, "chips-issued").update(forms=2), "2 forms were handed out")
        self.check(lambda played: found(played, "places-confirmed")["places"][1].update(advances=True), "bob goes on from place 2")
        self.check(lambda played: found(played, "session-closed").update(next=["bob"]), "bob play next; by the places it is nobody")
        turned = copy.deepcopy(by_points())
        found(turned, "session-closed")["next"] = ["ann"]
        with self.assertRaises(croupier_tournament.Bad) as raised:
            croupier_tournament.follow("cup", TEXTS, records(turned))
        self.assertIn("by the places it is ann, bob", str(raised.exception))

    def test_two_people_are_two_and_agree_on_one_thing(self):
        def put(word, nth=0, **values):
            return lambda played: found(played, word, nth).update(values)

        self.check(put("proposed", by=dict(name="mia", role="operator")), "said to be of mia; sam made it")
        self.check(put("proposed", what=dict(act="cancel")), "awarded was approved as cancel")
        self.check(put("proposed", 1, what=dict(act="pay-prize", name="bob")), "prize-paid was approved as pay-prize bob")
        self.check(put("counted", by="eve"), "said to be of eve; sue made it")
        begun = ("sam", "b1", dict(fact="session-begun", number=1, until=None))
        self.check(lambda played: played[:12] + [begun] + played[12:], "before anybody was named to run")
        official = ("mia", "o1", dict(fact="official-named", name="sam", licensed=False))
        self.check(lambda played: played[:2] + [official] + played[2:], "is not licensed")

    def test_nobody_is_dealt_past(self):
        def bare(played):
            return [one for one in played if one[2]["fact"] != "wager-placed" or one[1] != "c15"]

        self.check(bare, "made no wager in coup 2")
        self.check(lambda played: found(played, "wager-placed", 2).update(amount=4_900), "the limits are 5000 to 50000")
        self.check(lambda played: found(played, "coup-opened", 1).update(coup=3), "coup 3 was opened at table 1 after 1")
        self.check(lambda played: [one for one in played if one[1] != "c9"], "coup None is on")
        self.check(lambda played: [one for one in played if one[1] != "c17b"], "settled before its first card")
        late = ("ann", "l1", dict(fact="wager-placed", table=1, seat=1, wager="tie", amount=5_000))
        after = next(index for index, one in enumerate(facts()) if one[1] == "c17b") + 1
        self.check(lambda played: played[:after] + [late] + played[after:], "after its first card")

    def test_turns_go_as_the_book_says(self):
        """The marker of New South Wales goes from box to box and turns run down; the Capital Territory's goes to the next player clockwise."""

        def table(texts, order=True, **terms):
            tournament = croupier_tournament.Tournament("cup", croupier_judge.Book(*texts))
            tournament.conditions, tournament.order = dict(play=terms), order
            play = tournament.tables[1] = croupier_tournament.Play()
            for number in (2, 3, 6):
                play.seats[number] = croupier_tournament.Seat(f"p{number}")
            return tournament, play

        def turns(texts, coup, marker, before=None, **terms):
            tournament, play = table(texts, **terms)
            play.coups, play.marker = coup - 1, before
            tournament.coup_opened(dict(table=1, coup=coup, marker=marker), {})
            return play.turns

        self.assertEqual(turns(TEXTS, 1, 1), [6, 3, 2])
        self.assertEqual(turns(TEXTS, 2, 2, 1), [2, 6, 3])
        self.assertEqual(turns(TEXTS, 4, 4, 3), [3, 2, 6])
        self.assertEqual(turns(TEXTS, 8, 1, 7, seats=7), [6, 3, 2])
        self.assertEqual(turns(ACT, 1, 6, first_marker="highest-seat"), [6, 3, 2])
        self.assertEqual(turns(ACT, 2, 3, 6), [3, 2, 6])
        self.assertEqual(turns(ACT, 4, 6, 2), [6, 3, 2])
        for forged in ((TEXTS, 2, 6, 1), (ACT, 2, 2, 6), (TEXTS, 1, None)):
            with self.assertRaises(croupier_tournament.Bad):
                turns(*forged)

        tournament, play = table(TEXTS)
        tournament.coup_opened(dict(table=1, coup=1, marker=1), {})
        with self.assertRaises(croupier_tournament.Bad):
            tournament.turn_began(dict(table=1, seat=2), {})
        tournament.turn_began(dict(table=1, seat=6), {})
        tournament.wager_placed(dict(table=1, seat=6, wager="player", amount=5_000), {})
        with self.assertRaises(croupier_tournament.Bad):
            tournament.wager_placed(dict(table=1, seat=3, wager="player", amount=5_000), {})
        with self.assertRaises(croupier_tournament.Bad):
            tournament.pass_laid(dict(table=1, seat=6), {})
        # Out of turn it stands in the Capital Territory.
        tournament, play = table(ACT)
        tournament.coup_opened(dict(table=1, coup=1, marker=2), {})
        tournament.wager_placed(dict(table=1, seat=3, wager="player", amount=5_000), {})

    def test_odd_cents_go_in_the_order_of_the_last_draw(self):
        names = ["ann", "bob", "cat"]
        order = [names[index] for index in drawn(names)["order"]]
        places = [dict(name=name, place=1, stack=0, advances=False) for name in names]

        def award(odd_to, odd_cents="ballot", draws=True):
            tournament = croupier_tournament.Tournament("cup", croupier_judge.Book(*TEXTS))
            tournament.conditions = dict(prizes=dict(shares=[100], odd_cents=odd_cents))
            tournament.fund["fees"], tournament.results = 100_000, [[places]]
            tournament.draws = [drawn(names)] if draws else []
            prizes = [dict(name=name, place=1, money=33_333 + (name == odd_to)) for name in names]
            tournament.awarded(dict(places=places, prizes=prizes, pool=100_000), {})

        award(order[0])
        award(order[1], odd_cents="first-place")
        for name in order[1:]:
            with self.assertRaises(croupier_tournament.Bad) as raised:
                award(name)
            self.assertIn("by the last draw", str(raised.exception))
        with self.assertRaises(croupier_tournament.Bad) as raised:
            award(order[0], draws=False)
        self.assertIn("nothing was drawn", str(raised.exception))

    def follow_act(self, told):
        played = records([("mia", f"c{number}", fact) for number, fact in enumerate(told)])
        for record in played:
            record["book"] = hashlib.sha256("".join(ACT).encode()).hexdigest()
        return croupier_tournament.follow("cup", ACT, played)

    def forged_act(self, told, words):
        with self.assertRaises(croupier_tournament.Bad) as raised:
            self.follow_act(told)
        self.assertIn(words, str(raised.exception))

    def test_another_book_is_found(self):
        played = records(facts())
        played[3]["book"] = "0" * 64
        with self.assertRaises(croupier_tournament.Bad):
            croupier_tournament.follow("cup", TEXTS, played)


if __name__ == "__main__":
    unittest.main()
