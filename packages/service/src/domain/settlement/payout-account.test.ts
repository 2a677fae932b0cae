import { expect, test } from 'vitest';
import {
  accountInForce,
  isSameHolder,
  type PayoutAccount,
  readDestination,
  readIban,
  sameAccount,
} from './payout-account.ts';

/** The IBAN that Chad registered as its example, and its RIB. */
const IBAN = 'TD8960002000010271091600153';
const RIB = '60002000010271091600153';

test.each([
  ['Société Générale Sahel SARL', 'SOCIETE GENERALE SAHEL SARL', true],
  ['Mahamat Ali Abakar', 'abakar mahamat ali', true],
  ['Mahamat Ali Abakar', 'Маhаmаt Ali Abakar', true],
  ['Ali-Mahamat', 'ALI MAHAMAT', true],
  ['Mahamat Ali', 'Mahamat Ali Abakar', false],
  ['Mahamat Ali', 'Mahamat Aly', false],
  ['محمد علي', 'محمد على', true],
  ['---', '...', false],
])('%s and %s are one holder: %s', (one, other, is_same) => {
  expect(isSameHolder(one, other)).toBe(is_same);
});

test.each([
  [IBAN, IBAN],
  ['td89 6000 2000 0102 7109 1600 153', IBAN],
  [RIB, IBAN],
  ['60002 00001 02710916001 53', IBAN],
  ['60002 00001 02710916001 54', { problem: 'check_digits' }],
  // Where the key is 97, 00 leaves the same rest: no bank prints it, and an order with it is refused whole.
  ['60002000010271091595400', { problem: 'check_digits' }],
  ['TD8860002000010271091600153', { problem: 'check_digits' }],
  ['FR7630006000011234567890189', { problem: 'not_an_account' }],
  ['', { problem: 'missing' }],
])('the account %s is read as %j', (text, iban) => {
  expect(readIban(text)).toEqual(iban);
});

const NAMES = ['Sahel Commerce SARL', 'Awa Mahamat'];
const NUMBER = { kind: 'number', operator: 'AIRTEL', msisdn: '66 12 34 56', holder_name: 'MAHAMAT Awa' };
const BANK = { kind: 'bank', bank_name: 'Banque', iban: RIB, holder_name: 'Sahel Commerce Sarl' };

test('a number and a bank account are taken under a name of the verified profile', () => {
  expect(readDestination(NUMBER, NAMES)).toEqual({
    ok: true,
    destination: { kind: 'number', operator: 'AIRTEL', msisdn: '+23566123456' },
    holder_name: 'MAHAMAT Awa',
  });
  expect(readDestination(BANK, NAMES)).toMatchObject({ ok: true, destination: { iban: IBAN } });
});

test.each([
  ['another holder', { ...NUMBER, holder_name: 'Ali Mahamat' }, { holder_name: 'not_the_holder' }],
  ['nobody verified', NUMBER, { holder_name: 'not_the_holder' }, []],
  ['a number of Moov called Airtel', { ...NUMBER, msisdn: '95123456' }, { msisdn: 'not_that_operator' }],
  ['no number', { ...NUMBER, msisdn: '12' }, { msisdn: 'not_a_phone' }],
  ['another operator', { ...NUMBER, operator: 'TIGO' }, { operator: 'not_a_choice' }],
  ['no choice', { ...NUMBER, kind: 'cash' }, { kind: 'not_a_choice' }],
  ['a wrong digit', { ...BANK, iban: `${RIB.slice(0, -1)}4` }, { iban: 'check_digits' }],
  [
    'a holder whom no bank could write',
    { ...BANK, holder_name: 'شركة الساحل' },
    { holder_name: 'not_latin' },
    ['شركة الساحل'],
  ],
  ['nothing', { kind: 'bank' }, { bank_name: 'missing', iban: 'missing', holder_name: 'missing' }],
])('%s is refused by field', (_what, typed, wrong, names: readonly string[] = NAMES) => {
  expect(readDestination(typed, names)).toEqual({ ok: false, wrong });
});

test('the account in force is the newest that is confirmed and no longer frozen', () => {
  const account = (id: string, state: PayoutAccount['state'], asked: string, frozen: string) =>
    ({ id, state, asked_at: new Date(asked), frozen_until: new Date(frozen) }) as PayoutAccount;
  const first = account('first', 'CONFIRMED', '2026-11-01', '2026-11-04');
  const second = account('second', 'CONFIRMED', '2026-11-10', '2026-11-13');
  const third = account('third', 'WAITING', '2026-11-11', '2026-11-14');
  const all = [first, second, third];
  const at = (day: string) => accountInForce(all, new Date(day))?.id ?? null;
  expect([at('2026-11-03'), at('2026-11-04'), at('2026-11-12'), at('2026-11-13'), at('2026-12-01')]).toEqual([
    null,
    'first',
    'first',
    'second',
    'second',
  ]);
});

test.each([
  [IBAN, 'same'],
  ['TD89 6000 2000 0102 7109 1600 153', 'same'],
  [RIB, 'same'],
  ['60002-00001-02710916001-53', 'same'],
  // As a bank prints it: without its key, or by its end alone.
  ['02710916001', 'same'],
  ['60002 00001 02710916001', 'same'],
  ['0153', 'same'],
  ['6001', 'same'],
  ['TD89 **** **** **** **** *00 153', 'same'],
  ['•••• 0153', 'same'],
  // As it is copied from a page or typed on an Arabic keyboard, with what lists write before it and between.
  [`\u200e${IBAN}`, 'same'],
  [`\u2066${IBAN}\u2069`, 'same'],
  ['٠١٥٣', 'same'],
  ['IBAN TD89 6000 2000 0102 7109 1600 153', 'same'],
  ['IBAN: TD8960002000010271091600153', 'same'],
  ['RIB 60002 00001 02710916001 53', 'same'],
  ['60002/00001/02710916001/53', 'same'],
  ['60002\u201100001\u201302710916001\u201053', 'same'],
  ['60002 xxxxx xxxxxxx6001', 'same'],
  ['TD8960001000010271091600145', 'different'],
  ['60001 00001 02710916001 45', 'different'],
  ['0145', 'different'],
  ['TD89 **** 0145', 'different'],
  ['60001 xxxxx xxxxxxx6001', 'different'],
  ['TD8860002000010271091600153', 'different'],
  // What many accounts end with, or a name, is compared with nothing.
  ['153', 'unknown'],
  ['60002 00001 ***********', 'unknown'],
  // Cut at its end: nothing says that the rest differs.
  ['0271091600', 'unknown'],
  ['60002 00001 0271', 'unknown'],
  ['TD89 6000 2000', 'unknown'],
  ['0271091601', 'different'],
  ['MAHAMAT ALI', 'unknown'],
  ['0153 MAHAMAT ALI', 'unknown'],
  ['TD', 'unknown'],
  ['', 'unknown'],
])('a bank’s row that names %j names the account: %s', (named, becomes) => {
  expect(sameAccount(named, IBAN)).toBe(becomes);
});
