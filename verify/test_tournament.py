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
[[stage]]
name = "Last"
session = { coups = 2, opening = 1000 }
[prizes]
shares = [60, 40]
"""


def book():
    with open(os.path.join(BOOKS, "nsw.toml"), encoding="utf-8") as file:
        return [file.read(), ""]


TEXTS = book()
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
        ("ann", "c3", dict(fact="entered", name="ann", fee=25_000, commission=0)),
        ("bob", "c4", dict(fact="entered", name="bob", fee=25_000, commission=0)),
        ("sam", "c5", dict(fact="draw-sealed", sealed=draw["sealed"])),
        ("sam", "c6", dict(fact="draw-listed", list=draw["list"], root=draw["root"])),
        ("sam", "c7", dict(fact="seated", seats=seats, draw=draw)),
        ("dan", "c8", dict(fact="chips-issued", table=1, each=100_000, passes=0, forms=1)),
        ("dan", "c9", dict(fact="coup-opened", table=1, coup=1, marker=1)),
        ("ann", "c10", dict(fact="wager-placed", table=1, seat=ann, wager="banker", amount=10_000)),
        ("bob", "c11", dict(fact="wager-placed", table=1, seat=bob, wager="player", amount=10_000)),
        ("dan", "c12", dict(fact="coup-settled", table=1, coup=1, cards=["2H", "KD", "KC", "9S"], collected=[], settled=[
            dict(seat=ann, wager="banker", stake=10_000, net=9_500), dict(seat=bob, wager="player", stake=10_000, net=-10_000)])),
        ("dan", "c13", dict(fact="coup-opened", table=1, coup=2, marker=2)),
        ("dan", "c13", dict(fact="limits-in-force", table=1, least=5_000, most=50_000)),
        ("bob", "c14", dict(fact="form-taken", table=1, seat=bob, seal=seal(2, "bob", "tie", 10_000, salt))),
        ("ann", "c15", dict(fact="wager-placed", table=1, seat=ann, wager="player", amount=5_000)),
        ("sue", "c16", dict(fact="form-opened", table=1, seat=bob, coup=2, opening=dict(wager="tie", amount=10_000, salt=salt))),
        ("bob", "c17", dict(fact="form-laid", table=1, seat=bob, wager="tie", amount=10_000)),
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


def by_points():
    """Two sessions that leave ann and bob level on points, and a round that bob wins."""
    conditions = CONDITIONS.replace("[prizes]", "[points]\nplaces = [10, 6]\n[prizes]")

    def session(number, nets):
        """One coup at one table in which ann, in seat 1, and bob, in seat 2, win or lose 100 on player."""
        stacks = {name: 100_000 + net for name, net in nets.items()}
        order = sorted(nets, key=lambda name: -stacks[name])
        wagers = {name: "player" if nets[name] > 0 else "banker" for name in nets}
        seats = {"ann": 1, "bob": 2}
        placed = [dict(name=name, place=order.index(name) + 1, stack=stacks[name], advances=False) for name in order]
        settled = [dict(seat=seats[name], wager=wagers[name], stake=abs(nets[name]), net=nets[name]) for name in nets]
        told = [dict(fact="seated", seats=[dict(name=name, table=1, seat=seat) for name, seat in seats.items()], draw=None)]
        told += [dict(fact="chips-issued", table=1, each=100_000, passes=0, forms=0), dict(fact="coup-opened", table=1, coup=1, marker=1)]
        told += [dict(fact="wager-placed", table=1, seat=one["seat"], wager=one["wager"], amount=one["stake"]) for one in settled]
        told += [dict(fact="coup-settled", table=1, coup=1, cards=["9H", "KD", "KC", "8S"], collected=[], settled=settled)]
        counts = [[seats[name], stacks[name]] for name in seats]
        told += [dict(fact="counted", table=1, by=by, counts=counts) for by in ("sue", "dan")]
        told += [dict(fact="count-agreed", table=1, counts=counts)]
        told += [dict(fact="places-confirmed", table=1, places=placed), dict(fact="session-closed", advance=[], next=[], stage=number)]
        return told

    told = [dict(fact="drafted", conditions=conditions)]
    told += [dict(fact="entered", name=name, fee=25_000, commission=0) for name in ("ann", "bob")]
    told += session(1, dict(ann=20_000, bob=-10_000)) + session(2, dict(ann=-10_000, bob=10_000))
    told += [dict(fact="rounds-called", players=["ann", "bob"], place=1, places=1)]
    told += session(2, dict(ann=-10_000, bob=20_000))
    places = [dict(name=name, place=place, stack=0, advances=False) for place, name in enumerate(["bob", "ann"], 1)]
    prizes = [dict(name="bob", place=1, money=30_000), dict(name="ann", place=2, money=20_000)]
    sam = dict(name="sam", role="director")
    played = [("sam", f"c{number}", fact) for number, fact in enumerate(told)]
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
        self.check(lambda played: found(played, "counted", 1).update(by=found(played, "counted")["by"]), "not counted alike by two people")
        self.check(lambda played: [one for one in played if one[2]["fact"] != "counted"], "not counted alike by two people")
        self.check(lambda played: [one for one in played if one[2]["fact"] != "form-opened"], "never opened")
        self.check(put("form-laid", amount=5_000), "its form says")
        self.check(lambda played: [one for one in played if one[2]["fact"] not in ("form-opened", "form-laid")], "was never opened")
        self.check(lambda played: found(played, "places-confirmed")["places"][1].update(place=1), "is placed 1")
        struck = ("sam", "c22", dict(fact="disqualified", name="ann", why="hid-chips", fee_back=0, chips_kept=False))

        def after_the_places(played):
            award = next(index for index, one in enumerate(played) if one[2]["fact"] == "awarded")
            return played[:award] + [(played[award][0], played[award][1], struck[2])] + played[award:]

        self.check(after_the_places, "ann was disqualified and is placed")
        self.check(put("awarded", pool=60_000), "fees and additions make 50000")
        self.check(lambda played: found(played, "awarded")["prizes"][0].update(money=31_000), "the prizes are not the pool")
        self.check(put("prize-paid", money=31_000), "not a prize of theirs")
        self.check(put("prize-paid", name="eve"), "not a prize of theirs")
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
        self.check(before("count-agreed", dict(fact="form-deemed", table=1, seat=1, counts_as=1, stack=1)), "form of seat 1")
        decided = dict(fact="count-decided", table=1, counts=[[1, 5], [2, 5]], because="so")
        self.check(before("count-agreed", decided), "without a second person")

    def test_what_two_add_or_decide(self):
        """Cash that two add is in the pool if it is worth something; what two counted alike stands if two decide so."""
        cash = dict(fact="pool-added", kind="cash", what="cash", worth=10_000, place=None)
        sam = dict(name="sam", role="director")

        def by_two(played, word, fact):
            at = next(index for index, one in enumerate(played) if one[2]["fact"] == word)
            two = [("sam", "p1", dict(fact="proposed", number=9, what=dict(act="x"), by=sam)), ("mia", "p2", dict(fact="proposal-approved", number=9))]
            return played[:at] + two + [("mia", "p2", fact)] + played[at:]

        tournament = croupier_tournament.follow("cup", TEXTS, records(by_two(facts()[:8], "draw-sealed", cash)))
        self.assertEqual(tournament.pool(), 60_000)
        for worth in (-1, 0, 10**12):
            with self.assertRaises(croupier_tournament.Bad):
                croupier_tournament.follow("cup", TEXTS, records(by_two(facts()[:8], "draw-sealed", dict(cash, worth=worth))))
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
        void = [
            ("dan", "v1", dict(fact="coup-opened", table=1, coup=1, marker=1)),
            ("dan", "v1", dict(fact="limits-in-force", table=1, least=5_000, most=50_000)),
            ("dan", "v1", dict(fact="minimum-deducted", table=1, seat=seat, amount=5_000)),
            ("sue", "v2", dict(fact="coup-given-back", table=1)),
            ("sue", "v2", dict(fact="coup-voided", table=1, counted=False)),
        ]
        croupier_tournament.follow("cup", TEXTS, records(played[:first] + void + played[first:]))
        kept = [one for one in void if one[2]["fact"] != "coup-given-back"]
        with self.assertRaises(croupier_tournament.Bad):
            croupier_tournament.follow("cup", TEXTS, records(played[:first] + kept + played[first:]))

    def test_another_book_is_found(self):
        played = records(facts())
        played[3]["book"] = "0" * 64
        with self.assertRaises(croupier_tournament.Bad):
            croupier_tournament.follow("cup", TEXTS, played)


if __name__ == "__main__":
    unittest.main()
