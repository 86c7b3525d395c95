//! A PostgreSQL server of the test's own: in a folder that goes with it, on loopback, gone with the test whatever becomes of it.
#![allow(dead_code)]

use ledger::store::Place;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server that runs.
pub struct Server {
    child: Option<Child>,
    folder: TempDir,
    port: u16,
}

/// A port that nobody has. It is not one of those that the system gives to whoever asks for any, so that it can be had again after what
/// listened there was killed.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id() * 37 + NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 10_000 + (number % 20_000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Where Debian keeps the programs of PostgreSQL, or wherever they are found.
fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.retain(|path| path.is_file());
    found.sort();
    found.pop().unwrap_or_else(|| name.into())
}

/// A program as somebody who is not root, because PostgreSQL refuses to be; it ends when the test does.
fn as_nobody_special(program: &Path) -> Command {
    let root =
        std::fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0);
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=KILL");
    if root {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg("--").arg(program).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.process_group(0);
    command
}

impl Server {
    /// Makes a server and starts it.
    pub fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        // Whoever the server runs as makes its data in here.
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let mut server = Server { child: None, folder, port: free_port() };
        let made = as_nobody_special(&program("initdb"))
            .args(["--username=croupier", "--auth=trust", "--encoding=UTF8", "--no-locale", "-D"])
            .arg(server.data())
            .output()
            .expect("initdb of PostgreSQL and setpriv are needed: scripts/test installs them");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.run();
        server
    }

    /// A standby of another server, made from it now; under a port of its own, or one that an earlier server had.
    pub fn standby_of(primary: &Server, port: Option<u16>) -> Server {
        Server::standby_through(primary.port, port)
    }

    /// The same, where what leads to the other server listens on this port.
    pub fn standby_through(line: u16, port: Option<u16>) -> Server {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let mut server = Server { child: None, folder, port: port.unwrap_or_else(free_port) };
        let made = as_nobody_special(&program("pg_basebackup"))
            .args(["-h", "127.0.0.1", "-p", &line.to_string(), "-U", "croupier", "-R", "-c", "fast", "-D"])
            .arg(server.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.run();
        server
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Makes a copy of everything that it holds, as it is while it does not run.
    pub fn keep_copy(&self) {
        let to = self.folder.path().join("copy");
        let copied = as_nobody_special(Path::new("cp")).arg("-a").arg(self.data()).arg(to).status();
        assert!(copied.unwrap().success());
    }

    /// Puts that copy back.
    pub fn put_back(&self) {
        std::fs::remove_dir_all(self.data()).unwrap();
        std::fs::rename(self.folder.path().join("copy"), self.data()).unwrap();
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts it, also again.
    pub fn run(&mut self) {
        let child = as_nobody_special(&program("postgres"))
            .arg("-D")
            .arg(self.data())
            .args([
                "-p",
                &self.port.to_string(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "shared_buffers=16MB",
                "-c",
                "wal_retrieve_retry_interval=200ms",
                "-k",
            ])
            .arg(self.folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.child = Some(child);
        let patience = Instant::now() + Duration::from_secs(300);
        let is_ready = || {
            let args = ["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()];
            Command::new(program("pg_isready")).args(args).status().is_ok_and(|status| status.success())
        };
        while !is_ready() {
            assert!(Instant::now() < patience, "the server did not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it, as a power failure would.
    pub fn kill(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        // The server's own processes are of its group.
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = child.wait();
    }

    /// The address of its only database.
    pub fn place(&self) -> Place {
        Place::from(format!("postgres://croupier@127.0.0.1:{}/postgres?single=true", self.port).as_str())
    }

    /// The same, where a standby is asked for that is not there.
    pub fn place_with_standby(&self) -> Place {
        Place::from(format!("postgres://croupier@127.0.0.1:{}/postgres", self.port).as_str())
    }

    /// From now on it waits for these standbys before it acknowledges anything, of which so many follow it.
    pub fn wait_for_standbys(&self, names: &str, count: usize) {
        self.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'")).unwrap();
        self.sql("SELECT pg_reload_conf()").unwrap();
        let patience = Instant::now() + Duration::from_secs(300);
        let follow = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')";
        while self.sql(follow).unwrap() != count.to_string() {
            assert!(Instant::now() < patience, "the standbys do not follow");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// As a standby, it follows whatever this port leads to from now on.
    pub fn follow(&self, line: u16) {
        self.sql(&format!("ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port={line} user=croupier'"))
            .unwrap();
        self.sql("SELECT pg_reload_conf()").unwrap();
    }

    /// Runs SQL by PostgreSQL's own program, as somebody who has got hold of the database.
    pub fn sql(&self, sql: &str) -> Result<String, String> {
        let args = [
            "-h",
            "127.0.0.1",
            "-p",
            &self.port.to_string(),
            "-U",
            "croupier",
            "-d",
            "postgres",
            "-qAt",
            "-c",
            sql,
        ];
        let done = Command::new(program("psql")).args(args).output().unwrap();
        match done.status.success() {
            true => Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
