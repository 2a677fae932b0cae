import { expect, it } from 'vitest';
import { airtelId, enquiryAnswer } from './answers.ts';

const ASKED = {
  transaction_id: '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
  amount_xaf: 5_000,
  phone_number: '+23566123456',
};

const answered = (more: object, status = 'TS') => {
  const transaction = { id: airtelId(ASKED.transaction_id), status, airtel_money_id: 'MP1', ...more };
  return { status: 200, body: { data: { transaction } }, retry_after_s: null };
};

it.each([
  ['amount', { amount: '100' }],
  ['amount', { amount: 4_999 }],
  ['amount', { amount: '500000.00' }],
  ['currency', { amount: 5_000, currency: 'UGX' }],
  ['country', { country: 'UG' }],
  ['payer', { msisdn: '66999999' }],
  ['payer', { msisdn: 23_566_999_999 }],
])('an enquiry that names another %s than was asked for decides nothing: %j', (other, more) => {
  const nothing = { kind: 'unknown', detail: `enquiry: it names another ${other}`, sent: true, fault: false };
  expect(enquiryAnswer(answered(more), ASKED)).toEqual(nothing);
  expect(enquiryAnswer(answered(more, 'TF'), ASKED)).toEqual(nothing);
});

it.each([
  [{}],
  [{ amount: '5000', currency: 'XAF', country: 'TD', msisdn: '66123456' }],
  [{ amount: 5_000, msisdn: '+23566123456' }],
  [{ amount: '5000.00', msisdn: '23566123456' }],
  [{ amount: '5 000', currency: 'CFA franc', country: 'Chad', msisdn: '66•••456' }],
  [{ amount: null, currency: 7, msisdn: {} }],
])('one that names the same, or nothing that we know how to read, decides: %j', (more) => {
  expect(enquiryAnswer(answered(more), ASKED)).toEqual({ kind: 'success', rail_transaction_id: 'MP1' });
});
