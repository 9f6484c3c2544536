//! How much memory there is, is free and is in use, as far as the system reports it (Linux does, in `/proc` and
//! `/sys/fs/cgroup`; of other systems only what this process uses is asked).

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The memory of this machine, in bytes; a lot where the system does not report it.
pub fn installed() -> u64 {
    of_machine("MemTotal:").unwrap_or(u64::MAX)
}

/// The memory that a new program can use, in bytes: what is free on the machine, or less if a control group limits it.
pub fn available() -> Option<u64> {
    let free = of_machine("MemAvailable:");
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let left = groups_of(&groups).into_iter().filter_map(|group| left_in(&group));
    free.into_iter().chain(left).min()
}

/// The bytes in use by this process; its solvers are not counted.
#[cfg(not(target_os = "linux"))]
pub fn resident() -> Option<u64> {
    u64::try_from(memory_stats::memory_stats()?.physical_mem).ok()
}

/// The bytes in use by this process and its children; `None` where the system does not report them.
#[cfg(target_os = "linux")]
pub fn resident() -> Option<u64> {
    let own = resident_of("self")?;
    Some(own + children()?.iter().filter_map(|child| resident_of(child)).sum::<u64>())
}

/// The processes that this one has started and that still run; `None` where the system does not report them.
pub fn children() -> Option<Vec<String>> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let lists = tasks.filter_map(|t| read_to_string(t.ok()?.path().join("children")).ok());
    Some(lists.flat_map(|l| l.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect())
}

#[cfg(target_os = "linux")]
fn resident_of(process: &str) -> Option<u64> {
    kilobytes(&read_to_string(format!("/proc/{process}/status")).ok()?, "VmRSS:")
}

fn of_machine(what: &str) -> Option<u64> {
    kilobytes(&read_to_string("/proc/meminfo").ok()?, what)
}

/// The bytes in the line of a table in `/proc` that begins with these words.
fn kilobytes(table: &str, what: &str) -> Option<u64> {
    let line = table.lines().find_map(|l| l.strip_prefix(what))?;
    line.trim().trim_end_matches(" kB").parse::<u64>().ok()?.checked_mul(1024)
}

/// The folders of the control groups that limit the memory of a process, from its line in `/proc/self/cgroup`, innermost first:
/// a limit on a group holds for all groups in it. In a container the innermost is often the root that is seen from inside.
fn groups_of(lines: &str) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for line in lines.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let root = match controllers {
            "" => Path::new("/sys/fs/cgroup"),
            list if list.split(',').any(|c| c == "memory") => Path::new("/sys/fs/cgroup/memory"),
            _ => continue,
        };
        let inside = Path::new(path.trim_start_matches('/'));
        folders.extend(inside.ancestors().map(|group| root.join(group)));
    }
    folders
}

/// Memory that a control group still allows, of either version of control groups.
fn left_in(group: &Path) -> Option<u64> {
    let number = |name: &str| read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
    let of = |limit: &str, used: &str| Some(number(limit)?.saturating_sub(number(used).unwrap_or(0)));
    of("memory.max", "memory.current").or_else(|| of("memory.limit_in_bytes", "memory.usage_in_bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_inside_out_in_both_versions() {
        let folders = |lines: &str| groups_of(lines).iter().map(|p| p.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            folders("0::/user.slice/job\n"),
            ["/sys/fs/cgroup/user.slice/job", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup/"]
        );
        assert_eq!(folders("5:cpu,cpuacct:/a\n4:memory:/a\n"), ["/sys/fs/cgroup/memory/a", "/sys/fs/cgroup/memory/"]);
        assert_eq!(folders("no line of such a file"), [""; 0]);
    }

    #[test]
    fn what_a_group_allows_is_its_limit_less_what_it_uses() {
        let group = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(group.path().join(name), text).unwrap();
        assert_eq!(left_in(group.path()), None);
        write("memory.max", "max\n");
        assert_eq!(left_in(group.path()), None);
        write("memory.max", "1000\n");
        assert_eq!(left_in(group.path()), Some(1000));
        write("memory.current", "300\n");
        assert_eq!(left_in(group.path()), Some(700));
        write("memory.current", "3000\n");
        assert_eq!(left_in(group.path()), Some(0));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_seen() {
        assert!(resident().is_some_and(|bytes| bytes > 100_000));
        assert!(available().is_some_and(|bytes| bytes <= installed()));
    }
}
