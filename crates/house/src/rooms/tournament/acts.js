// What the desk and the consoles can ask for beside the next duty, as data: which fields each act has, and how an act is made of what was
// filled in. No page, no connection.

/** @typedef {'points' | 'text' | 'money' | 'number' | 'check' | 'entrant' | 'table' | 'choice' | 'time' | 'numbers'} Kind */
/** @typedef {{name: string, kind: Kind, of?: string[], optional?: boolean}} Field */
/** @typedef {{act: string, fields: Field[], two?: boolean}} ActForm */

/** @type {(name: string, kind: Kind, more?: Partial<Field>) => Field} */
const field = (name, kind, more = {}) => ({ name, kind, ...more });
const WHO = field('name', 'entrant');
const TABLE = field('table', 'table');

/** Acts of the desk, in groups. @type {Record<string, ActForm[]>} */
export const DESK = {
  terms: [
    { act: 'set-limits', fields: [field('least', 'money'), field('most', 'money')] },
    { act: 'set-time-limit', fields: [field('seconds', 'number'), field('noticed', 'check')] },
    { act: 'move-start', fields: [field('to', 'time'), field('noticed', 'check')] },
    { act: 'set-terms', fields: [field('order', 'choice', { of: ['', 'true', 'false'], optional: true }), field('pass_cards', 'number', { optional: true }), field('undisclosed', 'number', { optional: true })] },
    { act: 'set-numbers', fields: [field('numbers', 'numbers')] },
    { act: 'require-signature', fields: [] },
    { act: 'add-to-pool', two: true, fields: [field('kind', 'choice', { of: ['cash', 'goods', 'services'] }), field('what', 'text'), field('worth', 'money'), field('place', 'number', { optional: true })] },
  ],
  session: [
    { act: 'break', fields: [field('minutes', 'number')] },
    { act: 'set-pace', fields: [field('direction', 'text')] },
    { act: 'take-table', fields: [TABLE] },
    { act: 'leave-table', fields: [TABLE] },
    { act: 'end-early', fields: [TABLE] },
    { act: 'order-count', fields: [TABLE] },
    { act: 'decide-count', two: true, fields: [TABLE, field('as_counted', 'check'), field('because', 'text')] },
    { act: 'void-coup', two: true, fields: [TABLE] },
    { act: 'pass-over', two: true, fields: [TABLE] },
  ],
  people: [
    { act: 'refuse-entry', fields: [field('name', 'text'), field('by_criteria', 'check')] },
    { act: 'seat-reserve', fields: [field('name', 'text'), field('instead_of', 'entrant'), field('fee', 'money')] },
    { act: 'allow-substitute', fields: [field('name', 'text'), field('instead_of', 'entrant')] },
    { act: 'rule-absence', fields: [WHO, field('deduct', 'check'), field('disqualify', 'check'), field('fee_back', 'check')] },
    { act: 'invalidate-wager', fields: [WHO] },
    { act: 'report', fields: [WHO, field('finding', 'choice', { of: ['sought-advice', 'gave-advice', 'removed-chips', 'hid-chips', 'swapped-chips', 'raised-stack', 'other-breach'] })] },
    { act: 'drop-report', two: true, fields: [WHO, field('finding', 'choice', { of: ['hid-chips', 'raised-stack', 'sought-advice', 'gave-advice', 'removed-chips', 'swapped-chips', 'other-breach'] }), field('because', 'text')] },
    { act: 'disqualify', two: true, fields: [WHO, field('why', 'choice', { of: ['no-wager', 'raised-buy-in', 'hid-chips', 'absence', 'breach'] }), field('fee_back', 'check')] },
  ],
  ends: [{ act: 'pay-chips', two: true, fields: [WHO] }, { act: 'add-points', two: true, fields: [field('game', 'text'), field('points', 'points')] }, { act: 'cancel', two: true, fields: [] }],
};

/** What is filled in where a duty leaves something to choose. @type {Record<string, ActForm>} */
export const DUTIES = {
  'name-official': { act: 'name-official', fields: [field('name', 'text'), field('licensed', 'check')] },
  draw: { act: 'ballot', fields: [field('mix', 'text')] },
  'decide-dispute': { act: 'decide-dispute', fields: [field('decision', 'text')] },
  'decide-count': { act: 'decide-count', two: true, fields: [field('as_counted', 'check'), field('because', 'text')] },
  'rule-absence': { act: 'rule-absence', fields: [field('deduct', 'check'), field('disqualify', 'check'), field('fee_back', 'check')] },
};

/** What an entrant at the desk does, keyed by staff. @type {ActForm[]} */
export const KEYED = [
  { act: 'sign', fields: [field('name', 'text')] },
  { act: 'withdraw', fields: [WHO] },
  { act: 'buy-back', fields: [WHO, field('fee', 'money')] },
];

/** Does an act, as it was filled in, take a second person? @param {ActForm} form @param {Record<string, unknown>} act */
export const takesTwo = (form, act) => form.two === true || (form.act === 'rule-absence' && act.disqualify === true);

/**
 * The act that a form asks for. What is optional and empty is none; the house says what is wrong with the rest.
 * @param {ActForm} form
 * @param {(field: Field) => {text: string, checked: boolean}} filled
 * @param {(text: string) => number | null} readMoney
 * @returns {Record<string, unknown>}
 */
export function actOf(form, filled, readMoney) {
  /** @type {Record<string, unknown>} */
  const act = { act: form.act };
  for (const one of form.fields) {
    const { text, checked } = filled(one);
    const empty = text.trim() === '';
    act[one.name] = one.kind === 'check' ? checked : empty && one.optional ? null : valueOf(one, text.trim(), readMoney);
  }
  return act;
}

/** @param {Field} field @param {string} text @param {(text: string) => number | null} readMoney */
function valueOf({ kind, of }, text, readMoney) {
  switch (kind) {
    case 'money': return readMoney(text);
    case 'number': case 'table': return Number(text);
    case 'numbers': return text.split(/[\s,]+/).map(Number);
    case 'points': return text.split(',').map((part) => part.trim().match(/^(.*\S)\s+(\d+)$/)).map((one) => (one ? [one[1], Number(one[2])] : null));
    case 'time': return new Date(text).getTime();
    case 'choice': return of?.includes('true') ? text === 'true' : text;
    default: return text;
  }
}
