import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Operator } from '../../domain/operator.ts';
import { STATEMENT_PROFILES } from '../../domain/statement/profile.ts';
import { readSms } from '../read.ts';
import { TEMPLATES } from './all.ts';
import { type Sample, type Template, templateKey } from './template.ts';

const operatorsOf = (template: Template): readonly Operator[] =>
  template.operator === 'ANY' ? ['AIRTEL', 'MOOV'] : [template.operator];
const parse = (operator: Operator, text: string) =>
  readSms({ operator, sender: 'Op', sender_allow_list: ['Op'], text }).readings;

/** The whole reading a sample must give: what it leaves out is absent. */
function expected(template: Template, sample: Sample) {
  const moves = ['CREDIT', 'CASH_IN', 'DEBIT', 'AIRTIME', 'REVERSAL'].includes(template.kind);
  const hasId = sample.reading.operator_transaction_id ?? sample.reading.reversed_transaction_id;
  return {
    template_id: template.id,
    template_version: template.version,
    template_status: template.status,
    trusted_sender: true,
    payer_is_agent: false,
    occurred_precision: 'minute',
    doubts:
      moves && hasId === undefined ? ['no_transaction_id', 'unconfirmed_template'] : ['unconfirmed_template'],
    ...sample.reading,
  };
}

describe.each(TEMPLATES.map((template) => ({ template, name: templateKey(template) })))(
  'template $name',
  ({ template }) => {
    for (const operator of operatorsOf(template)) {
      for (const sample of template.samples) {
        it(`reads ${sample.about} (${operator})`, () => {
          expect(parse(operator, sample.text)).toEqual([expected(template, sample)]);
        });
      }
    }

    it('has samples', () => {
      expect(template.samples.length).toBeGreaterThan(0);
    });

    for (const { text, kind } of template.rejects) {
      it(`rejects as ${kind}: ${text.slice(0, 70)}`, () => {
        for (const operator of operatorsOf(template)) {
          expect(parse(operator, text)[0]?.kind ?? 'UNKNOWN').toBe(kind);
        }
      });
    }
  },
);

const SAMPLE_IDS = TEMPLATES.flatMap((template) =>
  template.samples.flatMap(({ reading: { operator_transaction_id: id } }) =>
    id === undefined ? [] : operatorsOf(template).map((operator) => `${id} ${operator}`),
  ),
)
  .filter((said, place, all) => all.indexOf(said) === place)
  .map((said) => said.split(' '));

// Else the day of such a message has a list that is refused whole.
it.each(SAMPLE_IDS)('%s, which a sample prints, is an id in the list of %s as well', (id = '', operator) =>
  expect(STATEMENT_PROFILES.find((one) => one.operator === operator)?.id_form.test(id)).toBe(true),
);

it('every template ships unconfirmed and has an id of its own', () => {
  expect(TEMPLATES.every((template) => template.status === 'unconfirmed')).toBe(true);
  expect(new Set(TEMPLATES.map(templateKey)).size).toBe(TEMPLATES.length);
});

/**
 * The wordings that each version of a template ships with. People confirm a version, and its payments settle by that: with other
 * words under the same number they would have confirmed what they never saw.
 */
const SHIPPED: Record<string, string> = {
  'airtel-cash-in@1': 'Bmzv6utVHdcMmqZy',
  'airtel-credit@2': 'AbSZiPFVAJHuYxSU',
  'moov-cash-in@1': 'xencV4c3zVxN99-B',
  'moov-transfer@1': 'ZCy2oCsuBGROMvRR',
  'moov-credit@1': '2D_v-O7LU1sAQtXH',
  'reversal@2': '7pVBM19PlQ4fQxAY',
  'otp@1': 'z-Z1GLK7ClUPFCxY',
  'debit@2': 'DniKgLUZTukhdTMY',
  'airtime@1': 'b2zR2JRSMHeUyx4s',
  'balance@1': 'Ow1TqFm3LC35HDWt',
  'promotion@1': 'nrz0nwvB_gLZh3Po',
};

it.each(TEMPLATES.map((template) => [templateKey(template), template] as const))(
  '%s has the wordings that people have confirmed under that version',
  (key, { operator, kind, wordings }) => {
    const lines = [operator, kind, ...wordings.map(({ text }) => text)].join('\n');
    const digest = createHash('sha256').update(lines).digest('base64url').slice(0, 16);
    const advice = `the wordings of ${key} are others: raise the version of that template, and write ${digest} beside it here`;
    expect(SHIPPED[key], advice).toBe(digest);
  },
);
