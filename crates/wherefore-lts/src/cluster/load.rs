//! All workers read one file together, each a part of it, and agree on what they have read.
//!
//! Each worker sends all others what it has found: its labels, how many lines and transitions, or what is wrong. So all
//! come to the same conclusion. A fault is reported by its place only; every process reads that place again, and shows
//! the message as if it had read the whole file: the lines before it are the sum of those that the parts before it have
//! reported.

use super::layout::Layout;
use super::part::{Part, Piece, deal};
use super::report::{Found, Report};
use super::worker::{ClusterWorker, Left, tag};
use crate::labels::{Column, Labels};
use crate::load::numbers;
use std::io::{Read, Result as IoResult, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;
use wherefore_lang::aut::{BLOCK, Block, Blocks, Fault, Header, Names, part, scan};

/// Opens the file anew.
pub(super) type Input<F> = Arc<dyn Fn() -> IoResult<F> + Send + Sync>;

/// Part of the file that a worker has loaded.
pub(super) struct Loaded {
    pub header: Header,
    pub layout: Layout,
    pub labels: Labels,
    pub part: Part,
}

/// The part of one worker. A fault of the file is the same in all processes.
pub(super) fn load<F: Read + Seek>(
    station: &mut ClusterWorker,
    input: &Input<F>,
) -> Result<Result<Loaded, Fault>, Left> {
    let mut own = Vec::new();
    let report = read(station, input, &mut own);
    let told = station.tell(tag("report", &[]), report.write())?;
    let reports: Vec<Report> = told.iter().map(|words| Report::read(words)).collect();
    let header = match agree(station, input, &reports)? {
        Ok(header) => header,
        Err(fault) => return Ok(Err(fault)),
    };
    let mut names = Names::default();
    for name in reports.iter().flat_map(|r| &r.names) {
        if names.number(name.as_bytes()).is_err() {
            return station.give_up("a label is no UTF-8");
        }
    }
    let (labels, _) = Labels::sorted(&names);
    let ranks = report.names.iter().map(|name| labels.find(name).unwrap_or(0)).collect();
    let layout = Layout::new(header.states, station.workers, station.threads);
    let part = deal(station, layout, own, ranks, labels.len())?;
    Ok(Ok(Loaded { header, layout, labels, part }))
}

/// Reads the part of a worker.
fn read<F: Read + Seek>(station: &ClusterWorker, input: &Input<F>, pieces: &mut Vec<Piece>) -> Report {
    let mut report = Report::default();
    report.found = match input() {
        Ok(file) => read_part(station, file, &mut report, pieces),
        Err(error) => Found::Unreadable(error.to_string()),
    };
    report
}

fn read_part<F: Read + Seek>(
    station: &ClusterWorker,
    mut file: F,
    report: &mut Report,
    pieces: &mut Vec<Piece>,
) -> Found {
    let header = match open(&mut file) {
        Ok((_, true)) => return Found::Unreadable("a compressed file cannot be read in parts: unpack it first".into()),
        Ok((header, false)) => header,
        Err(_) => return Found::Early,
    };
    report.header = [u64::from(header.states), u64::from(header.initial), header.transitions];
    let Ok(Range { start, end }) = part(&mut file, &header, station.me, station.workers) else { return Found::Early };
    if let Err(error) = file.seek(SeekFrom::Start(start)) {
        return Found::Unreadable(error.to_string());
    }
    let mut blocks = Blocks::new(file.take(end - start), BLOCK);
    let mut names = Names::default();
    let found = loop {
        match next(&mut blocks, header.states) {
            Ok(Some((block, length))) => {
                report.bytes += length;
                report.lines += block.lines;
                report.transitions += block.targets.len() as u64;
                pieces.push(piece(block, &mut names));
            }
            Ok(None) => break Found::Good,
            Err(_) => break Found::Fault { start: start + report.bytes },
        }
        if station.status.must_give_up() {
            break Found::Unreadable("the others have left".into());
        }
    };
    report.names = names.iter().map(str::to_owned).collect();
    found
}

/// The next block and its length in bytes.
fn next<R: Read>(blocks: &mut Blocks<R>, states: u32) -> Result<Option<(Block, u64)>, Fault> {
    let mut text = Vec::new();
    if !blocks.fill(&mut text)? {
        return Ok(None);
    }
    Ok(Some((scan(&text, states)?, text.len() as u64)))
}

/// A block, with its labels numbered as in the names of this worker.
fn piece(block: Block, names: &mut Names) -> Piece {
    let numbers = numbers(&block, names);
    let mut labels = Column::default();
    labels.extend(block.labels.iter().map(|l| numbers[*l as usize]), names.len());
    Piece { sources: block.sources, targets: block.targets, labels }
}

/// The header, and whether the file is compressed.
fn open<F: Read + Seek>(file: &mut F) -> Result<(Header, bool), Fault> {
    let (header, blocks) = Blocks::open(file, HEADER)?;
    Ok((header, blocks.is_compressed()))
}

/// Enough for a header.
const HEADER: usize = 1 << 12;

/// Conclusion of all workers from all reports.
fn agree<F: Read + Seek>(
    station: &ClusterWorker,
    input: &Input<F>,
    reports: &[Report],
) -> Result<Result<Header, Fault>, Left> {
    let name = |worker: usize| match &*station.names[worker / station.threads as usize] {
        "" => "the file".to_owned(),
        name => format!("the file of {name}"),
    };
    for (worker, report) in reports.iter().enumerate() {
        if let Found::Unreadable(why) = &report.found {
            return station.give_up(format!("{} cannot be read: {why}", name(worker)));
        }
    }
    if let Some(worker) = reports.iter().position(|r| r.header != reports[0].header) {
        return station.give_up(format!("{} is not that of the others", name(worker)));
    }
    let Ok(mut file) = input() else { return station.give_up("the file cannot be read") };
    let header = match open(&mut file) {
        Ok((header, _)) => header,
        Err(fault) => return Ok(Err(fault)),
    };
    if let Some(worker) = reports.iter().position(|r| r.found != Found::Good) {
        let (start, lines) = match reports[worker].found {
            Found::Fault { start } => (start, header.lines + reports[..=worker].iter().map(|r| r.lines).sum::<u64>()),
            _ => (header.bytes, header.lines),
        };
        return match again(&mut file, &header, start, lines) {
            Some(fault) => Ok(Err(fault)),
            None => station.give_up(format!("{} cannot be read to its end", name(worker))),
        };
    }
    let counted = reports.iter().map(|r| r.transitions).sum();
    Ok(header.check_count(counted).map(|()| header))
}

/// Finds the first fault after a place, before which lie `lines` lines.
fn again<F: Read + Seek>(file: &mut F, header: &Header, mut start: u64, mut lines: u64) -> Option<Fault> {
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut blocks = Blocks::new(file, BLOCK);
    loop {
        match next(&mut blocks, header.states) {
            Ok(Some((block, length))) => (start, lines) = (start + length, lines + block.lines),
            Ok(None) => return None,
            Err(fault) => return Some(fault.after(Some(lines), start)),
        }
    }
}
