//! Diagnostic ids: declared once, shown by `wherefore explain` and in the manual.

/// How bad it is. Errors stop the run; warnings and notes do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// Probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// One kind of diagnostic.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Stable kebab-case id.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line: what it means.
    pub summary: &'static str,
    /// A paragraph or more: why it is reported, and what to do.
    pub explanation: &'static str,
}

/// Declares the diagnostic ids of a crate: one constant each, and `ALL`, the table of them.
///
/// ```
/// wherefore_diag::declare_codes! {
///     /// Doc comment of the constant.
///     UNDEFINED_NAME = Error "undefined-name": "a name that nothing declares",
///         "Every name must be declared ...";
/// }
/// assert_eq!(ALL[0].id, "undefined-name");
/// ```
#[macro_export]
macro_rules! declare_codes {
    ($($(#[$doc:meta])* $name:ident = $severity:ident $id:literal: $summary:literal, $explanation:literal;)*) => {
        $($(#[$doc])* pub const $name: &$crate::Code = &$crate::Code {
            id: $id,
            severity: $crate::Severity::$severity,
            summary: $summary,
            explanation: $explanation,
        };)*
        /// Every diagnostic id that this module declares, in order.
        pub const ALL: &[&$crate::Code] = &[$($name),*];
    };
}
