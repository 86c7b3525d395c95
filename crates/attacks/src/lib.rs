//! Attacks on a house by people inside it. `docs/attacks.md` says what is tried and how it ends; each test passes if the attack
//! fails.
