//! Shifts: one at a time, begun and ended by those who answer for the pit, on record.

use crate::support::{BETTING, Open};
use axum::http::StatusCode;
use people::role::Role;
use serde_json::{Value, json};

fn begin(id: &str, name: &str, relieves: Option<u32>) -> Value {
    json!({"id": id, "name": name, "relieves": relieves, "why": "the roster"})
}

#[tokio::test(flavor = "multi_thread")]
async fn one_shift_relieves_the_other_at_the_same_moment() {
    let open = Open::at_pace(BETTING).await;
    let (supervisor, manager) = (open.come_as(Role::Supervisor).await, open.come_as(Role::Manager).await);
    let (status, evening) = supervisor.post("/shifts", begin("evening-1", "Evening", None)).await;
    assert_eq!(status, StatusCode::OK, "{evening}");
    assert_eq!((&evening["number"], &evening["ended"]), (&json!(1), &Value::Null));
    assert_eq!(
        (&evening["begun"]["by"], &evening["begun"]["why"]),
        (&json!("Sam Supervisor"), &json!("the roster"))
    );
    assert_eq!(evening["begun"]["stands"]["act"]["hash"].as_str().unwrap().len(), 64);

    let (_, again) = supervisor.post("/shifts", begin("evening-1", "Evening", None)).await;
    assert_eq!(again, evening, "the same id begins it once");
    let (status, message) = manager.post("/shifts", begin("night-too-early", "Night", None)).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("shift-on")));
    let (status, night) = manager.post("/shifts", begin("night-relieves", "Night", Some(1))).await;
    assert_eq!(status, StatusCode::OK, "{night}");
    let shifts = supervisor.get("/shifts").await["shifts"].clone();
    assert_eq!(shifts[1]["ended"]["at"], shifts[0]["begun"]["at"]);
    assert_eq!(shifts[1]["ended"]["stands"], shifts[0]["begun"]["stands"]);

    let end = json!({"id": "good-night", "why": "the doors are closed"});
    let (status, ended) = manager.post("/shifts/2/end", end.clone()).await;
    assert_eq!((status, &ended["ended"]["why"]), (StatusCode::OK, &json!("the doors are closed")));
    assert_eq!(manager.post("/shifts/2/end", end).await.1, ended, "once");
    let (status, message) =
        manager.post("/shifts/2/end", json!({"id": "good-night-2", "why": "twice"})).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("shift-over")));
    let (status, _) = manager.post("/shifts/9/end", json!({"id": "good-night-9", "why": "none"})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    open.stop().await;
}
