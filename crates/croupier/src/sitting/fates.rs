//! What becomes of cards, wagers and coups after an irregularity, in plain words.

use baccarat::rules::people::Role;
use baccarat::rules::rulings::{
    CardFate, CardsAfter, CoupFate, EarlierFate, PaymentsFate, Precedence, ReliefAct, WagersFate, Withdrawn,
};
use table::Remedy;

/// Of the card.
pub fn card(fate: CardFate) -> &'static str {
    match fate {
        CardFate::BankersThird => "becomes the Banker's third card",
        CardFate::OpensNextCoup => "opens the next coup, which is an ordinary one",
        CardFate::OpensNoBetCoup => "opens a coup on which nobody may bet",
        CardFate::Played => "is played as if nothing had happened",
        CardFate::PutInPlace => "goes where the rules of dealing would have put it",
        CardFate::StaysBurnt => "stays out of play",
        CardFate::StaysInPlay => "stays in play",
    }
}

/// Of the wagers.
pub fn wagers(fate: WagersFate) -> &'static str {
    match fate {
        WagersFate::Stand => "stand",
        WagersFate::MayBeWithdrawn => "may be withdrawn, each by itself, before play goes on",
        WagersFate::MayBeWithdrawnWhileUnseen => "may be withdrawn while the cards concerned are unseen",
        WagersFate::Returned => "go back",
        WagersFate::ClearedBeforeNoBet => "are cleared from the layout before the no-bet coup",
        WagersFate::MayBeAltered => "may be moved, changed, added or withdrawn, if a supervisor lets them",
    }
}

/// Of the coup.
pub fn coup(fate: CoupFate) -> &'static str {
    match fate {
        CoupFate::GoesOn => "goes on",
        CoupFate::Reconstructed => "is put together again as the rules of dealing demand",
        CoupFate::Void => "is void",
        CoupFate::ResultStands => "keeps its result",
        CoupFate::FinishedThenShuffled => "is finished; then the cards are shuffled and cut",
        CoupFate::VoidUnlessConfirmed => {
            "keeps its true result if that can be established, and is void otherwise"
        }
    }
}

/// Of coups already completed.
pub fn earlier(fate: EarlierFate) -> &'static str {
    match fate {
        EarlierFate::Stand => "stand",
        EarlierFate::FaultyVoidLaterStand => "the one with the error is void; those after it stand",
    }
}

/// Of the cards, once the coup is dealt with.
pub fn cards(after: CardsAfter) -> &'static str {
    match after {
        CardsAfter::PlayOn => "play goes on with those left",
        CardsAfter::Shuffled => "are all shuffled",
        CardsAfter::TakenOutAndChecked => "are all taken out, and the decks are checked",
        CardsAfter::MayBeShuffledByConsent => {
            "may be shuffled or replaced by a supervisor, from a shoe and if all patrons agree"
        }
        CardsAfter::MayBeCheckedAfterCoup => "may be taken out and checked after the coup, by a supervisor",
    }
}

/// Of payments already made.
pub fn payments(fate: PaymentsFate) -> &'static str {
    match fate {
        PaymentsFate::Kept => "those of settled coups are kept; a settlement under way is put right",
    }
}

/// Of wagers once some were withdrawn.
pub fn withdrawn(rule: Withdrawn) -> &'static str {
    match rule {
        Withdrawn::NeverReplaced => "a wager withdrawn may not come back",
        Withdrawn::RestUnchanged => "those that stay may not be raised or lowered",
        Withdrawn::EachWagerAlone => "each wager by itself, side wagers included",
        Withdrawn::ThoughResultIsSeen => "even where the cards already show the result",
    }
}

/// What patrons may do under relief.
pub fn relief(act: ReliefAct) -> &'static str {
    match act {
        ReliefAct::Move => "move a wager",
        ReliefAct::ChangeAmount => "change its amount",
        ReliefAct::New => "make a new one",
        ReliefAct::Withdraw => "withdraw it",
    }
}

/// A rule that is tried on a wrong card.
pub fn rule(rule: Precedence) -> &'static str {
    match rule {
        Precedence::MissingOrForeign => "a missing or foreign card",
        Precedence::PlayerThird => "a third card on a Player who must stand",
        Precedence::BankerThird => "a third card on the Banker when none was due to either hand",
        Precedence::Reconstruction => "any other card out of place: reconstruction",
    }
}

/// Why such a rule does not fit.
pub fn rule_misfit(rule: Precedence) -> &'static str {
    match rule {
        Precedence::MissingOrForeign => "the card belongs to the decks",
        Precedence::PlayerThird => "it is no third card on a Player who must stand",
        Precedence::BankerThird => "it is no third card on the Banker while none was due",
        Precedence::Reconstruction => "no card is due whose place it could take",
    }
}

/// What may be decided.
pub fn remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::Granted => "it is granted",
        Remedy::Denied => "it is denied",
        Remedy::GoesOn => "play goes on",
        Remedy::Void => "the coup is declared void",
    }
}

/// A role, with its article.
pub fn role(role: Role) -> String {
    let plain = role.to_string().replace('-', " ");
    let article = match role {
        Role::Operator | Role::Authority | Role::Surveillance | Role::System => "the",
        Role::Employee | Role::Inspector => "an",
        _ => "a",
    };
    format!("{article} {plain}")
}
