//! How acts and facts are declared: one line each on their page, from which come the types, the words in which they are
//! written down, and what is said of them in documentation and interfaces.

use crate::nearest::distance;
use serde::Serialize;

/// A room of the table: it judges its acts and takes in its facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// Who is at the table.
    People,
    /// The cards before and between coups.
    Cards,
    /// Wagers, and coups without them.
    Bets,
    /// Calls, cards and who holds them.
    Deal,
    /// Settling, the end of a coup, the float.
    Pay,
    /// What went wrong, and what follows.
    Trouble,
    /// Settings as they change, signs, what people are told and shown.
    Notice,
}

/// What is declared of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Its name in the code.
    pub name: &'static str,
    /// Its type in the code.
    pub kind: &'static str,
    /// What it is; empty where its name says it.
    pub sentence: &'static str,
    /// How it is written down, where that departs from the type.
    pub(crate) serde: &'static str,
}

impl FieldInfo {
    /// Its name as it is written down.
    pub fn word(&self) -> &'static str {
        let renamed = self.serde.split_once("rename = \"").and_then(|(_, rest)| rest.split_once('"'));
        renamed.map_or(self.name, |(word, _)| word)
    }

    /// May it be left out?
    pub fn is_optional(&self) -> bool {
        self.serde.contains("default") || self.kind.starts_with("Option")
    }
}

/// An error about a word that is not among those allowed, with the nearest that is; any other error as it stands.
pub(crate) fn with_nearest<E: serde::de::Error>(
    error: E,
    what: &str,
    allowed: impl Iterator<Item = &'static str>,
) -> E {
    let message = error.to_string();
    let unknown = message.strip_prefix("unknown variant `").and_then(|rest| rest.split_once('`'));
    let Some((found, rest)) = unknown else { return error };
    let Some(nearest) = allowed.min_by_key(|word| distance(found, word)) else { return error };
    let place = rest.rfind(" at line ").map_or("", |place| &rest[place..]);
    E::custom(format!("no {what} is called `{found}`; the nearest is `{nearest}`{place}"))
}

/// Declares every act, room by room: sentence, word, power, how a transcript says it, fields.
macro_rules! acts {
    ($(
        $(#[doc = $room_doc:literal])+
        $Room:ident $room:ident {
            $(
                $(#[doc = $doc:literal])+
                $Variant:ident ($word:tt, $power:ident $(/ $patron:ident)? $(& $confirmed:ident)?, $says:literal)
                $({ $(
                    $(#[doc = $field_doc:literal])*
                    $(#[serde($($serde:tt)*)])?
                    $field:ident : $type:ty
                ),* $(,)? })?
            ),* $(,)?
        }
    )*) => {
        /// Something that may be asked of a table.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Act {
            $( $(#[doc = $room_doc])+ $Room($room::Act), )*
        }

        impl Act {
            /// Its word, as it is written down.
            pub fn word(&self) -> &'static str {
                self.info().word
            }

            /// What is declared of it.
            pub fn info(&self) -> &'static ActInfo {
                match self { $( Act::$Room(act) => act.info(), )* }
            }

            /// What is declared of every act, room by room.
            pub fn all() -> impl Iterator<Item = &'static ActInfo> {
                [$( $room::Act::ALL ),*].into_iter().flatten()
            }
        }

        impl Serialize for Act {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $( Act::$Room(act) => act.serialize(serializer), )* }
            }
        }

        impl<'de> Deserialize<'de> for Act {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Act, D::Error> {
                let read = Written::deserialize(deserializer);
                read.map(Act::from)
                    .map_err(|error| with_nearest(error, "act", Act::all().map(|info| info.word)))
            }
        }

        /// All acts side by side, as they are written down.
        #[derive(Deserialize, JsonSchema)]
        #[serde(tag = "act")]
        enum Written {
            $($(
                $(#[doc = $doc])+
                #[serde(rename = $word)]
                $Variant $({ $( $(#[doc = $field_doc])* $(#[serde($($serde)*)])? $field: $type ),* })?,
            )*)*
        }

        impl JsonSchema for Act {
            fn schema_name() -> Cow<'static, str> {
                "Act".into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                Written::json_schema(generator)
            }
        }

        impl From<Written> for Act {
            fn from(written: Written) -> Act {
                match written {
                    $($( Written::$Variant $({ $($field),* })? => {
                        Act::$Room($room::Act::$Variant $({ $($field),* })?)
                    } )*)*
                }
            }
        }

        $(
            $(#[doc = $room_doc])+
            pub mod $room {
                use super::*;

                $(#[doc = $room_doc])+
                #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
                #[serde(tag = "act")]
                pub enum Act {
                    $(
                        $(#[doc = $doc])+
                        #[serde(rename = $word)]
                        $Variant $({ $( $(#[doc = $field_doc])* $(#[serde($($serde)*)])? $field: $type ),* })?,
                    )*
                }

                /// The acts without what is asked in them, in their order.
                enum Kind { $( $Variant ),* }

                impl Act {
                    /// What is declared of every act of this room.
                    pub const ALL: &'static [ActInfo] = &[$( ActInfo {
                        word: $word,
                        room: Room::$Room,
                        sentence: concat!($($doc),+).trim_ascii(),
                        power: Power::$power,
                        patron: &[$( Power::$patron )?],
                        confirmed: !concat!($( stringify!($confirmed) )?).is_empty(),
                        says: $says,
                        fields: &[$($( FieldInfo {
                            name: stringify!($field),
                            kind: stringify!($type),
                            sentence: concat!($($field_doc),*).trim_ascii(),
                            serde: concat!($( $(stringify!($serde), " "),* )?),
                        } ),*)?],
                    } ),*];

                    /// What is declared of it.
                    pub fn info(&self) -> &'static ActInfo {
                        &Act::ALL[match self { $( Act::$Variant { .. } => Kind::$Variant, )* } as usize]
                    }
                }

                impl From<Act> for super::Act {
                    fn from(act: Act) -> super::Act {
                        super::Act::$Room(act)
                    }
                }
            }
        )*
    };
}

/// Declares every fact, room by room: sentence, word, who is told, fields, and how an inspector reads it.
macro_rules! facts {
    ($f:ident: $(
        $(#[doc = $room_doc:literal])+
        $Room:ident $room:ident {
            $(
                $(#[doc = $doc:literal])+
                $Variant:ident ($word:tt, $audience:ident)
                $({ $(
                    $(#[doc = $field_doc:literal])*
                    $(#[serde($($serde:tt)*)])?
                    $field:ident : $type:ty
                ),* $(,)? })?
                => $says:expr
            ),* $(,)?
        }
    )*) => {
        /// Something that happened at a table.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Fact {
            $( $(#[doc = $room_doc])+ $Room($room::Fact), )*
        }

        impl Fact {
            /// Its word, as it is written down.
            pub fn word(&self) -> &'static str {
                self.info().word
            }

            /// What is declared of it.
            pub fn info(&self) -> &'static FactInfo {
                match self { $( Fact::$Room(fact) => fact.info(), )* }
            }

            /// What is declared of every fact, room by room.
            pub fn all() -> impl Iterator<Item = &'static FactInfo> {
                [$( $room::Fact::ALL ),*].into_iter().flatten()
            }
        }

        /// The event as an inspector reads it, and as a transcript expects it.
        impl fmt::Display for Fact {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $( Fact::$Room(fact) => fact.fmt(f), )* }
            }
        }

        impl Serialize for Fact {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $( Fact::$Room(fact) => fact.serialize(serializer), )* }
            }
        }

        impl<'de> Deserialize<'de> for Fact {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fact, D::Error> {
                let read = Written::deserialize(deserializer);
                read.map(Fact::from)
                    .map_err(|error| with_nearest(error, "fact", Fact::all().map(|info| info.word)))
            }
        }

        /// All facts side by side, as they are written down.
        #[derive(Deserialize, JsonSchema)]
        #[serde(tag = "fact")]
        enum Written {
            $($(
                $(#[doc = $doc])+
                #[serde(rename = $word)]
                $Variant $({ $( $(#[doc = $field_doc])* $(#[serde($($serde)*)])? $field: $type ),* })?,
            )*)*
        }

        impl JsonSchema for Fact {
            fn schema_name() -> Cow<'static, str> {
                "Fact".into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                Written::json_schema(generator)
            }
        }

        impl From<Written> for Fact {
            fn from(written: Written) -> Fact {
                match written {
                    $($( Written::$Variant $({ $($field),* })? => {
                        Fact::$Room($room::Fact::$Variant $({ $($field),* })?)
                    } )*)*
                }
            }
        }

        $(
            $(#[doc = $room_doc])+
            pub mod $room {
                use super::*;

                $(#[doc = $room_doc])+
                #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
                #[serde(tag = "fact")]
                #[allow(missing_docs)]
                pub enum Fact {
                    $(
                        $(#[doc = $doc])+
                        #[serde(rename = $word)]
                        $Variant $({ $( $(#[doc = $field_doc])* $(#[serde($($serde)*)])? $field: $type ),* })?,
                    )*
                }

                /// The facts without what is said in them, in their order.
                enum Kind { $( $Variant ),* }

                impl Fact {
                    /// What is declared of every fact of this room.
                    pub const ALL: &'static [FactInfo] = &[$( FactInfo {
                        word: $word,
                        room: Room::$Room,
                        sentence: concat!($($doc),+).trim_ascii(),
                        audience: Audience::$audience,
                        says: stringify!($says),
                        fields: &[$($( FieldInfo {
                            name: stringify!($field),
                            kind: stringify!($type),
                            sentence: concat!($($field_doc),*).trim_ascii(),
                            serde: concat!($( $(stringify!($serde), " "),* )?),
                        } ),*)?],
                    } ),*];

                    /// What is declared of it.
                    pub fn info(&self) -> &'static FactInfo {
                        &Fact::ALL[match self { $( Fact::$Variant { .. } => Kind::$Variant, )* } as usize]
                    }
                }

                impl fmt::Display for Fact {
                    #[allow(unused_variables)]
                    fn fmt(&self, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        match self { $( Fact::$Variant $({ $($field),* })? => $says, )* }
                    }
                }

                impl From<Fact> for super::Fact {
                    fn from(fact: Fact) -> super::Fact {
                        super::Fact::$Room(fact)
                    }
                }
            }
        )*
    };
}

pub(crate) use {acts, facts};
