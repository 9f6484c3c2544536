use super::Number;
use wherefore_test::{Random, cases, seed};

#[test]
fn the_nearest_double_is_that_of_the_standard_library() {
    let mut random = Random::new(seed(1));
    for _ in 0..cases(3000) {
        let digits: String = (0..random.between(1, 25)).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
        let text = format!("{digits}e{}", random.between(0, 690) as i64 - 345);
        let nearest: f64 = text.parse().unwrap();
        match Number::from_decimal(&text) {
            Some(number) => {
                assert_eq!(number.to_f64(), nearest, "{text}");
                let single: f32 = text.parse().unwrap();
                let rounded = number.to_single().to_f64();
                assert!(rounded == f64::from(single), "{text}: {rounded} {single}");
            }
            None => assert!(nearest.is_infinite() || nearest == 0.0, "{text}"),
        }
    }
}

#[test]
fn doubles_come_back() {
    let mut random = Random::new(seed(2));
    for _ in 0..cases(3000) {
        let double = f64::from_bits(random.draw());
        let back = Number::from_f64(double).to_f64();
        assert!(back == double || double.is_nan() && back.is_nan(), "{double:e}");
        let stored = Number::from_stored_f64(double).to_f64();
        assert!(stored == double || double.is_nan() && stored.is_nan(), "{double:e}");
    }
    for double in [f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1), f64::from_bits((1 << 52) - 1), 0.1, 1e22] {
        assert_eq!(Number::from_f64(double).to_f64(), double);
        assert_eq!(Number::from_stored_f64(double).to_f64(), double);
    }
}

#[test]
fn stored_decimals_are_decimals() {
    for text in ["0.1", "0.01", "3.1415926536", "-1e-7", "1e300", "123456789.012345"] {
        let stored: f64 = text.parse().unwrap();
        assert_eq!(Some(Number::from_stored_f64(stored)), Number::from_decimal(text), "{text}");
    }
    assert_eq!(Number::from_stored_f64(1.0 / 3.0), Number::from_f64(1.0 / 3.0));
}
