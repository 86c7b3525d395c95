// Notes of those who watch: written once, never altered, shown newest first.

import { Refused, ask, freshId, get } from '../../web/api.js';
import { byId, element, number, say } from '../../web/say.js';
import { when } from './time.js';

/** @import { Schemas } from '../../web/types.js' */

/** @param {Schemas['NoteView']} note */
function entry(note) {
  const place = note.table ? (note.coup ? element('a', { href: `/watch/${encodeURIComponent(note.table)}/${note.coup}` },
    say('watch-note-about', { table: note.table, coup: number(note.coup) })) : note.table) : '';
  return element('li', { class: `note ${note.kind}`, 'data-note': note.number },
    element('p', { class: 'small' }, element('b', {}, `${number(note.number)} · ${say(`watch-${note.kind}`)}`), ` · ${note.by} (${note.role}) · ${when(note.at)} `, place,
      note.follows ? ` · ${say('watch-follows', { note: number(note.follows) })}` : ''),
    element('p', { class: 'written' }, note.text));
}

/** @param {string} query */
export async function showNotes(query) {
  const { notes } = await get(`/watch/notes${query}`);
  byId('notes').replaceChildren(...notes.map(entry));
}

/**
 * Makes the form of the page write notes.
 * @param {() => {table?: string, coup?: number}} about what the note is about
 * @param {string} query which notes are shown
 */
export function notesForm(about, query) {
  const form = /** @type {HTMLFormElement} */ (byId('note-form'));
  let id = freshId();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const message = new FormData(form);
    try {
      await ask('POST', '/watch/notes', { id, kind: message.get('kind') === 'incident' ? 'incident' : 'bookmark', text: String(message.get('text')).replaceAll('\r', ''), ...about() });
      id = freshId();
      form.reset();
      byId('note-refusal').textContent = '';
      await showNotes(query);
    } catch (fault) {
      byId('note-refusal').textContent = fault instanceof Refused ? fault.toText() : say('lost');
      if (fault instanceof Refused) id = freshId();
    }
  });
}
