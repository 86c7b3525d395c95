//! Hash trees of the shape of RFC 6962 over SHA-256.
//!
//! Whoever keeps the 32 bytes of a root can later be shown that one leaf is in its place ([`Tree::inclusion`],
//! [`verify_inclusion`]), or that a longer tree begins with the same leaves ([`Tree::consistency`],
//! [`verify_consistency`]), without seeing any other leaf. Leaves and nodes are hashed under different first bytes, so
//! that no node can be passed off as a leaf.
//!
//! ```
//! use merkle::{Tree, leaf_hash, verify_inclusion};
//!
//! let tree: Tree = ["one", "two", "three"].iter().map(|leaf| leaf_hash(leaf.as_bytes())).collect();
//! let path = tree.inclusion(1, 3).unwrap();
//! assert_eq!(verify_inclusion(leaf_hash(b"two"), 1, 3, &path, tree.root()), Ok(()));
//! assert!(verify_inclusion(leaf_hash(b"too"), 1, 3, &path, tree.root()).is_err());
//! ```

mod hash;
mod proof;
mod tree;

pub use hash::{Hash, NotAHash, leaf_hash, node_hash, sha256};
pub use proof::{ProofFault, verify_consistency, verify_inclusion};
pub use tree::Tree;
