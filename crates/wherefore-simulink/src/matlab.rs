//! Expressions of MATLAB.
use indexmap::IndexMap;
/// stub
pub struct MatFile {
    /** v */
    pub variables: IndexMap<String, String>,
}
/// stub
pub fn mat_variables(_: &[u8]) -> Result<MatFile, String> {
    Ok(MatFile { variables: IndexMap::new() })
}
