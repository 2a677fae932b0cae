import { expect, it } from 'vitest';
import { airtelId, enquiryAnswer, pushAnswer } from './answers.ts';

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
  // That it was paid so is told to staff.
  expect(enquiryAnswer(answered(more), ASKED)).toEqual({ ...nothing, paid_otherwise: other });
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

const refused = (status: number, body: unknown) => ({ status, body, retry_after_s: null });
const coded = (status: number, response_code: string) =>
  refused(status, { status: { code: String(status), response_code, success: false } });

it.each([
  ['no wallet of ours is configured', coded(400, 'ROUTER001')],
  ['the country has no route', coded(200, 'ROUTER005')],
  ['our application may not ask in this country', coded(403, 'ROUTER007')],
  ['the currency is wrong', refused(400, { status: { result_code: 'ESB000035', success: false } })],
  ['it wants what we send to be signed', coded(403, 'DP00800001026')],
  ['its gateway refuses us', refused(403, { message: 'You cannot consume this service' })],
  ['the base address is wrong', refused(404, null)],
  ['somebody else answers in its place', refused(200, null)],
  ['it took too long to read', coded(408, 'ROUTER117')],
  ['its system is down', coded(503, 'DP00800001005')],
])('that %s is a fault of the rail, as it is for each payer', (_, answered) => {
  for (const answer of [pushAnswer(answered), enquiryAnswer(answered, ASKED)])
    expect(answer).toMatchObject({ kind: 'unknown', sent: true, fault: true });
});

it.each([
  ['this payer is not registered', coded(400, 'DP00800001005')],
  ['this number is no number of the operator', refused(200, { status: { result_code: 'ESB000033' } })],
  ['the id is taken', refused(400, { status: { result_code: 'ESB000041', success: false } })],
  ['the payment is not known', coded(404, 'DP00800001025')],
])('that %s is none: nobody shuts the rail for all by what he types', (_, answered) => {
  for (const answer of [pushAnswer(answered), enquiryAnswer(answered, ASKED)])
    expect(answer).toMatchObject({ kind: 'unknown', sent: true, fault: false });
});
