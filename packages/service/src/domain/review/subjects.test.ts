import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEE_FLOWS } from '../fee/terms.ts';
import { OPERATORS } from '../operator.ts';
import {
  anchorSubject,
  correctSubject,
  custodianSubject,
  endSubject,
  feesSubject,
  keySubject,
  ownSubject,
  readingSubject,
  sweepSubject,
  tariffSubject,
  templateSubject,
  termsSubject,
  unfreezeSubject,
} from './subjects.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/);
const operator = fc.constantFrom(...OPERATORS);
const environment = fc.constantFrom('test', 'live');
const account = fc.oneof(
  fc.constantFrom('SWEPT', 'WALLET_AIRTEL', 'CAPITAL'),
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
);
const day = fc.constantFrom('2026-01-31', '2026-11-21');
const withoutStroke = account.map((name) => name.replaceAll('/', '-'));

/** Any kind of subject, whatever it is of. */
type AnySubject = { of: (what: never) => string; read: (subject_id: string) => unknown };

/** Each kind, and what it may be of. */
const KINDS: [kind: string, AnySubject, told: fc.Arbitrary<unknown>][] = [
  ['a sweep', sweepSubject, fc.uuid()],
  ['a balance that is read on a SIM', anchorSubject, fc.uuid()],
  ['a key', keySubject, fc.uuid()],
  ['that a merchant may go on', unfreezeSubject, fc.uuid()],
  ['how a settlement ends', endSubject, fc.uuid()],
  ['a template', templateSubject, fc.record({ template_id: word, template_version: fc.nat() })],
  ['what an account held', readingSubject, fc.record({ account, day })],
  ['a correction', correctSubject, fc.uuid()],
  ['a tariff', tariffSubject, fc.record({ operator, service: word })],
  ['settlement terms', termsSubject, fc.record({ merchant_id: fc.uuid(), environment })],
  [
    'fees',
    feesSubject,
    fc.record({ merchant_id: fc.option(fc.uuid()), flow: fc.constantFrom(...FEE_FLOWS) }),
  ],
  ['a custodian', custodianSubject, account],
  ['a move of our own money', ownSubject, fc.record({ from: withoutStroke, to: withoutStroke })],
];

test.each(KINDS)(
  'What is proposed of %s is read as what it was proposed of, and as nothing else',
  (kind, { of }, told) =>
    fc.assert(
      fc.property(told, (what) => {
        const subject_id = of(what as never);
        const found = KINDS.map(([one, { read }]) => ({ one, is: read(subject_id) }));
        expect(found.filter(({ is }) => is !== null)).toEqual([{ one: kind, is: what }]);
      }),
    ),
);

test.each<[string, AnySubject]>([
  ['own/Bank 1/2/SWEPT', ownSubject],
  ['tariff/ORANGE/transfer', tariffSubject],
  ['fees/default/refund', feesSubject],
  ['custodian/sweep', sweepSubject],
  ['airtel-credit@', templateSubject],
  ['account/SWEPT/today', readingSubject],
])('%s is read as nothing that somebody could have meant', (subject_id, { read }) => {
  expect(read(subject_id)).toBeNull();
});
