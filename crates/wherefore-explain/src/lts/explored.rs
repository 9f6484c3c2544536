//! A graph with everything that the passes found out about a property on it.

use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::set::Set;

/// A graph that the passes have gone over.
pub struct Explored<'a, R> {
    /// The graph.
    pub route: &'a R,
    /// The product of the graph with the property.
    pub product: &'a Product,
    /// Results of the passes.
    pub passes: &'a Passes,
    /// The neighbourhoods.
    pub neighbourhoods: &'a Set,
}
