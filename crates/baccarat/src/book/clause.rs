//! A clause of an instrument, as its book file gives it.

use crate::basis::ClauseNumber;
use crate::rules::people::Role;
use crate::topic::{records, words};
use schemars::JsonSchema;
use serde::Serialize;

words! {
    /// What sort of thing a clause does.
    ClauseKind {
        /// States something; nothing can be seen to break it.
        Fact,
        /// Settles what follows from cards and wagers.
        Compute,
        /// Lets something happen or stops it.
        Gate,
        /// Says what comes next.
        Flow,
        /// Says what follows when something went wrong.
        Ruling,
        /// Gives the operator a choice, or bounds it.
        Config,
        /// Has something shown, called or told.
        Notice,
        /// Has something written down.
        Record,
        /// Leaves something to a person.
        Judgement,
    }
}

records! {
    /// The tables of which a clause speaks, where it does not speak of all.
    Scope {
        /// Those that deal by one of these methods.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dealing: Vec<String>,
        /// Those that settle by one of these methods.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        method: Vec<String>,
        /// Those that offer one of these options, and there only the wagers of that option.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        option: Vec<String>,
    }
}

impl Scope {
    /// Does it take in a table that deals and settles in this way and offers these options?
    pub fn takes_in(&self, dealing: Option<&str>, method: &str, options: &[String]) -> bool {
        let any = |named: &Vec<String>, fits: &dyn Fn(&str) -> bool| {
            named.is_empty() || named.iter().any(|name| fits(name))
        };
        any(&self.dealing, &|name| Some(name) == dealing)
            && any(&self.method, &|name| name == method)
            && any(&self.option, &|name| options.iter().any(|option| option == name))
    }
}

/// A clause: its number, what sort it is, who acts, and what it says in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Clause {
    /// The number, as the instrument writes it.
    pub number: ClauseNumber,
    /// What sort of thing it does.
    pub kind: ClauseKind,
    /// Who acts.
    pub actor: Vec<Role>,
    /// What it says, in our own words.
    pub gist: String,
    /// Where its words leave a choice: the reading we take, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The tables of which it speaks; all if absent.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}
