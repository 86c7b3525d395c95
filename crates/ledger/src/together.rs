//! One command to two aggregates: both take it, or neither does.

use crate::draft::Draft;
use crate::error::LedgerError;
use crate::log::{Answer, AnswerOf, Decision, Judged, Log};
use crate::record::CommandId;
use crate::stream_head::TRIES;
use aggregate::Aggregate;

/// What two aggregates answered to one command.
pub enum BothAnswers<A: Aggregate, B: Aggregate> {
    /// Both took it.
    Accepted(AnswerOf<A>, AnswerOf<B>),
    /// The first turned it down, so that nothing happened at either.
    RefusedByFirst(A::Refusal),
    /// The second turned it down, so that nothing happened at either.
    RefusedBySecond(B::Refusal),
}

/// Has two aggregates judge what concerns both, under one id, and records what follows in one commit. What one of them refuses happens
/// at neither; the refusal is on record where it was given.
pub async fn submit_together<A: Aggregate, B: Aggregate>(
    id: &CommandId,
    (one, first): (&mut Log<A>, &A::Command),
    (other, second): (&mut Log<B>, &B::Command),
    also: Vec<Draft>,
) -> Result<BothAnswers<A, B>, LedgerError> {
    let mut tried = 0;
    loop {
        let (judged_one, judged_other) = judge_together(id, (one, first), (other, second)).await?;
        let done = match (judged_one, judged_other) {
            (Judged::New(decision), Judged::New(decided)) => {
                record_together((one, decision), (other, decided), also.clone()).await
            }
            (Judged::Known(Answer::Refused { refusal, .. }), _) => Ok(BothAnswers::RefusedByFirst(refusal)),
            (_, Judged::Known(Answer::Refused { refusal, .. })) => Ok(BothAnswers::RefusedBySecond(refusal)),
            (Judged::Known(answer), Judged::Known(other)) => Ok(BothAnswers::Accepted(answer, other)),
            // What was done at one alone was another command.
            (Judged::Known(_), Judged::New(_)) | (Judged::New(_), Judged::Known(_)) => {
                Err(LedgerError::OtherContent { stream: one.stream().clone(), id: id.clone() })
            }
        };
        tried += 1;
        match done {
            Err(LedgerError::Moved { .. }) if tried < TRIES => {}
            done => return done,
        }
    }
}

/// Has two aggregates judge what concerns both, so that whatever must be on record with it can be made ready; [`record_together`]
/// records it. The streams of both are locked in the order of their names, so that nobody waits for ever.
pub async fn judge_together<A: Aggregate, B: Aggregate>(
    id: &CommandId,
    (one, first): (&mut Log<A>, &A::Command),
    (other, second): (&mut Log<B>, &B::Command),
) -> Result<(Judged<A>, Judged<B>), LedgerError> {
    if one.stream() == other.stream() {
        return Err(LedgerError::NotOne(one.stream().clone()));
    }
    let [events, answers] = one.streams();
    let [other_events, other_answers] = other.streams();
    let locks = one.ledger().lock_all([events, answers, other_events, other_answers]).await?;
    let [events, answers, other_events, other_answers] = locks;
    let judged = one.judge_locked(id, first, events, answers).await?;
    Ok((judged, other.judge_locked(id, second, other_events, other_answers).await?))
}

/// Records in one commit what two aggregates have decided, and drafts for other streams. What one of them refuses happens at neither.
pub async fn record_together<A: Aggregate, B: Aggregate>(
    (one, decision): (&mut Log<A>, Decision<A>),
    (other, decided): (&mut Log<B>, Decision<B>),
    also: Vec<Draft>,
) -> Result<BothAnswers<A, B>, LedgerError> {
    if decision.events().is_err() {
        drop(decided);
        let answer = one.record(decision, Vec::new()).await?;
        return match answer {
            Answer::Refused { refusal, .. } => Ok(BothAnswers::RefusedByFirst(refusal)),
            Answer::Accepted { .. } => Err(LedgerError::NotOne(one.stream().clone())),
        };
    }
    if decided.events().is_err() {
        drop(decision);
        let answer = other.record(decided, Vec::new()).await?;
        return match answer {
            Answer::Refused { refusal, .. } => Ok(BothAnswers::RefusedBySecond(refusal)),
            Answer::Accepted { .. } => Err(LedgerError::NotOne(other.stream().clone())),
        };
    }
    let (mut following, first) = one.follow(decision)?;
    let (others, second) = other.follow(decided)?;
    following.extend(others);
    following.extend(one.ledger().follow_all(also).await?);
    let ends: Vec<_> = following.iter().map(|(_, entry)| (entry.head(), entry.end(), entry.at)).collect();
    one.ledger().take(following).await?;
    let first = one.took(first, ends[0].0, ends[0].1);
    let second = other.took(second, ends[1].0, ends[1].1);
    one.keep_snapshot_if_due(ends[0].2).await;
    other.keep_snapshot_if_due(ends[1].2).await;
    Ok(BothAnswers::Accepted(first, second))
}

/// Records in one commit what three aggregates have decided and drafts for other streams. All of them must have taken it.
pub async fn record_three<A: Aggregate, B: Aggregate, C: Aggregate>(
    (one, first): (&mut Log<A>, Decision<A>),
    (two, second): (&mut Log<B>, Decision<B>),
    (three, third): (&mut Log<C>, Decision<C>),
    also: Vec<Draft>,
) -> Result<(AnswerOf<A>, AnswerOf<B>, AnswerOf<C>), LedgerError> {
    if first.events().is_err() || second.events().is_err() || third.events().is_err() {
        return Err(LedgerError::NotOne(one.stream().clone()));
    }
    let (mut following, first) = one.follow(first)?;
    let (others, second) = two.follow(second)?;
    following.extend(others);
    let (others, third) = three.follow(third)?;
    following.extend(others);
    following.extend(one.ledger().follow_all(also).await?);
    let ends: Vec<_> = following.iter().map(|(_, entry)| (entry.head(), entry.end(), entry.at)).collect();
    one.ledger().take(following).await?;
    let answers = (
        one.took(first, ends[0].0, ends[0].1),
        two.took(second, ends[1].0, ends[1].1),
        three.took(third, ends[2].0, ends[2].1),
    );
    one.keep_snapshot_if_due(ends[0].2).await;
    two.keep_snapshot_if_due(ends[1].2).await;
    three.keep_snapshot_if_due(ends[2].2).await;
    Ok(answers)
}
