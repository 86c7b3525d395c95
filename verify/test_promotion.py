"""A small draw of prizes that holds, and the same forged in one place each time."""

import contextlib
import copy
import hashlib
import io
import json
import os
import tempfile
import unittest

import croupier_draw
import croupier_promotion

WHEN = 1801908000000
TERMS = """
promotion = "lunar"
award = { when = 2027-02-06T21:00:00+11:00 }
claim = { within_days = 14, else = "%s" }
[[prize]]
what = "Cash"
value = 500
[[prize]]
what = "Cards"
value = 20
"""


def published(unclaimed="next-ticket", mix="headline"):
    """A draw of two prizes among five tickets."""
    hashed = hashlib.sha256((TERMS % unclaimed).encode()).hexdigest()
    seed = bytes(range(32))
    entries = [f"ticket {number} {hashlib.sha256(bytes([number])).hexdigest()}" for number in range(1, 6)]
    root = croupier_draw.list_root(entries)
    order = next(croupier_draw.orders(seed, root, mix, len(entries)))
    sealed = dict(
        number=1,
        purpose=f"promotion lunar terms {hashed}",
        previous=croupier_draw.NONE.hex(),
        seed_hash=croupier_draw.seed_hash(seed).hex(),
    )
    draw = dict(
        method=croupier_draw.METHOD,
        sealed=sealed,
        seal=croupier_draw.seal_of(sealed).hex(),
        list=entries,
        root=root.hex(),
        mix=mix,
        seed=seed.hex(),
        apart={"parts": [], "groups": []},
        passed_over=0,
        order=order,
    )
    prizes = [
        dict(what="Cash", value=50000, ticket=order[0] + 1, passed=[]),
        dict(what="Cards", value=2000, ticket=order[1] + 1, passed=[]),
    ]
    return dict(
        method=croupier_promotion.METHOD,
        promotion="lunar",
        name="Lunar Draw",
        terms=hashed,
        due=WHEN,
        as_of=WHEN,
        sealed=sealed,
        issued=5,
        taken_back=[],
        list=list(entries),
        root=root.hex(),
        draw=draw,
        prizes=prizes,
        postponed=[],
        cancelled=False,
    )


def lapsed(public, days):
    """The first prize lapses, and nobody gets it."""
    forged = copy.deepcopy(public)
    first = forged["prizes"][0]
    first["passed"], first["ticket"] = [[first["ticket"], "lapsed"]], None
    forged["as_of"] = WHEN + days * 86_400_000
    return forged


def checked(*all_published, unclaimed=None):
    """Whether everything holds, and what is said."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, public in enumerate(all_published):
            names.append(os.path.join(folder, f"{number}.json"))
            with open(names[-1], "w", encoding="utf-8") as file:
                json.dump(public, file)
        if unclaimed:
            terms = os.path.join(folder, "terms.toml")
            with open(terms, "w", encoding="utf-8", newline="") as file:
                file.write(TERMS % unclaimed)
            names += ["--terms", terms]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            held = croupier_promotion.check_promotions(names)
        return held, said.getvalue()


class Promotions(unittest.TestCase):
    def told(self, words, *all_published, unclaimed=None):
        held, said = checked(*all_published, unclaimed=unclaimed)
        self.assertFalse(held, said)
        self.assertIn(words, said)

    def test_an_honest_draw_holds(self):
        held, said = checked(published(), unclaimed="next-ticket")
        self.assertTrue(held, said)

    def test_one_draw_held_twice_is_told(self):
        self.told("lunar and lunar both are draw 1: their orders are not the same", published(), published(mix="another"))

    def test_one_promotion_drawn_under_two_numbers_is_told(self):
        first, again = published(), published()
        again["sealed"] = dict(again["sealed"], number=2, previous=croupier_draw.seal_of(first["sealed"]).hex())
        self.told("lunar was sealed twice, as draw 1 and as draw 2", first, again)

    def test_an_earlier_record_of_the_same_draw_agrees(self):
        earlier = published()
        earlier.update(draw=None, as_of=earlier["due"] - 1)
        for prize in earlier["prizes"]:
            prize.update(ticket=None, passed=[])
        held, said = checked(earlier, published())
        self.assertTrue(held, said)

    def test_a_draw_before_it_is_due_is_told_even_if_it_does_not_say_when(self):
        early = published()
        early["as_of"] = early["due"] - 1
        self.told("the draw was held before it was due", early)
        early.update(as_of=early["due"], held=early["due"] - 1)
        self.told("the draw was held before it was due", early)
        self.assertIn("note: it does not say when the draw was held", checked(published())[1])
        self.assertNotIn("note", checked(dict(published(), held=WHEN))[1])

    def test_a_ticket_is_taken_back_only_with_its_coup(self):
        honest = published()
        honest.update(issued=6, taken_back=[6], undone=[dict(ticket=6, table="main-1", coup=7)])
        held, said = checked(honest)
        self.assertTrue(held, said)
        self.told("ticket 6 was taken back, and not one coup is named for it", dict(honest, undone=[]))
        self.told("a coup is named for ticket 5, which was not taken back", dict(honest, undone=honest["undone"] + [dict(ticket=5, table="main-1", coup=7)]))
        held, said = checked({key: value for key, value in honest.items() if key != "undone"})
        self.assertIn("note: it does not say by which coups tickets were taken back", said)
        self.assertTrue(held, said)

    def test_a_proof_is_held_against_the_record_that_has_the_list(self):
        sealed, drawn = published(), published()
        sealed.update(root=None, list=[], draw=None, prizes=[], as_of=WHEN - 1)
        proof = dict(promotion="lunar")
        self.assertIs(croupier_promotion.listed([sealed, drawn], proof), drawn)
        self.assertIs(croupier_promotion.listed([sealed], proof), sealed)

    def test_a_false_reason_is_told(self):
        forged = published()
        order = [croupier_promotion.number_of(forged["draw"]["list"][index]) for index in forged["draw"]["order"]]
        forged["prizes"][0].update(ticket=order[1], passed=[[order[0], "already-won"]])
        forged["prizes"][1].update(ticket=order[2], passed=[])
        self.told(f"ticket {order[0]} was passed over as having won before anything was won", forged)

    def test_what_was_cancelled_goes_to_nobody(self):
        cancelled = published()
        cancelled["cancelled"] = True
        self.assertIn("no prize goes to anybody", checked(cancelled)[1])

    def test_a_ticket_cut_from_both_lists_is_named(self):
        for place in range(5):
            forged = published()
            del forged["list"][place], forged["draw"]["list"][place]
            self.told(f"ticket {place + 1} was issued and left out of the list", forged)
            self.told("the order names place 5 of a list of 4", forged)
            self.assertNotIn("not in the form", checked(forged)[1])

    def test_a_number_of_tickets_beyond_any_measure_holds_nobody_up(self):
        forged = published()
        forged["issued"] = 2**70
        self.told("ticket 6 was issued and left out of the list", forged)
        self.told(f"{2**70 - 25} more tickets were issued and left out of the list", forged)

    def test_what_was_found_before_it_broke_is_told(self):
        forged = published()
        forged["issued"], forged["draw"]["seed"] = 6, "no hexadecimal"
        self.told("ticket 6 was issued and left out of the list", forged)
        self.told("it is not in the form", forged)

    def test_a_lapse_is_held_against_the_terms(self):
        self.told("prize 1 lapsed; by the terms it goes to the next", lapsed(published(), 15), unclaimed="next-ticket")
        self.told("prize 1 lapsed before its 14 days", lapsed(published("lapses"), 13), unclaimed="lapses")
        held, said = checked(lapsed(published("lapses"), 15), unclaimed="lapses")
        self.assertTrue(held, said)
        redrawn = lapsed(published("lapses"), 15)
        redrawn["prizes"][0]["ticket"] = redrawn["draw"]["order"][2] + 1
        self.told("prize 1 went to the next ticket; by the terms it lapses", redrawn, unclaimed="lapses")


if __name__ == "__main__":
    unittest.main()
