//! Shifts: one at a time, begun and ended by those who answer for the pit, on record.

use crate::support::{BETTING, Guest, Open, at_pace};
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

/// Who is on duty at a table.
async fn on_duty(open: &Open, table: &str) -> Vec<String> {
    let pit = open.come_as(Role::Inspector).await.get("/pit").await;
    let mut tables = pit["tables"].as_array().unwrap().iter();
    let found = tables.find(|known| known["id"] == table).unwrap();
    let staff = found["staff"].as_array().unwrap().iter();
    staff.map(|one| one["name"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_on_duty_is_off_once_a_shift_is_relieved_or_over_also_if_the_house_fell_over_in_between()
{
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let (sam, mia) = (open.come_as(Role::Supervisor).await, open.come_as(Role::Manager).await);
    let dora = open.come_as(Role::Dealer).await;
    let comes = |guest: &Guest, table: &'static str, id: &'static str| {
        let guest = guest.clone();
        async move {
            let (status, message) = guest.command(table, id, json!([{"act": "sign-on"}])).await;
            assert_eq!(status, StatusCode::OK, "{message}");
        }
    };
    assert_eq!(sam.post("/shifts", begin("evening-1", "Evening", None)).await.0, StatusCode::OK);
    comes(&dora, "nz-felt", "dora-comes-on").await;
    comes(&sam, "nz-felt", "sam-comes-on").await;
    comes(&sam, "nz", "sam-comes-on-too").await;
    assert_eq!(on_duty(&open, "nz-felt").await.len(), 2);

    // A shift that is relieved is over; the house's own dealer goes on.
    let night = begin("night-relieves", "Night", Some(1));
    let (status, begun) = mia.post("/shifts", night.clone()).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    assert_eq!(on_duty(&open, "nz-felt").await, Vec::<String>::new());
    let own = on_duty(&open, "nz").await;
    assert!(own.contains(&"dealer".to_owned()) && !own.contains(&"Sam Supervisor".to_owned()), "{own:?}");

    // Whoever signs on after that stays, also if the same is asked again.
    comes(&dora, "nz-felt", "dora-comes-again").await;
    assert_eq!(mia.post("/shifts", night).await.1, begun);
    assert_eq!(on_duty(&open, "nz-felt").await, ["Dora Dealer"]);

    // The end is on record, and the house falls over before anybody was signed off.
    let person = people::viewer::Person { name: table::Name::from("Mia Manager"), role: Role::Manager };
    let (ledger, why) = (&open.house.floor.ledger, "the doors are closed".to_owned());
    open.house.shifts.end(ledger, &person, 2, ("ends-and-falls", why)).await.unwrap();
    assert_eq!(on_duty(&open, "nz-felt").await, ["Dora Dealer"]);
    open.stop().await;
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    assert_eq!(on_duty(&open, "nz-felt").await, Vec::<String>::new());
    let dora = open.come_as(Role::Dealer).await;
    comes(&dora, "nz-felt", "dora-of-the-next-day").await;
    open.stop().await;
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    assert_eq!(on_duty(&open, "nz-felt").await, ["Dora Dealer"], "whoever came since stays");
    open.stop().await;
}
