// Who follows which tables over one line, and where each table's feed stands. No connection here, so that it can be tested alone.

import { Resumption } from './stream.js';

/** @import { Message } from './stream.js' */

/**
 * Pages, each with the table that it shows, and what is known of each table's feed.
 * @template P
 */
export class Sharing {
  /** @type {Map<P, string>} */
  #pages = new Map();
  /** @type {Map<string, Resumption>} */
  #places = new Map();
  /** The table that the messages which come are about. */
  #about = '';

  /** A page comes and wants a table's whole view. @param {P} page @param {string} table */
  join(page, table) {
    this.#pages.set(page, table);
    this.#places.set(table, new Resumption());
  }

  /** A page goes. Was it there? @param {P} page */
  leave(page) {
    const table = this.#pages.get(page);
    if (table === undefined) return false;
    this.#pages.delete(page);
    if (![...this.#pages.values()].includes(table)) this.#places.delete(table);
    return true;
  }

  /** Is anybody there? */
  get isEmpty() {
    return this.#pages.size === 0;
  }

  /** All pages. */
  get pages() {
    return [...this.#pages.keys()];
  }

  /** What to ask the house for: every table, from where it stands. */
  query() {
    const places = [...this.#places].map(([table, place]) => {
      const after = place.query().replace('?after=', '');
      return encodeURIComponent(table) + (after === '' ? '' : `:${after}`);
    });
    return `?tables=${places.join(',')}`;
  }

  /**
   * A message came: for whom it is. One that names the table of those that follow is for nobody.
   * @param {Message} message
   * @returns {P[]}
   */
  heard(message) {
    if (message.event === 'table') {
      this.#about = JSON.parse(message.data);
      return [];
    }
    const place = this.#places.get(this.#about);
    if (place === undefined) return [];
    if (message.event === 'refused') place.ended(404);
    else place.heard(message);
    return [...this.#pages].filter(([, table]) => table === this.#about).map(([page]) => page);
  }
}
