//! A long call that lets Python stop it: signals are looked at, and progress is told, from time to time.

use pyo3::prelude::*;
use std::sync::Mutex;

/// What watches a long call.
pub struct Watch {
    /// Called with how many shoes are done.
    progress: Option<Py<PyAny>>,
    failed: Mutex<Option<PyErr>>,
}

impl Watch {
    /// Nothing yet.
    pub fn new(progress: Option<Py<PyAny>>) -> Watch {
        Watch { progress, failed: Mutex::new(None) }
    }

    /// Tells how far the call has come; false once it must end.
    pub fn go_on(&self, done: u64) -> bool {
        let told = Python::attach(|py| {
            py.check_signals()?;
            self.progress.as_ref().map(|progress| progress.call1(py, (done,))).transpose()
        });
        match (told, self.failed.lock()) {
            (Ok(_), _) => true,
            (Err(error), Ok(mut failed)) => {
                *failed = Some(error);
                false
            }
            (Err(_), Err(_)) => false,
        }
    }

    /// What ended the call, if something did.
    pub fn check(&self) -> PyResult<()> {
        match self.failed.lock().ok().and_then(|mut failed| failed.take()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
