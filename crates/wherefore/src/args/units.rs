//! Durations and sizes as people write them. The text is kept, so that messages say what was asked for.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A duration: `500ms`, `60s`, `2m`, `1h`, `1.5h`; a bare number is in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// How long.
    pub duration: Duration,
    text: String,
}

/// A number of bytes: `512M`, `2G`, `1.5GiB`; units are powers of 1024, a bare number is in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// How many bytes.
    pub bytes: u64,
    text: String,
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        const EXPECTED: &str = "expected a duration such as 500ms, 60s, 2m or 1h";
        let (number, unit) = split(text).ok_or(EXPECTED)?;
        let scale = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(EXPECTED.to_owned()),
        };
        let duration = Duration::try_from_secs_f64(number * scale).map_err(|_| EXPECTED.to_owned())?;
        if duration.is_zero() {
            return Err("a limit of zero leaves no time at all".to_owned());
        }
        let text = if unit.is_empty() { format!("{text}s") } else { text.to_owned() };
        Ok(Span { duration, text })
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        const EXPECTED: &str = "expected a size such as 512M or 2G";
        let (number, unit) = split(text).ok_or(EXPECTED)?;
        let power = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
            "" => 0,
            "K" => 1,
            "M" => 2,
            "G" => 3,
            "T" => 4,
            _ => return Err(EXPECTED.to_owned()),
        };
        let bytes = number * 1024f64.powi(power);
        if !(1.0..=1e18).contains(&bytes) {
            return Err(EXPECTED.to_owned());
        }
        Ok(Size { bytes: bytes as u64, text: text.to_owned() })
    }
}

impl Size {
    /// A number of percent of a size, in whole megabytes; at least one.
    pub fn share(whole: u64, percent: u64) -> Size {
        let megabytes = ((whole >> 20).saturating_mul(percent) / 100).max(1);
        Size { bytes: megabytes << 20, text: format!("{megabytes}M") }
    }
}

/// The number and the unit behind it.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let seconds = |text: &str| text.parse::<Span>().map(|s| s.duration.as_secs_f64()).ok();
        assert_eq!(["500ms", "60s", "60", "2m", "1.5h"].map(seconds), [0.5, 60.0, 60.0, 120.0, 5400.0].map(Some));
        assert_eq!(["", "s", "-1s", "0s", "1 week", "1e999h", "..", "99999999999999999999h"].map(seconds), [None; 8]);
        assert_eq!("60".parse::<Span>().unwrap().to_string(), "60s");
    }

    #[test]
    fn sizes() {
        let bytes = |text: &str| text.parse::<Size>().map(|s| s.bytes).ok();
        assert_eq!(["100", "1K", "2G", "1.5MiB", "1gb"].map(bytes), [100, 1024, 2 << 30, 3 << 19, 1 << 30].map(Some));
        assert_eq!(["", "0", "2X", "-1G", "9999999T"].map(bytes), [None; 5]);
    }
}
