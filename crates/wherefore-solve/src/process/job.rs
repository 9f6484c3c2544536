//! The job of Windows that holds this process and all that it starts, and that ends with this process.
//!
//! A child belongs to the job of its parent from its first instruction on. The system ends every process of a job when the last
//! handle of the job is closed, and it closes ours when we end, however that comes about.

use std::sync::OnceLock;
use win32job::Job;

/// Makes this process the first of a job, unless it is already.
pub(super) fn join() {
    static JOB: OnceLock<Option<Job>> = OnceLock::new();
    // A system that refuses leaves the other lines of defence: the callers of solvers, and the end of the program.
    JOB.get_or_init(|| {
        let job = Job::create().ok()?;
        let mut limits = job.query_extended_limit_info().ok()?;
        limits.limit_kill_on_job_close();
        job.set_extended_limit_info(&limits).ok()?;
        job.assign_current_process().ok()?;
        Some(job)
    });
}
