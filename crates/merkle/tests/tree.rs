//! The tree against known roots, a plain reckoning written from the RFC, and proofs bent in every way.

use merkle::{Hash, ProofFault, Tree, leaf_hash, node_hash, sha256, verify_consistency, verify_inclusion};
use proptest::prelude::*;

/// The eight leaves with which Certificate Transparency's own tests begin, and the roots they publish.
const LEAVES: [&[u8]; 8] = [
    b"",
    b"\x00",
    b"\x10",
    b"\x20\x21",
    b"\x30\x31",
    b"\x40\x41\x42\x43",
    b"\x50\x51\x52\x53\x54\x55\x56\x57",
    b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
];
const ROOTS: [&str; 9] = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/// MTH of RFC 6962, section 2.1, word for word.
fn plain_root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => sha256(&[]),
        [leaf] => *leaf,
        _ => {
            let left = leaves.len().next_power_of_two() / 2;
            node_hash(plain_root(&leaves[..left]), plain_root(&leaves[left..]))
        }
    }
}

fn leaves(count: u64) -> Vec<Hash> {
    (0..count).map(|number| leaf_hash(&number.to_be_bytes())).collect()
}

#[test]
fn the_published_roots_come_out() {
    let mut tree = Tree::new();
    assert_eq!(tree.root().to_string(), ROOTS[0]);
    for (leaf, root) in LEAVES.iter().zip(&ROOTS[1..]) {
        tree.push(leaf_hash(leaf));
        assert_eq!(tree.root().to_string(), *root);
    }
    for (size, root) in ROOTS.iter().enumerate() {
        assert_eq!(tree.root_at(size as u64).unwrap().to_string(), *root);
    }
    assert_eq!(tree.root_at(9), None);
}

#[test]
fn every_leaf_of_every_small_tree_is_proved_and_at_no_other_place() {
    let all = leaves(70);
    let tree: Tree = all.iter().copied().collect();
    for size in 1..=70 {
        let root = tree.root_at(size).unwrap();
        assert_eq!(root, plain_root(&all[..size as usize]));
        for index in 0..size {
            let path = tree.inclusion(index, size).unwrap();
            assert_eq!(verify_inclusion(all[index as usize], index, size, &path, root), Ok(()));
            for other in (0..size).filter(|other| *other != index) {
                assert!(verify_inclusion(all[index as usize], other, size, &path, root).is_err());
            }
        }
        assert_eq!(tree.inclusion(size, size), None);
    }
    assert_eq!(tree.inclusion(0, 71), None);
}

#[test]
fn every_small_tree_is_proved_to_begin_with_every_smaller_one() {
    let tree: Tree = leaves(40).into_iter().collect();
    let at = |size| (size, tree.root_at(size).unwrap());
    for new in 0..=40 {
        for old in 0..=new {
            let proof = tree.consistency(old, new).unwrap();
            assert_eq!(verify_consistency(at(old), at(new), &proof), Ok(()), "{old} {new}");
        }
        assert_eq!(tree.consistency(new + 1, new), None);
    }
    assert_eq!(tree.consistency(1, 41), None);
    assert_eq!(verify_consistency(at(3), at(2), &[]), Err(ProofFault::OutOfRange));
}

#[test]
fn a_hash_has_one_spelling() {
    let hash = leaf_hash(b"x");
    assert_eq!(hash.to_string().parse(), Ok(hash));
    for text in ["", "00", &hash.to_string().to_uppercase(), &format!("{hash}0"), &"g".repeat(64)] {
        assert!(text.parse::<Hash>().unwrap_err().to_string().contains("64 digits"), "{text}");
    }
}

proptest! {
    #[test]
    fn a_bent_inclusion_proof_is_refused(size in 1u64..600, at in any::<u64>(), bend in any::<(u8, usize, usize)>()) {
        let all = leaves(size);
        let tree: Tree = all.iter().copied().collect();
        let index = at % size;
        let mut path = tree.inclusion(index, size).unwrap();
        match (bend.0 % 4, path.is_empty()) {
            (0, false) => {
                let hash = bend.1 % path.len();
                path[hash].0[bend.2 % 32] ^= 1;
            }
            (1, false) => {
                path.remove(bend.1 % path.len());
            }
            (2, _) => path.push(Hash::NONE),
            _ => path.insert(0, all[0]),
        }
        prop_assert!(verify_inclusion(all[index as usize], index, size, &path, tree.root()).is_err());
    }

    #[test]
    fn a_bent_history_is_refused(new in 2u64..400, at in any::<u64>(), changed in any::<u64>()) {
        let old = 1 + at % (new - 1);
        let honest: Tree = leaves(new).into_iter().collect();
        // Another history: one of the first leaves was different.
        let mut bent = leaves(new);
        bent[(changed % old) as usize] = Hash::NONE;
        let bent: Tree = bent.into_iter().collect();
        let (before, after) = ((old, honest.root_at(old).unwrap()), (new, bent.root()));
        for proof in [honest.consistency(old, new).unwrap(), bent.consistency(old, new).unwrap()] {
            prop_assert!(verify_consistency(before, after, &proof).is_err());
        }
    }
}
