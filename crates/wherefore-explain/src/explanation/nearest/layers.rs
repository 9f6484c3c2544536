//! The cheapest way through layers.
