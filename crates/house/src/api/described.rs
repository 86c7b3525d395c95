//! What holds for many endpoints alike, written into the description of each: how it may say no, and who may ask.

use crate::problem::PROBLEM_JSON;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Ref, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Components, Content, OpenApi, PathItem, RefOr, Response, ResponseBuilder};

/// The cookie of a session, by this name.
const SESSION: &str = "session";

/// Every way to say no, and when.
fn why(status: u16) -> &'static str {
    match status {
        400 => "Not a request that can be understood",
        401 => "Nobody is signed in, or what was given to sign in is wrong",
        403 => "Not for this role, or from another site's page",
        404 => "There is no such thing",
        408 => "The body did not come in time",
        409 => "The table turned it down, with its clauses, or it is not possible as things stand",
        413 => "The body is too long",
        415 => "The body is not JSON by its own word",
        422 => "It can be read, and is not what is asked for",
        429 => "Too often, or too many wrong passwords; `Retry-After` says how long to wait",
        _ => "Out of service, or about to stop",
    }
}

/// How a request of this shape may be turned down.
fn refusals(changes: bool, operation: &Operation) -> Vec<u16> {
    let has = |place: ParameterIn| {
        let of = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(known) if known.parameter_in == place);
        operation.parameters.iter().flatten().any(of)
    };
    let mut statuses = vec![429, 503];
    let has_body = operation.request_body.is_some();
    if has_body || has(ParameterIn::Query) || has(ParameterIn::Path) {
        // What is given may make no sense, or name what is not there.
        statuses.extend([400, 404, 422]);
    }
    if changes {
        statuses.push(403);
    }
    if has_body {
        statuses.extend([408, 413, 415]);
    }
    // An endpoint that says no for reasons of its own may be one for some roles, or ask what cannot be.
    if operation.responses.responses.contains_key("4XX") {
        statuses.extend([401, 403]);
        if changes {
            statuses.push(409);
        }
    }
    statuses
}

fn refusal(status: u16) -> Response {
    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
    let answer = ResponseBuilder::new().description(why(status)).content(PROBLEM_JSON, problem);
    match status {
        429 | 503 => {
            let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
            let header =
                HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait")).build();
            answer.header("Retry-After", header).build()
        }
        _ => answer.build(),
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let PathItem { get, post, put, delete, patch, .. } = item;
    let changing = [post, put, delete, patch].into_iter().flatten().map(|operation| (true, operation));
    get.iter_mut().map(|operation| (false, operation)).chain(changing)
}

/// What an operation is called: by what its path begins with, so that two files may call theirs alike.
fn name(path: &str, operation: &Operation) -> Option<String> {
    let room = path.split('/').nth(3)?;
    operation.operation_id.as_ref().map(|own| format!("{room}_{own}"))
}

/// Completes the description.
pub fn complete(api: &mut OpenApi) {
    for (path, item) in &mut api.paths.paths {
        operations(item).for_each(|(_, operation)| operation.operation_id = name(path, operation));
    }
    for (changes, operation) in api.paths.paths.values_mut().flat_map(operations) {
        let known = refusals(changes, operation);
        let responses = &mut operation.responses.responses;
        responses.remove("4XX");
        for status in known {
            responses.entry(status.to_string()).or_insert_with(|| RefOr::T(refusal(status)));
        }
        for (status, response) in responses.iter_mut() {
            let (RefOr::T(response), Ok(status)) = (response, status.parse::<u16>()) else { continue };
            if response.description.is_empty() {
                response.description = if status < 300 { "Done" } else { why(status) }.to_owned();
            }
            if status >= 400 {
                let content = std::mem::take(&mut response.content).into_values();
                response.content = content.map(|problem| (PROBLEM_JSON.to_owned(), problem)).collect();
            }
        }
    }
    let cookie = ApiKey::Cookie(ApiKeyValue::with_description(
        "croupier",
        "Set by signing in. With TLS it is called `__Host-croupier`.",
    ));
    let components = api.components.get_or_insert_with(Components::new);
    components.security_schemes.insert(SESSION.to_owned(), RefOr::T(SecurityScheme::ApiKey(cookie)));
    // With a session or without: what one is told depends on it.
    let none = SecurityRequirement::default();
    api.security = Some(vec![none, SecurityRequirement::new(SESSION, Vec::<String>::new())]);
}
