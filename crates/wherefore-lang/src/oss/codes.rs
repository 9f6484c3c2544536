//! Every diagnostic that the OSS front end can give, with the text of `wherefore explain`.

wherefore_diag::declare_codes! {
    /// Text that is no OSS.
    SYNTAX = Error "oss-syntax": "text that cannot be read",
        "The text is not what the grammar of OCRA system specifications expects at this place.";
}
