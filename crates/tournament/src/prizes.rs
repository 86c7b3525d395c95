//! The pool handed out, to the cent.

use baccarat::chips::Money;

/// What each place gets of a pool: in the proportion of the shares, rounded down to cents, and the spare cents one by one
/// from the first place down. The sum is the pool.
pub fn by_place(pool: Money, shares: &[u32]) -> Vec<Money> {
    if shares.is_empty() {
        return Vec::new();
    }
    let whole = shares.iter().map(|share| i128::from(*share)).sum::<i128>().max(1);
    let part = |share: &u32| Money((i128::from(pool.0) * i128::from(*share) / whole) as i64);
    let mut prizes: Vec<Money> = shares.iter().map(part).collect();
    let mut spare = pool - prizes.iter().copied().sum();
    let many = prizes.len();
    for index in (0..many).cycle() {
        if spare.0 <= 0 {
            break;
        }
        prizes[index] += Money(1);
        spare -= Money(1);
    }
    prizes
}

/// What level players get of the prizes of the places that they share. The odd cents go to the first of them, in the order
/// in which they are given.
pub fn split(prizes: &[Money], players: usize) -> Vec<Money> {
    let sum: Money = prizes.iter().copied().sum();
    let many = players.max(1) as i64;
    let (each, odd) = (sum.0 / many, sum.0 % many);
    (0..many).map(|index| Money(each + i64::from(index < odd))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_or_made() {
        for pool in [0, 1, 99, 100, 12_345, 1_000_003, 987_654_321] {
            for shares in [&[5_000, 3_000, 2_000][..], &[10_000], &[3_334, 3_333, 3_333], &[1_250; 8]] {
                assert_eq!(by_place(Money(pool), shares).into_iter().sum::<Money>(), Money(pool));
            }
        }
        assert_eq!(by_place(Money(5), &[3_334, 3_333, 3_333]), [Money(2), Money(2), Money(1)]);
    }

    #[test]
    fn with_fewer_players_than_prizes_the_pool_goes_to_those_there_are() {
        assert_eq!(by_place(Money(30_000), &[6_000]), [Money(30_000)]);
        assert_eq!(by_place(Money(30_000), &[5_000, 3_000]), [Money(18_750), Money(11_250)]);
    }

    #[test]
    fn equals_share_to_the_cent() {
        let prizes = [50_000, 30_000, 20_000].map(Money);
        assert_eq!(split(&prizes, 3), [33_334, 33_333, 33_333].map(Money));
    }
}
