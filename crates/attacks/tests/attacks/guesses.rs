//! Very many wrong passwords from very many addresses, at a name that somebody has and at one that nobody has.

use super::running::{
    Served, as_user, asked, connected_from, croupier, folder, hashed, settings_file, times,
};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const PASSWORD: &str = "seven otters under a blue bridge";

/// What a stranger hears, without what changes with every answer.
fn heard(answer: &str) -> (String, String) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

/// How likely two lists of times are to differ as much by chance, by their ranks (Mann and Whitney).
fn likely(one: &[Duration], other: &[Duration]) -> f64 {
    let (first, second) = (one.len() as f64, other.len() as f64);
    let less = one.iter().map(|time| {
        let below = other.iter().filter(|known| *known < time).count() as f64;
        let equal = other.iter().filter(|known| *known == time).count() as f64;
        below + equal / 2.0
    });
    let (sum, mean) = (less.sum::<f64>(), first * second / 2.0);
    let deviation = (first * second * (first + second + 1.0) / 12.0).sqrt();
    let z = (sum - mean).abs() / deviation;
    // Twice the tail of the normal distribution beyond z, to four digits (Abramowitz and Stegun, 26.2.17).
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let sum = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    2.0 * sum * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[test]
fn guesses_from_everywhere_tell_no_name_and_keep_no_known_browser_out() {
    let folder = folder();
    let person =
        format!("[[person]]\nname = \"Sue\"\nrole = \"supervisor\"\npassword = \"{}\"\n", hashed(PASSWORD));
    let house = Served::open(as_user(croupier()), &settings_file(folder.path(), &person));
    let sign_in = |name: &str, password: &str| format!(r#"{{"name":"{name}","password":"{password}"}}"#);
    let here = || TcpStream::connect(house.address).unwrap();
    let answer = asked(here(), ("POST", "/session"), None, &sign_in("Sue", PASSWORD));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let device = answer.lines().find_map(|line| line.strip_prefix("set-cookie: croupier-device=")).unwrap();
    let device = format!("croupier-device={}", device.split(';').next().unwrap());

    // Four tries from each address, so that none is told that it asks too often.
    let many = times("ATTACK_GUESSES", 16);
    let (mut answers, mut took) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for number in 0..many {
        for (which, name) in ["Sue", "Nobody"].into_iter().enumerate() {
            let stream = connected_from(u16::try_from(number / 2).unwrap() + 2, house.address);
            let begun = Instant::now();
            let answer =
                asked(stream, ("POST", "/session"), None, &sign_in(name, &format!("a guess {number}")));
            took[which].push(begun.elapsed());
            let (status, body) = heard(&answer);
            // For how long a name is still locked is told to the second.
            let body: String = body.chars().filter(|letter| !letter.is_ascii_digit()).collect();
            answers[which].push((status, body));
        }
    }
    assert_eq!(answers[0], answers[1]);
    let words = answers[0].iter().map(|(_, body)| body);
    assert!(
        words.clone().any(|body| body.contains("wrong-password"))
            && words.clone().any(|body| body.contains("locked"))
    );
    let answer = asked(here(), ("POST", "/session"), Some(&device), &sign_in("Sue", PASSWORD));
    assert!(answer.starts_with("HTTP/1.1 200 "), "a browser that is known: {answer}");
    let answer = asked(here(), ("POST", "/session"), None, &sign_in("Sue", PASSWORD));
    assert!(
        answer.starts_with("HTTP/1.1 200 "),
        "whoever has no second factor yet can come and set one: {answer}"
    );
    if many >= 100 {
        let p = likely(&took[0], &took[1]);
        let median = |times: &[Duration]| {
            let mut times = times.to_vec();
            times.sort();
            times[times.len() / 2]
        };
        println!(
            "{many} guesses each: {:?} and {:?} in the middle, p = {p:.3}",
            median(&took[0]),
            median(&took[1])
        );
        assert!(p > 0.01, "the time tells the name: p = {p}");
    }
    house.end();
}
