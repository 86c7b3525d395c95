//! The shoe: cut, burn, and how it ends.

use super::cards::Device;
use super::people::Role;
use crate::topic::{records, words};

words! {
    /// To whom the cut is offered first.
    CutOffer {
        /// Any patron, in no set order.
        AnyPlayer,
        /// Seated patrons clockwise from the one farthest to the dealer's left.
        ClockwiseFromDealersLeft,
        /// A supervisor, who may have it offered to the patrons instead.
        SupervisorOrPlayers,
    }

    /// The patron who is asked first when patrons cut.
    FirstToCut {
        /// The first to have come to a table that is just opening.
        FirstArrival,
        /// The one seated directly to the dealer's left, once the game is going.
        DealersLeft,
    }

    /// Whether the patron asked may name another.
    Naming {
        /// May name another patron to cut.
        MayNameAnother,
        /// The first to have come may name another patron to cut.
        FirstArrivalMayName,
        /// The one at the dealer's left may name another patron to cut.
        DealersLeftMayName,
    }

    /// Who is asked after a refusal.
    AfterRefusal {
        /// Each patron in turn, clockwise.
        NextClockwise,
    }

    /// What becomes of the cards before the cutting card.
    CutMove {
        /// They go to the back of the stack, with the cutting card.
        FrontAndCardToBack,
        /// They go to the back of the stack.
        FrontToBack,
    }

    /// Where the cutting card lies that does not mark the end.
    SpareCuttingCard {
        /// At the very back of the stack.
        VeryBack,
    }

    /// How a new shoe is opened.
    BurnStyle {
        /// The first card goes unseen and face down to the rack.
        OneUnseen,
        /// The first card goes face down to the rack and is shown to patrons who ask.
        OneShownOnRequest,
        /// The first card is turned up and as many more as it counts are drawn face down.
        FaceUpAndItsCount,
    }

    /// When a cutting card that the burn reaches is taken to appear.
    CuttingCardInBurn {
        /// As if it came as the first card of the next coup.
        AsFirstOfNextCoup,
    }

    /// Whether a void coup counts towards the end of the shoe.
    VoidAtEnd {
        /// It counts as dealt; having no result it is no tie.
        CountsAsDealt,
    }

    /// Whether a no-bet coup counts towards the end of the shoe.
    NoBetAtEnd {
        /// It is a coup like any other.
        CountsAsCoup,
    }

    /// What becomes of a card owed to the next coup when the shuffle is due first.
    CarriedAtEnd {
        /// It goes back into the shuffle and no coup is owed.
        BackToShuffle,
        /// It is the one further coup if there is one; otherwise it goes back into the shuffle.
        UsesUpLastCoup,
    }
}

records! {
    /// A way of burning and who must agree to it.
    Burn {
        /// The way.
        style: BurnStyle,
        /// Who must agree; nobody if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved_by: Option<Role>,
        /// What it may be used with.
        devices: Vec<Device>,
    }

    /// Who takes part in a fixed role.
    Acting {
        /// The role.
        who: Role,
    }
}
