//! Places of a design, as yosys names them.

use wherefore_diag::{FileId, SourceFile, SourceMap, Span};

/// What `fifo.v:12.9-12.14` means in the file of this name: lines and columns in bytes from 1, the last column excluded.
pub(super) fn find(sources: &SourceMap, place: &str) -> Option<Span> {
    let (name, range) = place.rsplit_once(':')?;
    let (begin, end) = range.split_once('-')?;
    let file = sources.files().iter().position(|f| f.name == name)?;
    let text = sources.files().get(file)?;
    let (start, end) = (offset(text, begin)?, offset(text, end)?);
    (start < end && text.text.get(start..end).is_some())
        .then(|| Span::new(FileId(file as u32), start as u32, end as u32))
}

/// The offset of a line and a column, `12.9`.
fn offset(file: &SourceFile, position: &str) -> Option<usize> {
    let (line, column) = position.split_once('.')?;
    let (line, column): (u32, usize) = (line.parse().ok()?, column.parse().ok()?);
    (line > 0).then(|| file.line_offset(line).saturating_add(column.saturating_sub(1)))
}
