// A table, a tournament or a promotion, live. All pages of a browser share one line to the house through a worker; where a browser has no such workers, a page has a line of
// its own, which it gives back while nobody sees it.

import { listen, pause } from './line.js';
import { Resumption } from './stream.js';

/** @import { FromPage, Happened, PlayerEvent, StaffEvent, ToPage, View } from './types.js' */
/** @import { Message } from './stream.js' */

/**
 * @typedef {object} Watcher
 * @property {(view: View) => void} view the whole view
 * @property {(message: Happened<PlayerEvent | StaffEvent>) => void} happened what happened since
 * @property {(on: boolean) => void} line whether the connection stands
 */

/** How long a page that nobody sees keeps a line of its own. */
const UNSEEN = 20_000;
/** How often a page tells the worker that it is still there. */
const HERE = 20_000;

/**
 * Follows a table until the page goes. A page with a line of its own gives it back when nobody has seen the page for a while, where `rests` says
 * so, and takes the feed up where it was once it is seen again.
 * @param {string} table
 * @param {Watcher} watcher
 * @param {() => boolean} [rests]
 */
export function follow(table, watcher, rests = () => false) {
  followTopic(table, `/tables/${encodeURIComponent(table)}`, (message) => pass(watcher, message), rests);
}

/**
 * Follows whatever the house tells live until the page goes: a table by its id, `tournament/ID` or `promotion/ID`.
 * @param {string} topic
 * @param {string} path its own path under /api/v1, for a page with a line of its own
 * @param {Hears} hears
 * @param {() => boolean} [rests]
 */
export function followTopic(topic, path, hears, rests = () => true) {
  const alone = () => void followAlone(path, hears, rests);
  if (typeof SharedWorker === 'undefined') alone();
  else followTogether(topic, hears, alone);
}

/** @typedef {(message: Message | null) => void} Hears what came; nothing if the line broke */

/** @param {Watcher} watcher @param {Message | null} message nothing if the line broke */
function pass(watcher, message) {
  watcher.line(message !== null && message.event !== 'refused');
  if (message?.event === 'view') watcher.view(JSON.parse(message.data));
  if (message?.event === 'happened') watcher.happened(JSON.parse(message.data));
}

/** @param {string} topic @param {Hears} hears @param {() => void} otherwise */
function followTogether(topic, hears, otherwise) {
  const worker = new SharedWorker(new URL('./shared_feed.js', import.meta.url), { type: 'module' });
  const { port } = worker;
  /** @param {FromPage} said */
  const tell = (said) => port.postMessage(said);
  const join = () => tell({ what: 'join', table: topic, reader: document.body.dataset.reader ?? '' });
  const timer = setInterval(() => tell({ what: 'here' }), HERE);
  worker.onerror = () => {
    clearInterval(timer);
    otherwise();
  };
  port.onmessage = ({ data }) => hears(/** @type {ToPage} */ (data).message);
  addEventListener('pagehide', () => tell({ what: 'leave' }));
  addEventListener('pageshow', ({ persisted }) => persisted && join());
  join();
}

/** @param {string} path @param {Hears} hears @param {() => boolean} rests */
async function followAlone(path, hears, rests) {
  const place = new Resumption();
  /** @type {AbortController | null} */
  let open = null;
  whenUnseen(() => rests() && open?.abort());
  for (;;) {
    await seen(rests);
    const stop = new AbortController();
    open = stop;
    let status = null;
    try {
      await listen(`/api/v1${path}/feed${place.query()}`, stop, (message) => {
        place.heard(message);
        hears(message);
        if (message.event === 'bye') stop.abort();
      });
    } catch (fault) {
      if (fault instanceof Response) status = fault.status;
    }
    hears(null);
    await pause(place.ended(status));
  }
}

/** Calls back once the page has not been seen for a while. @param {() => void} then */
function whenUnseen(then) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(then, UNSEEN);
  });
}

/** Waits while the page rests unseen. @param {() => boolean} rests @returns {Promise<void>} */
function seen(rests) {
  if (document.visibilityState !== 'hidden' || !rests()) return Promise.resolve();
  return new Promise((done) => document.addEventListener('visibilitychange', () => done(), { once: true }));
}
