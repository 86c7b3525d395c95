//! How likely a chi-square or a normal variable is to come out so far.

use std::f64::consts::PI;

/// The probability that a chi-square of so many degrees of freedom is at least this large.
pub(crate) fn chi_square_tail(sum: f64, freedom: u32) -> f64 {
    if freedom == 0 || sum <= 0.0 {
        return 1.0;
    }
    let (a, x) = (f64::from(freedom) / 2.0, sum / 2.0);
    // x^a e^-x / Γ(a), which both ways of summing share.
    let scale = (a * x.ln() - x - log_gamma_of_half(freedom)).exp();
    match x < a + 1.0 {
        true => 1.0 - scale * series(a, x),
        false => scale * fraction(a, x),
    }
}

/// The probability that a normal variable is at least so many standard deviations away from its mean, on either side.
pub(crate) fn normal_tails(z: f64) -> f64 {
    // The square of a normal variable is a chi-square of one degree of freedom.
    chi_square_tail(z * z, 1)
}

/// ln Γ(n/2), by Γ(a + 1) = a Γ(a) from Γ(1/2) = √π and Γ(1) = 1.
fn log_gamma_of_half(n: u32) -> f64 {
    let (first, start) = if n % 2 == 1 { (1, PI.ln() / 2.0) } else { (2, 0.0) };
    start + (first..n).step_by(2).map(|half| (f64::from(half) / 2.0).ln()).sum::<f64>()
}

/// The lower incomplete gamma function, short of its scale: 1/a + x/a(a+1) + x²/a(a+1)(a+2) + …
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut next) = (1.0 / a, 1.0 / a, a);
    while term > sum * f64::EPSILON {
        next += 1.0;
        term *= x / next;
        sum += term;
    }
    sum
}

/// The upper incomplete gamma function, short of its scale, as a continued fraction, by Lentz's way.
fn fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = f64::MAX;
    let mut d = 1.0 / b;
    let mut value = d;
    for step in 1..100_000 {
        let step = f64::from(step);
        let numerator = -step * (step - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        let factor = c * d;
        value *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From tables of the distributions.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        for (sum, freedom, p) in [
            (3.841_458_820_694_12, 1, 0.05),
            (67.504_806_549_541_2, 50, 0.05),
            (23.209_251_158_954_4, 10, 0.01),
            (149.449_252_779_086, 100, 0.001),
            (0.0, 7, 1.0),
        ] {
            let found = chi_square_tail(sum, freedom);
            assert!((found / p - 1.0).abs() < 1e-6, "{sum} {freedom}: {found}");
        }
        for (z, p) in [(1.959_963_984_540_05, 0.05), (-2.575_829_303_548_9, 0.01), (6.0, 1.973_175_290_1e-9)]
        {
            let found = normal_tails(z);
            assert!((found / p - 1.0).abs() < 1e-9, "{z}: {found}");
        }
    }

    /// With even degrees of freedom the tail is a finite sum: e^-x (1 + x + x²/2! + …).
    #[test]
    fn even_degrees_agree_with_the_finite_sum() {
        for freedom in [2_u32, 4, 50, 104, 416, 1_000] {
            for part in [0.3, 0.8, 1.0, 1.2, 2.0] {
                let x = f64::from(freedom) / 2.0 * part;
                let (mut term, mut sum) = ((-x).exp(), 0.0);
                for k in 1..=freedom / 2 {
                    sum += term;
                    term *= x / f64::from(k);
                }
                let found = chi_square_tail(2.0 * x, freedom);
                assert!((found - sum).abs() < 1e-11, "{freedom} at {part}: {found} and not {sum}");
            }
        }
    }

    #[test]
    fn far_out_and_with_many_degrees_it_stays_a_probability() {
        let mut before = 1.0;
        for sum in [20_000.0, 21_165.0, 21_166.0, 21_167.0, 21_800.0, 22_500.0, 25_000.0, 60_000.0] {
            let p = chi_square_tail(sum, 21_165);
            assert!((0.0..=before).contains(&p), "{sum}: {p}");
            before = p;
        }
        assert!(before < 1e-100);
        // By the central limit theorem half lies above the mean, nearly.
        assert!((chi_square_tail(21_165.0, 21_165) - 0.5).abs() < 0.01);
    }
}
