//! The settings of a house, each declared once: its word in the file, what it says, and what holds without it. The reader, its
//! refusals and the page `docs/house.md` follow from these lists.

/// Declares the keys of one part of the file.
macro_rules! keys {
    ($(#[$about:meta])* $Keys:ident { $( $(#[doc = $doc:literal])+ $Key:ident = $word:literal or $without:literal; )+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Keys {
            $( $(#[doc = $doc])+ $Key, )+
        }

        impl $Keys {
            /// All of them, in the order of the page.
            pub const ALL: &[$Keys] = &[$( $Keys::$Key ),+];

            /// Its word in the file.
            pub fn word(self) -> &'static str {
                match self { $( $Keys::$Key => $word, )+ }
            }

            /// What it says.
            pub fn about(self) -> &'static str {
                match self { $( $Keys::$Key => concat!($( $doc ),+), )+ }
            }

            /// What holds without it.
            pub fn without(self) -> &'static str {
                match self { $( $Keys::$Key => $without, )+ }
            }

            /// The key of this word.
            pub fn named(word: &str) -> Option<$Keys> {
                $Keys::ALL.iter().copied().find(|key| key.word() == word)
            }

            /// Every word, for whoever wrote another.
            pub fn listed() -> String {
                $Keys::ALL.iter().map(|key| key.word()).collect::<Vec<_>>().join(", ")
            }

            /// The rows of the page.
            pub fn rows() -> Vec<[&'static str; 3]> {
                $Keys::ALL.iter().map(|key| [key.word(), key.about(), key.without()]).collect()
            }
        }
    };
}

keys! {
    /// What stands at the head of the file.
    HouseKey {
        /// What the house is called on its pages, slips and sheets.
        Name = "name" or "Croupier";
        /// The house's own words on its pages, by language: see below.
        Wording = "wording" or "Croupier's own";
        /// The time zone of the house, as POSIX writes it with its daylight saving: `AEST-10AEDT,M10.1.0,M4.1.0/3`.
        TimeZone = "time_zone" or "`UTC0`";
        /// When the trading day of reports begins, by the clocks of the house, such as `06:00`.
        DayBegins = "day_begins" or "`00:00`";
        /// Where it listens.
        Listen = "listen" or "`127.0.0.1:8300`";
        /// The folder of everything that it keeps.
        Data = "data" or "needed";
        /// The log in PostgreSQL instead of `data/ledger`, such as `postgres://croupier@db1/house`.
        Store = "store" or "in `data`";
        /// `[node]` with `name` and `secret`: this is one of several nodes of a house; with `store`, `[news]` and `[vault]`. See [several nodes](scale.md#several-nodes).
        Node = "node" or "the only one";
        /// `[news]` with `servers`: the NATS servers over which nodes ask each other, such as `nats://10.0.0.3:4222`, and with `user` and `password_file` where they ask for them.
        News = "news" or "none";
        /// `[vault]` with `at`: where the nodes find the vault that they share, a path of a socket or an address of a trusted line.
        Vault = "vault" or "a vault of its own";
        /// After how many days entries of the log are packed into segments, which take a small part of the room and come back when asked for.
        ArchiveAfterDays = "archive_after_days" or "never";
        /// The file of the key of the sealed shoes, outside `data`; made if it is not there.
        VaultKey = "vault_key" or "needed";
        /// The file of the key that signs the log, outside `data`.
        SigningKey = "signing_key" or "`signing.key` beside `vault_key`";
        /// The user of this machine as whom the house runs, by name or number; it is started by root.
        User = "user" or "whoever starts it";
        /// Another user as whom the vault runs: no shell of the house's user opens its folder and keys.
        VaultUser = "vault_user" or "the same";
        /// The house opens only if its vault is shut in in every part and nobody but its own user opens its folder and keys.
        Licensed = "licensed" or "`false`";
        /// The addresses by which browsers know the house, such as `https://tables.example`.
        Origins = "origins" or "its own address";
        /// A proxy in front speaks TLS and adds X-Forwarded-For.
        Proxy = "proxy" or "`false`";
        /// `certificate` and `key`: files by which the house speaks TLS itself.
        Tls = "tls" or "none";
        /// How often one address may ask in a second; four times as many at once.
        RequestsASecond = "requests_a_second" or "`50`";
        /// How often one person may ask something of a table in a second; twice as many at once.
        CommandsASecond = "commands_a_second" or "`20`";
        /// How many connections one address may have; not counted behind a proxy.
        ConnectionsAnAddress = "connections_an_address" or "`200`";
        /// `[cage]` with `second_from` and `identity_from`: a cage, with the amounts from which on its window takes a second person and a noted identity.
        Cage = "cage" or "none";
        /// `[[person]]`: somebody of the house, see below.
        Person = "person" or "nobody";
        /// `[[witness]]` with `address`, `name` and `key`: whoever outside remembers the log.
        Witness = "witness" or "none";
        /// `[[table]]`: a table, see below.
        Table = "table" or "needed";
    }
}

keys! {
    /// The house's own words, in a part for each language: `[wording.en]`, `[wording.zh-CN]`.
    WordingKey {
        /// The heading of the lobby.
        Welcome = "welcome" or "Croupier's own";
        /// The line under it.
        About = "about" or "Croupier's own";
        /// The line at the foot of every page.
        Footer = "footer" or "Croupier's own";
    }
}

keys! {
    /// A person of the house.
    PersonKey {
        /// The name, which nobody else in the house has.
        Name = "name" or "needed";
        /// `player`, `dealer`, `supervisor`, `manager`, `cage`, `surveillance` or `inspector`; `device` for a scanning shoe.
        Role = "role" or "needed";
        /// What `croupier password` prints.
        Password = "password" or "needed";
    }
}

keys! {
    /// A table.
    TableKey {
        /// In paths and in the log: 1 to 32 small letters, digits and dashes.
        Id = "id" or "needed";
        /// What people call it.
        Name = "name" or "its id";
        /// `act`, `nz`, `qld`, `nsw`, or the path of a book file.
        Book = "book" or "needed";
        /// `sealed`: sealed shoes and the automatic dealer; `felt`: real cards, dealt by people.
        Cards = "cards" or "`sealed`";
        /// How fast the automatic dealer works: `betting_seconds`, `card_ms`, `result_ms`, `answer_seconds`.
        Pace = "pace" or "15, 900, 2500, 12";
        /// Up to how many chips players may buy by themselves.
        PlayersBuyIn = "players_buy_in" or "`0`";
        /// The demonstration's own patrons: `none`, `when-watched`, `always`.
        Regulars = "regulars" or "`none`";
        /// `[table.set]`: the table's own settings, laid over those that are usual under its book.
        Set = "set" or "as is usual";
    }
}
