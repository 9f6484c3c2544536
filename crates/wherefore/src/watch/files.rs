//! The files of a watch, and whether one of them was saved.
//!
//! Folders are watched, not files: many editors write a new file and rename it, and what was watched would then be the old one.
//! What the system tells is only a hint; a save is a file whose stamp is another than when the last search began.

use super::failed;
use crate::args::Common;
use notify::{RecursiveMode, Watcher as _};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wherefore_diag::Diagnostic;

/// Length and time of a file; none if it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// Files that are watched.
pub struct Watcher {
    system: notify::RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    /// As they were when the last search began.
    stamps: BTreeMap<PathBuf, Stamp>,
    began: SystemTime,
    /// The folder with all its models, if that is what is checked.
    all_below: Option<PathBuf>,
}

impl Watcher {
    /// Watches what a command line names.
    pub fn new(common: &Common, touched: impl Fn() + Send + 'static) -> Result<Watcher, Diagnostic> {
        let system = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Searches read the files; only what may change them counts.
            if event.map_or(true, |event| !event.kind.is_access()) {
                touched();
            }
        });
        let system = system.map_err(|error| failed("files cannot be watched", &error))?;
        let all_below = common.model.is_dir().then(|| common.model.clone());
        let began = SystemTime::now();
        let mut own = Watcher { system, folders: BTreeSet::new(), stamps: BTreeMap::new(), began, all_below };
        if let Some(folder) = own.all_below.clone() {
            let watched = own.system.watch(&folder, RecursiveMode::Recursive);
            watched.map_err(|error| failed(&format!("`{}` cannot be watched", folder.display()), &error))?;
            own.enter(&folder.join("wherefore.toml"));
        } else {
            own.watch(&common.model)?;
        }
        own.add(&common.params.iter().cloned().collect::<Vec<_>>());
        Ok(own)
    }

    /// Watches further files. One that cannot be watched is no reason to end.
    pub fn add(&mut self, files: &[PathBuf]) {
        files.iter().for_each(|file| drop(self.watch(file)));
    }

    fn watch(&mut self, file: &Path) -> Result<(), Diagnostic> {
        // A link and what it leads to may both be changed.
        let real = file.canonicalize().ok();
        for path in std::iter::once(file).chain(real.as_deref()) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            if !self.folders.contains(&folder) {
                let watched = self.system.watch(&folder, RecursiveMode::NonRecursive);
                watched.map_err(|error| failed(&format!("`{}` cannot be watched", folder.display()), &error))?;
                self.folders.insert(folder.clone());
            }
            self.enter(&path.file_name().map_or(folder.clone(), |name| folder.join(name)));
        }
        Ok(())
    }

    /// Notes a file. One that was saved after the last search began is taken as saved.
    fn enter(&mut self, path: &Path) {
        if !self.stamps.contains_key(path) {
            let stamp = stamp(path).filter(|(_, time)| time.is_none_or(|time| time <= self.began));
            self.stamps.insert(path.to_owned(), stamp);
        }
    }

    /// A search begins: what is saved from now on is new to it.
    pub fn begin(&mut self) {
        self.began = SystemTime::now();
        let models = self.all_below.iter().flat_map(|folder| below(folder));
        let known: Vec<PathBuf> = self.stamps.keys().cloned().chain(models).collect();
        self.stamps = known.into_iter().map(|path| (path.clone(), stamp(&path))).collect();
    }

    /// Whether a file was saved since the last search began.
    pub fn is_saved(&self) -> bool {
        let is_new = |path: PathBuf| !self.stamps.contains_key(&path);
        self.stamps.iter().any(|(path, known)| stamp(path) != *known)
            || self.all_below.iter().any(|folder| below(folder).into_iter().any(is_new))
    }

    /// What is watched, in words.
    pub fn words(&self) -> String {
        let names: BTreeSet<&std::ffi::OsStr> = self.stamps.keys().filter_map(|path| path.file_name()).collect();
        match names.len() {
            1 => "1 file".to_owned(),
            n => format!("{n} files"),
        }
    }
}

fn stamp(path: &Path) -> Stamp {
    let data = std::fs::metadata(path).ok().filter(|data| data.is_file())?;
    Some((data.len(), data.modified().ok()))
}

/// The models directly in a folder, which may be new.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    entries.filter(|path| wherefore::Language::of_name(path).is_some()).collect()
}
