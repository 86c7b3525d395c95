// A table, live: Server-Sent Events, read by hand so that even the house's heartbeat is heard.
// Whoever hears nothing for ten seconds has lost the connection; it is taken up again after the last event.

/**
 * @typedef {object} Watcher
 * @property {(view: any) => void} view the whole view
 * @property {(message: any) => void} happened what happened since
 * @property {(on: boolean) => void} line whether the connection stands
 */

const SILENCE = 10_000;
const PAUSES = [250, 500, 1000, 2000, 4000];

/**
 * Follows a table until the page goes.
 * @param {string} table
 * @param {Watcher} watcher
 */
export async function follow(table, watcher) {
  /** @type {string | null} */
  let last = null;
  let failures = 0;
  for (;;) {
    const stop = new AbortController();
    try {
      const query = last === null ? '' : `?after=${last}`;
      await listen(`/api/v1/tables/${encodeURIComponent(table)}/feed${query}`, stop, (message) => {
        failures = 0;
        watcher.line(true);
        if (message.id !== null) last = message.id;
        if (message.event === 'view') watcher.view(JSON.parse(message.data));
        if (message.event === 'happened') watcher.happened(JSON.parse(message.data));
        if (message.event === 'bye') stop.abort();
      });
    } catch (fault) {
      // A feed that cannot go on where we left it starts again with the whole view.
      if (fault instanceof Response && fault.status < 500) last = null;
    }
    watcher.line(false);
    await pause(PAUSES[Math.min(failures++, PAUSES.length - 1)]);
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((done) => {
    const timer = setTimeout(end, ms);
    addEventListener('online', end, { once: true });
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      done(undefined);
    }
  });
}

/**
 * @param {string} url
 * @param {AbortController} stop
 * @param {(message: {event: string, data: string, id: string | null}) => void} heard
 */
export async function listen(url, stop, heard) {
  const giveUp = () => stop.abort();
  let timer = setTimeout(giveUp, SILENCE);
  addEventListener('offline', giveUp, { once: true });
  try {
    const answer = await fetch(url, { signal: stop.signal, headers: { accept: 'text/event-stream' }, cache: 'no-store' });
    if (!answer.ok || !answer.body) throw answer;
    heard({ event: 'open', data: '', id: null });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE);
      text += value;
      const parts = text.split(/\r?\n\r?\n/);
      text = parts.pop() ?? '';
      for (const part of parts) {
        const message = parsed(part);
        if (message) heard(message);
      }
    }
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', giveUp);
    stop.abort();
  }
}

/**
 * One message of the stream; a comment is none.
 * @param {string} part
 */
function parsed(part) {
  /** @type {{event: string, data: string, id: string | null}} */
  const message = { event: 'message', data: '', id: null };
  let said = false;
  for (const line of part.split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at === 0) continue;
    const [field, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (field === 'event') message.event = value;
    if (field === 'id') message.id = value;
    if (field === 'data') message.data += (message.data ? '\n' : '') + value;
    said = said || field !== '';
  }
  return said ? message : null;
}
