// Proofs of tickets, as `croupier promotion draw` writes them, checked by the page's own code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInTheDraw } from '../../crates/house/src/web/ticket_proof.js';

const PROOFS = [
  {
    'promotion': 'lunar',
    'ticket': {
      'number': 1,
      'holder': 'ann',
      'earned': {
        'by': 'form'
      },
      'at': 1800406800000,
      'taken_back': false
    },
    'salt': '37b23990f099a392d9435d5f6acc6e37ac4506566a1cdb2dcbfe9224d5ba80a5',
    'place': 0,
    'count': 5,
    'path': [
      '06b076ea91ef03a2151df09fb8c8b2f1ed3a205a043ed9383f6d7168c68a4c81',
      '32b24ae075d79842ab62cee617bf3ed26ba3115f135f69abe899ce701ebf1afe',
      '4573d80f247499fd5f9e17cd5168c981de5cafd22d109c5fec13bb84faf2e553'
    ],
    'root': '6fd44a380fddfe3b3db6dca7fa14950353ff8c6a9c3232a1b50a1ac198afc5d6'
  },
  {
    'promotion': 'lunar',
    'ticket': {
      'number': 5,
      'holder': 'eve',
      'earned': {
        'by': 'form'
      },
      'at': 1800406800000,
      'taken_back': false
    },
    'salt': '1d62233032f1673d97b892667e5bc0083cc6b942f4ff49770b332d1109ed7893',
    'place': 4,
    'count': 5,
    'path': [
      '321859fece7f93c860ca15648e9fcfc1ce00387f4df56990d8771d8628252947'
    ],
    'root': '6fd44a380fddfe3b3db6dca7fa14950353ff8c6a9c3232a1b50a1ac198afc5d6'
  }
];
const ROOT = PROOFS[0].root;

for (const proof of PROOFS) {
  test(`ticket ${proof.ticket.number} is in the draw`, async () => assert.equal(await isInTheDraw(proof, ROOT), true));
  test(`ticket ${proof.ticket.number} of somebody else is not`, async () => {
    assert.equal(await isInTheDraw({ ...proof, ticket: { ...proof.ticket, holder: 'mallory' } }, ROOT), false);
  });
  test(`ticket ${proof.ticket.number} is in no other list`, async () => assert.equal(await isInTheDraw(proof, ROOT.replace(/^./, '0')), false));
  test(`ticket ${proof.ticket.number} is not at another place`, async () => {
    assert.equal(await isInTheDraw({ ...proof, place: proof.place === 0 ? 1 : 0 }, ROOT), false);
    assert.equal(await isInTheDraw({ ...proof, place: proof.count }, ROOT), false);
  });
}
