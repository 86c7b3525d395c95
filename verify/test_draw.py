"""A chain of draws that holds, the same broken in one place each time, and files that are none: a fault, never a crash."""

import contextlib
import copy
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

import croupier_draw


def draw(number, previous):
    seed, entries = bytes([number] * 32), [f"entrant {at}" for at in range(1, 13)]
    root = croupier_draw.list_root(entries)
    sealed = dict(number=number, purpose="seats", previous=previous, seed_hash=croupier_draw.seed_hash(seed).hex())
    return dict(
        method=croupier_draw.METHOD,
        sealed=sealed,
        seal=croupier_draw.seal_of(sealed).hex(),
        list=entries,
        root=root.hex(),
        mix="headline",
        seed=seed.hex(),
        apart={"parts": [], "groups": []},
        passed_over=0,
        order=next(croupier_draw.orders(seed, root, "headline", len(entries))),
    )


def chain():
    first = draw(1, croupier_draw.NONE.hex())
    return [first, draw(2, first["seal"])]


def checked(text):
    """Whether the file holds, and what is said."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "draws.json")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            held = croupier_draw.check_draws([name])
        return held, said.getvalue()


class Draws(unittest.TestCase):
    def told(self, words, value):
        held, said = checked(json.dumps(value))
        self.assertFalse(held, said)
        self.assertIn(words, said)
        return said

    def test_an_honest_chain_holds(self):
        held, said = checked(json.dumps(chain()))
        self.assertTrue(held, said)

    def test_a_draw_left_out_of_a_chain_is_told_once(self):
        self.told("draw 2: its number does not follow on the draw before", chain()[1:])
        said = self.told("draw 3: it does not name the seal of the draw before", chain() + [draw(3, "0" * 64)])
        self.assertEqual(said.count("the draw before"), 1)

    def test_a_forged_draw_does_not_break_the_chain_behind_it(self):
        forged = chain()
        forged[0]["mix"] = "another"
        said = self.told("draw 1: another order follows from seed, root and mix", forged)
        self.assertIn("draw 2 for seats holds", said)

    def test_whatever_is_missing_or_of_another_kind_is_told(self):
        for key in chain()[0]:
            for value in (None, 7, "no hexadecimal", [], {}):
                broken = chain()
                broken[0][key] = value
                if broken != chain():
                    held, said = checked(json.dumps(broken))
                    self.assertFalse(held, f"{key} = {value!r}: {said}")
            missing = copy.deepcopy(chain())
            del missing[0][key]
            self.told("it is not in the form croupier-draw-1", missing)
        for value in (7, "text", None, [7], [[]]):
            self.told("it is not in the form croupier-draw-1", value)

    def test_the_draw_in_what_is_published_of_a_promotion_is_checked(self):
        published = dict(method=croupier_draw.PROMOTION, promotion="lunar", draw=chain()[0])
        held, said = checked(json.dumps(published))
        self.assertTrue(held, said)
        self.assertIn("draw 1 for seats holds", said)
        self.assertIn("`promotion` checks everything", said)
        published["draw"]["mix"] = "another"
        self.told("another order follows from seed, root and mix", published)
        for draw_of in (None, 7, []):
            said = self.told("", published | dict(draw=draw_of))
            self.assertIn("no draw was held yet" if draw_of is None else "not in the form croupier-draw-1", said)


class Files(unittest.TestCase):
    def test_what_is_no_json_is_said_in_one_line(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "croupier_verify.py")
        for text in ("", "{", '{"a": 1, "a": 2}', "[" * 100_000, "NaNa"):
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                file.write(text)
                file.flush()
                for what in ("draw", "promotion", "vectors"):
                    found = subprocess.run([sys.executable, program, what, file.name], capture_output=True, text=True)
                    self.assertEqual(found.returncode, 3, found.stderr)
                    self.assertTrue(found.stderr.startswith(f"cannot read {file.name}: not JSON: "), found.stderr)
                    self.assertEqual(found.stderr.count("\n"), 1, found.stderr)


if __name__ == "__main__":
    unittest.main()
