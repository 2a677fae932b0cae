import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asked, type OpenProposal, secondPerson } from './second-person.ts';

const asked = (fields: Partial<Asked> = {}): Asked => ({
  action: 'review.confirm',
  terms: { credit_id: 'c1' },
  amount_xaf: 100_000,
  actor: 'Awa',
  account_id: null,
  ...fields,
});
const open: OpenProposal = {
  id: 'p1',
  action: 'review.confirm',
  terms: { credit_id: 'c1' },
  proposed_by: 'Brahim',
  proposed_by_account: null,
};

test('an amount below the limit needs one person, one at the limit needs two, and null asks nobody', () => {
  expect(secondPerson(asked({ amount_xaf: 99_999 }), null, 100_000).kind).toBe('go');
  expect(secondPerson(asked(), null, 100_000).kind).toBe('propose');
  expect(secondPerson(asked({ amount_xaf: 1_000_000_000 }), null, null).kind).toBe('go');
});

test.each(['Brahim', 'BRAHIM', ' brahim ', 'Ｂrahim'])('%j does not agree with Brahim', (actor) => {
  expect(secondPerson(asked({ actor }), open, 0)).toEqual({ kind: 'same_person', proposal: open });
});

test.each([
  ...[
    'Brahim\u3164',
    'Bra\u115fhim',
    'Brahim\u2800',
    'Brahim\uffa0',
    'Brahim\ufffc',
    'Brahim\u0000',
    '\u202eBrahim',
  ],
  ...['Brahim`', 'Brahim+', '|Brahim', 'Brahim\u02bc', 'Brahim 😀'],
  ...['Вrahim', 'Br\u0430him', 'Brah\u0456m', 'BRAH\u0399M', 'br\u0251him', 'BRAHİM', 'brahım'],
])(
  '%j does not agree with Brahim, where what is added is not a letter, or a letter only looks the same',
  (actor) => {
    expect(secondPerson(asked({ actor }), open, 0).kind).toBe('same_person');
  },
);

test.each([
  ['علي', 'عـلي'],
  ['علي', 'عَلِي'],
  ['مصطفى', 'مصطفي'],
])('%s is written %s too', (one, other) => {
  expect(secondPerson(asked({ actor: other }), { ...open, proposed_by: one }, 0).kind).toBe('same_person');
});

test.each([
  ['Ali', 'AIi'],
  ['Issa', 'lssa'],
  ['Ismael', '1smael'],
  ['Oumar', '0umar'],
  ['Ramane', 'Rarnane'],
  ['Søren', 'Soren'],
  ['Łukas', 'Lukas'],
  ['Cœur', 'Coeur'],
])('%s and %s look the same in most fonts, and are one person', (one, other) => {
  expect(secondPerson(asked({ actor: other }), { ...open, proposed_by: one }, 0).kind).toBe('same_person');
});

/** Whichever of the two proposes. */
function expectOnePerson(one: string, other: string): void {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const)
    expect(secondPerson(asked({ actor: second }), { ...open, proposed_by: first }, 0).kind).toBe(
      'same_person',
    );
}

test.each([
  ['Awa Ndiaye', 'Ndiaye Awa'],
  ['Awa Ndiaye', 'Ndiaye, Awa'],
  ['Awa Ndiaye', 'NDIAYE Áwa'],
  ['Awa Ndiaye', 'NdiayeAwa'],
  ['Awa Ndiaye', 'Ndiaye A wa'],
  ['Amar Nour', 'Nour Amar'],
  ['Mahamat Saleh Annadif', 'Annadif Mahamat Saleh'],
  ['محمد صالح', 'صالح محمد'],
])('%s and %s are the same words, and one person', (one, other) => {
  expectOnePerson(one, other);
});

test.each([
  ['Ibrahim', 'إبراهيم'],
  ['Brahim', 'محمد'],
  ['Brahim', 'Брахим'],
  ['Awa', 'ꓮꓪꓮ'],
  ['Awa', 'ᎪᎳᎪ'],
  ['Ali', 'Αլi'],
  ['Nour', 'Ոour'],
  ['Issa', 'Issa٠'],
  ['Awa', 'Awa ا'],
])('of %s and %s, in letters of other scripts, nobody can say that they are two people', (one, other) => {
  expectOnePerson(one, other);
});

test.each([
  ['Awa Ndiaye', 'Awa Ndiay'],
  ['Awa Ndiaye', 'A. Ndiaye'],
  ['Awa Ndiaye', 'Awa'],
  ['Awa Ndiaye', 'Awa Saleh'],
  ['Amina', 'Maina'],
  ['Mahamat Saleh', 'Mahamat Saleh Saleh'],
  ['محمد صالح', 'محمد علي'],
])('%s and %s differ in more than the order of their words, and are two people', (one, other) => {
  expect(secondPerson(asked({ actor: other }), { ...open, proposed_by: one }, 0).kind).toBe('go');
});

test.each(['Ibrahim', 'Brahima', 'Brahim 2', 'Ahmat', 'Idriss'])('%s is somebody else', (actor) => {
  expect(secondPerson(asked({ actor }), open, 0).kind).toBe('go');
});

test('accounts are compared by their ids alone: a new name makes nobody another person', () => {
  const proposal = { ...open, proposed_by_account: 'account-1' };
  expect(secondPerson(asked({ actor: 'Awa', account_id: 'account-1' }), proposal, 0).kind).toBe(
    'same_person',
  );
  expect(secondPerson(asked({ actor: 'Brahim', account_id: 'account-2' }), proposal, 0).kind).toBe('go');
});

test('an account and a typed name are never two people, whichever came first', () => {
  const proposal = { ...open, proposed_by_account: 'account-1' };
  expect(secondPerson(asked(), proposal, 0)).toEqual({ kind: 'not_comparable', proposal });
  expect(secondPerson(asked({ account_id: 'account-2' }), open, 0).kind).toBe('not_comparable');
});

test.each([
  ['another action', { action: 'review.reject' }],
  ['another credit', { terms: { credit_id: 'c2' } }],
  ['a term less', { terms: {} }],
  ['a term more', { terms: { credit_id: 'c1', surplus: 'true' } }],
])('agreeing to %s is no agreement', (_what, fields) => {
  expect(secondPerson(asked(fields), open, 0)).toEqual({ kind: 'other_proposal', proposal: open });
});

test('another person who asks for the same makes it so; a term that is null says nothing', () => {
  expect(secondPerson(asked(), open, 0)).toEqual({ kind: 'go', agreed: open });
  expect(secondPerson(asked({ terms: { credit_id: 'c1', merchant_id: null } }), open, 0).kind).toBe('go');
});

test('whoever asks for whatever, nothing at or above the limit is done by one person alone', () => {
  const name = fc.constantFrom('Awa', 'awa', ' AWA', 'Brahim', 'brahim ');
  const action = fc.constantFrom('review.confirm', 'review.reject');
  const amount_xaf = fc.integer({ min: 1, max: 200_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, action, amount_xaf), { maxLength: 12 }), (said) => {
      let standing: OpenProposal | null = null;
      for (const [actor, what, amount] of said) {
        const answer = secondPerson(asked({ actor, action: what, amount_xaf: amount }), standing, 100_000);
        if (answer.kind === 'propose') standing = { ...open, action: what, proposed_by: actor };
        if (answer.kind !== 'go' || amount < 100_000) continue;
        expect(answer.agreed?.proposed_by.trim().toLowerCase()).not.toBe(actor.trim().toLowerCase());
        expect(answer.agreed?.action).toBe(what);
        standing = null;
      }
    }),
  );
});
